# Every target is one line that calls a program; `make` alone lists them. Scripts should call
# ./faultlab itself: make turns every failure into status 2.

.DEFAULT_GOAL := help
.PHONY: help labs cures reference doctor images kernels vm clean-stacks results report judge open diff diagnose upgrade class repair mystery bench foretold site dist format test

# Recipes read variables from the environment: inside a command, a quote in a value would end one of the command's.
export

# FULL=1 is everything; QUICK=1 names the form that is the default.
FORM := $(if $(filter-out 0,$(FULL)),--full) $(if $(filter-out 0,$(QUICK)),--quick)

# lab-% takes every parameter of a lab as a make variable: make lab-dns-java JDK=17,25 TRIALS=5. What stands on make's
# command line counts, and these names from the environment as well.
FROM_ENVIRONMENT := JDK THREADS DELAY_MS TRIALS VARIANTS FULL QUICK ARGS
GIVEN := $(sort $(foreach name,$(.VARIABLES),$(if $(filter command,$(firstword $(origin $(name)))),$(name))) \
  $(foreach name,$(FROM_ENVIRONMENT),$(if $(filter environment,$(origin $(name))),$(name))))

help: ## list the labs and the targets
	@awk '/^lab: / { lab = $$2 } /^title: / { sub(/^title: /, ""); printf "  make lab-%-20s %s\n", lab, $$0 }' labs/*/lab.yaml
	@echo
	@grep -hE '^[a-z%-]+:.*## ' Makefile | sed 's/:.*## /\t/' | expand -t 16 | sed 's/^/  make /'

lab-%: ## run a lab: make lab-dns-java [JDK=17,25] [VARIANTS=threads THREADS=1,8] [DELAY_MS=10] [TRIALS=5] [FULL=1]
	@harness/scripts/make-lab '$*' $(GIVEN)

labs: ## run every lab and print one table, then the quick rolls: make labs [FULL=1]
	@./faultlab run --all $(FORM)
	@KEEP=no harness/bench/answers rolls grpc roll-orders

cures: ## list fixes: make cures [LAB=dns-java] [ARGS=--run]
	@./faultlab fixes $${LAB:+"$$LAB"} $$ARGS

reference: ## rerun the committed results (takes hours): make reference [LAB=dns-go]
	@harness/scripts/reference $${LAB:+"$$LAB"}

doctor: ## what this machine has, needs and lacks
	@./faultlab doctor

images: ## find, pull or build every image
	@./faultlab images

kernels: ## list the kernels, and bring some: make kernels KERNELS='unfixed debian:trixie'
	@./faultlab kernels $$KERNELS

vm: ## a shell in a guest on a kernel of choice: make vm KERNEL=unfixed
	@./faultlab vm $${KERNEL:+"$$KERNEL"} $$ARGS

clean-stacks: ## remove what killed runs left behind
	@./faultlab clean

results: ## list the runs and their verdicts
	@./faultlab results list

report: ## write the report of a finished run again: make report RUN=<id>
	@./faultlab results render $${RUN:+"$$RUN"}

judge: ## judge a finished run again from its evidence: make judge RUN=<id>
	@./faultlab results rejudge $${RUN:+"$$RUN"}

open: ## say where the newest report is: make open, or LAB=<lab>
	@./faultlab results open $${LAB:+"$$LAB/latest"}

diff: ## what changed between two runs: make diff A=<id> B=<id>
	@./faultlab results diff "$$A" "$$B" $$ARGS

diagnose: ## look for the labs' faults in a capture of yours: make diagnose PCAP=file.pcap
	@./faultlab diagnose "$$PCAP"

upgrade: ## does a known fault appear: make upgrade FROM=jdk=17 TO='jdk=21 jdk=25' [LABS=charset] [FULL=1]
	@./faultlab upgrade $${FROM:+--from "$$FROM"} $${TO:+$$(printf -- '--to %s ' $$TO)} $${LABS:+--labs "$$LABS"} \
	  $(if $(filter-out 0,$(FULL)),--full) $${TRIALS:+--trials "$$TRIALS"} $$ARGS

class: ## a lab as a lesson: make class LAB=syncookie [ARGS=--room]
	@./faultlab class $${LAB:+"$$LAB"} $$ARGS

repair: ## cure a fault yourself: make repair LAB=charset REPAIR=mix
	@./faultlab repair start $${LAB:+"$$LAB"} $${REPAIR:+"$$REPAIR"} $$ARGS

mystery: ## find out what is wrong: make mystery [SEED=7]
	@./faultlab mystery $${SEED:+--seed "$$SEED"} $$ARGS

bench: ## how long labs and commands take: make bench [BENCH=lab]
	@harness/scripts/bench $$BENCH

foretold: ## published upgrade incidents, each asked to the broken version and back, and rolls
	@harness/bench/answers foretold
	@harness/bench/answers rolls

site: ## the documents and the reference reports as a static site in target/site
	@harness/scripts/site

dist: ## packages that need neither a clone nor a JDK: target/dist
	@harness/dist/build

format: ## format the Java sources
	@harness/scripts/format

test: ## everything that CI checks: lint, unit and component tests, labs
	@harness/scripts/check
