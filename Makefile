# Plain `make` lists the targets. Targets are plain go commands; anything that
# needs a loop is in scripts/.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

FUZZTIME ?= 10s
BENCH    ?= .
COUNT    ?=
LIMIT    ?=
ALLOW    ?=
SEEDS    ?= 3
KILLS    ?= 50
JOBS     ?= 500
PICTURE  ?= docs/pictures/quality.svg
RUNTIMES ?= pocl oclgrind rusticl
PACKAGES ?= ./moves ./tsp ./maxcut ./colouring ./internal/tours/lk ./internal/tours/near ./qap ./internal/tours/start ./internal/tours/prepare ./internal/plot ./internal/catalog ./internal/checkpoint ./search ./internal/anneal ./search/state ./rng ./internal/local ./internal/params
CARDS    ?=
UPDATE   ?=
MUTANTS  ?= 30
MINUTES  ?= 5
DEVICES  ?=
SEED     ?= 1
ONLY     ?=
VERSION  ?=
RELEASED ?=
SKIP     ?= TimeLimit|StepsAreShort
TESTS    ?=
SCREENS  ?=
RIG      ?=
PLATFORMS := linux/amd64 linux/arm64 darwin/arm64 windows/amd64 linux/386 linux/arm linux/riscv64 js/wasm wasip1/wasm
ARCHITECTURES ?= arm64 arm riscv64 js wasip1

.PHONY: help build test race check lint platforms cross generated noasm narrow kernels cards examples fuzz reading golden bench compare quality results repeat docs contract web web-test web-check web-e2e web-figures web-pictures playground site chart pictures resume mutate chaos outage overrun hostile emulated windows cover service-figures rig deploy-check vulnerable vulndb sbom python binaries wheels release reproducible smoke api tools clean

help: ## print this list
	@printf '\nTourmaline: the targets of this Makefile\n\n'
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## /{printf "  make %-15s  %s\n", $$1, $$2}' $(MAKEFILE_LIST)
	@printf '\nSettings, shown with their defaults\n\n'
	@printf '  make %-15s  %-12s  %s\n' \
		fuzz    FUZZTIME=10s 'time for each fuzz function' \
		bench   BENCH=. 'which benchmarks, a regular expression' \
		bench   COUNT=1 'number of repetitions; compare uses 10' \
		compare REF= 'the commit to compare with' \
		compare ALLOW=10 'percent that a benchmark may be slower' \
		quality REF= 'the commit to compare with' \
		quality ALLOW=0.2 'percent that the solutions of an algorithm may cost more' \
		resume  KILLS=50 'kills per pair' \
		chaos   JOBS=500 'number of jobs' \
		mutate  PACKAGES= 'packages to mutate; the core, without the long suites of internal/tours/ils and internal/tours/aco' \
		mutate  MUTANTS=30 'faults per package' \
		mutate  SEED=1 'selects the faults' \
		overrun SEED=1 'selects the pairs of parameters' \
		hostile MINUTES=5 'length of the campaign' \
		hostile SEED=1 'selects the cases' \
		hostile DEVICES= '1: also compare the results of OpenCL devices with those of the CPU' \
		mutate  ONLY= 'only faults whose report matches, such as stream.go:45' \
		mutate  SKIP= 'tests to skip; by default those that fail on a busy machine' \
		wheels  VERSION= 'the version, such as v0.1.0' \
		wheels  RELEASED= 'platforms such as linux/amd64 or linux/amd64/static; default all' \
		release VERSION= 'the version, such as v0.1.0 or v0.2.0-rc.1' \
		contract EXAMPLES=40 'requests per operation and kind' \
		web-e2e TESTS= 'names of files in internal/web/e2e/tests; default all' \
		web-pictures SCREENS= 'a folder for screenshots of every page, wide and narrow, light and dark' \
		chart   LIMIT=10s 'time per run' \
		chart   SEEDS=3 'runs per instance' \
		chart   INSTANCES= 'names of TSPLIB files, or uniform1000000; default six from pr1002 to pla85900' \
		chart   PICTURE= 'output file, .svg or .png; default docs/pictures/quality.svg' \
		chart   DATA= 'folder of the TSPLIB files; default ../shared/data/tsplib'
	@printf '\n'

build: ## build bin/tourmaline, one file
	CGO_ENABLED=0 go build -trimpath -o bin/tourmaline ./cmd/tourmaline

test: ## run all tests
	go test ./...

race: ## run tests under the race detector, except those tagged !race (needs a C compiler)
	go test -race ./...

check: lint platforms deploy-check ## check formatting, vet, linters, architecture, wording, tidy go.mod, generated files, types on all platforms, deployment files

lint: bin/golangci-lint ## check the same on this platform only
	@unformatted=$$(gofmt -l .); [[ -z $$unformatted ]] || { echo "run gofmt -w on:" $$unformatted; exit 1; }
	go vet ./...
	bin/golangci-lint run ./...
	bin/golangci-lint run --build-tags figures . ./internal/cluster ./internal/service ./internal/tours/bound
	go mod tidy -diff
	go test ./internal/archtest
	cd tools && go vet ./... && ../bin/golangci-lint run ./...
	cd tools/deploycheck && go mod tidy -diff && go vet ./... && ../../bin/golangci-lint run ./...
	cd tools/release && go mod tidy -diff && go vet ./... && ../../bin/golangci-lint run ./...
	cd tools/site && go mod tidy -diff && go vet ./... && ../../bin/golangci-lint run ./...
	@$(MAKE) --no-print-directory generated

platforms: ## type-check the code and its tests for every supported platform and build tag, without C
	cd tools && go run ./platforms $(PLATFORMS) linux/amd64,noopencl linux/amd64,noasm linux/amd64,figures

# The binaries are not run, so optimisation is off, which saves two thirds of the time.
cross: ## compile for every supported platform, without C (ten minutes)
	@for platform in $(PLATFORMS); do \
		echo "build $$platform"; \
		CGO_ENABLED=0 GOOS=$${platform%/*} GOARCH=$${platform#*/} go build -gcflags='all=-N -l' -o /dev/null ./...; \
	done

web: internal/web/node_modules ## bundle the live view into internal/web/dist (needs npm)
	internal/web/node_modules/.bin/tsc --noEmit -p internal/web
	cd tools && go run ./web

web-test: internal/web/node_modules ## run the web tests that need no browser (needs Node)
	internal/web/node_modules/.bin/tsc --noEmit -p internal/web
	rm -rf internal/web/node_modules/.tests && cd tools && go run ./web -tests ../internal/web/node_modules/.tests
	node --test internal/web/node_modules/.tests/

internal/web/node_modules: internal/web/package-lock.json
	npm --prefix internal/web ci --ignore-scripts --no-audit --no-fund
	@touch $@

web-check: internal/web/node_modules ## check the types of the live view, that dist is up to date, that its packages are pinned, and the program without it
	internal/web/node_modules/.bin/tsc --noEmit -p internal/web
	cd tools && go run ./web -check
	go vet -tags noweb ./internal/web ./internal/server
	go test -tags noweb ./internal/web

web-e2e: web-test ## test the live view in Chromium with a running service: TESTS='run tokens'
	node internal/web/e2e/drawing.mjs internal/web/node_modules/.tests
	node internal/web/e2e/run.mjs $(TESTS)

web-figures: web-test ## measure the drawing of a million cities, their page, and the cost of 20 viewers (five minutes)
	node internal/web/e2e/million.mjs internal/web/node_modules/.tests
	node internal/web/e2e/figures.mjs

web-pictures: internal/web/node_modules ## draw docs/pictures/view.png; SCREENS=folder saves a screenshot of each page
	node internal/web/e2e/screenshots.mjs docs/pictures/view.png $(SCREENS)

playground: internal/web/node_modules ## build the page that solves without a server into dist/playground
	internal/web/node_modules/.bin/tsc --noEmit -p internal/web
	scripts/playground

site: ## build the documentation site into dist/site, with the playground if dist/playground exists
	go -C tools/site run . -root ../.. -out ../../dist/site $(if $(wildcard dist/playground/tourmaline.wasm),-playground ../../dist/playground)

generated: web-check ## check that the assembly, the reference, the results and the live view are up to date with their sources
	go -C internal/vec/asm run . -check
	go run ./scripts/docs -check
	go run ./scripts/results -check plans/*.toml

noasm: ## run the tests of the assembly routines without the assembly
	go test -tags noasm ./internal/vec

narrow: ## run tests with 32-bit ints (Linux on amd64)
	CGO_ENABLED=0 GOOS=linux GOARCH=386 go test ./moves ./search/... ./rng ./internal/params ./tsp ./internal/tours/bound ./internal/tours/branch ./internal/tours/certificate ./internal/tours/exact ./internal/routes/... ./vrp/... ./tsp/format ./internal/tours/lk ./internal/tours/near ./internal/tours/prepare ./internal/tours/start ./internal/tours/swap ./internal/tours/sweep ./qap ./perceptron ./continuous ./maxcut ./colouring ./internal/local ./internal/checkpoint ./internal/memory ./internal/parallel ./internal/plot ./internal/portable
	CGO_ENABLED=0 GOOS=linux GOARCH=386 go test . -run 'TinyAnd|Counts|Smallest'

kernels: ## run the kernel tests on all OpenCL runtimes: RUNTIMES='pocl oclgrind rusticl'
	scripts/kernels $(RUNTIMES)

cards: ## compile all kernels for graphics cards that need not be present, and check the machine code: CARDS='gfx90a sm_89' UPDATE=1
	scripts/cards -targets '$(CARDS)' $(if $(UPDATE),-update)

examples: ## build, vet and test the examples, a separate module
	@unformatted=$$(gofmt -l examples); [[ -z $$unformatted ]] || { echo "run gofmt -w on:" $$unformatted; exit 1; }
	go -C examples mod tidy -diff
	go -C examples vet ./...
	go -C examples test ./...

fuzz: ## run every fuzz function for some time, two packages at a time
	scripts/fuzz $(FUZZTIME)

reading: ## measure memory and time of every reader on files of 1, 10 and 20 MB, and on decompression bombs
	TOURMALINE_READ_MB=10 go test ./internal/cli -run TestReadersCost -v -count 1 -timeout 1h

outage: ## repeatedly kill leaders of three nodes; cut the network, the power and the disk space (needs root)
	TOURMALINE_OUTAGES=20 go test ./internal/cluster/outage -v -count 1 -timeout 1h

service-figures: ## measure the service: throughput, latency, viewers, memory, overhead, capacity (twenty minutes; TOURMALINE_SECONDS=20 shortens it)
	go test -tags figures ./internal/cluster ./internal/service -run 'Throughput|Figures' -p 1 -v -count 1 -timeout 1h

rig: ## load real servers with simulated workers and many jobs (a minute): RIG='-rig.nodes 3 -rig.workers 1000 -rig.finished 1000000'
	go test -tags figures ./internal/service -run 'TestRig$$' -v -count 1 -timeout 3h -args $(RIG)

golden: ## rewrite the golden files from the current results
	@packages=$$(grep -rl --include='*_test.go' 'flag.Bool("update"' . | xargs -r -n 1 dirname | sort -u || true); \
	[[ -n $$packages ]] || { echo 'no package has golden files'; exit 0; }; \
	set -x; go test $$packages -run Golden -update

bench: ## run the benchmarks
	go test -run '^$$' -bench '$(BENCH)' -benchmem -count $(or $(COUNT),1) ./...

compare: bin/benchstat ## compare benchmarks of the working tree and a commit, interleaved: REF=main~1
	@[[ -n '$(REF)' ]] || { echo 'which commit? make compare REF=main~1'; exit 2; }
	scripts/compare '$(REF)' '$(BENCH)' $(or $(COUNT),10) $(or $(ALLOW),10)

quality: ## compare solutions of the working tree and a commit, at fixed steps: REF=main~1
	@[[ -n '$(REF)' ]] || { echo 'which commit? make quality REF=main~1'; exit 2; }
	scripts/quality '$(REF)' $(or $(ALLOW),0.2)

results: ## generate docs/results.md from the plans and their records
	go run ./scripts/results plans/*.toml

repeat: build ## repeat a recorded run of every plan and compare the costs: DATA=../shared/data
	scripts/repeat $(or $(DATA),../shared/data)

docs: ## generate docs/reference.md and the manual pages from the commands
	go run ./scripts/docs

contract: ## test the server against docs/openapi.json with a property-based client: EXAMPLES=40
	scripts/contract $(or $(EXAMPLES),40)

chart: build ## draw gap against time from real runs (three minutes)
	scripts/chart $(or $(LIMIT),10s) $(SEEDS) '$(PICTURE)' $(INSTANCES)

pictures: build ## draw the pictures of the README except view.png and quality.svg, reproducibly
	PATH="$(CURDIR)/bin:$$PATH" scripts/pictures docs/pictures
	go run ./scripts/readme docs docs/pictures

resume: ## repeatedly kill and resume every pair of problem and algorithm: KILLS=50
	TOURMALINE_KILLS=$(KILLS) go test ./internal/cli -run KilledAndResumed -v -count 1 -timeout 2h

# A mutant may append forever: limit it to 8 GB.
mutate: bin/mutate ## introduce faults in the core packages and print those that the tests miss: PACKAGES='./search ./rng'
	ulimit -v 8000000; bin/mutate -n $(MUTANTS) -seed $(SEED) -only '$(ONLY)' -skip '$(SKIP)' $(PACKAGES)

chaos: ## kill workers, servers and leaders for minutes while they run jobs: JOBS=500
	TOURMALINE_CHAOS=$(JOBS) go test ./internal/cluster ./internal/cluster/outage -p 1 -run UnderKills -v -count 1 -timeout 20m

overrun: ## measure how well every algorithm keeps time limits, on large instances and with extreme parameters (an hour)
	TOURMALINE_LARGEST=$(SEED) go test . -run TimeLimitsHoldFor -v -count 1 -timeout 3h

hostile: build bin/hostile ## attack the command with random instances, parameters, damaged files and kills: MINUTES=5
	bin/hostile -minutes $(MINUTES) -seed $(SEED) $(if $(DEVICES),-devices) bin/tourmaline

emulated: bin/wazero ## check for equal results under emulation: ARCHITECTURES='arm64 arm riscv64 js wasip1'
	scripts/emulate $(ARCHITECTURES)

windows: ## run the Windows command and the tests of locks under Wine (needs Debian's wine64 and binutils)
	scripts/windows

cover: ## measure test coverage over all packages: the total, and coverage.html
	go test -coverpkg=./... -coverprofile=coverage.out ./...
	go tool cover -html=coverage.out -o coverage.html
	@go tool cover -func=coverage.out | tail -n 1

deploy-check: ## check the files in deploy: manifests, metrics, dashboard, alerts and their tests, KEDA object
	go -C tools/deploycheck run .

vulnerable: bin/govulncheck ## check for known vulnerabilities in called code; GOVULNDB= selects the database
	scripts/vulnerable ./...

vulndb: ## make a new snapshot of the vulnerability database, from GOVULNDB= or https://vuln.go.dev
	cd tools && go run ./vulndb $(if $(GOVULNDB),-from $(GOVULNDB))

sbom: build ## list all modules in bin/tourmaline, in CycloneDX format: bin/tourmaline.cdx.json
	cd tools && go run ./sbom -o ../bin/tourmaline.cdx.json ../bin/tourmaline

python: build ## check and test the Python package, and its wheel in a fresh environment (needs PyPI once)
	scripts/python

binaries: ## build the commands of a release for all platforms into dist/binaries: VERSION=v0.1.0
	scripts/binaries '$(VERSION)' $(RELEASED)

wheels: binaries ## build the wheels of the Python package into dist/wheels: VERSION=v0.1.0
	python3 python/build_wheels.py '$(VERSION)' dist/binaries dist/wheels $(subst /,-,$(RELEASED))

release: ## build all artefacts of a release of this commit into dist/release: VERSION=v0.1.0
	scripts/release '$(VERSION)'

reproducible: ## build a release twice, at different paths and with separate caches, and compare all files: VERSION=v0.1.0, RELEASED=linux/amd64 for its command only
	scripts/reproducible '$(VERSION)' $(RELEASED)

smoke: ## install the artefacts of a release in clean roots and solve with them (needs root): VERSION=v0.1.0
	scripts/smoke '$(VERSION)'

api: ## record the public API in docs/api.txt; see docs/stability.md
	TOURMALINE_API=write go test ./internal/archtest -run PublicAPI -count 1

tools: bin/golangci-lint bin/benchstat bin/mutate ## build the development tools into bin/

clean: ## remove build products
	rm -rf bin coverage.out coverage.html

# The tools have their own module, so the library's go.sum contains none of their
# dependencies. They are rebuilt only when that module changes.
bin/golangci-lint: tools/go.mod tools/go.sum
	cd tools && go build -o ../$@ github.com/golangci/golangci-lint/v2/cmd/golangci-lint

bin/wazero: tools/go.mod tools/go.sum
	cd tools && go build -o ../$@ github.com/tetratelabs/wazero/cmd/wazero

bin/benchstat: tools/go.mod tools/go.sum
	cd tools && go build -o ../$@ golang.org/x/perf/cmd/benchstat

bin/govulncheck: tools/go.mod tools/go.sum
	cd tools && go build -o ../$@ golang.org/x/vuln/cmd/govulncheck

bin/mutate: $(wildcard tools/mutate/*.go)
	cd tools && go build -o ../$@ ./mutate
bin/hostile: $(wildcard tools/hostile/*.go tools/hostile/referee/*.go)
	cd tools && go build -o ../$@ ./hostile
