# shellcheck shell=sh disable=SC2034,SC2154 # what is set here is used there, and the other way round
# What ./lucca and systemd/install.sh share. Sourced; `log` is the file for what apt and pip say.

# Standard output belongs to the program.
say() { printf 'lucca: %s\n' "$*" >&2; }

fail() {
    say "$*"
    exit 2
}

# What is built for the system's own Python, and comes from apt alone.
PI_PACKAGES="python3-venv python3-picamera2 python3-lgpio python3-evdev"

on_raspberry_pi_os() { [ -e /etc/rpi-issue ]; }

need_64_bit() { [ "$(getconf LONG_BIT)" = 64 ] || fail "a 64-bit system is needed: use the 64-bit Raspberry Pi OS."; }

# The path of the Python to use. The system's own comes first: apt's camera libraries are built for it. The path with
# the version in its name: should a new release of the system take that version away, the environment is made anew.
find_python() {
    for python in /usr/bin/python3 python3 python3.14 python3.13 python3.12 python3.11; do
        "$python" -c 'import ensurepip, os, sys, venv; assert (3, 11) <= sys.version_info < (3, 15)
print(os.path.realpath(sys.executable))' 2>/dev/null && return
    done
    return 1
}

need_python() {
    find_python || fail "Python 3.11 to 3.14 is needed, with its venv; Debian 12 and 13 and Raspberry Pi OS have it as python3-venv."
}

# missing PACKAGE...: those of them that are not installed.
missing() {
    for package in "$@"; do
        dpkg -s "$package" >/dev/null 2>&1 || echo "$package"
    done
}

# A second reader of QR codes. Debian 13 calls it another name, and takes this one for it.
missing_zbar() { /sbin/ldconfig -p 2>/dev/null | grep -q 'libzbar\.so\.0' || echo libzbar0; }

# apt ARGUMENT...: apt-get as root, asking nothing.
apt() {
    set -- env DEBIAN_FRONTEND=noninteractive apt-get -y -o DPkg::Lock::Timeout=300 "$@"
    [ "$(id -u)" = 0 ] || set -- sudo "$@"
    "$@" >>"$log" 2>&1
}

# apt_install PACKAGE...
apt_install() {
    [ $# -gt 0 ] || return 0
    say "installing with apt: $*"
    apt install --no-install-recommends "$@" || { apt update && apt install --no-install-recommends "$@"; } ||
        fail "apt could not install $* (is the network up?). What it said: $log"
}

# hashed LISTS: the packages of these lists (hashes/), each at the version of the first list that names it.
hashed() {
    files=$(for list in $1; do echo "hashes/$list.txt"; done)
    # shellcheck disable=SC2086 # names of files, one word each
    awk '/^[^ ]/ { split($1, name, "=="); first = list[name[1]]; keep = !first || first == FILENAME }
        keep { if (/^[^ ]/) list[name[1]] = FILENAME; print }' $files
}

# pip_install PYTHON LISTS ARGUMENT...: every package as the very file that was tried, then the project, which brings none.
pip_install() {
    pip_python=$1
    pip_list=$(mktemp)
    hashed "$2" >"$pip_list"
    shift 2
    set -- --no-build-isolation --no-index "$@"
    if "$pip_python" -m pip install --disable-pip-version-check --no-input --no-deps --only-binary=:all: --require-hashes \
        --requirement "$pip_list" >>"$log" 2>&1 &&
        "$pip_python" -m pip install --disable-pip-version-check --no-input --no-deps "$@" >>"$log" 2>&1; then
        rm -f "$pip_list"
    else
        rm -f "$pip_list"
        fail "pip could not install the packages. Why, in the last lines of: $log"
    fi
}
