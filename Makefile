# The only commands to know. Each one sets up what it needs, in .venv; nothing outside of this directory is written.
#
#   make demo    solve examples/puzzles.txt, verified: a picture, the number of puzzles, puzzles per second
#   make test    the tests                            make test TESTS="tests/test_grid.py -k text"
#   make check   style, types, layers, stub           make format   bring the style in order
#   make bench   the benchmarks                       make fuzz     10 million rows of rubbish, under the sanitizers
#   make clean   remove everything that was made here
#
# PYTHON is the interpreter that the environment is made from; 3.11 or newer.

PYTHON ?= python3
TESTS ?=
BENCH ?=
FUZZ_ROWS ?= 10000000
FUZZ_SEED ?= 1

export TMPDIR := $(CURDIR)/.cache/tmp
export XDG_CACHE_HOME := $(CURDIR)/.cache
export PIP_CACHE_DIR := $(CURDIR)/.cache/pip
export PIP_DISABLE_PIP_VERSION_CHECK := 1

BIN := .venv/bin
READY := .venv/ready
CORE := $(wildcard core/*.cpp core/*.h core/*/*)
PROCESSES = $(shell nproc 2>/dev/null || echo 1)

.PHONY: demo test check format bench fuzz stub clean
.DEFAULT_GOAL := test

demo: $(READY)
	@$(BIN)/python examples/demo.py

test: $(READY)
	@$(BIN)/python -m pytest $(TESTS)

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror $(filter %.cpp %.hpp %.h,$(CORE))
	$(BIN)/python -m pytest --quiet tests/test_layers.py tests/test_stubs.py

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(filter %.cpp %.hpp %.h,$(CORE))

bench: $(READY)
	@$(BIN)/python benchmarks/run.py $(BENCH)

fuzz: $(READY)
	@$(BIN)/python scripts/fuzz.py $(FUZZ_ROWS) $(FUZZ_SEED) $(PROCESSES)

stub: $(READY)
	$(BIN)/python tests/test_stubs.py

clean:
	rm -rf .venv .cache build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A changed core, build or requirement runs the set-up again; it builds only what has changed.
$(READY): pyproject.toml CMakeLists.txt scripts/set_up.py $(wildcard build_backend/*.py) $(CORE)
	@mkdir -p "$(TMPDIR)"
	@$(PYTHON) -B scripts/set_up.py
	@touch $@
