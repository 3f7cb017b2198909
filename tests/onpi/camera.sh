#!/bin/bash
# camera.sh [ARCHITECTURE]: the Pi camera without a Pi, in a clean Debian 13: the real picamera2 on libcamera's virtual camera
# (camera.md). Of another architecture than this machine's, arm64, it is emulated.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=tree.sh
. "$(dirname "$0")/tree.sh"

architecture=${1:-$(dpkg --print-architecture)}
tree=$WORK/camera-$architecture

emulated "$architecture"
clean_tree trixie "$architecture" "$tree"
trap 'leave_tree "$tree"' EXIT
enter "$tree"
clone_into "$tree" /srv/lucca-pi
within "$tree" sh /srv/lucca-pi/tests/onpi/camera/inside
