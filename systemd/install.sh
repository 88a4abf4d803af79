#!/bin/sh
# Makes this computer a YINSH board: sudo ./systemd/install.sh [BOARD.TOML]
#
# Run it again to upgrade; what you changed in /etc/yinsh-board/board.toml stays.
#   --dry-run     say what would be done
#   --uninstall   remove the program and the service; games and configuration stay
#
# For Raspberry Pi OS and Debian, Bookworm and Trixie. ROOT names another root folder, for tests and images: then nothing
# is started there.

set -eu

HERE=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
ROOT=${ROOT:-}
PREFIX=$ROOT/opt/yinsh-board
ETC=$ROOT/etc/yinsh-board
UNITS=$ROOT/etc/systemd/system
DROP_INS=$UNITS/yinsh-board.service.d
RULES=$ROOT/etc/udev/rules.d/60-yinsh-board.rules
COMMAND=$ROOT/usr/local/bin/yinsh-board
BOOT=$ROOT/boot/firmware/config.txt
DRY=
RESTART_NEEDED=

say() { printf '%s\n' "$*"; }

fail() {
    printf 'install.sh: %s\n' "$*" >&2
    exit 1
}

# Do it, or say that it would be done.
run() {
    if [ -n "$DRY" ]; then say "would do: $*"; else "$@"; fi
}

# Whether the first word is among the others.
has() {
    wanted=$1
    shift
    for word in "$@"; do
        [ "$word" != "$wanted" ] || return 0
    done
    return 1
}

usage() { sed -n '2,/^$/s/^# \{0,1\}//p' "$0"; }

is_live() { [ -z "$ROOT" ] && [ -d /run/systemd/system ]; }

check_system() {
    [ "$(id -u)" = 0 ] || [ -n "$DRY" ] || fail "this changes the system: put sudo in front"
    command -v python3 >/dev/null || fail "there is no python3: sudo apt install python3"
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        fail "Python 3.11 or newer is needed; Debian 12 (Bookworm) and later have it"
}

# Debian's own packages where it has them: they need no compiler, and lgpio has no wheel for newer Pythons. The virtual
# environment may see them.
install_packages() {
    command -v apt-get >/dev/null || return 0
    wanted=python3-venv
    for package in $PACKAGES; do
        case $package in
            pyserial) name=python3-serial ;;
            rpi-ws281x) name="gcc python3-dev" ;;
            *) name=python3-$package ;;
        esac
        # shellcheck disable=SC2086  # may be two names
        apt-cache show $name >/dev/null 2>&1 && wanted="$wanted $name"
    done
    missing=
    for package in $wanted; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
    done
    # shellcheck disable=SC2086  # a list of names
    [ -z "$missing" ] || run env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing
}

install_program() {
    [ -x "$PREFIX/bin/python" ] || run python3 -m venv --system-site-packages "$PREFIX"
    pip="$PREFIX/bin/python -m pip install --quiet --disable-pip-version-check"
    others=
    for package in $PACKAGES; do
        [ "$package" = lgpio ] || others="$others $package"
    done
    # shellcheck disable=SC2086  # lists of words
    run $pip "$HERE" $others
    # shellcheck disable=SC2086  # likewise
    if has lgpio $PACKAGES && ! "$PREFIX/bin/python" -c 'import lgpio' 2>/dev/null; then
        run $pip lgpio || say "lgpio is not to be had here: pins will not work (Raspberry Pi OS has python3-lgpio)"
    fi
    run mkdir -p "$(dirname "$COMMAND")"
    run ln -sf /opt/yinsh-board/bin/yinsh-board "$COMMAND"
}

install_configuration() {
    if [ -e "$ETC/board.toml" ] && [ -z "$BOARD" ]; then
        say "keeping $ETC/board.toml"
        return
    fi
    run mkdir -p "$ETC"
    [ ! -e "$ETC/board.toml" ] || run cp -p "$ETC/board.toml" "$ETC/board.toml.before"
    run install -m 0644 "${BOARD:-$HERE/hardware/boards/full-serial.toml}" "$ETC/board.toml"
    say "the board is described in $ETC/board.toml"
}

# What the drivers of the board need; a faulty file is told here, before anything has been changed.
needed() {
    file=$BOARD
    [ -n "$file" ] || file=$ETC/board.toml
    [ -e "$file" ] || file=$HERE/hardware/boards/full-serial.toml
    (cd "$HERE" && python3 -m firmware_bridge.devices "$file" "$1") || fail "$file is refused, see above"
}

install_unit() {
    for group in gpio spi i2c dialout; do
        [ -n "$ROOT" ] || getent group "$group" >/dev/null || run groupadd --system "$group"
    done
    run install -D -m 0644 "$HERE/systemd/yinsh-board.service" "$UNITS/yinsh-board.service"
    run install -D -m 0644 "$HERE/systemd/60-yinsh-board.rules" "$RULES"
    run rm -rf "$DROP_INS"
    for kind in $DEVICES; do
        run install -D -m 0644 "$HERE/systemd/devices/$kind.conf" "$DROP_INS/$kind.conf"
        say "the service may use: $kind"
    done
}

# SPI and I²C are off on a fresh Raspberry Pi OS.
enable_buses() {
    [ -e "$BOOT" ] || return 0
    for kind in $DEVICES; do
        case $kind in
            spi) line=dtparam=spi=on ;;
            i2c) line=dtparam=i2c_arm=on ;;
            *) continue ;;
        esac
        grep -q "^$line" "$BOOT" && continue
        run sh -c "printf '\n# for the YINSH board\n[all]\n%s\n' '$line' >> '$BOOT'"
        say "$kind has been enabled in $BOOT"
        RESTART_NEEDED=yes
    done
}

start_service() {
    is_live || { [ -n "$DRY" ] || say "installed into ${ROOT:-/}; nothing is started here"; return 0; }
    if [ -S /run/udev/control ]; then # a container has no devices of its own
        run udevadm control --reload
        run udevadm trigger
    fi
    run systemctl daemon-reload
    run systemctl enable --quiet yinsh-board
    run systemctl restart yinsh-board
    [ -n "$DRY" ] || tell_address
}

tell_address() {
    sleep 2
    systemctl is-active --quiet yinsh-board || fail "the service does not run: journalctl -u yinsh-board says why"
    say "the board runs."
    journalctl -u yinsh-board -o cat --since "-1min" 2>/dev/null | grep -E '^the (page|PIN)' || true
    say "on other devices the page is at http://$(hostname).local:8080/ if [web] host allows it"
    say "yinsh-board status shows how it is doing; yinsh-board pin sets another PIN"
}

uninstall() {
    if is_live; then
        run systemctl disable --now --quiet yinsh-board || true
    fi
    run rm -rf "$PREFIX" "$DROP_INS"
    run rm -f "$UNITS/yinsh-board.service" "$UNITS/multi-user.target.wants/yinsh-board.service" "$RULES" "$COMMAND"
    if is_live; then run systemctl daemon-reload; fi
    say "removed; the games in $ROOT/var/lib/yinsh-board and the configuration in $ETC stay"
}

main() {
    BOARD=
    ACTION=install
    for word in "$@"; do
        case $word in
            --dry-run) DRY=yes ;;
            --uninstall) ACTION=uninstall ;;
            --help | -h) usage; exit 0 ;;
            -*) fail "there is no option $word; --help lists them" ;;
            *) [ -r "$word" ] || fail "$word cannot be read"; BOARD=$(realpath "$word") ;;
        esac
    done
    check_system
    if [ "$ACTION" = uninstall ]; then
        uninstall
        exit 0
    fi
    DEVICES=$(needed devices)
    PACKAGES=$(needed packages)
    install_packages
    install_program
    install_configuration
    install_unit
    enable_buses
    start_service
    [ -z "$RESTART_NEEDED" ] || say "restart once, so that the buses come up: sudo reboot"
}

main "$@"
