# Everything a contributor runs. `make help` lists the targets; CI runs `.ci/run`, which uses the same ones.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules

# Further arguments of `make bench`, such as "--passes 31 urls.txt".
ARGUMENTS ?=
# Seconds for each fuzz target of `make fuzz`.
SECONDS_EACH ?= 60

EXAMPLE := Examples/FiveViews

.PHONY: help
help: ## List the targets
	@awk 'BEGIN { FS = ":.*## " } /^[a-z-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: demo
demo: deps ## Decide the links of the five-view example, as a library and on the command line
	swift build --product demarc
	swift run --package-path $(EXAMPLE)
	Scripts/demo-check $(EXAMPLE)

.PHONY: test
test: deps ## Run every test
	swift test

.PHONY: check
check: deps ## Run everything CI runs
	bash .ci/run

.PHONY: lint
lint: ## Check the form of the code
	swift format lint --strict --recursive --parallel Package.swift Sources Tests $(wildcard Examples)

.PHONY: format
format: ## Bring the code into form
	swift format --in-place --recursive --parallel Package.swift Sources Tests $(wildcard Examples)

.PHONY: bench
bench: deps ## Measure against ada, by turns (ARGUMENTS="--passes 31 urls.txt")
	-Tests/Benchmarks/Scripts/build-peer
	swift build -c release --package-path Tests/Benchmarks
	Tests/Benchmarks/.build/release/Benchmarks $(ARGUMENTS)

.PHONY: fuzz
fuzz: deps ## Fuzz every parser under AddressSanitizer (SECONDS_EACH=60)
	Tests/Fuzzing/run --seconds $(SECONDS_EACH)

.PHONY: conformance-data
conformance-data: ## Download the published test suites, pinned and hash-checked
	Scripts/fetch-conformance-data

.PHONY: deps
deps: ## Install the system libraries with apt where they are missing
	@Scripts/install-dependencies

.PHONY: clean
clean: ## Remove everything that was built
	rm -rf .build Tests/Benchmarks/.build Tests/Fuzzing/.build $(EXAMPLE)/.build
