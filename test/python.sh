#!/usr/bin/env bash
# Runs the suites of Python's clients against a gateway binary: test/python.sh bin/vouchsafe
# Their libraries, as pinned in test/python/requirements.txt, go into test/.python.
set -euo pipefail
VOUCHSAFE_BIN="$(realpath -e "${1:?usage: test/python.sh PATH-OF-THE-GATEWAY}")"
export VOUCHSAFE_BIN
cd "$(dirname "$0")"

home="$PWD/.python"
if ! cmp -s python/requirements.txt "$home/installed.txt"; then
	rm -rf "$home"
	python3 -m venv "$home"
	"$home/bin/pip" install --quiet --disable-pip-version-check --no-compile -r python/requirements.txt
	cp python/requirements.txt "$home/installed.txt"
fi

SCRIPTED_UPSTREAM_BIN="$(mktemp -d)/scripted-upstream"
export SCRIPTED_UPSTREAM_BIN
trap 'rm -rf "$(dirname "$SCRIPTED_UPSTREAM_BIN")"' EXIT
(cd .. && "${GO:-go}" build -o "$SCRIPTED_UPSTREAM_BIN" ./internal/upstreamtest/cmd/scripted-upstream)
cd python
# The libraries leave sockets and event loops open at their end, and warn of it.
for dialect in ${VOUCHSAFE_TEST_DIALECT:-auto segments}; do
	echo "dialect $dialect"
	VOUCHSAFE_TEST_DIALECT=$dialect PYTHONDONTWRITEBYTECODE=1 "$home/bin/python" -W ignore -m unittest
done
(cd ../.. && VOUCHSAFE_README=python "${GO:-go}" test -count=1 -run TheCodeOfTheFirstPage/python .)
