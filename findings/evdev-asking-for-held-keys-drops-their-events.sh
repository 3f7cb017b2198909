#!/bin/bash
# evdev 1.9.2 on Linux 6.1.176: InputDevice.active_keys() (the kernel's EVIOCGKEY) drops the key events that wait at this reader: a key
# pressed, released and pressed again is told as down, and read() then has none of the three; another reader of the device keeps them.
# So who asks for the level between two reads loses presses. Guessed before: asking only looks, and the events wait.
# Needs flex, bison, bc, make, gcc and some minutes: it builds a kernel with a keyboard of its own (User-Mode Linux); no root.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cat >"$place/asks.py" <<'END'
from importlib.metadata import version
from os import uname
from select import select

from evdev import InputDevice, UInput, ecodes


def heard(device):
    """The key events that wait at a device: 1 for pressed, 0 for released."""
    return [one.value for one in device.read() if one.type == ecodes.EV_KEY] if select([device], [], [], 0.5)[0] else []


keyboard = UInput({ecodes.EV_KEY: [ecodes.KEY_ENTER]}, name="a keyboard")
asking, silent = (InputDevice(keyboard.device.path) for _ in range(2))
for pressed in (1, 0, 1):
    keyboard.write(ecodes.EV_KEY, ecodes.KEY_ENTER, pressed)
    keyboard.syn()
down = asking.active_keys()
told, kept = heard(asking), heard(silent)
print("Linux", uname().release, "evdev", version("evdev"), "down:", down, "events after asking:", told, "without asking:", kept)
if (down, told, kept) == ([ecodes.KEY_ENTER], [], [1, 0, 1]):
    print("HELD")
END
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check evdev==1.9.2
cd "$place"
apt-get download --quiet linux-source-6.1=6.1.176-1 >build.log 2>&1
dpkg -x linux-source-6.1_*.deb source
tar xf source/usr/src/linux-source-6.1.tar.xz
cd linux-source-6.1
for name in 64BIT EXPERT MULTIUSER BINFMT_ELF BINFMT_SCRIPT HOSTFS STDERR_CONSOLE NULL_CHAN TTY PRINTK PROC_FS SYSFS TMPFS DEVTMPFS SHMEM \
    INPUT INPUT_EVDEV INPUT_MISC INPUT_UINPUT FUTEX EPOLL EVENTFD TIMERFD SIGNALFD POSIX_TIMERS FILE_LOCKING NET UNIX MAGIC_SYSRQ; do
    echo "CONFIG_$name=y"
done >wanted
{
    make ARCH=um tinyconfig
    scripts/kconfig/merge_config.sh -m .config wanted
    scripts/config -d PTP_1588_CLOCK --set-str CON_CHAN null --set-str SSL_CHAN null
    make ARCH=um olddefconfig
    make -j "$(nproc)" ARCH=um linux
} >>../build.log 2>&1
cd ..
# This kernel does not know the registers of processors with AMX.
wide=
if grep -qw amx_tile /proc/cpuinfo; then
    wide=$place/wide_registers.so
    cc -shared -fPIC -o "$wide" "$here/../tests/onpi/wide_registers.c" -ldl
fi
cat >init <<END
#!/bin/sh
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/mnt LC_ALL=C.UTF-8
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs dev /dev
mount -t tmpfs none /mnt
"$place/venv/bin/python" -B "$place/asks.py" 2>&1
echo o >/proc/sysrq-trigger
sleep 20
END
chmod +x init
LD_PRELOAD=$wide timeout 300 linux-source-6.1/linux mem=256M root=/dev/root rootfstype=hostfs rootflags=/ ro init="$place/init" \
    con=null con0=null,fd:1 loglevel=1 </dev/null 2>/dev/null | tee out
grep -q '^HELD' out
