#!/bin/sh
# Installs lucca-pi on the first boot of a card that `lucca-pi card` has prepared.
#   first-boot.sh arm OPTION...   cloud-init runs this at every boot (bootcmd): it makes and starts a unit that goes on with
#                                 the rest, also after a power cut
#   first-boot.sh                 the unit runs this, again and again until all is done
# OPTION: those of install.sh.
set -eu
umask 022

card=$(readlink -f -- "$0")
card=${card%/*}
root=${LUCCA_ROOT:-} # another one in the tests
opt=$root/opt/lucca-pi
unit=lucca-pi-first-boot.service
units=$root/etc/systemd/system
options=$root/var/lib/lucca-pi-first-boot.options # what arm was told
installed=$root/var/lib/lucca-pi-first-boot.done # the digests of what was installed
log=$card/log.txt

# On the screen, in the journal, and on the card, to be read where the card was written. A card that is full stops nothing.
say() {
    printf 'lucca: %s\n' "$*"
    { printf '%s %s\n' "$(date '+%F %T')" "$*" >>"$log" && sync "$log"; } 2>/dev/null || :
}

# keep FILE: makes the file of standard input, whole or not at all.
keep() {
    cat >"$1.part"
    sync "$1.part"
    mv "$1.part" "$1"
}

is_done() { cmp -s "$card/SHA256SUMS" "$installed"; }

arm() {
    ! is_done || exit 0
    echo "$*" | keep "$options"
    keep "$units/$unit" <"$card/$unit"
    systemctl daemon-reload
    systemctl enable "$unit"
    systemctl start --no-block "$unit"
}

# Which network there is shows the way out: a cable, or the Wi-Fi of Imager's pages.
has_network() { [ "$(ip route show default)" ] || [ "$(ip -6 route show default)" ]; }

wait_for_network() {
    has_network && return
    say "1 of 4: waiting for the network: plug in a cable, or check the name and password of the Wi-Fi that you typed in Imager"
    until has_network; do sleep 5; done
}

# The release, whole and as it was written.
unpack() {
    (cd "$card" && sha256sum --quiet --check SHA256SUMS) || {
        say "the files on this card are damaged: run lucca-pi card on it again"
        exit 1
    }
    rm -rf "$opt/release.part" "$opt/release"
    mkdir -p "$opt/release.part"
    tar xzf "$card"/lucca_pi-*.tar.gz --no-same-owner --strip-components=1 -C "$opt/release.part"
    mv "$opt/release.part" "$opt/release"
}

finish() {
    say "4 of 4: lucca-pi is installed"
    [ ! -e "$units/lucca-pi.service.d/page.conf" ] || "$opt/current/bin/python" -c "from lucca_pi.web.address import invitation, read_binding
print(invitation(read_binding('8000')))" | tee -a "$log" || :
    sync
    keep "$installed" <"$card/SHA256SUMS"
    rm -f "$units/$unit" "$units/multi-user.target.wants/$unit" "$options"
    systemctl daemon-reload
}

if [ "${1-}" = arm ]; then
    shift
    arm "$@"
    exit
fi
! is_done || exit 0
wait_for_network
# apt and the clock are cloud-init's until it has ended.
cloud-init status --wait >/dev/null 2>&1 || :
say "2 of 4: unpacking"
unpack
say "3 of 4: installing, which takes some minutes; a power cut does no harm, the next boot goes on"
# shellcheck disable=SC2046 # options, one word each
if ! sh "$opt/release/systemd/install.sh" $(cat "$options"); then
    last=$(tail -n 1 "$root/var/log/lucca-pi-install.log" 2>/dev/null)
    say "that did not work, and is tried again in 20 seconds; it needs a way to the internet. Said last: $last"
    exit 1
fi
finish
