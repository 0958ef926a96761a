# Everything `make` fetches, caches or writes stays in this folder: .venv, .cache and .demo.
#
#   make test PYTHON=python3.12    uses that interpreter, in an environment of its own

PYTHON ?=
VENV ?= .venv$(if $(PYTHON),-$(notdir $(PYTHON)))
BIN := $(VENV)/bin
READY := $(VENV)/.ready
EXTRAS := $(VENV)/.extras
SCRATCH := .cache/tmp
JOURNAL := .demo/demo.jsonl
PEERS := .cache/peers/$(notdir $(VENV))
COMPILED := $(VENV)-compiled
BUILD := .cache/build/$(notdir $(VENV))

export HYPOTHESIS_STORAGE_DIRECTORY := $(CURDIR)/.cache/hypothesis
export PIP_CACHE_DIR := $(CURDIR)/.cache/pip
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PYRIGHT_PYTHON_CACHE_DIR := $(CURDIR)/.cache/pyright
export PYRIGHT_PYTHON_IGNORE_WARNINGS := 1
# Tests start many processes, none of which has to compile the source again.
unexport PYTHONDONTWRITEBYTECODE
export TMPDIR := $(CURDIR)/$(SCRATCH)
export XDG_CACHE_HOME := $(CURDIR)/.cache
# A search path set outside must not decide which engine is tested.
unexport PYTHONPATH

.DEFAULT_GOAL := help
.PHONY: help demo test test-long quick lint types mypy pyright collected tests test-compiled coverage wheel wheels bench fuzz mutants diagrams diagrams-check machine format lock clean

help: ## Say what can be made
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(firstword $(MAKEFILE_LIST)) | expand -t 16

demo: $(READY) ## Deal rounds to a table of bots, replay their journal, show one round
	@mkdir -p $(dir $(JOURNAL))
	@rm -f $(JOURNAL)
	$(BIN)/pitboss run --seed 7 --rounds 2000 --seats 3 --players basic,mimic,random --balance 2000000 --journal $(JOURNAL)
	$(BIN)/pitboss replay $(JOURNAL)
	$(BIN)/pitboss show $(JOURNAL) --round 24 --viewer auditor

test: ## Lint, check types, run the tests that are measured, check coverage (test-long has the rest)
	@$(MAKE) --no-print-directory --jobs=2 $(SYNC) $(COMPILED)/.kernel lint types collected
	@$(MAKE) --no-print-directory tests
	@$(MAKE) --no-print-directory test-compiled
	@$(MAKE) --no-print-directory coverage

quick: $(EXTRAS) ## Run the tests of the core, without coverage and bulk play: the inner loop
	$(BIN)/pytest $(SPREAD) --no-cov -m 'not untraced' $(CORE_TESTS:%=tests/%)

lint: $(READY) ## Check style and layout
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: mypy pyright ## Check types, with both checkers

mypy: $(EXTRAS)
	$(BIN)/mypy

pyright: $(EXTRAS)
	$(BIN)/pyright --pythonpath $(BIN)/python

# Reads all tests once, for each process would else make its own of what none has kept yet. What is
# wrong with one is said when it is run.
collected: $(EXTRAS)
	@$(BIN)/pytest --collect-only -qqq --no-cov >/dev/null 2>&1 || true

tests: $(EXTRAS) ## Run the tests of what is compiled on the pure build, with coverage
	COVERAGE_FILE=.cache/coverage-pure $(BIN)/pytest $(SPREAD) --cov $(UNTOLD) $(ON_PURE)

test-compiled: $(COMPILED)/.kernel ## Run the other tests that are measured on a compiled build, with coverage
	COVERAGE_FILE=.cache/coverage-compiled $(COMPILED)/bin/python -m pytest $(CROWD) --cov=pitboss $(UNTOLD) \
		-m 'not long' $(OTHERS)

coverage: ## Say which lines neither run has reached
	$(BIN)/coverage combine --quiet --keep .cache/coverage-pure .cache/coverage-compiled
	$(BIN)/coverage report

test-long: $(COMPILED)/.kernel ## Run what takes long: packages, browsers, kills, the compiled core; and bulk play, more of it
	$(BIN)/pytest $(CROWD) $(PACKAGES:%=tests/%)
	$(COMPILED)/bin/python -m pytest $(CROWD) -m long $(OTHERS)
	$(COMPILED)/bin/python -m pytest $(SPREAD) -m 'not untraced' tests/replay/test_released_journals.py \
		$(CORE_TESTS:%=tests/%) $(NOT_COMPILED:%=--ignore=tests/%)
	SHARE=4 $(COMPILED)/bin/python -m pytest $(SPREAD) tests/play

wheel: $(READY) ## Build a compiled wheel for this Python, in the folder dist (needs a C compiler)
	@$(call compile,dist)

wheels: ## Build a compiled wheel for every Python from 3.11 to 3.14 that is there
	@for python in python3.11 python3.12 python3.13 python3.14; do \
		if "$$python" -c '$(FIT)' >/dev/null 2>&1; then \
			$(MAKE) wheel PYTHON="$$python" || exit 1; \
		fi; \
	done

bench: $(COMPILED)/.ready $(EXTRAS) ## Measure both builds beside other engines, which are installed apart (Node's need npm)
	@test -x $(PEERS)/bin/python || $(BIN)/python -m venv $(PEERS)
	@$(PEERS)/bin/python -m pip install --quiet --editable '.[benchmarks]'
	@npm install --no-audit --no-fund --silent --cache .cache/npm --prefix .cache/peers \
		engine-blackjack@0.9.2 boardgame.io@0.50.2 || echo 'Measuring without the peers from npm.' >&2
	@test -z '$(LIBREBLACKJACK)' || { : > .cache/peers/version-vcs.h; $(CXX) -O3 -std=c++17 \
		-DPACKAGE_VERSION='""' -I.cache/peers -I'$(LIBREBLACKJACK)/src' -o .cache/peers/libreblackjack \
		'$(LIBREBLACKJACK)'/src/*.cpp '$(LIBREBLACKJACK)'/src/players/*.cpp; }
	$(BIN)/python -m tests.tools.benchmarks --compiled $(COMPILED)/bin/python --peers $(PEERS)/bin/python \
		$(if $(QUICK),--quick) $(if $(BEFORE),--before '$(BEFORE)') $(if $(ONLY),--only '$(ONLY)') \
		$(if $(RESULTS),--results '$(RESULTS)')

fuzz: $(READY) ## Give every reader damaged inputs for an hour (guided, where atheris is installed)
	$(BIN)/python -m tests.tools.fuzz --minutes $(or $(MINUTES),60)

mutants: $(READY) ## Plant mistakes in the machine and see that tests find them, in hours (SAMPLE=30: some of each file)
	$(BIN)/python -m tests.tools.mutants $(if $(SAMPLE),--sample $(SAMPLE))

machine: $(READY) ## Write the dispatch of the machine anew, from the table of transitions
	$(BIN)/python engine/generators/write_dispatch.py engine/pitboss/machine/dispatch.py

diagrams: $(READY) ## Draw everything in the folder diagrams anew
	$(BIN)/python -m tests.tools.diagrams.gallery diagrams

diagrams-check: $(READY) ## Render all drawings with Mermaid, Graphviz and PlantUML (needs Chromium, npm, dot, plantuml)
	$(BIN)/python -m tests.tools.diagrams.rendering .cache/mermaid

format: $(READY) ## Lay the code out and mend what can be mended
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

lock: ## Resolve both files of locked requirements anew (needs uv)
	$(LOCK) --group dev -o requirements.lock
	$(LOCK) $(WITH:%=--extra %) --group extras --constraints requirements.lock -o requirements-extras.lock

clean: ## Remove all that make has made
	rm -rf .venv .venv-* .cache .demo

# The folders of the tests of the core.
CORE_TESTS := game journal machine project/api rules table

# The extras of users; those of benchmarks are installed apart.
WITH := web exact simulation records gym plots cluster

LOCK := uv pip compile pyproject.toml --universal --generate-hashes \
	--no-emit-index-url --custom-compile-command 'make lock' --quiet

# What two jobs print is not mixed, where this make can keep it apart.
SYNC := $(if $(filter 4.%,$(MAKE_VERSION)),--output-sync=target)

# On all cores; whoever has done their part takes over from the others.
SPREAD := -n auto --dist worksteal

# With two more for tests that often wait: for a browser, for other processes, or for the disk.
CROWD := -n $(shell expr 2 + `getconf _NPROCESSORS_ONLN`) --dist worksteal

# What is measured is reported when both builds have been.
UNTOLD := --cov-report= --cov-fail-under=0

# The source distribution's own run, and programs that measure.
PACKAGES := project/benchmarks project/packaging

# The rules of the sources, the architecture, and journals of older versions.
ALWAYS := $(addprefix play/,differential frequencies metamorphic referee requirements) project/architecture \
	replay/test_released_journals.py

# What runs on a compiled build: all that is neither the core nor named above.
OTHERS := $(addprefix --ignore=tests/,$(CORE_TESTS) $(PACKAGES) $(ALWAYS) play/rule_play)

# What runs on the pure build: the core and sessions, whose modules are compiled, so that their lines
# are measured there alone; what no change may pass by; and what needs functions that can be replaced.
ON_PURE = $(addprefix tests/,$(CORE_TESTS) $(ALWAYS)) $(addprefix tests/live/,protocol $(addprefix test_,awards_once.py \
	commands.py failures_of_sessions.py leaving_seats.py seats_of_sessions.py seeds_of_seats.py session.py side_bets.py \
	time.py)) \
	$(shell grep -rl --include='test_*.py' 'mark\.pure' tests)

# Of the core, what is about files, pages and readers, which are not compiled.
NOT_COMPILED := rules $(addprefix journal/test_,description.py files.py kills.py lost_files.py \
	reader.py schema.py source.py structlog_is_private.py)

# A wheel is compiled from a copy, so that nothing compiled lies beside the source. Its functions are
# hidden from other libraries: so they call each other directly, which makes rounds a tenth faster.
define compile
	rm -rf $(BUILD) && mkdir -p $(BUILD) $(1) && \
	$(BIN)/python -m hatchling build --target sdist --directory $(BUILD) && \
	$(BIN)/python -m tarfile --extract $(BUILD)/*.tar.gz $(BUILD) && \
	cd $(BUILD)/*/ && CFLAGS="$$CFLAGS -fvisibility=hidden" HATCH_BUILD_HOOK_ENABLE_MYPYC=1 \
		$(CURDIR)/$(BIN)/python -m hatchling build --target wheel --directory $(CURDIR)/$(1)
endef

$(COMPILED)/.ready: $(READY) $(shell find engine -name '*.py')
	@echo 'Compiling pitboss, and installing it into $(COMPILED) ...'
	@{ $(call compile,$(BUILD)/wheel); } >/dev/null
	@$(BIN)/python -m venv --clear $(COMPILED)
	@$(COMPILED)/bin/python -m pip install --quiet --no-deps $(BUILD)/wheel/*.whl
	@site='import sysconfig; print(sysconfig.get_path("purelib"))'; \
		$(BIN)/python -c "$$site" >"$$($(COMPILED)/bin/python -c "$$site")"/requirements.pth
	@touch $@

# Else tests would compile the kernel, one beside the other.
$(COMPILED)/.kernel: $(COMPILED)/.ready $(EXTRAS)
	@echo 'Compiling the kernel of simulations and environments ...'
	@$(COMPILED)/bin/python -m tests.tools.fill_cache
	@touch $@

# An environment is kept as long as it works: its Python is new enough, and its commands
# start it from this very folder, which they do not after a move or a copy.
ifneq ($(shell cat $(READY) 2>/dev/null),$(CURDIR))
.PHONY: $(READY)
endif
CANDIDATES := $(or $(PYTHON),python3.13 python3.12 python3.11 python3)
FIT := import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))

$(READY): pyproject.toml requirements.lock | $(SCRATCH)
	@fit() { "$$1" -c '$(FIT)' >/dev/null 2>&1; }; \
	here() { $(BIN)/pip --version 2>/dev/null | grep -qF ' $(CURDIR)/$(VENV)/'; }; \
	if fit $(BIN)/python && here; then exit 0; fi; \
	for python in $(CANDIDATES); do \
		if fit "$$python"; then \
			echo "Making $(VENV) with $$python ..."; \
			exec "$$python" -m venv --clear $(VENV); \
		fi; \
	done; \
	echo "No Python 3.11 or newer that has venv and pip among: $(CANDIDATES)." >&2; \
	echo "Install one, or name it: make $(or $(MAKECMDGOALS),test) PYTHON=/path/to/python3" >&2; \
	exit 1
	@echo "Installing pitboss and its locked requirements into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --no-deps --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@$(BIN)/python -m pip check --quiet
	@echo '$(CURDIR)' >$@

# What the extras bring, and what tests them: much to install, and needed by tests and type checkers alone.
$(EXTRAS): $(READY) requirements-extras.lock
	@echo "Installing the extras' locked requirements into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --no-deps --require-hashes -r requirements-extras.lock
	@touch $@

$(SCRATCH):
	@mkdir -p $@
