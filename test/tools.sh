#!/usr/bin/env bash
# Looks for the programs of others that the tests use, and tells all that are
# missing at once. As root on Debian or Ubuntu it says what it installs, and
# installs it. Nowhere else does it touch the system.
#
# It is read with `.` by test/all.sh, and then sets, for what is there:
#   CC_THERE, NODE_DIR (of a Node.js of version 20 or later), CHROMIUM
set -euo pipefail

# has: is a program there, in the path or where servers are kept?
has() { PATH="$PATH:/usr/sbin:/usr/local/sbin" command -v "$1" >/dev/null; }

has_compiler() { has cc || has gcc || has clang; }

has_postgres() {
	has initdb || compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || [ -x /usr/local/pgsql/bin/initdb ]
}

has_redis() { has redis-server || has valkey-server; }

has_chromium() { [ -n "${CHROMIUM:-}" ] || has chromium || has chromium-browser || has google-chrome; }

# has_python: is there a Python that makes environments of its own?
has_python() { python3 -c 'import venv, ensurepip' 2>/dev/null; }

# node_major prints the major version of a Node.js program, 0 for none.
node_major() { "$1" --version 2>/dev/null | sed -E 's/^v([0-9]+).*/\1/' || echo 0; }

# has_node: is there a Node.js that the clients run on?
has_node() { has npm && [ "$(node_major node || echo 0)" -ge 20 ] 2>/dev/null; }

# missing prints a line for each program that is not there: its Debian package,
# then what is skipped without it.
missing() {
	has_compiler || echo "gcc the race detector"
	[ -e /usr/include/stdlib.h ] || has clang || echo "libc6-dev the race detector"
	has_postgres || echo "postgresql tests with PostgreSQL"
	has_redis || echo "redis-server tests with Redis"
	has nginx || echo "nginx-light tests behind nginx"
	has curl || echo "curl the client suites"
	has_python || echo "python3-venv the clients in Python, and the wheel"
	has npm || echo "npm the client suites and the browser suite"
	has_chromium || echo "chromium the browser suite"
}

may_install() { [ "$(id -u)" = 0 ] && has apt-get && grep -qiE '^ID(_LIKE)?=.*(debian|ubuntu)' /etc/os-release 2>/dev/null; }

# fetch_node puts a Node.js of its own beside the tests where the system's is
# older than 20: from the npm registry, without touching the system.
node_dir="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/.node"
fetch_node() {
	local arch
	arch="$(uname -m | sed -e s/x86_64/x64/ -e s/aarch64/arm64/)"
	[ -x "$node_dir/node_modules/node-linux-$arch/bin/node" ] ||
		npm install --prefix "$node_dir" --ignore-scripts --no-audit --no-fund --loglevel=error "node-linux-$arch@22"
	PATH="$node_dir/node_modules/node-linux-$arch/bin:$PATH"
	export PATH
}

list="$(missing)"
if [ -n "$list" ] && may_install; then
	packages="$(cut -d' ' -f1 <<<"$list" | sort -u | tr '\n' ' ')"
	echo "installing for the tests: $packages"
	# shellcheck disable=SC2086
	{ apt-get update -qq -o APT::Update::Error-Mode=any && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages >/dev/null; } ||
		echo "they cannot be installed here" >&2
	list="$(missing)"
fi
if has npm && ! has_node; then
	echo "the Node.js here is older than 20: fetching one for the tests alone, into test/.node"
	fetch_node || true
fi
if [ -n "$list" ]; then
	echo "missing, so that something is skipped:"
	sed -E 's/^([^ ]+) (.*)/  \1 (without it: \2)/' <<<"$list"
fi
