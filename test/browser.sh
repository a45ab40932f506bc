#!/usr/bin/env bash
# Clicks through the dashboard in a real browser: test/browser.sh bin/vouchsafe
# CHROMIUM names another browser, SCREENSHOTS a directory for pictures.
set -euo pipefail
VOUCHSAFE_BIN="$(realpath -e "${1:?usage: test/browser.sh PATH-OF-THE-GATEWAY}")"
[ -z "${IMAGES:-}" ] || IMAGES="$(realpath "$IMAGES")"
export IMAGES="${IMAGES:-}"
cd "$(dirname "$0")"

need() { command -v "$1" >/dev/null || { echo "the browser suite needs $1: $2" >&2; exit 1; }; }
need node "Node 20 or newer, https://nodejs.org"
need npm "it comes with Node"
need go "Go 1.26 or newer, https://go.dev/dl"
[ -n "${CHROMIUM:-}" ] || for name in chromium chromium-browser google-chrome; do
	CHROMIUM="$(command -v "$name")" && break || CHROMIUM=""
done
[ -n "$CHROMIUM" ] || { echo "the browser suite needs Chromium: apt-get install chromium, or name a browser in CHROMIUM" >&2; exit 1; }
export CHROMIUM

SCRIPTED_UPSTREAM_BIN="$(mktemp -d)/scripted-upstream"
export VOUCHSAFE_BIN SCRIPTED_UPSTREAM_BIN
trap 'rm -rf "$(dirname "$SCRIPTED_UPSTREAM_BIN")"' EXIT
(cd .. && go build -o "$SCRIPTED_UPSTREAM_BIN" ./internal/upstreamtest/cmd/scripted-upstream)

# Pages show what a model quoted, and quotes that are changed: it has to be asked for quotes.
export VOUCHSAFE_TEST_DIALECT="${VOUCHSAFE_TEST_DIALECT:-segments}"
cd browser
npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
npm test
