#!/usr/bin/env bash
# Runs the client suites against a gateway binary: test/run.sh bin/vouchsafe
set -euo pipefail
VOUCHSAFE_BIN="$(realpath -e "${1:?usage: test/run.sh PATH-OF-THE-GATEWAY}")"
export VOUCHSAFE_BIN
cd "$(dirname "$0")"

need() { command -v "$1" >/dev/null || { echo "the client suites need $1: $2" >&2; exit 1; }; }
need node "Node 20 or newer, https://nodejs.org"
need npm "it comes with Node"
need curl "your distribution has it"
need go "Go 1.26 or newer, https://go.dev/dl"

SCRIPTED_UPSTREAM_BIN="$(mktemp -d)/scripted-upstream"
export SCRIPTED_UPSTREAM_BIN
trap 'rm -rf "$(dirname "$SCRIPTED_UPSTREAM_BIN")"' EXIT
(cd .. && go build -o "$SCRIPTED_UPSTREAM_BIN" ./internal/upstreamtest/cmd/scripted-upstream)

(cd ../examples/node && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error)
(cd js && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error)
for dialect in ${VOUCHSAFE_TEST_DIALECT:-auto segments}; do
	echo "dialect $dialect"
	(cd js && VOUCHSAFE_TEST_DIALECT=$dialect npm test)
	(cd gosdk && VOUCHSAFE_TEST_DIALECT=$dialect go test ./...)
done
(cd .. && VOUCHSAFE_README=js go test -count=1 -run TheCodeOfTheFirstPage/js .)
