#!/bin/sh
# What a café might do to the service, below a systemd that runs: in_debian.sh calls this inside its root.
#
# Prints what was measured. The first thing that is not as it should be ends it.

set -eu

BOARD=/etc/yinsh-board/board.toml
STATE=/var/lib/private/yinsh-board

fail() {
    echo "live.sh: $*" >&2
    systemctl status yinsh-board --no-pager >&2 || true
    journalctl -u yinsh-board -n 20 --no-pager >&2 || true
    exit 1
}

told() { systemctl show yinsh-board -p "$1" --value; }

# Milliseconds that a command takes.
took() {
    began=$(date +%s%N)
    "$@" || fail "$* failed"
    echo $((($(date +%s%N) - began) / 1000000))
}

# Wait until a command succeeds, so many seconds at most.
within() {
    seconds=$1
    shift
    for _ in $(seq $((seconds * 10))); do
        "$@" && return
        sleep 0.1
    done
    fail "not within $seconds s: $*"
}

is_active() { [ "$(told ActiveState)" = active ]; }
is_well() { is_active && case $(told StatusText) in "all is well"*) ;; *) false ;; esac; }
is_another_than() { [ "$(told MainPID)" != "$1" ] && is_well; }
says() { yinsh-board status 2>&1 | grep -q "$1"; }

echo "systemd $(systemctl --version | sed -n '1s/systemd \([0-9]*\).*/\1/p'):"

/src/systemd/install.sh /src/hardware/boards/virtual.toml >/tmp/installed 2>&1 || fail "$(cat /tmp/installed)"
grep -q '^the board runs' /tmp/installed || fail "$(cat /tmp/installed)"
grep -q '^the page: http' /tmp/installed || fail "no address: $(cat /tmp/installed)"
grep -q "^the PIN" /tmp/installed || fail "no PIN: $(cat /tmp/installed)"
within 5 is_well
[ -z "$(systemd-analyze verify yinsh-board.service 2>&1)" ] || fail "systemd-analyze verify finds fault"
if udevadm verify --help >/dev/null 2>&1; then # systemd 254 and later
    udevadm verify /etc/udev/rules.d/60-yinsh-board.rules >/dev/null || fail "udevadm verify finds fault"
fi
echo "  installed and running, $(systemd-analyze security yinsh-board --no-pager | sed -n 's/.*level for .*: \([0-9.]*\).*/exposure \1/p')"

useradd --create-home somebody 2>/dev/null || true
[ "$(runuser -u somebody -- yinsh-board status | grep -c ' ok ')" -ge 4 ] || fail "somebody is told nothing"
! runuser -u somebody -- yinsh-board reload 2>/dev/null || fail "somebody may reload"

before=$(cat $STATE/pin)
yinsh-board pin --random >/dev/null
[ "$(cat $STATE/pin)" != "$before" ] || fail "the PIN is the same"
[ "$(stat -c %u $STATE/pin)" = "$(stat -c %u $STATE)" ] || fail "the PIN is not the service's"

process=$(told MainPID)
systemctl reload yinsh-board || fail "a good file is refused"
cp $BOARD /tmp/good
printf '[sensors]\ndriver = "telepathy"\n' >$BOARD
! systemctl reload yinsh-board 2>/dev/null || fail "a faulty file was taken"
! yinsh-board reload 2>/dev/null || fail "a faulty file was taken"
kill -HUP "$process"
says telepathy || fail "status says nothing of the faulty file"
cp /tmp/good $BOARD
within 5 is_well
[ "$(told MainPID)" = "$process" ] || fail "reloading restarted it"
echo "  a good file is taken, a faulty one refused three ways; the process stays"

echo "  ended by SIGTERM in $(took systemctl stop yinsh-board) ms, $(told Result)"
[ "$(told Result)" = success ] || fail "it did not end by itself"
[ ! -e $STATE/games.sqlite-wal ] || fail "the journal was not closed"
echo "  ready after $(took systemctl start yinsh-board) ms"
within 5 is_well

process=$(told MainPID)
began=$(date +%s)
kill -STOP "$process"
within 20 is_another_than "$process"
echo "  up again $(($(date +%s) - began)) s after a hang, by the watchdog"

for _ in 1 2 3 4 5 6 7 8 9 10; do
    process=$(told MainPID)
    kill -KILL "$process"
    within 10 is_another_than "$process"
done
echo "  up again after each of 10 kills, $(told NRestarts) restarts in all"

systemctl stop yinsh-board
printf 'no database, whatever its name may say %0100d' 0 >$STATE/games.sqlite
systemctl start yinsh-board
within 5 says games.damaged-1.sqlite
echo "  a damaged file is set aside, and status names it"

systemctl stop yinsh-board
mount -t tmpfs -o size=1m tmpfs $STATE
dd if=/dev/zero of=$STATE/ballast bs=4k 2>/dev/null || true
systemctl start --no-block yinsh-board
within 10 sh -c 'systemctl show yinsh-board -p StatusText --value | grep -q "trying again"'
rm $STATE/ballast
within 10 is_active
systemctl stop yinsh-board
umount $STATE
echo "  waits for a full disk, says so, and starts by itself when there is room"

systemctl start yinsh-board
/src/systemd/install.sh >/tmp/again 2>&1 || fail "$(cat /tmp/again)"
within 5 is_well
/src/systemd/install.sh --uninstall >/dev/null
[ "$(told LoadState)" = not-found ] || fail "the service is still there"
[ -e $STATE/games.sqlite ] || fail "the games are gone"
echo "  upgraded and uninstalled; the games stay"
