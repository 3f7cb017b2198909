#!/bin/sh
# Installs lucca-pi from this clone as a service, on 64-bit Raspberry Pi OS Lite (bookworm or trixie) or Debian.
set -eu
umask 022 # what root makes here is read by the service

here=$(readlink -f -- "$0")
here=${here%/*/*}
opt=/opt/lucca-pi
games=/var/lib/lucca
settings=/etc/lucca
units=/etc/systemd/system
UNITS="lucca-pi.service lucca-pi-halt.path lucca-pi-halt.service lucca-pi-update.path lucca-pi-update.service"
found=/etc/avahi/services/lucca-pi.service # by which the page is found, where avahi runs
log=/var/log/lucca-pi-install.log
# shellcheck source=systemd/setup.sh
. "$here/systemd/setup.sh"

usage() {
    cat >&2 <<'END'
usage: sudo systemd/install.sh               installs this version, or goes on to it
       sudo systemd/install.sh --page        the same, with the page on the phones; --no-page: without it again
       sudo systemd/install.sh --back        goes back to the version before, and forth again
       sudo systemd/install.sh --uninstall   takes all away but games and settings; --with-games: those, too
--dry-run says what would be done, and does nothing.
END
    exit 2
}

# run COMMAND...: does it, or says it.
run() {
    if [ "$dry" ]; then
        printf '+ %s\n' "$*"
    else
        "$@" >>"$log" 2>&1 || fail "this went wrong: $*. What it said: $log"
    fi
}

# told WHAT: what was done, unless it only was said.
told() { if [ ! "$dry" ]; then say "$*"; fi; }

# Whether systemd runs here. It does not where an image is being made.
booted() { [ -d /run/systemd/system ]; }

# live COMMAND...: what only a running system can do, or has to.
live() { if booted || [ "$dry" ]; then run "$@"; fi; }

# Two environments take turns; `current` leads to the one in use. So the version before stays whole.
current() { readlink "$opt/current" || :; }
other() { if [ "$(current)" = a ]; then echo b; else echo a; fi; }

# What the environment is made of: where nothing has changed, none is made.
sources() { (cd "$here" && find lucca_pi pyproject.toml setup.py hashes systemd -type f ! -name '*.pyc' -exec cksum {} + | sort); }

# is_whole SLOT: it was made to its end, and the system still has its Python.
is_whole() { [ -e "$opt/$1/sources" ] && "$opt/$1/bin/python" -c '' 2>/dev/null; }

is_installed() { is_whole "$1" && sources | cmp -s - "$opt/$1/sources"; }

# Of the packages wanted those that are missing.
# shellcheck disable=SC2086 # names of packages, one word each
wanted() { missing $PI_PACKAGES python3-rpi-lgpio i2c-tools && missing_zbar; }

# Of those the ones that this system has.
packages() {
    for package in $(wanted); do
        if apt-cache show "$package" >/dev/null 2>&1; then
            echo "$package"
        else
            say "there is no $package for this system; going on without it"
        fi
    done
}

install_packages() {
    if [ ! "$dry" ] && [ "$(wanted)" ]; then
        run dpkg --force-confold --configure -a # what a power cut has left half done, apt refuses to go on with
        apt update || fail "apt could not look for packages (is the network up?). What it said: $log"
    fi
    # shellcheck disable=SC2046
    set -- $(packages)
    if [ "$dry" ]; then run apt-get install --no-install-recommends "$@"; else apt_install "$@"; fi
    if command -v raspi-config >/dev/null; then run raspi-config nonint do_i2c 0; fi
}

# copy_packages SLOT: those of the version in use, if it has the same: so most updates need no network.
copy_packages() {
    before=$(current)
    if [ "$before" ] && is_whole "$before" && [ "$(sources | grep ' hashes/')" = "$(grep ' hashes/' "$opt/$before/sources")" ]; then
        cp -a "$opt/$before"/lib/python3*/site-packages/. "$opt/$1"/lib/python3*/site-packages/
    fi
}

# build SLOT: the environment. What is being made is never in use, and what was left half made is made anew.
build() {
    python=$(need_python) || exit
    run rm -rf "$opt/$1/sources" "$opt/$1" # in this order: what is half taken away is not taken for whole
    run mkdir -p "$opt"
    run "$python" -m venv --system-site-packages "$opt/$1"
    if [ "$dry" ]; then
        run "$opt/$1/bin/python" -m pip install --no-deps --require-hashes --requirement hashes/pi.txt
        run "$opt/$1/bin/python" -m pip install --no-deps --no-build-isolation --no-index .
        return
    fi
    say "installing the Python packages (some minutes on a Pi)"
    copy_packages "$1"
    copy=$(mktemp -d)
    trap 'rm -rf "$copy"' EXIT
    for part in lucca_pi pyproject.toml setup.py hashes systemd README.md LICENSE; do cp -r "$here/$part" "$copy"; done
    (cd "$here" && "$python" -Bc 'import pathlib, lucca_pi.version as v; print(v.commit(pathlib.Path("lucca_pi")))') \
        >"$copy/lucca_pi/commit.txt"
    (cd "$copy" && pip_install "$opt/$1/bin/python" pi .) || exit
    try "$1"
    sources >"$opt/$1/sources"
}

# try SLOT: the program starts, and what was built for the system's NumPy still loads beside the packages of pip.
try() {
    run "$opt/$1/bin/lucca-pi" --version
    run "$opt/$1/bin/python" -c 'import cv2, numpy, importlib.util as u; u.find_spec("picamera2") and __import__("picamera2")'
}

# switch_to SLOT: from one moment to the next, and after all of it is on the disk: somebody may pull the plug.
switch_to() {
    run sync
    run ln -sfn "$1" "$opt/next"
    run mv -T "$opt/next" "$opt/current"
}

place() { run install -D -m644 "$here/systemd/$1" "$2"; }

install_files() {
    place lucca-pi.sysusers.conf /etc/sysusers.d/lucca-pi.conf
    place lucca-pi.tmpfiles.conf /etc/tmpfiles.d/lucca-pi.conf
    place 90-lucca-pi.rules /etc/udev/rules.d/90-lucca-pi.rules
    for unit in $UNITS; do place "$unit" "$units/$unit"; done
    case $page in
    yes) place page.conf "$units/lucca-pi.service.d/page.conf" ;;
    no) run rm -f "$units/lucca-pi.service.d/page.conf" "$found" ;;
    *) if [ -e "$units/lucca-pi.service.d/page.conf" ]; then page=yes; fi ;;
    esac
    if [ "$page" = yes ]; then place lucca-pi.avahi "$found"; fi
    if [ ! -e "$settings/lucca.toml" ]; then place lucca.toml "$settings/lucca.toml"; fi
    run install -D -m755 "$here/systemd/lucca-pi" /usr/local/bin/lucca-pi
    run install -D -m755 "$here/systemd/update.sh" /usr/local/sbin/lucca-pi-update
    run systemd-sysusers /etc/sysusers.d/lucca-pi.conf
    live systemd-tmpfiles --create /etc/tmpfiles.d/lucca-pi.conf
    live udevadm control --reload
    live systemctl daemon-reload
}

start() {
    run systemctl enable lucca-pi.service lucca-pi-halt.path lucca-pi-update.path lucca-pi-update.service
    live systemctl restart lucca-pi-halt.path lucca-pi-update.path
    live systemctl --no-block restart lucca-pi.service
}

install_all() {
    need_64_bit
    install_packages
    slot=$(current)
    if [ ! "$slot" ] || ! is_installed "$slot"; then
        slot=$(other)
        is_installed "$slot" || build "$slot"
    fi
    install_files
    switch_to "$slot"
    start
    told "installed. systemctl status lucca-pi tells how it is, journalctl -u lucca-pi what it said."
}

go_back() {
    slot=$(other)
    is_whole "$slot" || fail "there is no version before this one."
    own=$(echo "$opt/$slot"/lib/python3*/site-packages/lucca_pi/installer)
    if [ -d "$own/systemd" ]; then # each version has its own units
        here=$own
        install_files
    fi
    switch_to "$slot"
    live systemctl --no-block restart lucca-pi.service
    told "gone over to the other version, installed on $(date -r "$opt/$slot/sources" '+%F %R'). The same again goes back."
}

uninstall() {
    if [ -e "$units/lucca-pi.service" ]; then
        live systemctl stop lucca-pi.service lucca-pi-halt.path lucca-pi-update.path
        run systemctl disable lucca-pi.service lucca-pi-halt.path lucca-pi-update.path lucca-pi-update.service
    fi
    run rm -rf "$opt" "$units/lucca-pi.service.d" "$found" /usr/local/bin/lucca-pi /usr/local/sbin/lucca-pi-update \
        /etc/udev/rules.d/90-lucca-pi.rules \
        /etc/sysusers.d/lucca-pi.conf /etc/tmpfiles.d/lucca-pi.conf
    for unit in $UNITS; do run rm -f "$units/$unit"; done
    live systemctl daemon-reload
    live udevadm control --reload
    if [ ! "$with_games" ]; then
        told "uninstalled. Games and settings stay in $games and $settings."
        return
    fi
    run rm -rf "$games" "$settings"
    # A person of that name, who was there before, stays.
    if [ "$(getent passwd lucca | cut -d: -f6)" = "$games" ]; then run userdel lucca; fi
    told "uninstalled, games and settings as well."
}

# choose WHAT: one thing is done at a time.
choose() {
    [ ! "$todo" ] || usage
    todo=$1
}

dry='' page='' with_games='' todo=''
for argument in "$@"; do
    case $argument in
    --dry-run) dry=yes ;;
    --page) page=yes ;;
    --no-page) page=no ;;
    --back) choose go_back ;;
    --uninstall) choose uninstall ;;
    --with-games) with_games=yes ;;
    *) usage ;;
    esac
done
if [ "$with_games" ] && [ "$todo" != uninstall ]; then usage; fi
if [ "$page" ] && [ "$todo" ]; then usage; fi
if [ "$dry" ]; then
    log=/dev/null
else
    [ "$(id -u)" = 0 ] || fail "this needs root: sudo systemd/install.sh"
    : >"$log"
fi
"${todo:-install_all}"
