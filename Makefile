# Commands for working on nonet. Each target first sets up what it needs in .venv.
#
#   make demo       Solve examples/puzzles.txt, verify the solutions and print the speed.
#   make test       Run the tests that are marked neither slow nor browser. Some of them: make test TESTS="tests/test_grid.py -k text"
#   make test-all   Run all tests, also the slow ones: long proofs, sanitizers, builds.
#   make test-browser  Run the tests of the web app in Chromium (install Debian's package chromium first).
#   make check      Check style, types (Python and JavaScript), layers, the stub of the core, the format of the C++ code;
#                   list the texts that await a translator.
#   make format     Format the Python and C++ code.
#   make mutants    Change a copy of the project in small ways, and see whether the tests notice. Some of the changes, or those
#                   of the core too: make mutants MUTANTS="--core render"
#   make bench      Measure the speed, and count the Python calls. Options of the first: make bench BENCH="--help"
#   make fuzz       Run 10 million random rows through the core under the sanitizers.
#   make docs       Build the documentation as a site in build/docs, with the web app in it.
#   make wasm       Compile the core to WebAssembly, for the web app without a server.
#   make stub       Write src/nonet/_core.pyi again after a change of core/door.hpp or core/bind.
#   make wheel      Build wheels in dist/ for this processor and for aarch64, and check them.
#   make clean      Remove everything that these commands made.
#
# PYTHON is the interpreter for .venv, version 3.11 or newer. PROCESSES is the number of test processes.
# The types of the JavaScript are checked, and the tests in a browser look for faults of access, where npm is installed.
# With NONET_BROWSER=required, as in CI, it is an error if Chromium or npm is missing.
# WHEEL_PYTHONS are the interpreters to build wheels for: make wheel WHEEL_PYTHONS="python3.11 python3.12"
# Nothing is written outside this directory.

PYTHON ?= python3
PROCESSES ?= $(shell nproc 2>/dev/null || echo 1)
TESTS ?=
BENCH ?=
MUTANTS ?=
FUZZ_ROWS ?= 10000000
FUZZ_SEED ?= 1
WHEEL_PYTHONS ?=

export TMPDIR := $(CURDIR)/.cache/tmp
export XDG_CACHE_HOME := $(CURDIR)/.cache
export PIP_CACHE_DIR := $(CURDIR)/.cache/pip
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Without compiled files, each process of the tests compiles all modules and rewrites all assertions again: 15 seconds.
unexport PYTHONDONTWRITEBYTECODE
# Of pytest's plugins, only those that the tests use; the others cost each process 2 seconds.
export PYTEST_DISABLE_PLUGIN_AUTOLOAD := 1

BIN := .venv/bin
READY := .venv/ready
WASM := src/nonet/web/static/core.wasm
CORE := $(shell find core -type f)
NATIVE := $(filter-out core/wasm/%,$(CORE))
CXX_FILES := $(filter %.cpp %.hpp %.h,$(CORE))
PYTEST := $(BIN)/python -m pytest -p xdist -p hypothesispytest -p no:logging --numprocesses $(PROCESSES) --dist worksteal

# TypeScript (to check types) and axe (to find faults of access), from the npm registry, for the checks alone.
NODE := .cache/node/ready
TSC := .cache/node/node_modules/.bin/tsc

.PHONY: demo test test-all test-browser check format mutants bench fuzz docs wasm stub wheel clean FORCE
.DEFAULT_GOAL := test

demo: $(READY)
	@$(BIN)/python examples/demo.py

test: $(READY)
	@$(PYTEST) -m "not slow and not browser" --ignore tests/browser --hypothesis-profile quick $(TESTS)

test-all: $(READY) $(NODE)
	@$(PYTEST) $(TESTS)

test-browser: $(READY) $(NODE)
	@$(PYTEST) -m browser $(TESTS)

check: $(READY) $(NODE)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror $(CXX_FILES)
	@if [ -e $(TSC) ]; then for part in jsconfig jsconfig.worker; do \
	  echo "$(TSC) -p src/nonet/web/static/$$part.json"; $(TSC) -p src/nonet/web/static/$$part.json || exit 1; \
	done; fi
	$(BIN)/python -m pytest -p hypothesispytest --quiet tests/test_layers.py tests/test_stubs.py
	@$(BIN)/python scripts/untranslated.py

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CXX_FILES)

mutants: $(READY)
	@$(BIN)/python scripts/mutation_probe.py $(MUTANTS)

bench: $(READY)
	@$(BIN)/python benchmarks/run.py $(BENCH)
	$(if $(BENCH),,@$(BIN)/python benchmarks/calls.py)

fuzz: $(READY)
	@$(BIN)/python scripts/fuzz.py $(FUZZ_ROWS) $(FUZZ_SEED) $(PROCESSES)

docs: $(READY) $(WASM)
	@$(BIN)/python scripts/docs_site.py

wasm: $(READY)
	@$(BIN)/python scripts/wasm.py

# Once there is one, it is compiled again by `make wasm` alone.
$(WASM): | $(READY)
	@$(BIN)/python scripts/wasm.py

stub: $(READY)
	$(BIN)/python tests/test_stubs.py

wheel: $(READY)
	@$(BIN)/python scripts/wheels.py $(foreach python,$(WHEEL_PYTHONS),--python $(python))

clean:
	rm -rf .venv .cache build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Set up again after a change of the core, the build, the requirements or the list of modules, which the editable
# installation keeps. Only what has changed is compiled.
$(READY): pyproject.toml CMakeLists.txt scripts/set_up.py $(wildcard build_backend/*.py) $(NATIVE) .cache/modules
	@mkdir -p "$(TMPDIR)"
	@$(PYTHON) -B scripts/set_up.py
	@touch $@

$(NODE): tests/browser/package.json tests/browser/package-lock.json
	@mkdir -p .cache/node
	@if command -v npm >/dev/null; then \
	  cp $^ .cache/node/ && npm_config_cache="$(CURDIR)/.cache/npm" npm ci --silent --no-audit --no-fund --prefix .cache/node && touch $@; \
	elif [ "$$NONET_BROWSER" = required ]; then echo "npm is missing"; exit 1; \
	else echo "Continuing without npm: the types of the JavaScript are not checked"; fi

MODULES = find src -name "*.py" | LC_ALL=C sort
.cache/modules: FORCE
	@mkdir -p .cache
	@$(MODULES) | cmp -s - $@ || $(MODULES) > $@

FORCE:
