#!/bin/bash
# card.sh: a card as Raspberry Pi Imager 2 and `lucca-pi card` leave it, in trixie with the real cloud-init and systemd: no network, a late
# one, power cuts in the first boot; then updates from a stick that come up, that do not, and that are cut off.
# card.sh vm: the first boot in a virtual machine, from a FAT partition, with the power cut once, to the end of a demo.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=tree.sh
. "$(dirname "$0")/tree.sh"

tree=$WORK/card
boot=$WORK/card-boot # the card's partition bootfs
log=$boot/lucca-pi/log.txt
installed=$tree/var/lib/lucca-pi-first-boot.done
table=$ROOT_OF_PROJECT/lucca_pi/games/citta/example
failed=''


# held FACT COMMAND...
held() {
    local name=$1
    shift
    if "$@"; then echo "PASS $name"; else echo "FAIL $name" && failed=yes; fi
}

# comes SECONDS COMMAND...: it holds within so many seconds.
comes() {
    local end=$((SECONDS + $1))
    shift
    until "$@"; do
        [ $SECONDS -lt $end ] || return 1
        sleep 0.2
    done
}

# leader: process 1 of the machine that is on.
leader() {
    local pid
    for pid in $(pgrep -x systemd); do
        [ "$(awk '$5 == "/" { print $4; exit }' "/proc/$pid/mountinfo" 2>/dev/null)" != "$tree" ] || echo "$pid"
    done
}

# on OPTION...: the machine is switched on. It has this machine's network.
on() {
    systemd-nspawn --quiet --directory="$tree" --boot --register=no --keep-unit --console=pipe \
        --bind="$boot:/boot/firmware" "$@" </dev/null >>"$tree-console.log" 2>&1 &
    comes 20 is_on
}
is_on() { [ "$(leader)" ]; }

# off: the power is cut.
off() {
    local pid
    for pid in $(leader); do kill -9 "$pid"; done
    wait
}

# inside COMMAND...: in the machine that is on.
inside() { nsenter --target "$(leader)" --all -- "$@"; }

# prepare PACKAGE...: the tree, with these packages besides, and the card.
prepare() {
    say "trixie with cloud-init, as Raspberry Pi OS sets it up"
    clean_tree trixie amd64 "$tree"
    trap 'off; leave_tree "$tree"' EXIT
    enter "$tree"
    within "$tree" apt-get update -qq
    within "$tree" apt-get install -qq -y --no-install-recommends cloud-init systemd systemd-sysv dbus udev kmod iproute2 "$@" \
        >"$tree-apt.log" 2>&1 || fail "apt failed: see $tree-apt.log"
    leave_tree "$tree"
    cat >"$tree/etc/cloud/cloud.cfg.d/99_raspberry-pi.cfg" <<'CONFIG'
datasource_list: [ NoCloud, None ]
datasource:
  NoCloud:
    seedfrom: file:///boot/firmware
CONFIG
    mkdir -p "$tree/boot/firmware" "$tree/etc/systemd/system/cloud-init-main.service.d" "$tree/etc/lucca"
    printf '[Unit]\nRequiresMountsFor=/boot/firmware\n' >"$tree/etc/systemd/system/cloud-init-main.service.d/boot.conf"
    # The table is a picture; nobody presses.
    mkdir -p "$tree/srv/table" "$tree/etc/systemd/system/lucca-pi.service.d"
    cp "$table/frames/000-deal.jpg" "$tree/srv/table/"
    cp "$table/deck.json" "$tree/srv/"
    printf 'camera = "folder:/srv/table"\nbuttons = "keyboard"\ndisplay = "none"\ndeck = "/srv/deck.json"\n' >"$tree/etc/lucca/lucca.toml"
    mkfifo -m 666 "$tree/srv/keys"
    cat >"$tree/etc/systemd/system/keys.service" <<'UNIT'
[Service]
ExecStart=/bin/sh -c "exec 3<>/srv/keys; sleep infinity"
UNIT
    printf '[Unit]\nWants=keys.service\nAfter=keys.service\n[Service]\nStandardInput=file:/srv/keys\n' \
        >"$tree/etc/systemd/system/lucca-pi.service.d/proof.conf"

    say "a card as Imager writes it, and our part"
    rm -rf "$boot" "$boot-before"
    mkdir "$boot"
    printf 'dsmode: local\ninstance_id: rpios-image\n' >"$boot/meta-data"
    : >"$boot/network-config"
    echo 'console=serial0,115200 console=tty1 rootwait' >"$boot/cmdline.txt"
    echo 'dtparam=audio=on' >"$boot/config.txt"
    cat >"$boot/user-data" <<'USER_DATA'
#cloud-config
manage_resolv_conf: false

hostname: attic
manage_etc_hosts: true
timezone: Europe/Berlin
user:
  name: ada
  shell: /bin/bash
  lock_passwd: false
  passwd: "$5$saltsalt$nvZgIle31cNpryjRfO9uArF7DYiBcWEnjqq7L1AQNN3"
  sudo: null
ssh_pwauth: true

runcmd:
  - [ touch, /srv/of-the-owner ]
USER_DATA
    cp -r "$boot" "$boot-before"
    "$ROOT_OF_PROJECT/lucca" card "$boot"
    cp "$boot/user-data" "$tree/tmp/"
    held "cloud-init finds nothing wrong in the user-data" within "$tree" cloud-init schema -c /tmp/user-data
}

says() { grep -q "$1" "$log" 2>/dev/null; }
slot() { readlink "$tree/opt/lucca-pi/current"; }
is_up() { [ "$(inside systemctl is-active lucca-pi 2>/dev/null)" = active ]; }
tells() { [ "$(cut -d ' ' -f 1 "/proc/$(leader)/root/run/lucca-update/told" 2>/dev/null)" = "$1" ]; }
in_dpkg() { inside pgrep -x dpkg >/dev/null 2>&1; }

first_boot() {
    need systemd-nspawn systemd-container
    ln -sf /bin/true "$tree/usr/bin/udevadm" # no devices are its own here
    on --private-network
    held "without a network it waits, and says so" comes 60 says '1 of 4: waiting for the network'
    inside ip route add unreachable default # a network that leads nowhere
    held "a late network without a way to the internet is told and tried again" comes 600 says 'that did not work, and is tried again'
    off
    on
    held "the power is cut while dpkg works" comes 120 in_dpkg
    off
    local seconds
    for seconds in 1 2 3 4 5 6 8 10 12; do
        on
        sleep $seconds
        off
        held "the power cut $seconds s after the start: not installed yet" [ ! -e "$installed" ]
    done
    on
    held "after ten power cuts the first boot comes to its end" comes 300 [ -e "$installed" ]
    held "its last words are an address" says 'Open this on your phone now: http://'
    held "with a QR code" says '██ ▄▄▄▄▄'
    held "the service is up" comes 60 is_up
    held "the owner's user is there" grep -q '^ada:' "$tree/etc/passwd"
    held "the owner's own commands were run" comes 60 [ -e "$tree/srv/of-the-owner" ]
    held "a demo plays to its end" inside sh -c 'lucca-pi demo --no-page </dev/null 2>/dev/null | tail -n 1 | grep -q "^end"'
    off
    local before
    before=$(wc -l <"$log")
    on
    held "at the next boot the service is up" comes 60 is_up
    held "and nothing is installed again" [ "$(wc -l <"$log")" = "$before" ]
    "$ROOT_OF_PROJECT/lucca" card --take-out "$boot"
    held "taken out, the card is as before" diff -r "$boot" "$boot-before"
}

# stick VERSION COMMAND...: a release of that version on the stick, after the command has changed it in its folder.
stick() {
    local version=$1 place=$WORK/card-release stick
    shift
    rm -rf "$place"
    clone_into "$place" ""
    sed -i "s/^__version__ = .*/__version__ = \"$version\"/" "$place/lucca_pi/__init__.py"
    (cd "$place" && "$@")
    stick=/proc/$(leader)/root/media/lucca-sda1
    rm -rf "$stick"
    mkdir -p "$stick"
    (cd "$place" && "$ROOT_OF_PROJECT/.venv/bin/python" -c "import sys; from lucca_pi.boot_card import release
sys.stdout.buffer.write(release())") >"$stick/lucca_pi-$version.tar.gz"
    (cd "$stick" && sha256sum ./*.tar.gz | sed 's|\./||' >SHA256SUMS)
}
asks() {
    rm -f "/proc/$(leader)/root/run/lucca-update/told" # what is told then is of this update
    inside setpriv --reuid=lucca --regid=lucca --clear-groups touch /run/lucca/update
}
has_left() { [ "$(slot)" != "$1" ]; }
break_play() { echo 'raise SystemExit("broken")' >>lucca_pi/play.py; }
break_unit() { sed -i 's|^User=.*|User=nobody-is-called-so|' systemd/lucca-pi.service; }

updates() {
    local game=$tree/var/lib/lucca/games/kept before
    off
    on --private-network
    held "without a network the service is up" comes 60 is_up
    mkdir -p "${game%/*}"
    echo '{}' >"$game"
    before=$(slot)
    stick 9.0.1 true
    asks
    held "an update is installed, without a network" comes 300 tells new
    held "it runs from the other slot" [ "$(slot)" != "$before" ]
    before=$(slot)
    stick 9.0.2 break_play
    asks
    held "a version that does not start gives way to the one before" comes 500 tells back
    held "which runs" comes 60 is_up
    held "from its slot" [ "$(slot)" = "$before" ]
    stick 9.0.3 break_unit
    asks
    held "a unit that is broken gives way too" comes 500 tells back
    held "and the unit before is back" comes 60 is_up
    stick 9.0.4 break_play
    asks
    held "a broken version has been switched to" comes 300 has_left "$before"
    off
    on --private-network
    held "the power cut before the verdict: the next boot goes back" comes 500 tells back
    held "and the version before runs" comes 90 is_up
    held "from its slot again" [ "$(slot)" = "$before" ]
    stick 9.0.5 true
    echo x >>"/proc/$(leader)/root/media/lucca-sda1/lucca_pi-9.0.5.tar.gz"
    asks
    held "a damaged release is refused" comes 60 tells damaged
    held "and nothing has changed" [ "$(slot)" = "$before" ]
    held "the games are kept" [ -e "$game" ]
}

# power_on UNTIL: the virtual machine, till the console says that; then its power is cut.
power_on() {
    # Not -cpu max, which vm.sh has: a demo ended there with a segmentation fault, and does not with this one.
    qemu-system-x86_64 -accel tcg,thread=multi -cpu Haswell-noTSX -smp 2 -m 2048 -nographic -no-reboot \
        -nic user,model=virtio -kernel "$kernel" -initrd "${kernel/vmlinuz/initrd.img}" \
        -append "console=ttyS0 root=/dev/vda rw quiet panic=-1 ds=nocloud;i=rpi-imager-1795000000000" \
        -drive "file=$image,format=raw,if=virtio,cache=unsafe" -drive "file=$card,format=raw,if=virtio,cache=unsafe" \
        </dev/null >>"$console" 2>&1 &
    machine=$!
    comes 3600 on_console "$1" || fail "the console never said $1: see $console"
    kill -9 "$machine"
    wait
}
on_console() { grep -aq "$1" "$console" || ! kill -0 "$machine" 2>/dev/null; }

in_vm() {
    need qemu-system-x86_64 qemu-system-x86
    need mkfs.vfat dosfstools
    need mcopy mtools
    image=$tree.img card=$tree-bootfs.img console=$tree-console.log
    prepare linux-image-amd64 initramfs-tools
    echo '/dev/vdb /boot/firmware vfat defaults 0 0' >"$tree/etc/fstab"
    printf '[Match]\nType=ether\n[Network]\nDHCP=yes\n' >"$tree/etc/systemd/network/10-any.network"
    echo 'network: {config: disabled}' >"$tree/etc/cloud/cloud.cfg.d/99_network.cfg"
    echo 'nameserver 10.0.2.3' >"$tree/etc/resolv.conf"
    within "$tree" systemctl enable systemd-networkd
    within "$tree" systemctl mask serial-getty@ttyS0.service
    cat >"$tree/etc/systemd/system/proof.service" <<'UNIT'
[Service]
ExecStart=/bin/sh -c "until [ -e /var/lib/lucca-pi-first-boot.done ]; do sleep 2; done; systemctl stop lucca-pi; \
    lucca-pi demo --no-page </dev/null 2>/dev/null | tail -n 1; echo DEMO ENDED; systemctl poweroff"
StandardOutput=file:/dev/ttyS0
[Install]
WantedBy=multi-user.target
UNIT
    within "$tree" systemctl enable proof.service
    kernel=$(ls "$tree"/boot/vmlinuz-*)
    rm -f "$image" "$card" "$console"
    mke2fs -q -t ext4 -d "$tree" "$image" 6G
    truncate -s 512M "$card"
    mkfs.vfat -n bootfs "$card" >/dev/null
    mcopy -s -i "$card" "$boot"/* ::
    say "booting it (emulated: an hour or more; it says what it does in $console)"
    power_on '3 of 4: installing'
    say "the power was cut in the installation; again"
    power_on 'DEMO ENDED'
    held "the first boot came to its end after a power cut" grep -aq '4 of 4: lucca-pi is installed' "$console"
    held "with the address and the QR code on the console" grep -aq 'Open this on your phone now: http://10.0.2.15:8000/' "$console"
    held "the demo played to its end" grep -aqE '^end ' "$console"
    mcopy -n -i "$card" ::lucca-pi/log.txt "$tree-log.txt"
    held "the card's own log tells it" grep -q '4 of 4' "$tree-log.txt"
}

if [ "${1-}" = vm ]; then
    in_vm
else
    prepare
    rm -f "$tree-console.log"
    first_boot
    updates
    off
fi
if [ "$failed" ]; then fail "not all of it held: see $tree-console.log"; fi
say PASS
