# make test       everything that must pass before a change goes in; .ci/run calls exactly this
# make bless      rewrite the expectations of the tests from what Cassay answers now; with BLESS=flip a safe may
#                 become an unsafe or the other way round
# make campaign   slow tests: long fuzzing, and every test on the release build too
# make difftest N=1000     compare with gcc on random programs, N of each source
# make lifetimes N=5000    lives of objects in random programs, against a model and AddressSanitizer
# make pointers N=5000    the same on programs whose pointers travel as numbers, by the whole tool
# make bench TASKS=folder   score Cassay on a folder of SV-COMP tasks
# make table1     time of every solver on the programs in bench/table1
# make ablation SET=folder    what each simplification is worth on SV-COMP tasks
# make crosscheck SET=folder  compare the verdicts of solvers and encodings on SV-COMP tasks
# make figures    time and memory of the programs in bench/memory
# make corpus-check DIR=folder [JSON=file]   run the front-end over all C files of a folder
# Tests run in the development profile, with its internal checks on; the solver is always
# optimised and built once for all profiles.

CARGO ?= cargo

.PHONY: all test prerequisites fmt clippy tidy unit manual bless campaign difftest lifetimes pointers bench table1 ablation crosscheck figures corpus-check deny clean

all: prerequisites
	$(CARGO) build --release

test: prerequisites fmt clippy tidy unit manual

prerequisites:
	@./scripts/prerequisites.sh tests

fmt:
	$(CARGO) fmt --all --check

clippy:
	$(CARGO) clippy --workspace --all-targets --quiet -- -D warnings

tidy:
	$(CARGO) run --quiet --package xtask -- tidy

unit:
	CASSAY_NEED_SOLVERS=z3,cvc5 CASSAY_NEED_CHECKERS=abc $(CARGO) test --workspace

# A tool for developers, installed beside the build where the machine has none.
TOOLS = $(or $(CARGO_TARGET_DIR),$(CURDIR)/target)/tools
MDBOOK = $(or $(shell command -v mdbook),$(TOOLS)/bin/mdbook)
manual: $(MDBOOK)
	$(MDBOOK) build docs

$(TOOLS)/bin/mdbook:
	CARGO_PROFILE_DEV_DEBUG=0 $(CARGO) install --quiet --debug --locked --root $(TOOLS) --no-default-features mdbook@0.5.4

bless: prerequisites
	CASSAY_BLESS=$(or $(BLESS),1) $(CARGO) test --package cassay-checks --package cassay-cli --package cassay-filetests --package cassay-frontend --package cassay-libc
	CASSAY_BLESS=$(or $(BLESS),1) $(CARGO) test --package cassay-simplify --test reference

campaign: prerequisites
	PROPTEST_CASES=20000 CASSAY_DIFFERENTIAL=60000 CASSAY_THREADS=10000 CASSAY_CAMPAIGN=10 CASSAY_MACHINES=2000 $(CARGO) test --release --workspace
	$(MAKE) difftest
	$(MAKE) lifetimes

N ?= 1000
CASSAY = $(or $(CARGO_TARGET_DIR),target)/release/cassay
difftest: prerequisites
	$(CARGO) run --release --quiet --package cassay-difftest -- --to $(N)
	$(CARGO) build --release
	$(CARGO) run --release --quiet --package cassay-difftest -- --to 100 --tool $(CASSAY)
	$(CARGO) run --release --quiet --package cassay-difftest -- --to 100 --source own --tool $(CASSAY) --symbolic

lifetimes: prerequisites
	$(CARGO) build --release
	$(CARGO) run --release --quiet --package cassay-difftest -- --lifetimes --to $(N) --tool $(CASSAY)

pointers: prerequisites
	$(CARGO) build --release
	$(CARGO) run --release --quiet --package cassay-difftest -- --to $(N) --source pointers --tool $(CASSAY)

bench: prerequisites
	$(CARGO) build --release
	$(CARGO) run --quiet --package xtask -- bench $(TASKS)

table1: prerequisites
	$(CARGO) build --release
	$(CARGO) run --quiet --package xtask -- table1 --limit $(or $(LIMIT),60)

ablation crosscheck: prerequisites
	$(CARGO) build --release
	$(CARGO) run --quiet --package xtask -- $@ --set $(SET) --limit $(or $(LIMIT),10) --jobs $(or $(JOBS),1)

figures: prerequisites
	$(CARGO) build --release
	$(CARGO) run --quiet --package xtask -- figures

corpus-check: prerequisites
	$(CARGO) build --release
	$(CARGO) run --quiet --package xtask -- corpus $(DIR) $(if $(JSON),--json $(JSON))

deny:
	$(CARGO) deny check

clean:
	$(CARGO) clean
