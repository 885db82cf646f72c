# make test       everything that must pass before a change goes in; .ci/run calls exactly this
# make bless      rewrite the expectations of the end-to-end tests from what Cassay answers now
# make campaign   slow tests: long fuzzing and every test in the debug profile
# make bench TASKS=folder   score Cassay on a folder of SV-COMP tasks
# All of it uses the release profile, so that the solver is built once.

CARGO ?= cargo
PROFILE = --release

.PHONY: all test prerequisites fmt clippy tidy unit bless campaign bench deny clean

all: prerequisites
	$(CARGO) build $(PROFILE)

test: prerequisites fmt clippy tidy unit

prerequisites:
	@./scripts/prerequisites.sh

fmt:
	$(CARGO) fmt --all --check

clippy:
	$(CARGO) clippy $(PROFILE) --workspace --all-targets --quiet -- -D warnings

tidy:
	$(CARGO) run $(PROFILE) --quiet --package xtask -- tidy

unit:
	$(CARGO) test $(PROFILE) --workspace

bless: prerequisites
	CASSAY_BLESS=1 $(CARGO) test $(PROFILE) --package cassay-cli

campaign: prerequisites
	PROPTEST_CASES=20000 $(CARGO) test $(PROFILE) --workspace
	$(CARGO) test --workspace

bench: prerequisites
	$(CARGO) build $(PROFILE)
	$(CARGO) run $(PROFILE) --quiet --package xtask -- bench $(TASKS)

deny:
	$(CARGO) deny check

clean:
	$(CARGO) clean
