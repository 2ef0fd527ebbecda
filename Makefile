# One word for each thing a person wants; CMake does the work (CMakePresets.json).
.PHONY: all programs release debug sanitize test check static demo gallery bench bench-page bench-compare fuzz crash soak proofs analyse format manual installed install deb clean

all: programs

# What a user runs; the tests are built by those who run them.
programs: tools/.ready
	cmake --preset release >/dev/null
	cmake --build --preset release --target judder judder-fe

release debug sanitize: tools/.ready
	cmake --preset $@ >/dev/null
	cmake --build --preset $@

# What the machine needs; asks for root only if something is missing.
tools/.ready: tools/setup
	tools/setup

# Tests of the pages also need a browser, which is large: only they ask for it.
tools/.ready-tests: tools/setup
	tools/setup tests

test: release tools/.ready-tests
	ctest --preset release

# Everything that must hold: style, layers, labels, manual, tests with gcc, tests again with clang and sanitizers.
check: static tools/.ready-tests
	$(MAKE) release
	tools/check_manual build/judder
	ctest --preset release
	$(MAKE) sanitize
	ctest --preset sanitize

static: tools/.ready
	tools/check_format
	tools/check_sizes
	tools/check_layers
	tools/check_labels

# The main job on the cases of this folder; results go to demo/.
demo: programs
	tools/demo build/judder

# A page of each case, with pictures; in docs/gallery.
gallery: programs
	tools/gallery build/judder

bench: release
	tools/setup peers
	cmake --preset release >/dev/null
	cmake --build --preset release --target bench_programs
	tools/bench build

# The page of the manual and its figures from the records of the last bench, which become the committed ones.
bench-page: programs
	cmake --build --preset release --target bench_figure
	cp build/bench.tsv bench/records.tsv
	tools/bench_report page bench/records.tsv > docs/manual/benchmarks.md
	tools/bench_report readme bench/records.tsv README.md
	build/bench_figure bench/records.tsv docs/manual

# Ratios of the last bench that fell by more than 30 % against the committed ones: information, not a test.
bench-compare:
	tools/bench_report compare build/bench.tsv bench/records.tsv

# Kills at random moments and calls that fail, some hundred of each, over all models and sweeps.
CRASHES ?= 320
crash: release
	JUDDER_KILLS=$(CRASHES) build/tests/test.crash.kill
	JUDDER_FAULTS=$(CRASHES) build/tests/test.crash.faults

# Random cases from the parameter tables, values of every size: none may crash, hang or be answered wrongly.
SOAK ?= 100000
soak: release
	JUDDER_SOAK=$(SOAK) build/tests/test.soak.soak

# Random small systems, every claim against a judge in rational arithmetic: how many are proved, open, false. Proofs of floating
# point alone: JUDDER_PROOFS=doubles make proofs.
PROOFS ?= 100000
proofs: release
	PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=python JUDDER_LIBRARY=build/libjudder.so tests/exact/proofs $(PROOFS)

# Growth lists against LAPACK, set by set: nothing that grows may be denied.
GROWTH ?= 20000
growth: release tools/.ready-tests
	OPENBLAS_NUM_THREADS=1 JUDDER_PROOFS=doubles PYTHONPATH=python JUDDER_LIBRARY=build/libjudder.so /usr/bin/python3 tests/stability/growth_against_eig.py $(GROWTH)

# Programs that read the code for defects, and valgrind on the 1-D models; slow, so not part of check.
analyse: release
	tools/setup analysis
	tools/analyse build

# FUZZ_SEED=1 repeats the same inputs, otherwise they are others each time.
FUZZ_SECONDS ?= 60
export FUZZ_SEED
fuzz: tools/.ready
	cmake --preset fuzz >/dev/null
	cmake --build --preset fuzz --target fuzz_programs
	tools/fuzz build-fuzz $(FUZZ_SECONDS)

format: tools/.ready
	tools/check_format --fix

# Pages of the manual that come from the tables in the code.
manual: programs
	tools/check_manual build/judder --fix

# Programs, libraries, man pages: what is installed, without the tests.
installed: tools/.ready
	cmake --preset release >/dev/null
	cmake --build --preset release --target installed

PREFIX ?= /usr/local
install: installed
	cmake --install build --prefix $(PREFIX)

# Debian packages, in build/deb.
deb: installed
	tools/setup deb
	tools/deb build build/deb

clean:
	rm -rf build build-debug build-sanitize build-fuzz demo docs/gallery tools/.ready*
