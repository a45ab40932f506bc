#!/usr/bin/env bash
# Runs whole apps of Python's frameworks against a gateway binary: test/apps.sh bin/vouchsafe
# They go into test/.apps, as pinned in test/apps. Where Python or the package index is
# missing nothing is run; what cannot be installed is named. With CI=true both fail.
set -euo pipefail
VOUCHSAFE_BIN="$(realpath -e "${1:?usage: test/apps.sh PATH-OF-THE-GATEWAY}")"
export VOUCHSAFE_BIN
cd "$(dirname "$0")"

without() {
	echo "--- apps: $*"
	[ "${CI:-}" != true ] || { echo "with CI=true nothing may be missing"; exit 1; }
}
fit='import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))'
python3 -c "$fit" 2>/dev/null && python3 -m venv --help >/dev/null 2>&1 || { without "skipped, no Python 3.11 to 3.13 with venv"; exit 0; }

home="$PWD/.apps"
put() { "$home/bin/uv" pip install --quiet --python "$home/bin/python" --constraints apps/constraints.txt "$@"; }
if ! cat apps/requirements.txt apps/constraints.txt | cmp -s - "$home/installed.txt"; then
	rm -rf "$home"
	python3 -m venv "$home"
	# uv takes seconds where pip takes minutes to find out what fits together.
	"$home/bin/pip" install --quiet --disable-pip-version-check uv==0.13.9 || { rm -rf "$home"; without "skipped, no package index"; exit 0; }
	put -r apps/requirements.txt || while read -r package; do
		put "$package" || without "cannot install $package"
	done <apps/requirements.txt
	cat apps/requirements.txt apps/constraints.txt >"$home/installed.txt"
fi

# No framework asks for the prices of models, and none tells its maker what it does.
export LITELLM_LOCAL_MODEL_COST_MAP=True CREWAI_DISABLE_TELEMETRY=true CREWAI_TRACING_ENABLED=false OTEL_SDK_DISABLED=true \
	MEM0_TELEMETRY=False HAYSTACK_TELEMETRY_ENABLED=False
cd apps
PYTHONPATH=../python PYTHONDONTWRITEBYTECODE=1 "$home/bin/python" -W ignore -m unittest ${APPS:+-k "$APPS"}
