#!/usr/bin/env bash
# Runs the guard under LiteLLM's own proxy: test/litellm.sh bin/vouchsafe
# The proxy, as pinned in test/litellm/requirements.txt, goes into test/.litellm: it pins
# so many packages that it shares an environment with nothing.
set -euo pipefail
VOUCHSAFE_BIN="$(realpath -e "${1:?usage: test/litellm.sh PATH-OF-THE-GATEWAY}")"
export VOUCHSAFE_BIN
cd "$(dirname "$0")"

home="$PWD/.litellm"
if ! cmp -s litellm/requirements.txt "$home/installed.txt"; then
	rm -rf "$home"
	python3 -m venv "$home"
	"$home/bin/pip" install --quiet --disable-pip-version-check -r litellm/requirements.txt
	cp litellm/requirements.txt "$home/installed.txt"
fi

SCRIPTED_UPSTREAM_BIN="$(mktemp -d)/scripted-upstream"
export SCRIPTED_UPSTREAM_BIN LITELLM_BIN="$home/bin/litellm" PYTHONPATH="$PWD/python"
trap 'rm -rf "$(dirname "$SCRIPTED_UPSTREAM_BIN")"' EXIT
(cd .. && "${GO:-go}" build -o "$SCRIPTED_UPSTREAM_BIN" ./internal/upstreamtest/cmd/scripted-upstream)
cd litellm
PYTHONDONTWRITEBYTECODE=1 "$home/bin/python" -W ignore -m unittest
