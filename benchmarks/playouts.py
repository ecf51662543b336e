"""Random playouts of every game on one core compared with OpenSpiel's C++: `dottable bench --peers --json`."""

import sys

from dottable.cli import main

if __name__ == "__main__":
    sys.exit(main(["bench", "--peers", "--json", *sys.argv[1:]]))
