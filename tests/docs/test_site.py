"""The site builds without warnings, and its pages refer to no other server."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec

import pytest

from dottable.core.matches.match import Match
from tests.conftest import ROOT
from tests.sizes import full_only

pytestmark = [
    pytest.mark.skipif(
        find_spec("furo") is None, reason="packages of the group 'docs' are missing: uv sync --group docs"
    ),
    full_only("building the site takes half a minute"),
]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    out = tmp_path_factory.mktemp("site")
    options = ["--fail-on-warning", "--keep-going", "--quiet", "--fresh-env", "-c", "docs/site"]
    built = subprocess.run(
        [sys.executable, "-m", "sphinx", *options, "-d", str(out / "doctrees"), ".", str(out / "html")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    return out / "html"


def test_the_reference_shows_docstrings(site):
    page = (site / "docs/reference/matches.html").read_text("utf-8")
    assert 'id="dottable.core.matches.match.Match.legal"' in page
    assert (Match.legal.__doc__ or "").replace("'", "’") in page


def test_pages_load_nothing_from_other_servers(site):
    for page in site.rglob("*.html"):
        loaded = re.findall(
            r'<(?:script|img|iframe)[^>]* src="([^"]+)"|<link[^>]* href="(https?:[^"]+)"', page.read_text("utf-8")
        )
        assert not [address for pair in loaded for address in pair if address.startswith(("http", "//"))], page


def test_the_first_page_leads_to_the_home_page(site):
    assert "url=docs/README.html" in (site / "index.html").read_text("utf-8")
