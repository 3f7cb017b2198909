# gpiozero 2.0.1.post3 with lgpio 0.2.2.0, its usual way to the pins: `Button(bounce_time=0.1)` never tells of a press of 50 ms, and tells of
# a longer one 0.1 s late, for the library below counts a level only once it has stayed for that long. The documentation says that
# changes are ignored for that time after an initial change, so that a press would be told at once, and a short one, too.
# Guessed before: as documented. So a time chosen generously against a bad contact costs every quick tap.
# Needs flex, bison, bc, make, gcc and some minutes: it builds a kernel with a GPIO chip of its own (User-Mode Linux); no root.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cat >"$place/presses.py" <<'END'
import fcntl
import struct
from importlib.metadata import version
from os import uname
from pathlib import Path
from time import monotonic, sleep

with open("/dev/random", "wb") as random:  # what the new kernel lacks, and Python waits for: RNDADDENTROPY
    fcntl.ioctl(random, 0x40085203, struct.pack("ii64s", 512, 64, bytes(64)))

from gpiozero import Button
from gpiozero.pins.lgpio import LGPIOFactory

(chip,) = Path("/sys/devices/platform/gpio-sim.0").glob("gpiochip*")
line, factory = chip / "sim_gpio5" / "pull", LGPIOFactory()


def told(button, held_s):
    """What is told of a press held for so long, and the seconds after which it is."""
    since, words = monotonic(), []
    button.when_pressed = lambda: words.append(("pressed", round(monotonic() - since, 2)))
    button.when_released = lambda: words.append(("released", round(monotonic() - since, 2)))
    for pull, wait_s in (("down", held_s), ("up", 0.6)):
        line.write_text(f"pull-{pull}")
        sleep(wait_s)
    return words


print("Linux", uname().release, "gpiozero", version("gpiozero"), "lgpio", version("lgpio"))
presses = {}
for bounce_s in (None, 0.1):
    with Button(5, bounce_time=bounce_s, pin_factory=factory) as button:
        presses[bounce_s] = [told(button, held_s) for held_s in (0.05, 0.3)]
    print(f"bounce_time={bounce_s}: held for 0.05 s {presses[bounce_s][0]}, for 0.3 s {presses[bounce_s][1]}")
short, long = presses[0.1]
if not short and long[0][0] == "pressed" and long[0][1] >= 0.1 and all(len(one) == 2 for one in presses[None]):
    print("HELD")
END
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check gpiozero==2.0.1.post3 lgpio==0.2.2.0
cd "$place"
apt-get download --quiet linux-source-6.1=6.1.176-1 >build.log 2>&1
dpkg -x linux-source-6.1_*.deb source
tar xf source/usr/src/linux-source-6.1.tar.xz
cd linux-source-6.1
for name in 64BIT EXPERT MULTIUSER BINFMT_ELF BINFMT_SCRIPT HOSTFS STDERR_CONSOLE NULL_CHAN TTY PRINTK PROC_FS SYSFS TMPFS DEVTMPFS SHMEM \
    CONFIGFS_FS GPIOLIB GPIO_CDEV GPIO_CDEV_V1 GPIO_SIM FUTEX EPOLL EVENTFD TIMERFD SIGNALFD POSIX_TIMERS FILE_LOCKING NET UNIX MAGIC_SYSRQ; do
    echo "CONFIG_$name=y"
done >wanted
# Without PCI there are no interrupt numbers left for edges.
sed -i 's/^\(#define NR_IRQS\t*\)UM_LAST_SIGNAL_IRQ$/\1(UM_LAST_SIGNAL_IRQ + 64)/' arch/um/include/asm/irq.h
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
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/mnt LG_WD=/mnt LC_ALL=C.UTF-8
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs dev /dev
mount -t tmpfs none /mnt
mount -t configfs none /sys/kernel/config
chip=/sys/kernel/config/gpio-sim/pi
mkdir \$chip \$chip/bank0
echo 28 >\$chip/bank0/num_lines
echo pinctrl-bcm2711 >\$chip/bank0/label
echo 1 >\$chip/live
printf 'Revision\t: c03111\n' >/mnt/cpuinfo # gpiozero asks which Pi it is: a Pi 4
mount --bind /mnt/cpuinfo /proc/cpuinfo
cd /mnt
"$place/venv/bin/python" -B "$place/presses.py" 2>/dev/null
echo o >/proc/sysrq-trigger
sleep 20
END
chmod +x init
LD_PRELOAD=$wide timeout 300 linux-source-6.1/linux mem=512M root=/dev/root rootfstype=hostfs rootflags=/ ro init="$place/init" \
    con=null con0=null,fd:1 loglevel=1 </dev/null 2>/dev/null | tee out
grep -q '^HELD' out
