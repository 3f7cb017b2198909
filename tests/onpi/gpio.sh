#!/bin/bash
# gpio.sh: buttons and light on a kernel's own GPIO chip (gpio-sim), with lines that misbehave, and a game played by them; in a kernel of
# its own (User-Mode Linux), which is built once from Debian's source. Needs no root.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=tree.sh
. "$(dirname "$0")/tree.sh"

need flex flex
need bison bison
need bc bc
need make make
need cc gcc
here=$(cd "$(dirname "$0")" && pwd)
folder=$WORK/gpio
kernel=$folder/linux-source-6.1
mkdir -p "$folder"
cd "$folder"

if [ ! -x "$kernel/linux" ]; then
    say "a kernel with gpio-sim (some minutes; its words are in $folder/build.log)"
    rm -rf "$kernel" source ./*.deb
    apt-get download linux-source-6.1 >build.log 2>&1 || fail "Debian's linux-source-6.1 cannot be had: see $folder/build.log"
    dpkg -x linux-source-6.1_*.deb source
    tar xf source/usr/src/linux-source-6.1.tar.xz
    rm -rf source ./*.deb
    cd "$kernel"
    for name in 64BIT EXPERT MULTIUSER BINFMT_ELF BINFMT_SCRIPT HOSTFS STDERR_CONSOLE SSL NULL_CHAN TTY UNIX98_PTYS PRINTK PROC_FS SYSFS TMPFS \
        DEVTMPFS SHMEM MAGIC_SYSRQ CONFIGFS_FS GPIOLIB GPIO_CDEV GPIO_CDEV_V1 GPIO_SIM FUTEX EPOLL EVENTFD TIMERFD SIGNALFD AIO POSIX_TIMERS \
        FILE_LOCKING ADVISE_SYSCALLS MEMBARRIER NET UNIX INET; do
        echo "CONFIG_$name=y"
    done >wanted
    # Without PCI there are no interrupt numbers left for edges.
    sed -i 's/^\(#define NR_IRQS\t*\)UM_LAST_SIGNAL_IRQ$/\1(UM_LAST_SIGNAL_IRQ + 64)/' arch/um/include/asm/irq.h
    {
        make ARCH=um tinyconfig
        scripts/kconfig/merge_config.sh -m .config wanted
        scripts/config -d PTP_1588_CLOCK --set-str CON_CHAN null --set-str SSL_CHAN null
        make ARCH=um olddefconfig
    } >>"$folder/build.log" 2>&1
    while read -r line; do
        grep -qx "$line" .config || fail "this source knows no $line"
    done <wanted
    nice make -j "$(nproc)" ARCH=um linux >>"$folder/build.log" 2>&1 || fail "the kernel was not built: see $folder/build.log"
    cd "$folder"
fi

say "the project with lgpio"
rm -rf project
mkdir project
git -C "$ROOT_OF_PROJECT" archive HEAD | tar -x -C project
[ -x python/bin/python ] || python3 -m venv python
python/bin/pip install -q -c project/constraints.txt "./project[pi]" >pip.log 2>&1 || fail "pip failed: see $folder/pip.log"

wide=
if grep -qw amx_tile /proc/cpuinfo; then
    cc -shared -fPIC -o wide_registers.so "$here/wide_registers.c" -ldl
    wide=$folder/wide_registers.so
fi

# In the guest one is root and files are this machine's: nothing of them can be written.
cat >init <<INIT
#!/bin/sh
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/mnt TMPDIR=/mnt LG_WD=/mnt LC_ALL=C.UTF-8
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
"$folder/python/bin/python" -B "$here/gpio_facts.py" 2>/mnt/stderr || grep -v lgPthAlert /mnt/stderr | tail -20
echo o >/proc/sysrq-trigger
sleep 60
INIT
chmod +x init

say "facts on Linux $(make -s -C "$kernel" kernelversion)"
LD_PRELOAD=$wide timeout 600 "$kernel/linux" mem=768M root=/dev/root rootfstype=hostfs rootflags=/ ro init="$folder/init" \
    con=null con0=null,fd:1 loglevel=1 </dev/null 2>console.err | tee console
grep -q '^PASS' console || fail "it did not come to its end: see $folder/console.err"
