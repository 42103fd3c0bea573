# make demo: install the core, make the demo workspace, open the app (PORT, default 8501).
# make test: install everything and run every check.

PYTHON ?= python3
PORT ?= 8501
VENV := .venv
BIN := $(VENV)/bin
DEMO := data/demo
BLENDER := .blender
BPY := 5.0.1
PYTHON311 ?= python3.11
BLENDER_LIBRARIES := libgl1 libice6 libsm6 libx11-6 libxext6 libxfixes3 libxi6 libxkbcommon0 libxrender1

.PHONY: demo test lint unit browser chromium blender bench pictures clean

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

test: $(VENV)/.all
	$(MAKE) --jobs=2 --output-sync=target lint blender chromium
	$(MAKE) unit browser

lint: $(VENV)/.all
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

unit: $(VENV)/.all blender
	$(BIN)/pytest -m "not browser" -n auto

browser: $(VENV)/.all chromium
	$(BIN)/pytest -m browser -n 2 --dist loadfile

# Debian's own browser, where packages may be installed; elsewhere the browser tests skip and say so.
chromium:
	@command -v chromium >/dev/null || { command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] \
		&& apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y chromium >/dev/null; } \
		|| echo "no chromium here and none can be installed: the browser tests will skip"

# Blender as the Python module bpy, about 1 GB: it has wheels for Python 3.11 alone and needs an older numpy than the
# project, hence an environment of its own. Without it, scenes in .blend files and renders are not available.
blender: $(BLENDER)/.bpy-$(BPY)

$(BLENDER)/.bpy-$(BPY):
	@if ! $(PYTHON311) -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' 2>/dev/null; then \
		echo "no Python 3.11 here (make PYTHON311=...): bpy cannot be installed, and the tests of Blender will skip"; \
	elif $(PYTHON311) -m venv $(BLENDER) && $(BLENDER)/bin/pip install --quiet --disable-pip-version-check \
		'bpy==$(BPY)' 'numpy<2'; then \
		$(BLENDER)/bin/python -c 'import bpy' 2>/dev/null || { command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] \
			&& apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y $(BLENDER_LIBRARIES) >/dev/null; }; \
		if $(BLENDER)/bin/python -c 'import bpy'; then touch $@; else \
			echo "bpy does not start; it needs the system packages $(BLENDER_LIBRARIES)"; rm -rf $(BLENDER); fi; \
	else \
		echo "bpy cannot be installed: the tests of Blender will skip"; rm -rf $(BLENDER); \
	fi

bench: $(VENV)/.all
	$(BIN)/python benchmarks/kernels.py
	$(BIN)/python benchmarks/rollout.py
	$(BIN)/python benchmarks/judged.py
	$(BIN)/python benchmarks/review.py

pictures: $(VENV)/.all chromium $(DEMO)/results/rollout/n30/result.json
	$(BIN)/python -m docs.take_pictures

clean:
	rm -rf $(VENV) $(BLENDER) $(DEMO)
