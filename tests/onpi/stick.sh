#!/bin/bash
# stick.sh: files.atomic_write on a FAT stick whose power is cut at once, in a kernel of its own (User-Mode Linux, no root needed).
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=tree.sh
. "$(dirname "$0")/tree.sh"
export PATH=$PATH:/usr/sbin:/sbin

need linux.uml user-mode-linux
need mkfs.vfat dosfstools
need mtype mtools
need insmod kmod
python=$(command -v python3)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if grep -qw amx_tile /proc/cpuinfo; then
    need cc gcc
    cc -shared -fPIC -o "$work/wide_registers.so" "$(dirname "$0")/wide_registers.c" -ldl
    wide=$work/wide_registers.so
fi

cat >"$work/init" <<INIT
#!/bin/sh
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
mount -t proc proc /proc
for module in nls/nls_cp437 nls/nls_ascii nls/nls_iso8859-1 nls/nls_utf8 fat/fat fat/vfat; do
    insmod "/usr/lib/uml/modules/\$(uname -r)/kernel/fs/\$module.ko"
done
mount -t tmpfs none /mnt
mkdir /mnt/stick
mount -t vfat -o rw,noatime,flush /dev/ubda /mnt/stick && cd /mnt/stick && exec "$python" -B "$work/write.py" \$WAY
INIT
chmod +x "$work/init"

# The way "before" is what atomic_write did once; where it is not seen to lose a file, this proves nothing.
cat >"$work/write.py" <<PYTHON
import os, sys, time
from pathlib import Path
sys.path.insert(0, "$ROOT_OF_PROJECT")
from lucca_pi.files import atomic_write, on_the_disk, sync_directory

def before(file, content):
    with open("part", "wb") as stream:
        stream.write(content)
        on_the_disk(stream)
    os.replace("part", file)
    sync_directory(file.parent)

def now(file, content):
    with atomic_write(file) as stream:
        stream.write(content)

write = {"before": before, "now": now}[sys.argv[1]]
write(Path("old.zip"), b"new" * 100_000)
write(Path("new.zip"), b"new" * 100_000)
print("WRITTEN", flush=True)
time.sleep(600)
PYTHON

# cut WAY: what is on the stick after the power was cut, as names of whole files.
cut() {
    local guest
    rm -f "$work/stick.img"
    truncate -s 64M "$work/stick.img"
    mkfs.vfat -F 32 "$work/stick.img" >/dev/null
    head -c 300000 /dev/zero | tr '\0' o >"$work/old.zip"
    printf 'new%.0s' $(seq 100000) >"$work/new.zip"
    mcopy -i "$work/stick.img" "$work/old.zip" ::old.zip
    LD_PRELOAD=${wide:-} setsid linux.uml mem=256M ubd0="$work/stick.img" rootfstype=hostfs rootflags=/ rw init="$work/init" WAY="$1" \
        con=null con0=null,fd:1 uml_dir="$work" </dev/null >"$work/console-$1" 2>&1 &
    guest=$!
    for _ in $(seq 600); do
        grep -q WRITTEN "$work/console-$1" && break
        kill -0 $guest 2>/dev/null || break
        sleep 0.1
    done
    kill -9 -- -$guest || true
    wait $guest 2>/dev/null || true
    grep -q WRITTEN "$work/console-$1" || fail "the guest wrote nothing: $(tail -5 "$work/console-$1")"
    fsck.vfat -a "$work/stick.img" >"$work/fsck-$1" || true
    for file in old.zip new.zip; do
        mtype -i "$work/stick.img" "::$file" 2>/dev/null | cmp -s - "$work/new.zip" && echo "$file"
    done
    return 0
}

whole=$(cut before | paste -sd ' ')
[ -z "$whole" ] || fail "without the last sync these were whole: $whole. This kernel proves nothing."
whole=$(cut now | paste -sd ' ')
[ "$whole" = "old.zip new.zip" ] || fail "whole after the power cut: only ${whole:-none}"
echo PASS
