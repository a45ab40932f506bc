# make test runs everything; the other targets are its parts and helpers.
GO      ?= go
BIN     := bin/vouchsafe
SHELL   := bash
STATIC  := honnef.co/go/tools/cmd/staticcheck@v0.8.2

.PHONY: all build test size lint compile unit deploy dist wheel npm dist-test clients python test-apps test-litellm browser fuzz bench bench-e2e golden clean help

all: build

# No test has the limit of ten minutes that Go gives, which a loaded machine breaks.
export GOFLAGS := $(strip $(GOFLAGS) -timeout=3h)

# What the binary says of itself: the version is that of the newest tag, with what came since.
TAG    := $(patsubst v%,%,$(shell git describe --tags --dirty 2>/dev/null))
EDITED := $(shell git status --porcelain --untracked-files=no 2>/dev/null | sed '1!d;s/.*/ with local changes/')
SOURCE := $(shell git log -1 --format='commit %h$(EDITED) of %cs' 2>/dev/null)

## build: the gateway, a static binary in bin/
build:
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags "-s -w -X main.version=$(or $(TAG),dev) -X 'main.builtFrom=$(SOURCE)'" -o $(BIN) ./cmd/vouchsafe

## dist: what a release hands out, for every platform, in dist/: binaries, wheels, npm packages, bills of materials (VERSION=1.2.3)
VERSION ?= 0.0.0
dist:
	$(GO) run ./deploy/dist -version $(VERSION) -o dist

## wheel, npm: the wheel, or the npm packages, of this platform alone, in dist/wheel or dist/npm
wheel npm:
	$(GO) run ./deploy/dist -version $(VERSION) -only this -parts $@ -o dist/$@

## dist-test: the wheel and the npm packages of this platform, installed into empty environments and run
dist-test:
	@GO="$(GO)" bash test/dist.sh

## test: all tests: formatting and lint, unit tests with the race detector, real clients, a real browser.
## It installs what is missing as root on Debian or Ubuntu, and skips what it cannot run, with a word.
test:
	@GO="$(GO)" bash test/all.sh

## lint: gofmt, vet, staticcheck, a tidy module, and known vulnerabilities where their database can be reached
lint:
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { gofmt -l $$(git ls-files '*.go'); echo "gofmt would change the files above"; exit 1; }
	$(GO) vet ./...
	$(GO) run $(STATIC) ./...
	$(GO) mod tidy -diff
	cd bench && $(GO) vet ./... && $(GO) run $(STATIC) ./... && $(GO) mod tidy -diff
	@bash test/vulnerabilities.sh

## compile: what the Go tests are built from, so that no compiler runs beside a test that measures time
RACE ?= -race
compile: build
	$(GO) test $(RACE) -exec true ./... >/dev/null
	cd bench && $(GO) test $(RACE) -exec true ./... >/dev/null

## unit: every Go test, with the race detector where there is a C compiler
unit: build
	@set -o pipefail; VOUCHSAFE_BIN=$(CURDIR)/$(BIN) $(GO) test $(RACE) -json ./... | $(GO) run ./test/tally
	cd bench && $(GO) test $(RACE) ./...

## deploy: the files in deploy/, against Helm's engine, Compose's loader and the gateway's own check
deploy: build
	cd test/deploy && $(GO) vet ./... && VOUCHSAFE_BIN=$(CURDIR)/$(BIN) $(GO) test ./...

## clients: real SDK clients against the real binary (needs Node 20 and npm)
clients: build
	bash test/run.sh $(CURDIR)/$(BIN)

## python: clients in Python against the real binary (needs Python 3.10 with venv)
python: build
	GO="$(GO)" bash test/python.sh $(CURDIR)/$(BIN)

## test-apps: whole apps of Python's frameworks, with their own prompts and parsers (needs Python 3.11 to 3.13; APPS=paperqa for some), and LiteLLM
test-apps: build test-litellm
	bash test/apps.sh $(CURDIR)/$(BIN)

## test-litellm: the guard under LiteLLM's own proxy (needs Python 3.10 with venv)
test-litellm: build
	GO="$(GO)" bash test/litellm.sh $(CURDIR)/$(BIN)

## browser: the dashboard in a real browser (needs Node 20, npm and Chromium)
browser: build
	bash test/browser.sh $(CURDIR)/$(BIN)

## test-real: the gateway before a real model; builds llama.cpp's server first, once (needs Python, CMake and a C++ compiler)
test-real:
	@GO="$(GO)" bash test/real.sh

## fuzz: every fuzz target for a short while (FUZZTIME=10s)
FUZZTIME ?= 10s
fuzz:
	@set -e; for p in $$($(GO) list ./...); do for f in $$($(GO) test -list '^Fuzz' $$p | grep '^Fuzz' || true); do \
		echo "$$p $$f"; $(GO) test -run '^$$' -fuzz "^$$f$$" -fuzztime $(FUZZTIME) $$p; done; done

## size: lines of code, tests, files, functions and embedded bytes, by folder (SIZE_FLAGS=-wide)
size:
	@cd bench && $(GO) run ./size -root .. $(SIZE_FLAGS)

## bench: every benchmark, with allocations
bench:
	$(GO) test -run '^$$' -bench . -benchmem ./...

## bench-e2e: the binary against bare proxies, processes of their own (BENCH_TIME=2s each, BENCH_FLAGS='-rounds 3 -settle 2m')
BENCH_TIME ?= 2s
bench-e2e: build bin/bench
	bin/bench e2e -gateway $(BIN) -time $(BENCH_TIME) $(BENCH_FLAGS)

.PHONY: bin/bench
bin/bench:
	cd bench && $(GO) build -trimpath -o ../$@ .

## golden: write the golden files anew; read the difference before you commit it
golden:
	@for p in $$(grep -rl --include='*_test.go' '"vouchsafe/internal/golden"' . | xargs -n1 dirname | sort -u); do $(GO) test $$p -update; done

clean:
	rm -rf bin

help:
	@grep -E '^## ' Makefile | sed 's/^## //'
