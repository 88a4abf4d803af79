# The front door: every target sets up what it needs by itself, and only the first time.
#   make test PYTHON=python3.12 VENV=build/venv-3.12     another Python, beside the usual one
#   make run ARGS=--help                            words for the program that is started
#   make test ARGS="-k reader"                      for pytest too, which then leaves coverage alone
#   make faults ARGS=2%                             a share of every experiment's full size, some minutes in all
#   make faults FAULTS="kill disk" ARGS=500         some of them, so many times each

PYTHON ?= python3
VENV ?= .venv

# The command of yinsh-board that `make run` starts.
RUN := run --simulate

# Programs of the distribution that some tests use, as program:package. Without one, those tests skip and say so.
PROGRAMS := rsvg-convert:librsvg2-bin chromium:chromium node:nodejs gcc:gcc systemd-analyze:systemd

SOURCES := yinsh_core hardware firmware_bridge tests docs
BENCHMARKS := $(patsubst tests/benchmarks/%.py,%,$(wildcard tests/benchmarks/bench_*.py))
FAULTS := $(filter-out test_%,$(patsubst tests/faults/%.py,%,$(wildcard tests/faults/*.py)))

IN := $(VENV)/bin/python -m
PIP := $(IN) pip install -qq --disable-pip-version-check

# Run each of the programs $(2) in the package $(1), whatever becomes of the others; name those that failed.
each = failed=; for name in $(2); do $(IN) $(1).$$name $(ARGS) || failed="$$failed $$name"; done; \
  [ -z "$$failed" ] || { echo "failed:$$failed"; exit 1; }

.DEFAULT_GOAL := help
.PHONY: help run test lint format bench faults pictures clean

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

run: $(VENV)/.installed  ## start the daemon on a virtual board, with its web page
	@$(IN) firmware_bridge $(RUN) $(ARGS)

test: lint $(VENV)/.programs  ## check style and types, run every test, measure coverage
	@$(IN) pytest --numprocesses auto --dist worksteal $(or $(ARGS),--ignore=tests/browser --cov --cov-report=)
	@$(if $(ARGS),,$(IN) pytest --numprocesses auto tests/browser)  # Playwright leaves its event loop running: no company

lint: $(VENV)/.developing  ## check style and types
	@$(IN) ruff check --quiet $(SOURCES)
	@$(IN) ruff format --quiet --check $(SOURCES) || { echo "make format puts this right."; exit 1; }
	@$(IN) mypy --no-error-summary

format: $(VENV)/.developing  ## bring the sources into the common style
	@$(IN) ruff check --quiet --fix $(SOURCES)
	@$(IN) ruff format $(SOURCES)

bench: $(VENV)/.developing  ## measure speed (ARGS=10% for a first look)
	@$(call each,tests.benchmarks,$(BENCHMARKS))

faults: $(VENV)/.developing  ## replay the failures that the board must survive (ARGS=2% takes minutes, all of it hours)
	@$(call each,tests.faults,$(FAULTS))

pictures: $(VENV)/.installed  ## draw the pictures of the documentation again
	@for script in docs/make_*.py; do $(VENV)/bin/python $$script || exit 1; done

clean:  ## remove everything that can be made again
	rm -rf $(VENV) build *.egg-info .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find $(SOURCES) -name __pycache__ -prune -exec rm -rf {} +

# The virtual environment with yinsh-board in it, which needs nothing else to run.
$(VENV)/.installed: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "Python 3.11 or newer is needed, and '$(PYTHON)' is not that: install it (sudo apt install python3)" \
	       "or name one you have (make $(MAKECMDGOALS) PYTHON=path/to/python3)."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "This Python cannot make virtual environments: sudo apt install python3-venv cures that."; exit 1; }
	@echo "Setting up $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) --editable .
	@touch $@

# The tools of `make test` and `make lint`.
$(VENV)/.developing: $(VENV)/.installed
	@echo "Fetching the tools for tests ..."
	@$(PIP) --editable '.[dev]'
	@$(PIP) --editable '.[dev-metal]' || \
	  echo "The C extensions for a Raspberry Pi did not build (sudo apt install gcc python3-dev): their tests will skip."
	@touch $@

$(VENV)/.programs: .ci/programs Makefile | $(VENV)/.installed
	@.ci/programs $(PROGRAMS)
	@touch $@
