# Everything works from a bare clone with python3 (>= 3.11) and make.
#   make play    install, start the server and open it in a browser
#   make test    install and run every check and test, at quick sizes
.DEFAULT_GOAL := help
.PHONY: help setup web play test test-full test-release test-rest kernels check docs modules bench format clean

PYTHON ?= python3
BIN := .venv/bin
PLAYER_STAMP := .venv/.player
STAMP := .venv/.installed

help:  ## Show what make can do
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(STAMP)  ## Install everything for development into .venv

# uv installs in parallel and shows its progress. Without ensurepip, which takes seconds, the system's pip installs it.
UV := "uv>=0.9,<1"
$(BIN)/uv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Dottable needs Python 3.11 or newer; set PYTHON=/path/to/python3." >&2; exit 2; }
	test -x $(BIN)/python || $(PYTHON) -m venv --without-pip .venv
	$(PYTHON) -m pip --python $(BIN)/python --disable-pip-version-check install $(UV) || \
		{ $(PYTHON) -m venv .venv && $(BIN)/python -m pip --disable-pip-version-check install $(UV); }

$(STAMP): $(BIN)/uv pyproject.toml uv.lock
	$(BIN)/uv sync --frozen --all-extras --no-extra gpu --inexact
	@touch $@ $(PLAYER_STAMP)

$(PLAYER_STAMP): $(BIN)/uv pyproject.toml uv.lock
	$(BIN)/uv sync --frozen --no-dev --inexact
	@touch $@

# The web client: built where there is Node, again whenever its sources change. Tests need more packages than the build.
WEB_PAGE := src/dottable/web/index.html
WEB_SOURCES := $(shell find web/src web/public web/index.html web/vite.config.ts web/svelte.config.js -type f)
HAS_NODE := $(shell node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2>/dev/null && echo yes)
NPM_CI := npm ci --loglevel=error --no-audit --no-fund

ifeq ($(HAS_NODE),yes)
web: $(WEB_PAGE)  ## Build the web client (needs Node 20 or newer)

web/node_modules/.build: web/package.json web/package-lock.json
	cd web && $(NPM_CI) --omit=dev
	@touch $@

web/node_modules/.installed: web/package.json web/package-lock.json
	cd web && $(NPM_CI)
	@touch web/node_modules/.build $@

$(WEB_PAGE): web/node_modules/.build $(WEB_SOURCES)
	cd web && npm run --silent build -- --logLevel warn
	@touch $@

web-test: web/node_modules/.installed setup
	@$(MAKE) --no-print-directory web
	cd web && npm run --silent check && npm run --silent test && npm run --silent size
else
web web-test:
	@echo "No Node 20 or newer was found, so the web client is not built or tested: the server shows its plain page." >&2
endif
.PHONY: web-test

play:  ## Install what a player needs, start the server and open it (in a terminal: .venv/bin/dottable play)
	@$(MAKE) --no-print-directory -j2 $(PLAYER_STAMP) web
	@$(BIN)/dottable serve --open

check: setup  ## Lint, types and layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

# What people start runs on portable modules, as it does for them, and needs no compiler. The rest runs compiled:
# kernels are compiled before pytest starts, since each of its workers would compile the same ones.
PORTABLE_TESTS := $(addprefix tests/,authoring bots cli cluster core/portable deploy server store table terminal web)
kernels: setup
	$(BIN)/python -m tests.compile_kernels

BEFORE_TESTS := $(MAKE) --no-print-directory --jobs=2 check web-test kernels
PYTEST := $(BIN)/pytest -n 2 --dist worksteal
define run-tests
	DOTTABLE_RULES=portable DOTTABLE_COMPILE_RULES=false $(PYTEST) $(1) $(PORTABLE_TESTS)
	$(PYTEST) $(1) $(addprefix --ignore=,$(PORTABLE_TESTS))
endef

test:  ## Run every check and test at quick sizes (minutes)
	+$(BEFORE_TESTS)
	$(call run-tests)

test-full:  ## Run every check and test at full sizes (half an hour)
	+DOTTABLE_FULL=1 $(BEFORE_TESTS)
	$(call run-tests,--full)

test-release:  ## The same with the largest sizes, before a release (hours)
	+DOTTABLE_FULL=release $(BEFORE_TESTS)
	$(call run-tests,--release)

test-rest: setup  ## After make test: run the tests that have a full size
	DOTTABLE_FULL=1 $(BIN)/python -m tests.compile_kernels
	$(call run-tests,--full-rest)

modules: setup  ## Build the WebAssembly modules of games whose rules or bots have changed
	@$(BIN)/uv pip install --quiet "ziglang>=0.15,<1"
	@$(BIN)/python tools/portable/build.py

docs: setup  ## Build the documentation site into build/site
	$(BIN)/python -m sphinx --fail-on-warning --keep-going --quiet --fresh-env -c docs/site -d build/doctrees . build/site
	@echo "Open build/site/index.html."

bench: setup  ## Measure steps per second, next to OpenSpiel
	$(BIN)/dottable bench --peers

format: setup  ## Put the sources into shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:  ## Remove what setup and the tests made
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache dist src/dottable/web web/node_modules
