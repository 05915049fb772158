# What a person asks of this folder. `make` alone lists it.
SHELL := /bin/bash
.DEFAULT_GOAL := help

PREFIX ?= /usr/local
PART ?= all
# The strict build lives beside the plain one, so that `make check` does not undo the work of `make test`.
# `make test BUILD=strict` tests what `make check` built.
STRICT := --scratch-path .build/strict --explicit-target-dependency-import-check error \
  -Xswiftc -warnings-as-errors
FLAGS := $(if $(filter strict,$(BUILD)),$(STRICT))
SWIFT := scripts/swiftpm
RELEASE := .build/release/possessions
BUILT := $(if $(filter strict,$(BUILD)),.build/strict,.build)/debug
FUZZED := $(if $(SHORT),debug,release)
SANITIZED := --scratch-path .build/sanitized -c $(FUZZED) --sanitize=address --product table-fuzzer

.PHONY: help demo test torture check format bench samples install release packages clean

help: ## list what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-9s %s\n", $$1, $$2}' Makefile

demo: ## install what is missing, build, run the main job on Samples, say where the report is
	@scripts/demo

test: ## build and run all tests
	@scripts/packages build
	@$(SWIFT) build --build-tests $(FLAGS)
	@$(SWIFT) test --skip-build --disable-xctest $(FLAGS)

torture: ## kill, cut the power, fill the disk, damage, fuzz: 40 minutes, with SHORT=1 five; RIG=powercut runs one rig
	@scripts/packages test
	@$(SWIFT) build $(if $(filter strict,$(BUILD)),--build-tests,--product possessions) $(FLAGS)
	@RIGS=1 $(SWIFT) build $(SANITIZED) >.build/sanitized.log 2>&1 || { cat .build/sanitized.log; exit 1; }
	@SHORT=$(SHORT) POSSESSIONS=$(BUILT)/possessions TABLE_FUZZER=.build/sanitized/$(FUZZED)/table-fuzzer /usr/bin/python3 Tests/Rigs/run.py $(RIG)

check: ## style, house rules, imports, and warnings as errors
	@scripts/packages build
	swift format lint --strict --parallel --recursive Package.swift Sources Tests
	scripts/lint
	scripts/check-unit
	@RIGS=1 $(SWIFT) build --build-tests $(STRICT)

format: ## put all Swift files into the house style
	swift format format --in-place --parallel --recursive Package.swift Sources Tests

bench: ## measure against other programs; PART=jpeg, heic, memory, items, golden, report, … runs one part
	@scripts/packages bench
	@$(SWIFT) build -c release --product possessions
	@/usr/bin/python3 Bench/bench.py $(PART)

samples: ## draw the sample pictures again
	@scripts/packages samples
	@Samples/make/make

release: ## one binary that needs no Swift on the target: .build/release/possessions
	@scripts/packages build
	@$(SWIFT) build -c release --product possessions --static-swift-stdlib
	@echo "built $(RELEASE)"

install: release ## put the program under PREFIX (/usr/local)
	install -D -m 755 -s $(RELEASE) $(DESTDIR)$(PREFIX)/bin/possessions

packages: ## install the system packages that are missing
	@scripts/packages build

clean: ## remove what was built and what the demo made
	rm -rf .build out
