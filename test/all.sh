#!/usr/bin/env bash
# All tests: test/all.sh (or `make test`). A suite whose programs are missing is
# skipped and counted; with CI=true it fails instead. The last line tells how long
# each suite took.
set -euo pipefail
cd "$(dirname "$0")/.."
has_go() { command -v "${GO:-go}" >/dev/null; }
has_go || { echo "the tests need Go 1.26 or newer: https://go.dev/dl" >&2; exit 1; }
. test/tools.sh
MAKE="${MAKE:-make}"
ran=() skipped=()

# suite NAME CHECK…: runs `make NAME` where every check holds.
suite() {
	local name="$1" check began=$SECONDS
	shift
	for check in "$@"; do
		if ! $check; then
			echo "--- $name: skipped ($check fails)"
			skipped+=("$name")
			return
		fi
	done
	echo "--- $name"
	"$MAKE" --no-print-directory "$name"
	ran+=("$name $((SECONDS - began)) s")
}

race=
if has_compiler && echo 'int main(void){return 0;}' | ${CC:-cc} -x c -o /dev/null - 2>/dev/null; then race=-race; else skipped+=("the race detector"); fi
export RACE="$race"

has_curl() { has curl; }
suite lint
suite unit
suite deploy
suite clients has_node has_curl
suite browser has_node has_chromium

# joined prints its arguments with commas between them.
joined() { printf '%s, ' "$@" | sed 's/, $//'; }

echo
echo "suites passed in $SECONDS s: $(joined "${ran[@]}")"
if [ ${#skipped[@]} -gt 0 ]; then
	echo "${#skipped[@]} skipped: $(joined "${skipped[@]}")"
	[ "${CI:-}" != true ] || { echo "with CI=true nothing may be skipped"; exit 1; }
fi
