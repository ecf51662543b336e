"""Counterparts, in MicroPython, of NumPy arrays and of the reader of state records, and calls of kernels.

It runs in the namespace of `stdlibRuntime.py`. `kernel_host.call` is the page's function for kernels (`wasmKernels.ts`).
"""

import struct

import kernel_host  # the page registers this module
import uctypes

ITEM_CODES = {
    "i1": "b",
    "i2": "h",
    "i4": "i",
    "i8": "q",
    "u1": "B",
    "u2": "H",
    "u4": "I",
    "u8": "Q",
    "f4": "f",
    "f8": "d",
}
"""Formats of the module `struct` by the type codes of NumPy."""
MAX_DIMENSIONS = 4
"""Number of dimensions that the page expects for every array; unused ones have the size 0."""


class Array:
    """An array of numbers in row-major order, over bytes that kernels can read and write."""

    def __init__(self, shape, code, raw=None):
        self.shape = shape if isinstance(shape, tuple) else (shape,)
        self.code = ITEM_CODES[code]
        self.itemsize = struct.calcsize("<" + self.code)
        count = 1
        for size in self.shape:
            count *= size
        self.size = count
        self.raw = bytearray(count * self.itemsize) if raw is None else raw

    def tolist(self):
        numbers = list(struct.unpack("<%d%s" % (self.size, self.code), self.raw))
        for size in reversed(self.shape[1:]):
            numbers = [numbers[k : k + size] for k in range(0, len(numbers), size)]
        return numbers

    def __len__(self):
        return self.shape[0]

    def __getitem__(self, index):
        found = self.tolist()
        for k in index if isinstance(index, tuple) else (index,):
            found = found[k]
        return found


class Grid:
    """A constant array, as nested tuples. An index may be a tuple with one number per dimension."""

    def __init__(self, rows):
        self.rows = rows

    def __getitem__(self, index):
        found = self.rows
        for k in index if isinstance(index, tuple) else (index,):
            found = found[k]
        return Grid(found) if isinstance(found, tuple) else found

    def __len__(self):
        return len(self.rows)

    def __iter__(self):
        return iter([Grid(row) if isinstance(row, tuple) else row for row in self.rows])

    def tolist(self):
        return [Grid(row).tolist() if isinstance(row, tuple) else row for row in self.rows]


class Records:
    """An array of one state record. Kernels take it; `records[0]["phase"]` reads a field."""

    def __init__(self, raw, layout):
        self.raw, self.layout = bytearray(raw), layout
        self.shape, self.size, self.itemsize = (1,), 1, len(raw)

    def __getitem__(self, index):
        return FieldsByName(RecordReader(self.raw, self.layout))


class FieldsByName:
    """A record whose fields are read by index: `record["phase"]`."""

    def __init__(self, reader):
        self.reader = reader

    def __getitem__(self, name):
        return getattr(self.reader, name)


class RecordReader:
    """A snapshot of a state record. Every field is an attribute: an integer, or nested tuples of integers."""

    def __init__(self, raw, layout):
        self.raw, self.layout = raw, layout
        self.parts = {}

    def __getattr__(self, name):
        if name == "states":
            value = Records(self.raw, self.layout)
        elif name == "record":
            value = RuleRecord(self)
        else:
            offset, code, shape = self.layout[name]
            value = read_field(self.raw, offset, ITEM_CODES[code], shape)
        setattr(self, name, value)
        return value

    def once_for_all_viewers(self, make):
        if make not in self.parts:
            self.parts[make] = make(self)
        return self.parts[make]


class RuleRecord:
    """A record in the form that rules take: array fields are Grids."""

    def __init__(self, reader):
        self.reader = reader

    def __getattr__(self, name):
        value = getattr(self.reader, name)
        return Grid(value) if isinstance(value, tuple) else value


def read_field(raw, offset, code, shape):
    """Return a field of a record as an integer or as nested tuples."""
    count = 1
    for size in shape:
        count *= size
    numbers = struct.unpack_from("<%d%s" % (count, code), raw, offset)
    if not shape:
        return numbers[0]
    for size in reversed(shape[1:]):
        numbers = tuple([numbers[k : k + size] for k in range(0, len(numbers), size)])
    return numbers


class Kernel:
    """A kernel of the game's WebAssembly module."""

    def __init__(self, name):
        self.name = name

    def __call__(self, *args):
        numbers = []
        for arg in args:
            if isinstance(arg, (Array, Records)):
                shape = list(arg.shape) + [0] * (MAX_DIMENSIONS - len(arg.shape))
                numbers += [uctypes.addressof(arg.raw), len(arg.raw), arg.itemsize, len(arg.shape)] + shape
            else:
                numbers.append(int(arg))
        frame = bytearray(struct.pack("<%dq" % (len(numbers) + 1), 0, *numbers))
        kernel_host.call(self.name, uctypes.addressof(frame), len(frame))
        return struct.unpack_from("<q", frame)[0]


def zeros(shape, code):
    """Stands in for `np.zeros`, which MicroPython lacks. `code` is the type of the entries."""
    return Array(shape, code)


def array(items, code):
    """Stands in for `np.array` of one dimension."""
    return Grid(tuple(items))
