#!/usr/bin/env bash
# All tests: test/all.sh (or `make test`). Every suite runs, even if one before it
# failed. A suite whose programs are missing is skipped and counted; with CI=true
# that is a failure. The last lines are the sum.
set -euo pipefail
cd "$(dirname "$0")/.."
has_go() { command -v "${GO:-go}" >/dev/null; }
has_go || { echo "the tests need Go 1.26 or newer: https://go.dev/dl" >&2; exit 1; }
. test/tools.sh
MAKE="${MAKE:-make}"
ran=() failed=() skipped=()

has_curl() { has curl; }

# has_network: can modules and packages be fetched? (The newest version of a module is in no cache.) It is asked
# once. What is dropped on the way gives no answer, and a slow network a late one.
network=
has_network() {
	[ -n "$network" ] || { timeout 600 "${GO:-go}" list -m golang.org/x/vuln@latest >/dev/null 2>&1 && network=yes || network=no; }
	[ "$network" = yes ]
}

# suite NAME NEED…: runs `make NAME` where everything is there that it needs.
suite() {
	local name="$1" need began=$SECONDS
	shift
	for need in "$@"; do
		if ! "has_$need"; then
			echo "--- $name: skipped, no $need"
			skipped+=("$name (no $need)")
			return
		fi
	done
	echo "--- $name"
	if "$MAKE" --no-print-directory "$name"; then
		ran+=("$name $((SECONDS - began)) s")
	else
		failed+=("$name $((SECONDS - began)) s")
	fi
}

race=
if has_compiler && echo 'int main(void){return 0;}' | ${CC:-cc} -x c -o /dev/null - 2>/dev/null; then race=-race; else skipped+=("the race detector (no compiler)"); fi
export RACE="$race"

suite compile
suite lint network
suite unit
suite deploy network
suite dist-test python node
suite clients node curl network
suite python python network
suite browser node chromium network

# joined prints its arguments with commas between them.
joined() { printf '%s, ' "$@" | sed 's/, $//'; }

echo
echo "${#ran[@]} of $((${#ran[@]} + ${#failed[@]})) suites passed in $SECONDS s: $(joined ${ran[@]+"${ran[@]}"})"
[ ${#skipped[@]} -eq 0 ] || echo "${#skipped[@]} skipped: $(joined "${skipped[@]}")"
[ ${#failed[@]} -eq 0 ] || { echo "${#failed[@]} FAILED: $(joined "${failed[@]}")"; exit 1; }
if [ ${#skipped[@]} -gt 0 ] && [ "${CI:-}" = true ]; then
	echo "with CI=true nothing may be skipped"
	exit 1
fi
