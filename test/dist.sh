#!/usr/bin/env bash
# Installs what a release hands out, as its users do, into empty environments:
# the wheel with pip, the packages with npm. Then it runs the demo, and an app
# behind the gateway. Nothing is fetched.
set -euo pipefail
cd "$(dirname "$0")/.."
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
"${GO:-go}" run ./deploy/dist -version 0.0.1 -o "$work/dist" -only this
(cd "$work/dist" && sha256sum --check --quiet SHA256SUMS)

# runs PROGRAM VERSION: it knows its version and its pages, plays the demo, and keeps an app's exit code.
runs() {
	"$1" version | grep -q "^vouchsafe $2 "
	"$1" docs 'http#errors' | grep -q '^## Errors'
	"$1" demo >/dev/null
	local code=0
	"$1" run -- sh -c 'test -n "$OPENAI_BASE_URL" && exit 4' 2>/dev/null || code=$?
	[ "$code" = 4 ] || { echo "$1 run ended with $code, not with its app's 4" >&2; return 1; }
}

python3 -m venv "$work/python"
"$work/python/bin/pip" install --quiet --no-index --disable-pip-version-check "$work"/dist/*.whl
runs "$work/python/bin/vouchsafe" 0.0.1
echo "the wheel: installed and run"

python3 -m venv "$work/clone"
"$work/clone/bin/pip" install --quiet --no-index --disable-pip-version-check .
runs "$work/clone/bin/vouchsafe" 0.0.0
echo "the clone: installed by pip and run"

mkdir "$work/node"
echo '{}' >"$work/node/package.json"
npm install --prefix "$work/node" --offline --ignore-scripts --no-audit --no-fund --loglevel=error "$work"/dist/*.tgz
runs "$work/node/node_modules/.bin/vouchsafe" 0.0.1
python3 test/signals.py "$work/node/node_modules/.bin/vouchsafe"
echo "the npm packages: installed and run"
