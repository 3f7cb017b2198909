#!/bin/sh
# Goes over to the release that lies on a USB stick, and back by itself if that does not come up. lucca-pi-update.service runs it, as
# root, when the players ask for it (/run/lucca/update), and at a boot that comes before the verdict (trial).
# The release is lucca_pi-VERSION.tar.gz with its line in SHA256SUMS: that shows damage, not who made it. Nothing is signed.
set -eu
umask 022

root=${LUCCA_ROOT:-} # another one in the tests
opt=$root/opt/lucca-pi
asked=$root/run/lucca/update
told=$root/run/lucca-update/told # for the display; the directory is root's own
trial=$opt/trial # the slot in use before, as long as the new version has to show that it comes up
log=$root/var/log/lucca-pi-install.log

current() { readlink "$opt/current"; }

# tell WORD DETAIL...: what became of it (lucca_pi/devices/system.py).
tell() {
    printf 'lucca: update: %s\n' "$*"
    mkdir -p "${told%/*}"
    printf '%s\n' "$*" >"$told.part"
    mv "$told.part" "$told"
}

end() {
    tell "$@"
    rm -rf "$opt/incoming"
    exit 1
}

# Whatever lies on the stick afterwards, what is checked is what is installed.
take_in() {
    set -- "$root"/media/lucca-*/lucca_pi-*.tar.gz
    if [ $# != 1 ] || [ ! -f "$1" ]; then end none; fi
    name=${1##*/}
    version=${name#lucca_pi-}
    version=${version%.tar.gz}
    rm -rf "$opt/incoming"
    mkdir -m 700 "$opt/incoming"
    cp "$1" "${1%/*}/SHA256SUMS" "$opt/incoming/" 2>/dev/null || end damaged
    cd "$opt/incoming"
    grep "[ *]$name\$" SHA256SUMS >sum || end damaged
    sha256sum --quiet --check sum || end damaged
    echo "$version" >version
    mkdir release
    tar xzf "$name" --no-same-owner --strip-components=1 -C release || end damaged
    cd /
}

update() {
    take_in
    tell begun "$version"
    before=$(current)
    echo "$before" >"$trial"
    sync "$trial"
    rm -rf "$opt/release"
    mv "$opt/incoming/release" "$opt/release"
    sh "$opt/release/systemd/install.sh" || {
        if [ "$(current)" = "$before" ]; then rm -f "$trial" && end failed "$(tail -n 1 "$log" 2>/dev/null)"; fi
    }
    if [ "$(current)" = "$before" ]; then rm -f "$trial" && end same "$version"; fi
    judge
}

# The service is up if it stays so for 40 s, in one piece. It has three minutes.
comes_up() {
    pieces=0
    was=''
    for _ in $(seq 36); do
        sleep 5
        now=$(systemctl show lucca-pi.service --property ActiveState,MainPID --value)
        if [ "$now" = "$was" ] && printf '%s\n' "$now" | grep -qx active; then pieces=$((pieces + 1)); else pieces=0; fi
        was=$now
        [ $pieces -lt 8 ] || return 0
    done
    return 1
}

judge() {
    before=$(cat "$trial")
    version=$(cat "$opt/incoming/version" 2>/dev/null || :)
    if [ "$(current)" = "$before" ]; then # cut off before it went over
        rm -f "$trial"
        end cut-off
    fi
    if comes_up; then
        tell new "$version"
    else
        # The installer of the version before puts its own units back.
        sh "$opt/$before"/lib/python3*/site-packages/lucca_pi/installer/systemd/install.sh --back
        tell back "$version"
    fi
    rm -rf "$trial" "$opt/incoming"
}

rm -f "$asked"
if [ -e "$trial" ]; then judge; else update; fi
