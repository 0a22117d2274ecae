# The commands that contributors run. `make help` lists the targets; CI runs `.ci/run`, which uses the same targets.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules

# Additional arguments of `make bench`, such as "--passes 31 urls.txt".
ARGUMENTS ?=
# Seconds for each fuzz target of `make fuzz`.
SECONDS_EACH ?= 60
# How many fuzz targets `make fuzz` runs at the same time.
PARALLEL ?= 1
# The number of URLs that `make differential` compares, and the seed from which they are generated.
COUNT ?= 1000000
SEED ?= 1
# Where `make install` puts the command, its manual and completions; packagers can prefix it with DESTDIR.
PREFIX ?= /usr/local
DESTDIR ?=
# zsh and dash leave the `~` of PREFIX=~/.local as it is: everything would go to a folder of that name here.
ifneq ($(filter ~%,$(PREFIX) $(DESTDIR)),)
$(error write PREFIX="$$HOME/…": this shell does not replace the ~)
endif

# Packages below this one are also built in its folder, so that each module is built once in each configuration.
SCRATCH := .build
# Builds without optimization are shared by the tests, the demo, and everything that runs the command to test something.
WHOLE := Scripts/swift-whole
BUILT := $(SCRATCH)/whole/release
# SwiftPM must not use the build description that another package has left in that folder.
UNCACHED := --disable-build-manifest-caching
EXAMPLE := Examples/FiveViews
# The installed command contains Swift's libraries: it needs no Swift where it runs, and starts in two thirds of the time.
STATIC = $(UNCACHED) -c release --static-swift-stdlib --scratch-path $(SCRATCH)/static

.PHONY: help
help: ## List the targets
	@awk 'BEGIN { FS = ":.*## " } /^[a-z-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: demo
demo: deps ## Decide the links of the five-view example, as a library and on the command line
	$(WHOLE) build --product demarc
	$(WHOLE) run --package-path $(EXAMPLE)
	$(BUILT)/demarc check --policy $(EXAMPLE)/policy.yaml --view E --input $(EXAMPLE)/urls.txt

.PHONY: test
test: deps ## Test the library and the command, with the published suites if they can be downloaded
	@Scripts/fetch-conformance-data --if-missing & $(WHOLE) build --build-tests && wait
	$(WHOLE) test --skip-build

.PHONY: check
check: deps ## Run everything CI runs
	bash .ci/run

.PHONY: lint
lint: ## Check the format of the code
	swift format lint --strict --recursive --parallel Package.swift Sources Tests $(wildcard Examples)

.PHONY: format
format: ## Format the code
	swift format --in-place --recursive --parallel Package.swift Sources Tests $(wildcard Examples)

.PHONY: library
library: deps ## Build libdemarc for programs in C: .build/library/libdemarc.so
	Scripts/build-library

.PHONY: c-tests
c-tests: library ## Test libdemarc from C: its symbols, sizes, old clients, forks, reloads and bad input
	$(WHOLE) build --product demarc
	Tests/C/run

.PHONY: modules
modules: library ## Build the modules for nginx and Envoy: .build/modules
	Sources/Modules/build-nginx .build/modules
	Sources/Modules/build-envoy .build/modules
	cp -L .build/library/libdemarc.so .build/modules/

.PHONY: install
install: deps ## Install the demarc command, and libdemarc with its header (PREFIX=/usr/local)
	swift build $(STATIC) --product demarc
	swift build $(STATIC) --product generate-manual
	Scripts/install "$(DESTDIR)$(PREFIX)"
	DESTDIR="$(DESTDIR)" Scripts/build-library --install "$(DESTDIR)$(PREFIX)"

.PHONY: install-library
install-library: deps ## Install libdemarc with its header, and not the command (PREFIX=/usr/local)
	DESTDIR="$(DESTDIR)" Scripts/build-library --install "$(DESTDIR)$(PREFIX)"

.PHONY: install-server
install-server: deps ## Install the server, demarc-serve (PREFIX=/usr/local)
	swift build $(STATIC) --package-path Sources/Server --traits GRPC --product demarc-serve
	Scripts/install --server "$(DESTDIR)$(PREFIX)"

.PHONY: uninstall
uninstall: ## Remove what the targets above put there (PREFIX=/usr/local)
	Scripts/install --uninstall "$(DESTDIR)$(PREFIX)"
	Scripts/build-library --uninstall "$(DESTDIR)$(PREFIX)"

.PHONY: docs
docs: deps ## Build the documentation site and compile every example in it
	Scripts/build-documentation

.PHONY: schemas
schemas: deps ## Regenerate the JSON Schemas in Rules/schema
	$(WHOLE) build --product demarc
	for kind in policy rules scenarios serve; do $(BUILT)/demarc schema $$kind > Rules/schema/$$kind.schema.json; done

.PHONY: pages
pages: deps ## Regenerate what the documentation shows: lists of settings, what commands print, and the screens of tests
	DEMARC_WRITE_PAGES=1 $(WHOLE) test --filter 'SettingsPageTests|ServerPageTests|WalkthroughTests|ScreenTests|ShowCommandTests'

.PHONY: wheel
wheel: library ## Build the Python package with libdemarc in it: dist/demarc-VERSION-py3-none-PLATFORM.whl
	Scripts/build-wheel

.PHONY: python-tests
python-tests: wheel transcripts ## Test the Python package as it is installed from the wheel; pytest, NumPy, pyarrow and mypy of PyPI
	$(WHOLE) build --product demarc
	Scripts/python-tests

.PHONY: spark
spark: wheel ## Classify a Parquet file of URLs with local PySpark (ARGUMENTS="--urls 10000000 --compare"); installs PySpark and a JRE
	swift build $(UNCACHED) -c release --product demarc
	Examples/Spark/run $(ARGUMENTS)

.PHONY: transcripts
transcripts: deps ## Write what every scenario asks and is answered to .build/transcripts, for hosts in other languages
	$(WHOLE) build --product WriteTranscripts
	rm -rf .build/transcripts
	$(BUILT)/WriteTranscripts .build/transcripts

.PHONY: bench
bench: deps ## Measure every bar, alternating with ada (ARGUMENTS="--measure domains --passes 31")
	-Tests/Benchmarks/Scripts/build-peer
	swift build $(UNCACHED) -c release --product demarc
	swift build $(UNCACHED) -c release --package-path Tests/Benchmarks --scratch-path $(SCRATCH)
	$(SCRATCH)/release/Benchmarks $(ARGUMENTS)

.PHONY: bench-helper
bench-helper: deps ## Measure the helper for Squid: processor time a line, lines a second (ARGUMENTS="--denied 0.3 --judge")
	swift build $(UNCACHED) -c release --product demarc
	Tests/Benchmarks/Scripts/measure-helper $(SCRATCH)/release/demarc $(ARGUMENTS)

.PHONY: bench-server
bench-server: deps ## Measure the server, alternating with itself without decisions (ARGUMENTS="--rounds 15"); needs wrk
	swift build $(UNCACHED) -c release --package-path Sources/Server --scratch-path $(SCRATCH)/server --product ServerBenchmark
	Sources/Server/Benchmarks/compare $(SCRATCH)/server/release/ServerBenchmark $(ARGUMENTS)

.PHONY: growth
growth: deps ## Measure hostile inputs at a size and at four times the size (ARGUMENTS="--only XML --scale 4")
	swift build $(UNCACHED) -c release --product demarc
	swift build $(UNCACHED) -c release --package-path Tests/Benchmarks --scratch-path $(SCRATCH)
	$(SCRATCH)/release/Benchmarks --measure growth $(ARGUMENTS)

.PHONY: stress
stress: deps ## Decide a hundred million times while policies are swapped ten thousand times
	swift build $(UNCACHED) -c release --package-path Tests/Benchmarks --scratch-path $(SCRATCH) --product Stress
	$(SCRATCH)/release/Stress

.PHONY: fuzz
fuzz: deps ## Fuzz every parser under AddressSanitizer, guided by what inputs reach (SECONDS_EACH=60 PARALLEL=2)
	Tests/Fuzzing/run --seconds $(SECONDS_EACH) --parallel $(PARALLEL)

.PHONY: fuzz-long
fuzz-long: deps ## Fuzz for hours in the background, resuming where it stopped; `make fuzz-long-status` shows the figures
	mkdir -p Tests/Fuzzing/.build
	nohup nice Tests/Fuzzing/run-long >Tests/Fuzzing/.build/run-long.log 2>&1 </dev/null &
	@echo "running in the background; Tests/Fuzzing/.build/run-long.log has its output"

.PHONY: fuzz-long-status
fuzz-long-status: ## Show what `make fuzz-long` has run so far
	@Tests/Fuzzing/run-long --status

.PHONY: fuzz-threads
fuzz-threads: deps ## Fuzz calls of libdemarc from two threads under ThreadSanitizer (SECONDS_EACH=60)
	Tests/Fuzzing/run-threads $(SECONDS_EACH)

.PHONY: differential-data
differential-data: ## Write down what ada makes of generated hostile URLs (COUNT=1000000 SEED=1)
	python3 -m venv .build/differential
	.build/differential/bin/python -m pip install --quiet --disable-pip-version-check ada-url==4.0.0 unicodedata2
	.build/differential/bin/python Tests/Differential/ada.py --count $(COUNT) --seed $(SEED) > .build/differential/urls.tsv

.PHONY: differential
differential: deps differential-data ## Compare the parser with ada on them
	swift build $(UNCACHED) -c release --package-path Tests/Differential --scratch-path $(SCRATCH)
	$(SCRATCH)/release/CompareURLs < .build/differential/urls.tsv

.PHONY: readers-differential
readers-differential: deps ## Compare the models of URL readers with the real ones (COUNT=1000000 SEED=1)
	swift build $(UNCACHED) -c release --product WriteReadings
	PATH="$$PATH:/usr/sbin" python3 Tests/Readers/compare.py --count $(COUNT) --seed $(SEED) --readings $(SCRATCH)/release/WriteReadings

# Every law runs at the full size that is written beside its sample: see `TestSize`.
EXHAUSTIVE = DEMARC_EXHAUSTIVE=1 $(WHOLE) test --optimized --scratch-path $(SCRATCH)/laws --filter
# The suites with such sizes.
LAWS = $(shell grep -rlE 'exhaustive: [0-9]|isExhaustive' Tests --include='*Tests.swift' | sed 's|.*/||; s|\.swift$$||' | sort | paste -sd '|')
# How many pairs each law of the index checks in `make laws`; `make index-law` checks ten million.
PAIRS ?= 1000000

.PHONY: index-law
index-law: deps ## Compare the index with a linear scan on ten million random pairs of rules and URLs
	$(EXHAUSTIVE) IndexLaw

.PHONY: laws
laws: deps ## Run the laws that `make test` samples at full size, in release mode (PAIRS=1000000)
	DEMARC_PAIRS=$(PAIRS) $(EXHAUSTIVE) '$(LAWS)'

# Runs the live proxies, with Envoy from PyPI.
HOSTS = PATH="$$PATH:/usr/sbin:/sbin" PYTHONPATH=Tests/Hosts ENVOY="$${ENVOY:-$(CURDIR)/.build/hosts-venv/bin/envoy}" python3 -m harness
WHOLE_BUILDS = DEMARC="$(CURDIR)/$(BUILT)/demarc" DEMARC_SERVE="$(CURDIR)/$(BUILT)/demarc-serve"
RELEASE_BUILDS = DEMARC="$(CURDIR)/.build/release/demarc" DEMARC_SERVE="$(CURDIR)/.build/release/demarc-serve"

.PHONY: hosts-programs
hosts-programs: deps
	@Tests/Hosts/install
	$(WHOLE) build --product demarc
	$(WHOLE) build --package-path Sources/Server --traits GRPC --product demarc-serve

.PHONY: hosts
hosts: hosts-programs ## Attack nginx, Caddy, haproxy, Envoy and Squid, live, with Demarc behind them
	$(WHOLE_BUILDS) $(HOSTS) table
	$(WHOLE_BUILDS) $(HOSTS) law
	$(WHOLE_BUILDS) $(HOSTS) examples
	$(WHOLE_BUILDS) $(HOSTS) routes
	$(WHOLE_BUILDS) $(HOSTS) faults
	$(WHOLE_BUILDS) $(HOSTS) probe
	$(WHOLE_BUILDS) $(HOSTS) record --compare

MODULE_PROXIES = --proxy nginx-module --proxy envoy-module

.PHONY: hosts-modules
hosts-modules: deps modules ## Attack nginx and Envoy, live, with Demarc inside of them
	@Tests/Hosts/install
	$(WHOLE) build --product demarc
	Tests/Modules/run
	$(WHOLE_BUILDS) $(HOSTS) $(MODULE_PROXIES) table
	$(WHOLE_BUILDS) $(HOSTS) $(MODULE_PROXIES) law
	$(WHOLE_BUILDS) $(HOSTS) $(MODULE_PROXIES) examples
	$(WHOLE_BUILDS) $(HOSTS) $(MODULE_PROXIES) faults
	$(WHOLE_BUILDS) $(HOSTS) $(MODULE_PROXIES) probe

.PHONY: bench-modules
bench-modules: deps modules ## Measure nginx with the module, alternating with nginx alone and with auth_request (ARGUMENTS="--rounds 15"); needs wrk
	swift build $(UNCACHED) -c release --product demarc
	swift build $(UNCACHED) -c release --package-path Sources/Server --scratch-path $(SCRATCH)/server --product demarc-serve
	PATH="$$PATH:/usr/sbin:/sbin" DEMARC="$(CURDIR)/.build/release/demarc" DEMARC_SERVE="$(CURDIR)/.build/server/release/demarc-serve" \
	    Tests/Modules/compare $(ARGUMENTS)

.PHONY: hosts-record
hosts-record: hosts-programs ## Record again what the proxies ask, for the tests that run without them
	$(HOSTS) record

.PHONY: hosts-corpus
hosts-corpus: ## Write the attacks into demarc probe and the documentation
	$(HOSTS) corpus
	$(HOSTS) page
	swift format --in-place Sources/DemarcCommands/Probe/ProbeCorpus.swift

.PHONY: soak
soak: hosts-programs ## Run the proxies for hours, resuming where it stopped; figures in .build/hosts
	swift build $(UNCACHED) -c release --product demarc
	swift build $(UNCACHED) -c release --package-path Sources/Server --scratch-path $(SCRATCH) --traits GRPC --product demarc-serve
	$(RELEASE_BUILDS) $(HOSTS) soak

.PHONY: server-tests
server-tests: deps ## Run the server's tests
	$(WHOLE) test --package-path Sources/Server --traits GRPC

# Separate folders: the modules of the root and of the server use two different ICUs, which cannot be combined in one.
.PHONY: server-address-sanitizer
server-address-sanitizer: deps ## Run the server's tests under AddressSanitizer
	ASAN_OPTIONS=detect_leaks=0 SWIFT_BACKTRACE=enable=no swift test $(UNCACHED) --package-path Sources/Server --scratch-path $(SCRATCH)/server-address-sanitizer --sanitize address

.PHONY: server-thread-sanitizer
server-thread-sanitizer: deps ## Run the server's tests under ThreadSanitizer
	Scripts/test-threads $(UNCACHED) --package-path Sources/Server --scratch-path $(SCRATCH)/server-thread-sanitizer

.PHONY: server-sanitizers
server-sanitizers: server-address-sanitizer server-thread-sanitizer ## Run the server's tests under both sanitizers

RENDERER_EXAMPLE = Examples/Renderer
BUILD_RENDERER = $(WHOLE) build --package-path $(RENDERER_EXAMPLE) --product Renderer
# Measures what users run: a release build, in a separate folder.
BUILD_RENDERER_RELEASE = swift build $(UNCACHED) -c release --package-path $(RENDERER_EXAMPLE) --scratch-path $(SCRATCH)/renderer --product
RENDERER_RELEASE = $(CURDIR)/$(SCRATCH)/renderer/release
# Minutes of `make renderer-soak`.
DURATION ?= 60

.PHONY: renderer
renderer: deps ## Start the rendering service with the sites of its demo, and print its address; needs Chromium
	@$(RENDERER_EXAMPLE)/install
	$(BUILD_RENDERER)
	RENDERER=$(BUILT)/Renderer $(RENDERER_EXAMPLE)/run $(ARGUMENTS)

.PHONY: renderer-tests
renderer-tests: deps ## Test the rendering service with a second Chromium in front of it, hostile pages included
	@$(RENDERER_EXAMPLE)/install
	$(BUILD_RENDERER)
	$(WHOLE) test --package-path $(RENDERER_EXAMPLE)
	RENDERER=$(CURDIR)/$(BUILT)/Renderer $(RENDERER_EXAMPLE)/Tests/EndToEnd/run $(ARGUMENTS)

.PHONY: bench-renderer
bench-renderer: deps ## Measure what Demarc adds to a navigation, alternating with Chromium alone (ARGUMENTS="--navigations 1000")
	@$(RENDERER_EXAMPLE)/install
	$(BUILD_RENDERER_RELEASE) Renderer
	$(BUILD_RENDERER_RELEASE) OpenGate
	RENDERER=$(RENDERER_RELEASE)/Renderer OPEN_GATE=$(RENDERER_RELEASE)/OpenGate $(RENDERER_EXAMPLE)/Tests/EndToEnd/measure $(ARGUMENTS)

.PHONY: renderer-soak
renderer-soak: deps ## Open and close sessions for DURATION minutes, and see that the service keeps nothing of them
	@$(RENDERER_EXAMPLE)/install
	$(BUILD_RENDERER_RELEASE) Renderer
	RENDERER=$(RENDERER_RELEASE)/Renderer $(RENDERER_EXAMPLE)/Tests/EndToEnd/soak --minutes $(DURATION) $(ARGUMENTS)

.PHONY: conformance-data
conformance-data: ## Download the published test suites, pinned and hash-checked
	Scripts/fetch-conformance-data

.PHONY: deps
deps: ## Install the system libraries with apt where they are missing
	@Scripts/install-dependencies

.PHONY: clean
clean: ## Remove everything that was built
	rm -rf .build Tests/Benchmarks/.build Tests/Fuzzing/.build Tests/Differential/.build Examples/*/.build
