# shellcheck shell=bash
# A clean Debian in a folder, to try things in. Sourced by the proofs beside it; needs root.

WORK=${ONPI_WORK:-/var/tmp/lucca-onpi}
# The archive that this machine's own apt uses; its security updates lie elsewhere.
# shellcheck disable=SC2016 # apt fills in what stands in the brackets
MIRROR=${ONPI_MIRROR:-$(apt-get indextargets --format '$(RELEASE) $(REPO_URI)' | awk '$1 !~ /security/ { print $2; exit }')}
ROOT_OF_PROJECT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

say() { printf '== %s: %s\n' "$(date +%T)" "$*"; }

fail() {
    printf 'onpi: %s\n' "$*" >&2
    exit 1
}

# need PROGRAM PACKAGE: says what to install where the program is missing.
need() { command -v "$1" >/dev/null || fail "$1 is missing: apt-get install $2"; }

# clean_tree SUITE ARCHITECTURE TREE: a minimal Debian, debootstrapped once for each suite and copied for each run.
clean_tree() {
    local base=$WORK/base-$1-$2
    [ "$(id -u)" = 0 ] || fail "debootstrap, mount and chroot need root: sudo $0"
    need debootstrap debootstrap
    leave_tree "$3"
    mkdir -p "$WORK"
    if [ ! -e "$base.done" ]; then
        say "debootstrap of $1 for $2 (some minutes; its words are in $base.log)"
        rm -rf "$base"
        debootstrap --arch="$2" --variant=minbase --include=ca-certificates "$1" "$base" "$MIRROR" >"$base.log" 2>&1 ||
            fail "debootstrap failed: see $base.log"
        touch "$base.done"
    fi
    rm -rf --one-file-system "$3"
    cp -a "$base" "$3"
    trust_as_here "$3"
}

# emulated ARCHITECTURE: its programs run here, by qemu where this machine is of another one. Only arm64 is.
emulated() {
    [ "$1" != "$(dpkg --print-architecture)" ] || return 0
    [ "$1" = arm64 ] || fail "$1 is not emulated here: only arm64 is"
    need qemu-aarch64-static "qemu-user-static binfmt-support"
    # The core of a Pi 4. What qemu emulates otherwise signs pointers, which makes Python ten times slower.
    export QEMU_CPU=cortex-a72
    [ -e /proc/sys/fs/binfmt_misc/status ] || mount -t binfmt_misc none /proc/sys/fs/binfmt_misc
    [ -e /proc/sys/fs/binfmt_misc/qemu-aarch64 ] || update-binfmts --enable qemu-aarch64
}

# trust_as_here TREE: the network is reached as from this machine: names, certificates, proxies and settings of apt and pip.
trust_as_here() {
    local file
    cp -L /etc/resolv.conf /etc/hosts "$1/etc/"
    cp -rL /usr/local/share/ca-certificates "$1/usr/local/share/"
    chroot "$1" update-ca-certificates >/dev/null 2>&1
    apt-config dump 2>/dev/null | grep -E '^Acquire::(https?::|Check-)' >"$1/etc/apt/apt.conf.d/90here" || true
    for file in /etc/pip.conf "$HOME/.config/pip/pip.conf" "$HOME/.pip/pip.conf"; do
        [ ! -e "$file" ] || install -D -m644 "$file" "$1/${file/#$HOME//root}"
    done
    for file in "${SSL_CERT_FILE:-}" "${PIP_CERT:-}" "${REQUESTS_CA_BUNDLE:-}"; do
        [ -z "$file" ] || install -D -m644 "$file" "$1$file"
    done
}

# enter TREE: what a chroot needs of the kernel.
enter() {
    mount -t proc proc "$1/proc"
    mount --rbind --make-rslave /dev "$1/dev"
    mount --rbind --make-rslave /sys "$1/sys"
}

# leave_tree TREE: undoes enter, as often as it was done.
leave_tree() {
    local under
    for under in proc dev sys; do
        while mountpoint -q "$1/$under"; do umount -R -l "$1/$under"; done
    done
}

# within TREE COMMAND...: as root in the tree, with this environment, so that proxies go with it.
within() {
    local tree=$1
    shift
    chroot "$tree" /usr/bin/env -u PYTHONDONTWRITEBYTECODE -u PYTHONPATH HOME=/root TMPDIR=/tmp LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}

# clone_into TREE FOLDER: the project as it is committed, as from a clone.
clone_into() {
    mkdir -p "$1$2"
    git -C "$ROOT_OF_PROJECT" archive HEAD | tar -x -C "$1$2"
}
