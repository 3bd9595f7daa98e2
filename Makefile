.PHONY: help run code test test-all bench lint format lock messages

help: ## These lines
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: ## Install what is missing and serve a demonstration season on this machine
	@bash .ci/serve

code: ## The one-time code that an account of the demonstration needs now: make code WHO=secretaria
	@DJANGO_DEBUG=1 .venv/bin/python manage.py demo_code "$(WHO)"

test: ## All tests, each kind once where it matters most
	@bash .ci/test quick

test-all: ## All tests on both database engines
	@bash .ci/test all

bench: ## Figures as ratios to floors, measured in one run (docs/performance.md)
	@bash .ci/bench

lint: ## Style, templates, layers, types, migrations, translations
	@bash .ci/lint

format: ## Let the tools mend what they can
	@.venv/bin/ruff check --fix --quiet . ; .venv/bin/ruff format --quiet .

lock: ## Write requirements.txt and requirements-dev.txt from pyproject.toml
	@bash .ci/lock

messages: ## Gather and compile the translations
	@bash .ci/messages
