# make demo: install the core, make the demo workspace, open the app (PORT, default 8501).
# make test: install everything and run every check.

PYTHON ?= python3
PORT ?= 8501
VENV := .venv
BIN := $(VENV)/bin
DEMO := data/demo

.PHONY: demo test lint unit browser chromium bench pictures clean

demo: $(DEMO)/results/rollout/n30/result.json
	$(BIN)/evalcore app --workspace $(DEMO) --port $(PORT)

$(DEMO)/results/rollout/n30/result.json: $(VENV)/.core
	$(BIN)/evalcore demo $(DEMO)

$(VENV)/.core: pyproject.toml requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "evalcore needs Python 3.11 or newer: make PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -c requirements.txt -e .
	@touch $@

$(VENV)/.all: $(VENV)/.core
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements.txt -e '.[clip,dev,export,judge,postgres]'
	@touch $@

test: lint unit browser

lint: $(VENV)/.all
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

unit: $(VENV)/.all
	$(BIN)/pytest -m "not browser" -n auto

browser: $(VENV)/.all chromium
	$(BIN)/pytest -m browser -n 2 --dist loadfile

# Debian's own browser, where packages may be installed; elsewhere the browser tests skip and say so.
chromium:
	@command -v chromium >/dev/null || { command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] \
		&& apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y chromium >/dev/null; } \
		|| echo "no chromium here and none can be installed: the browser tests will skip"

bench: $(VENV)/.all
	$(BIN)/python benchmarks/kernels.py
	$(BIN)/python benchmarks/rollout.py
	$(BIN)/python benchmarks/judged.py

pictures: $(VENV)/.all chromium $(DEMO)/results/rollout/n30/result.json
	$(BIN)/python -m docs.take_pictures

clean:
	rm -rf $(VENV) $(DEMO)
