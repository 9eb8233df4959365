# `make` alone lists the commands.
.DEFAULT_GOAL := help
.PHONY: help build release optimized finish install deb rpm tar image wheel packages release-files reproducible test boot-test image-test contract compatibility gateway library adapters demo site site-test lint generate format layers words paths check cost bench neighbours walk fuzz sanitize mutants size
MAKEFLAGS += --no-print-directory
# Variables of the user or service that runs make must not affect the programs under test.
unexport OSSAUTHD_SOCKET OSSAUTHD_ADMIN_SOCKET OSSAUTHD_PROFILE OSSAUTHD_FETCH_SOCKET XDG_RUNTIME_DIR NOTIFY_SOCKET JOURNAL_STREAM \
    LISTEN_FDS LISTEN_FDNAMES LISTEN_PID WATCHDOG_USEC WATCHDOG_PID CREDENTIALS_DIRECTORY CACHE_DIRECTORY RUNTIME_DIRECTORY \
    OSS_ACCESS_KEY_ID OSS_ACCESS_KEY_SECRET OSS_SESSION_TOKEN ALIBABA_CLOUD_ACCESS_KEY_ID ALIBABA_CLOUD_ACCESS_KEY_SECRET \
    ALIBABA_CLOUD_SECURITY_TOKEN

swift_sources = $(wildcard Package.swift Sources Tools Tests Benchmarks Fuzz)
# The path that `swift build --show-bin-path` prints.
programs = .build/$(ARCH:%=%/)release
packages = build$(ARCH:%=/%)
# `make test` builds once for all that it runs.
BUILD = swift build
# The same for every architecture, because a program of this host writes them.
pages = build/pages
ifneq ($(and $(ARCH),$(filter-out release finish packages deb rpm tar image image-test size,$(MAKECMDGOALS))),)
$(error ARCH= is for release, finish, packages, deb, rpm, tar, image, image-test and size)
endif

help:
	@awk -F ' *## ' '/^[a-z-]+:.*## /{split($$1, name, ":"); printf "  make %-13s %s\n", name[1], $$2}' $(MAKEFILE_LIST)

demo: ## see it work: AppServer, daemon, signed URLs, proof (KEEP=1 leaves it running)
	@.ci/install-packages build demo
	@KEEP=$(KEEP) Tests/Systems/Demo/demo.sh

test: ## run the whole test suite (what each step prints is in .build/tests)
	@.ci/install-packages build test compat adapters wheel
	@Tests/Support/step build swift build --build-tests
	@.ci/equality
	@rm -f .build/skipped
	@$(MAKE) --jobs=2 --keep-going BUILD=: ONCE=1 $(addprefix step-,gateway compatibility test-swift $(addprefix test-,$(callers) $(suites) S3 Kubernetes) adapters contract library)
	@python3 -B Tests/Support/skips.py

step-%:
	@Tests/Support/step $* $(MAKE) $*

# Suites of Python, which use what is built; each file of Callers is one. Two steps run at a time, because many tests wait for a while.
suites = Standin AppServer Monitoring Installation Gateway Pages
callers = $(patsubst Tests/Systems/Callers/test_%.py,Callers-%,$(wildcard Tests/Systems/Callers/test_*.py))

test-swift:
	swift test --skip-build --xunit-output .build/tests.xml

$(addprefix test-,$(suites)):
	cd Tests/*/$(@:test-%=%) && python3 -B ../../Support/suite.py

$(addprefix test-,$(callers)):
	cd Tests/Systems/Callers && python3 -B ../../Support/suite.py $(@:test-Callers-%=test_%)

test-S3:
	python3 -B Tests/Systems/S3/run.py .build/debug/ossauthd

test-Kubernetes:
	python3 -B Tests/Systems/Kubernetes/run.py

library: ## build a program that uses the Swift libraries, and send a signed request
	@.ci/install-packages build test
	$(BUILD)
	python3 -B Tests/Systems/Consumer/run.py .build/debug .build/consumer

walk: ## follow the quick start from `git clone` to the first URL, and print how long each step takes
	@.ci/install-packages build test
	python3 -B Tests/Systems/Pages/quick_start.py

adapters: ## run the adapters for Python, Node.js, Go, Java and PHP against the daemon
	@.ci/install-packages build test adapters wheel
	$(BUILD)
	cd Tests/Systems/Adapters && python3 -B ../../Support/suite.py

compatibility: ## run unmodified programs against the daemon, through rotations and an outage (ALL=1: not the short list only)
	@.ci/install-packages build test compat $(if $(ALL),compat-all)
	$(BUILD)
	python3 -B Tests/Systems/Compatibility/run.py .build/debug $(if $(ALL),--all)

gateway: ## run unmodified programs with a dummy key through nginx, the filter and the daemon (ALL=1, ONCE=1: without rotations)
	@.ci/install-packages build test compat
	$(BUILD)
	python3 -B Tests/Systems/Gateway/run.py .build/debug $(if $(ALL),--all) $(if $(ONCE),--once)

contract: ## test the daemon against the OpenAPI document it serves (EXAMPLES=30)
	@.ci/install-packages build test
	$(BUILD) --product ossauthd
	python3 -B Tests/Systems/Contract/run.py --start .build/debug/ossauthd --examples $(or $(EXAMPLES),30)

build: ## build everything for development
	@.ci/install-packages build
	swift build

release: optimized ## build the programs as they are installed, manual pages and completions (ARCH=arm64: for such hosts; so do the packages)
	rm -rf $(pages)
	mkdir -p $(pages)/man $(pages)/completions
	swift run WritePages packages $(pages)

optimized:
	@.ci/install-packages build $(ARCH)
	.ci/release

# COMMIT= is for a work tree that is not a clone.
finish:
	@PROGRAMS=$(programs) PAGES=$(pages) TARGET=$(packages)/programs packaging/finish

install: finish ## install the release build (DESTDIR=, PREFIX=/usr/local)
	@DESTDIR=$(DESTDIR) PREFIX=$(or $(PREFIX),/usr/local) PROGRAMS=build/programs packaging/install

packages: deb rpm tar image ## build the packages for all distributions: deb, rpm, archive, container image

deb: release finish ## build the Debian packages in build/deb
	@.ci/install-packages deb
	@PROGRAMS=$(packages)/programs TARGET=$(packages)/deb packaging/deb
	@# The changelog names no mail address, and the maintainer may be unknown (packaging/identity).
	@lintian --allow-root --fail-on error,warning --suppress-tags malformed-contact,bogus-mail-host-in-debian-changelog \
		$(packages)/deb/*.changes

rpm: release finish ## build the rpm packages in build/rpm
	@.ci/install-packages rpm
	@PROGRAMS=$(packages)/programs TARGET=$(packages)/rpm packaging/rpm

tar: release finish ## build the archive for other hosts in build/tar
	@PROGRAMS=$(packages)/programs TARGET=$(packages)/tar packaging/tar

image: release finish ## build the container image in build/image
	@.ci/install-packages image
	@PROGRAMS=$(packages)/programs TARGET=$(packages)/image packaging/image

wheel: ## build the wheel and the source archive of the Python adapters in build/wheel
	@.ci/install-packages wheel
	@TARGET=build/wheel packaging/wheel

release-files: packages site ## collect the packages and the site in build/release, with trees for apt and dnf (SIGN=KEY of gpg; RELEASE=1: a real one)
	@.ci/install-packages release
	@RELEASE=$(RELEASE) SIGN=$(SIGN) PACKAGES=build TARGET=build/release packaging/release-files

# In another folder, with another time zone and another umask.
reproducible: packages ## build the packages again in another folder, and compare the bytes
	rm -rf build/elsewhere
	mkdir -p build/elsewhere
	git ls-files -z | xargs -0 cp --parents -t build/elsewhere
	cd build/elsewhere && umask 077 && export TZ=Asia/Shanghai COMMIT=$$(git rev-parse --short=12 HEAD) && $(MAKE) release finish && \
	    for form in deb rpm tar image; do PROGRAMS=build/programs TARGET=build/$$form packaging/$$form || exit 1; done
	for package in build/deb/*.deb build/rpm/*.rpm build/tar/*.tar.gz build/image/*.tar; do cmp $$package build/elsewhere/$$package || exit 1; done

boot-test: deb rpm tar ## install the packages into Debian roots, boot them, and operate the daemon; install from signed trees
	@.ci/install-packages boot release
	@Tests/Systems/Boot/run build
	@cd Tests/Systems/Release && python3 -B ../../Support/suite.py

image-test: image ## run the container image as a user that is not root, and sign through its socket
	@$(if $(ARCH),Tests/Systems/Image/emulate) python3 -B Tests/Systems/Image/run.py $(packages)/image/*.tar

build/venv-site/installed: docs/site/requirements.txt
	@.ci/install-packages site
	python3 -m venv $(@D)
	$(@D)/bin/pip install --quiet --disable-pip-version-check --require-hashes --requirement $<
	@touch $@

site: build/venv-site/installed ## build the documents as a site with search, in two languages, in build/site
	@build/venv-site/bin/python -B docs/site/build.py build/site

site-test: site ## read the site in Chromium: search, links, widths, light and dark
	@.ci/install-packages site site-test
	@python3 -B Tests/Systems/Site/run.py

generate: ## write the references, the table of programs and the Chinese pictures
	@.ci/install-packages build
	swift run WritePages repository .
	python3 -B Tests/Systems/Compatibility/table.py
	Tools/Pictures/translate

lint: ## check the style of the Swift sources, and the list of faults
	@.ci/install-packages build layers
	swift format lint --strict --parallel --recursive $(swift_sources)
	@python3 -B Tests/Mutants/run.py --check

format: ## rewrite the Swift sources in that style
	@.ci/install-packages build
	swift format --in-place --parallel --recursive $(swift_sources)

layers: ## check the dependencies between the floors of Sources
	@.ci/install-packages layers
	@.ci/layers

words: ## check that texts use plain English, in short sentences (.ci/words, .ci/sentences)
	@.ci/install-packages layers
	@.ci/words
	@.ci/sentences

paths: ## count the source files that a presign and a token use, and compare with the limits
	@.ci/install-packages build bench
	@Benchmarks/Paths/run

check: lint layers words build test ## run lint, layers, words, build and test, which every change must pass

cost: optimized ## count the instructions of a presign in the daemon, and compare with the limits
	@.ci/install-packages cost
	@Benchmarks/Instructions/run

bench: optimized ## measure the daemon next to nginx and a minimal C server
	@.ci/install-packages bench cost
	@for each in Benchmarks/*/run; do "$$each" || exit 1; done

neighbours: optimized ## measure what a user waits for while others flood the daemon (FLOODS=status,forms)
	@.ci/install-packages bench
	@Benchmarks/Neighbours/run --check $(if $(FLOODS),--floods $(FLOODS))

fuzz: ## run each fuzzer for SECONDS (10)
	@.ci/install-packages build
	@Fuzz/run $(or $(SECONDS),10)

mutants: ## put small faults into the code, and report how many the tests catch (FAULTS="1 2", an hour for all)
	@.ci/install-packages build test compat
	@python3 -B Tests/Mutants/run.py $(FAULTS)

# XCTest has no tests here and leaks by itself. EndToEnd runs programs that are not sanitized.
sanitize: ## run the tests of the modules under the address and the thread sanitizer
	@.ci/install-packages build test
	@for each in address thread; do \
	    swift test --disable-xctest --skip EndToEnd --sanitize=$$each --scratch-path .build/sanitize-$$each || exit 1; \
	done

size: optimized ## check the libraries of the programs and print their sizes, and what the hosts must have
	@[ -n "$(ARCH)" ] || .ci/size
	@.ci/floors $(programs)
