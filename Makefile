# Everything works from a bare clone with python3 (>= 3.11) and make.
#   make play    install, start the server and open it in a browser
#   make test    install and run every check and test
.DEFAULT_GOAL := help
.PHONY: help setup play test check bench format clean

PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed

help:  ## Show what make can do
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(STAMP)  ## Install everything into .venv

$(STAMP): pyproject.toml uv.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Dottable needs Python 3.11 or newer; set PYTHON=/path/to/python3." >&2; exit 2; }
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check "uv>=0.9,<1"
	$(BIN)/uv sync --frozen --all-extras --inexact --quiet --compile-bytecode
	@touch $@

play: setup  ## Open tables for browsers (in a terminal: .venv/bin/dottable play)
	@$(BIN)/dottable serve --open

check: setup  ## Lint, types and layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

test: check  ## Run every check and test
	$(BIN)/pytest -n 2 --dist worksteal

bench: setup  ## Measure steps per second, next to OpenSpiel
	$(BIN)/dottable bench --peers

format: setup  ## Put the sources into shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:  ## Remove what setup and the tests made
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache dist
