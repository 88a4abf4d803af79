#!/bin/sh
# Installs the board into a fresh Debian, twice, plays a game there, and uninstalls it: sudo ./tests/systemd/in_debian.sh [RELEASE]
#
# Needs debootstrap, root and the network; takes a minute or two. No service manager runs in there, so nothing is started.

set -eu

RELEASE=${1:-bookworm}
MIRROR=${MIRROR:-http://deb.debian.org/debian}
HERE=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
DEBIAN=$(mktemp -d)

clean_up() {
    for folder in dev/pts dev proc; do
        umount "$DEBIAN/$folder" 2>/dev/null || true
    done
    rm -rf --one-file-system "$DEBIAN"
}
trap clean_up EXIT INT TERM

command -v debootstrap >/dev/null || { echo "not tried: sudo apt install debootstrap"; exit 0; }
debootstrap --variant=minbase --include=python3,ca-certificates "$RELEASE" "$DEBIAN" "$MIRROR" >"$DEBIAN.log" 2>&1 ||
    { tail "$DEBIAN.log"; exit 1; }
rm -f "$DEBIAN.log"
mount -t proc proc "$DEBIAN/proc"
mount --bind /dev "$DEBIAN/dev"
mkdir -p "$DEBIAN/src" "$DEBIAN/boot/firmware"
(cd "$HERE" && git archive HEAD) | tar x -C "$DEBIAN/src"
cp /etc/resolv.conf "$DEBIAN/etc/resolv.conf"
cp -r /etc/ssl/certs/. "$DEBIAN/etc/ssl/certs/" 2>/dev/null || true
echo "[all]" >"$DEBIAN/boot/firmware/config.txt"

chroot "$DEBIAN" sh -eu <<'INSIDE'
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
INSIDE
echo "installed twice into Debian $RELEASE, played, uninstalled: all as it should be"
