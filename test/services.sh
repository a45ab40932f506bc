#!/usr/bin/env bash
# Looks for the servers that the tests start for themselves, and says what is
# missing. With --install, as root on Debian or Ubuntu, it installs that.
set -euo pipefail

# has_postgres: are the server's programs where the tests look for them?
has_postgres() {
	command -v initdb >/dev/null || compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null ||
		[ -x /usr/local/pgsql/bin/initdb ] || [ -x /opt/homebrew/bin/initdb ]
}

# has: is a program there, in the path or where servers are kept?
has() { PATH="$PATH:/usr/sbin:/usr/local/sbin" command -v "$1" >/dev/null; }

missing=()
has_postgres || missing+=(postgresql)
has redis-server || has valkey-server || missing+=(redis-server)
has nginx || missing+=(nginx-light)
[ ${#missing[@]} = 0 ] && exit 0

if [ "${1:-}" = --install ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
	apt-get update -qq
	DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
	exit 0
fi
echo "the tests need servers that are not installed; on Debian or Ubuntu: apt-get install ${missing[*]}" >&2
exit 1
