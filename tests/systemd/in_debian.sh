#!/bin/sh
# Installs the board into a fresh Debian and lives there: sudo ./tests/systemd/in_debian.sh [RELEASE]
#
# First in a root without a service manager, as in an image: install, upgrade, play, uninstall. Then Debian's own systemd
# is started in namespaces of its own, and live.sh does to the service what a café might do to it.
#
# Needs debootstrap, root, the network and cgroup v2; takes about three minutes. KEEP names a folder to keep the root in.

set -eu

RELEASE=${1:-bookworm}
MIRROR=${MIRROR:-http://deb.debian.org/debian}
HERE=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
DEBIAN=${KEEP:-$(mktemp -d)}
CGROUP=
SYSTEMD=

clean_up() {
    [ -z "$SYSTEMD" ] || kill -KILL "$SYSTEMD" 2>/dev/null || true
    for folder in dev proc; do
        umount "$DEBIAN/$folder" 2>/dev/null || true
    done
    [ -n "${KEEP:-}" ] || rm -rf --one-file-system "$DEBIAN"
    [ -z "$CGROUP" ] || { sleep 1 && find "$CGROUP" -depth -type d -exec rmdir {} + 2>/dev/null; } || true
}
trap clean_up EXIT INT TERM

make_root() {
    [ -e "$DEBIAN/bin/sh" ] || debootstrap --variant=minbase \
        --include=python3,ca-certificates,systemd,systemd-sysv,udev,dbus,procps \
        "$RELEASE" "$DEBIAN" "$MIRROR" >"$DEBIAN.log" 2>&1 || { tail "$DEBIAN.log"; exit 1; }
    rm -f "$DEBIAN.log"
    chmod 755 "$DEBIAN" # the service's user has to get in
    for folder in src opt/yinsh-board etc/yinsh-board var/lib/yinsh-board var/lib/private/yinsh-board; do
        rm -rf "${DEBIAN:?}/$folder" # what an earlier run has left
    done
    mkdir -p "$DEBIAN/src" "$DEBIAN/boot/firmware"
    (cd "$HERE" && git archive HEAD) | tar x -C "$DEBIAN/src"
    cp /etc/resolv.conf "$DEBIAN/etc/resolv.conf"
    cp -rL /etc/ssl/certs/. "$DEBIAN/etc/ssl/certs/" 2>/dev/null || true
    echo "[all]" >"$DEBIAN/boot/firmware/config.txt"
}

in_an_image() {
    mount -t proc proc "$DEBIAN/proc"
    mount --bind /dev "$DEBIAN/dev"
    chroot "$DEBIAN" env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin sh -eu <<'INSIDE'
apt-get update -qq
cd /src
./systemd/install.sh hardware/boards/full-mcp3008.toml >/tmp/first 2>&1 || { cat /tmp/first; exit 1; }
grep -q 'dtparam=spi=on' /boot/firmware/config.txt
echo '# mine' >>/etc/yinsh-board/board.toml
./systemd/install.sh >/tmp/second 2>&1 || { cat /tmp/second; exit 1; }
grep -q '# mine' /etc/yinsh-board/board.toml
[ "$(grep -c 'dtparam=spi=on' /boot/firmware/config.txt)" = 1 ]
ls /etc/systemd/system/yinsh-board.service.d
cd /
printf 'play F6 E5 D4\nexpect F6 E5 D4\n' >/tmp/hands
yinsh-board run --simulate --script /tmp/hands
mkdir -p /var/lib/yinsh-board
touch /var/lib/yinsh-board/games.sqlite
/src/systemd/install.sh --uninstall
[ -e /var/lib/yinsh-board/games.sqlite ]
[ -e /etc/yinsh-board/board.toml ]
[ ! -e /opt/yinsh-board ]
[ ! -e /etc/systemd/system/yinsh-board.service ]
rm -r /var/lib/yinsh-board /etc/yinsh-board
INSIDE
    umount "$DEBIAN/dev" "$DEBIAN/proc"
    echo "installed twice into Debian $RELEASE, played, uninstalled: all as it should be"
}

# What the root's systemd runs on: its own view of processes, mounts and control groups. The kernel's settings and
# devices are this computer's, so they are shown read-only or not at all; the network is shared.
# shellcheck disable=SC2016  # the shell in there expands it
BOOT='
set -eu
mount --make-rprivate /
mount --bind "$1" "$1"
cd "$1"
mount -t proc proc proc
mount --bind proc/sys proc/sys
mount -o remount,bind,ro proc/sys
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
for folder in dev run tmp; do mount -t tmpfs -o mode=755 tmpfs $folder; done
chmod 1777 tmp
for name in null zero full random urandom tty; do
    touch dev/$name
    mount --bind /dev/$name dev/$name
done
mkdir dev/shm
ln -s /proc/self/fd dev/fd
mkdir -p before
pivot_root . before
umount -l /before
exec env -i container=yinsh-board PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd </dev/null >/dev/null 2>&1
'

start_systemd() {
    for folder in /sys/fs/cgroup /sys/fs/cgroup/unified; do
        [ ! -e "$folder/cgroup.procs" ] || CGROUP=$folder/yinsh-board-$$
    done
    { [ -n "$CGROUP" ] && mkdir "$CGROUP"; } || { echo "not tried: systemd needs a cgroup v2 of its own"; exit 0; }
    # shellcheck disable=SC2016  # the inner shell moves itself
    sh -c 'echo $$ >"$1/cgroup.procs" && exec unshare --mount --pid --fork --kill-child --ipc --uts --cgroup sh -c "$2" - "$3"' \
        - "$CGROUP" "$BOOT" "$DEBIAN" &
    SYSTEMD=$!
    for _ in $(seq 30); do
        sleep 1
        inside systemctl is-system-running 2>/dev/null | grep -qE 'running|degraded' && return
    done
    echo "systemd does not come up in namespaces here"
    exit 1
}

# Run something beside the root's systemd.
inside() {
    nsenter --target "$(pgrep -P "$SYSTEMD")" --mount --pid --ipc --uts --cgroup \
        env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root "$@"
}

command -v debootstrap >/dev/null || { echo "not tried: sudo apt install debootstrap"; exit 0; }
make_root
in_an_image
start_systemd
inside sh -eu /src/tests/systemd/live.sh
