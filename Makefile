# Everything works from a bare clone with python3 (>= 3.11) and make.
#   make play    install, start the server and open it in a browser
#   make test    install and run every check and test, at quick sizes
.DEFAULT_GOAL := help
.PHONY: help setup web play test test-full test-release test-rest kernels check docs site modules bench format clean

PYTHON ?= python3
BIN := .venv/bin
# The tests start hundreds of Python processes. Without bytecode files each would compile all that it imports.
unexport PYTHONDONTWRITEBYTECODE
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

# What the page needs to play without a server: views, rules and bots of the games, from their Python sources.
GENERATED := web/generated/.written
GAME_SOURCES := $(shell find tools/browser src/dottable/games src/dottable/bots src/dottable/core src/dottable/study -name '*.py' -o -name '*.wasm' -o -name '*.toml')
$(GENERATED): $(PLAYER_STAMP) $(GAME_SOURCES) $(wildcard docs/rules/*.md)
	$(BIN)/python -m tools.browser.page_bundle web/generated
	@touch $@

$(WEB_PAGE): web/node_modules/.build $(GENERATED) $(WEB_SOURCES)
	cd web && npm run --silent build -- --logLevel warn
	@touch $@

web-installed: web/node_modules/.installed

web-test: web-installed setup
	@$(MAKE) --no-print-directory web
	cd web && npm run --silent check && DOTTABLE_GAME_FILES=generated npm run --silent test && npm run --silent size
else
web web-installed web-test:
	@echo "No Node 20 or newer was found, so the web client is not built or tested: the server shows its plain page." >&2
endif
.PHONY: web-installed web-test

play:  ## Install what a player needs, start the server and open it (in a terminal: .venv/bin/dottable play)
	@$(MAKE) --no-print-directory -j2 $(PLAYER_STAMP) web
	@$(BIN)/dottable serve --open

check: setup  ## Lint, types and layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

# Rules run on portable modules in a quick run, as they do for players. Only series of matches are compiled, and the
# tests named here: of policies that tests call directly, and of what researchers run on GPUs or in one game.
# tests/core/portable compares the modules with compiled code. Full sizes run games, lab and research compiled.
COMPILED_TESTS := $(addprefix tests/,core/primitives research/gpu research/test_pettingzoo.py \
	games/dobble_connect/bot games/dot_allot/bot games/dots_72/bot)
COMPILED_CHECKS := tests/games/test_conformance.py::test_compiled_checks_hold
COMPILED_RESEARCH := $(foreach test,test_gymnasium.py::test_the_batch_equals_single_environments[next_step-dot_tiles] \
	test_gymnasium.py::test_an_episode_is_the_same_on_other_rules[dot_tiles] \
	test_self_play_env.py::test_every_step_equals_that_of_single_matches[dot_tiles],tests/research/$(test))
PORTABLE_TESTS := $(addprefix tests/,authoring bots cli cluster core/portable deploy server store table terminal web)
# More workers than cores, since many tests wait for browsers, servers, or the end of a fault.
WORKERS ?= 3
PYTEST := $(BIN)/pytest --dist worksteal
ON_MODULES := DOTTABLE_RULES=portable DOTTABLE_COMPILE_RULES=false
# A quick run optimises less, which saves a third of the time to compile. Its code is cached in a folder of its own.
QUICKLY := NUMBA_OPT=1 DOTTABLE_CACHE=$(or $(XDG_CACHE_HOME),$(HOME)/.cache)/dottable/compiled-quickly

# Kernels that many tests call are compiled once, since the workers of pytest would each compile the same ones.
kernels: setup
	$(BIN)/python -m tests.compile_kernels

kernels-quickly: setup
	$(QUICKLY) $(ON_MODULES) $(BIN)/python -m tests.compile_kernels

# In one process, since each worker would compile the same functions anew.
test-compiled: kernels-quickly
	$(QUICKLY) $(PYTEST) $(COMPILED_TESTS) $(COMPILED_CHECKS) $(COMPILED_RESEARCH)

test-portable: kernels-quickly
	$(QUICKLY) $(ON_MODULES) $(PYTEST) -n $(WORKERS) $(addprefix --ignore=,$(COMPILED_TESTS)) --deselect=$(COMPILED_CHECKS)

test-quickly: check web-test test-portable test-compiled

BEFORE_TESTS := $(MAKE) --no-print-directory --jobs=2 check web-test kernels
define run-on-modules
	$(ON_MODULES) $(PYTEST) -n 2 $(1) $(PORTABLE_TESTS)
endef
define run-compiled
	$(PYTEST) -n 2 $(1) $(addprefix --ignore=,$(PORTABLE_TESTS))
endef

test:  ## Run every check and test at quick sizes (minutes)
	+@$(MAKE) --no-print-directory --jobs=2 setup web-installed
	+@$(MAKE) --no-print-directory web
	+@$(MAKE) --no-print-directory --jobs=3 --keep-going test-quickly
.PHONY: kernels-quickly test-portable test-compiled test-quickly

test-full:  ## Run every check and test at full sizes (half an hour)
	+DOTTABLE_FULL=1 $(BEFORE_TESTS)
	$(call run-on-modules,--full)
	$(call run-compiled,--full)

test-release:  ## The same with the largest sizes, before a release (hours)
	+DOTTABLE_FULL=release $(BEFORE_TESTS)
	$(call run-on-modules,--release)
	$(call run-compiled,--release)

test-rest: setup  ## After make test: run the tests that have a full size, and all others compiled
	DOTTABLE_FULL=1 $(BIN)/python -m tests.compile_kernels
	$(call run-on-modules,--full-rest)
	$(call run-compiled,--full)

modules: setup  ## Build the WebAssembly modules of games whose rules or bots have changed
	@$(BIN)/uv pip install --quiet "ziglang>=0.15,<1"
	@$(BIN)/python tools/portable/build_modules.py

docs: setup  ## Build the documentation site into build/site
	$(BIN)/python -m sphinx --fail-on-warning --keep-going --quiet --fresh-env -c docs/site -d build/doctrees . build/site
	@echo "Open build/site/index.html."

site: web docs  ## Write a static web site that plays all games, with the documentation, into build/public
	rm -rf build/public
	$(BIN)/dottable site build/public --docs build/site

bench: setup  ## Measure steps per second, next to OpenSpiel
	$(BIN)/dottable bench --peers

format: setup  ## Put the sources into shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:  ## Remove what setup and the tests made
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache dist src/dottable/web web/generated web/node_modules
