#!/bin/bash
# vm.sh bookworm|trixie: install.sh in a clean Debian, and the service in a virtual machine that boots it: starts, hangs, is
# stopped, finds the disk full and the clock wrong, writes to a stick, serves its page, and powers the machine off.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=tree.sh
. "$(dirname "$0")/tree.sh"

suite=${1:?usage: vm.sh bookworm|trixie}
tree=$WORK/vm-$suite
image=$tree.img
stick=$tree-stick.img
console=$tree-console.log
clone=/root/lucca-pi
game=$ROOT_OF_PROJECT/lucca_pi/games/citta/example

need qemu-system-x86_64 qemu-system-x86
need mke2fs e2fsprogs
need mkfs.vfat dosfstools

clean_tree "$suite" amd64 "$tree"
trap 'leave_tree "$tree"' EXIT
enter "$tree"
clone_into "$tree" "$clone"
install_sh() { within "$tree" "$clone/systemd/install.sh" "$@"; }
slot() { readlink "$tree/opt/lucca-pi/current"; }

# held FACT COMMAND...
held() {
    local name=$1
    shift
    if "$@"; then echo "PASS $name"; else echo "FAIL $name" && failed=yes; fi
}
failed=''

say "a machine: kernel, systemd, and what the proof presses with"
within "$tree" apt-get update -qq
within "$tree" apt-get install -qq -y --no-install-recommends linux-image-amd64 initramfs-tools systemd systemd-sysv dbus \
    udev kmod iproute2 python3-evdev >"$tree-apt.log" 2>&1 || fail "apt failed: see $tree-apt.log"

say "install.sh: once, again, another version, back, away, and once more"
install_sh
held "it is installed" [ "$(slot)" = a ]
install_sh
held "the same version again makes nothing anew" [ "$(slot)" = a ]
echo "# another version" >>"$tree$clone/lucca_pi/__init__.py"
install_sh --page
held "another version is made beside it" [ "$(slot)" = b ]
mkdir -p "$tree/var/lib/lucca" && touch "$tree/var/lib/lucca/a-game"
install_sh --back
held "the version before comes back" [ "$(slot)" = a ]
install_sh --uninstall
held "uninstalled, nothing of it is left" [ -z "$(find "$tree/opt" "$tree/usr/local/bin" "$tree/etc/systemd" -name '*lucca*')" ]
held "games and settings stay" [ -e "$tree/var/lib/lucca/a-game" -a -e "$tree/etc/lucca/lucca.toml" ]
rm "$tree/var/lib/lucca/a-game"
install_sh

say "a table, and the proof as a service of its own"
mkdir -p "$tree/srv/table"
number=0
for frame in "$game"/frames/*.jpg; do
    # A quarter of the dots, lest it take an hour.
    cp "$frame" "$tree/srv/table/picture"
    within "$tree" /opt/lucca-pi/current/bin/python -c "from PIL import Image
Image.open('/srv/table/picture').resize((2304, 1296)).save('/srv/table/$(printf '%03d' $number).jpg', quality=92)"
    number=$((number + 1))
    [ $number -lt 6 ] || break
done
rm "$tree/srv/table/picture"
cp "$game/deck.json" "$tree/srv/"
cp "$(dirname "$0")/in_vm.py" "$tree/srv/"
printf 'camera = "folder:/srv/table"\nbuttons = "auto"\ndisplay = "none"\n' >"$tree/etc/lucca/lucca.toml"
cat >"$tree/etc/systemd/system/proof.service" <<'UNIT'
[Unit]
After=multi-user.target
[Service]
Type=simple
ExecStart=/usr/bin/python3 -u /srv/in_vm.py
StandardOutput=file:/dev/ttyS0
StandardError=file:/dev/ttyS0
[Install]
WantedBy=multi-user.target
UNIT
within "$tree" systemctl enable proof.service
within "$tree" systemctl mask serial-getty@ttyS0.service # it would take the console for itself
within "$tree" systemctl disable lucca-pi.service # the proof starts it, and waits for it
kernel=$(ls "$tree"/boot/vmlinuz-*)
leave_tree "$tree"

say "booting it (emulated: a quarter of an hour or more; it says what it does in $console)"
rm -f "$image" "$stick"
mke2fs -q -t ext4 -d "$tree" "$image" 5G
truncate -s 32M "$stick"
mkfs.vfat "$stick" >/dev/null
# Its time goes by its own instructions, two nanoseconds each: else a host that is busy would let the watchdog bite. So it
# has one processor: Linux 6.1 waits for a second one forever.
timeout 5400 qemu-system-x86_64 -accel tcg -icount shift=1,sleep=on -rtc clock=vm -cpu max -m 2048 -nographic -no-reboot -net none \
    -kernel "$kernel" -initrd "${kernel/vmlinuz/initrd.img}" -append "console=ttyS0 root=/dev/vda rw quiet panic=-1" \
    -drive "file=$image,format=raw,if=virtio,cache=unsafe" \
    -device qemu-xhci -drive "file=$stick,format=raw,if=none,id=stick" -device usb-storage,drive=stick,removable=on \
    </dev/null >"$console" 2>&1 || echo "FAIL qemu ended with $?" >>"$console"

grep -aE '^(PASS|FAIL)' "$console" || true
last=$(grep -aE '^(PASS|FAIL|EXPECT)' "$console" | tail -n 1)
held "switched off by its buttons, the machine is off" [ "${last%% *}" = EXPECT ]
if [ "$failed" ] || grep -qa '^FAIL' "$console"; then fail "not all of it held: see $console"; fi
say "PASS $suite"
