#!/bin/bash
# arm64.sh bookworm|trixie [ARGUMENT...]: the documented commands in a clean Debian for 64-bit ARM, emulated.
# ARGUMENTs go to pytest. Nothing is said here about speed: emulation is about ten times slower than the machine it runs on.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=tree.sh
. "$(dirname "$0")/tree.sh"

suite=${1:?usage: arm64.sh bookworm|trixie [ARGUMENT...]}
shift
tree=$WORK/arm64-$suite

emulated arm64
clean_tree "$suite" arm64 "$tree"
trap 'leave_tree "$tree"' EXIT
enter "$tree"
clone_into "$tree" /srv/lucca-pi
in_clone() { within "$tree" sh -c 'cd /srv/lucca-pi && "$@"' sh "$@"; }

say "$(within "$tree" uname -m), Debian $(cat "$tree/etc/debian_version")"
say "./lucca --version, which sets all up"
in_clone ./lucca --version
say "./lucca test --co, which sets the tests up; then the first picture, five times"
in_clone ./lucca test --co -q >/dev/null
for _ in 1 2 3 4 5; do in_clone .venv/bin/python tests/onpi/first_picture.py; done
say "./lucca test $*"
in_clone ./lucca test "$@"
say "./lucca demo"
in_clone ./lucca demo | tail -n 4
say "PASS $suite"
