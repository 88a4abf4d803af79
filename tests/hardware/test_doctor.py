"""The doctor in front of computers that are only small files in a folder."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.doctor import PACKAGES, Finding, Level, examine, exit_code
from hardware.machine import Machine
from hardware.registry import CONTROLS, LIGHTS, SENSORS, SOUNDERS

BOARDS = Path(__file__).parents[2] / "hardware/boards"
ALL_PACKAGES = {"gpiozero", "lgpio", "spidev", "smbus2", "rpi_ws281x", "serial"}


class Patient:
    """A computer to be examined: files, a user, and packages, all healthy until something is done to them."""

    def __init__(self, root, model="Raspberry Pi 4 Model B Rev 1.4"):
        self.root = root
        self.forbidden = set()
        self.packages = set(ALL_PACKAGES)
        self.machine = Machine(
            root=root,
            environ={"GPIOZERO_PIN_FACTORY": "lgpio"},
            python=(3, 11, 7),
            user="pi",
            groups=frozenset({"pi"}),
            is_root=False,
            folder_writable=True,
            has_package=self.packages.__contains__,
            may_use=lambda path: path.name not in self.forbidden,
            throttled=lambda: 0,
        )
        self.write("etc/os-release", 'NAME="Debian"\nPRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n')
        if model:
            self.write("proc/device-tree/model", model + "\0")
            lines = "dtparam=spi=on\ncore_freq=500\ncore_freq_min=500\n"
            self.write("boot/firmware/config.txt", f"# comment\n[all]\n{lines}")
            for device in ("spidev0.0", "spidev1.0", "i2c-1", "gpiochip0", "serial/by-id/usb-Pico-if00"):
                self.write(f"dev/{device}")

    def write(self, name, text=""):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def remove(self, name):
        (self.root / name).unlink()

    def examine(self, board="virtual", **changes):
        return examine(replace(self.machine, **changes), BOARDS / f"{board}.toml")

    def complaints(self, board="virtual", **changes):
        return [finding for finding in self.examine(board, **changes) if finding.level is not Level.FINE]


@pytest.fixture
def patient(tmp_path):
    return Patient(tmp_path)


@pytest.fixture
def laptop(tmp_path):
    return Patient(tmp_path, model="")


def only(findings):
    (finding,) = findings
    return finding


BUILDS = ["virtual", "full-mcp3008", "full-serial", "polarity-shift", "presence-mcp23017", "presence-shift"]


@pytest.mark.parametrize("board", BUILDS)
def test_a_healthy_pi_has_nothing_wrong(patient, board):
    findings = patient.examine(board)
    assert patient.complaints(board) == []
    assert exit_code(findings) == 0


def test_what_is_fine_is_said_too(patient):
    said = {(finding.topic, finding.text) for finding in patient.examine("full-mcp3008")}
    assert ("computer", "Raspberry Pi 4 Model B Rev 1.4") in said
    assert ("system", "Debian GNU/Linux 12 (bookworm)") in said
    assert ("python", "Python 3.11.7") in said
    assert ("spi", "/dev/spidev1.0") in said
    assert ("power", "no undervoltage since the start") in said


def test_a_laptop_runs_a_board_in_memory(laptop):
    assert laptop.complaints("virtual") == []
    assert exit_code(examine(laptop.machine)) == 0


def test_a_laptop_with_a_microcontroller_is_fine(laptop):
    laptop.write("dev/serial/by-id/usb-Pico-if00")
    assert laptop.complaints("full-serial") == []


def test_a_laptop_cannot_have_buses(laptop):
    complaints = laptop.complaints("full-mcp3008")
    assert {finding.topic for finding in complaints} == {"spi", "gpio"}
    assert all("needs a Raspberry Pi" in finding.cure for finding in complaints)


def test_an_old_python(patient):
    finding = only(patient.complaints(python=(3, 9, 2)))
    assert (finding.level, finding.cure) == (Level.FAULT, "install Python 3.11 or newer")


@pytest.mark.parametrize(
    ("board", "package", "extra"),
    [
        ("full-mcp3008", "spidev", "pi"),
        ("full-mcp3008", "gpiozero", "pi"),
        ("presence-mcp23017", "smbus2", "pi"),
        ("full-serial", "serial", "serial"),
    ],
)
def test_a_missing_package_is_named_with_its_driver_and_extra(patient, board, package, extra):
    patient.packages.discard(package)
    finding = only(patient.complaints(board))
    assert finding.text.startswith(f"{package} is missing, wanted by ")
    assert finding.cure.endswith(f"pip install 'yinsh-board[{extra}]'")


def test_packages_that_no_driver_wants_may_be_missing(patient):
    patient.packages.clear()
    assert patient.complaints("virtual") == []


@pytest.mark.parametrize(
    ("board", "device", "line"),
    [
        ("presence-shift", "spidev0.0", "dtparam=spi=on"),
        ("presence-shift", "spidev1.0", "dtoverlay=spi1-1cs"),
        ("presence-mcp23017", "i2c-1", "dtparam=i2c_arm=on"),
    ],
)
def test_a_bus_that_is_off_names_the_line_that_enables_it(patient, board, device, line):
    patient.remove(f"dev/{device}")
    finding = only(patient.complaints(board))
    assert finding.text == f"/dev/{device} is missing"
    assert line in finding.cure


def test_a_second_i2c_bus_is_looked_at_too(patient, tmp_path):
    board = tmp_path / "board.toml"
    board.write_text(
        '[sensors]\ndriver = "mcp23017"\n[board]\nsensing = "presence"\n[sensors.mcp23017]\nsecond_bus = 0\n'
    )
    complaints = [finding for finding in examine(patient.machine, board) if finding.level is Level.FAULT]
    assert [finding.text for finding in complaints] == ["/dev/i2c-0 is missing"]


@pytest.mark.parametrize(
    ("board", "device", "group"),
    [
        ("presence-shift", "spidev0.0", "spi"),
        ("presence-mcp23017", "i2c-1", "i2c"),
        ("full-mcp3008", "gpiochip0", "gpio"),
        ("full-serial", "usb-Pico-if00", "dialout"),
    ],
)
def test_a_forbidden_device_names_the_group(patient, board, device, group):
    patient.forbidden.add(device)
    finding = only(patient.complaints(board))
    assert finding.text.startswith("pi may not use /dev/")
    assert finding.cure == f"sudo usermod -aG {group} pi, then log in again"


def test_in_the_group_and_still_forbidden_is_a_matter_of_rules(patient):
    patient.forbidden.add("spidev0.0")
    finding = only(patient.complaints("presence-mcp23017", groups=frozenset({"spi"})))
    assert "udev" in finding.cure


def test_no_microcontroller(patient):
    patient.remove("dev/serial/by-id/usb-Pico-if00")
    assert "plug it in" in only(patient.complaints("full-serial")).cure


class TestPort:
    def complaint(self, patient, port, folder):
        board = folder / "wired.toml"
        text = (BOARDS / "full-serial.toml").read_text()
        board.write_text(f"{text}\n[sensors.serial]\nport = '{port}'\n")
        return [found for found in examine(patient.machine, board) if found.level is not Level.FINE]

    @pytest.mark.parametrize("port", ["auto", "pico", "/dev/serial/by-id/usb-Pico-if00", "/dev/ttyACM0"])
    def test_by_name_part_or_path(self, patient, tmp_path, port):
        patient.write("dev/ttyACM0")
        assert self.complaint(patient, port, tmp_path) == []

    @pytest.mark.parametrize("port", ["teensy", "/dev/ttyACM0"])
    def test_another_one_is_plugged_in(self, patient, tmp_path, port):
        finding = only(self.complaint(patient, port, tmp_path))
        assert finding.text == f"no port is {port!r}, there is usb-Pico-if00"

    def test_a_forbidden_path(self, patient, tmp_path):
        patient.write("dev/ttyACM0")
        patient.forbidden.add("ttyACM0")
        assert only(self.complaint(patient, "/dev/ttyACM0", tmp_path)).text == "pi may not use /dev/ttyACM0"


def test_a_log_to_replay_must_be_there(patient, tmp_path):
    board = tmp_path / "replay.toml"
    board.write_text('[sensors]\ndriver = "replay"\n[sensors.replay]\nfile = "some.log"\n')
    finding = only(found for found in examine(patient.machine, board) if found.level is Level.FAULT)
    assert (finding.topic, "some.log" in finding.text) == ("replay", True)
    (tmp_path / "some.log").write_text("")
    assert exit_code(examine(patient.machine, board)) == 0


class TestPinFactory:
    def pins(self, patient, **changes):
        return only(finding for finding in patient.examine("full-mcp3008", **changes) if finding.topic == "pins")

    def test_lgpio_is_right(self, patient):
        assert self.pins(patient) == Finding(Level.FINE, "pins", "through lgpio")

    def test_unset_is_a_warning(self, patient):
        finding = self.pins(patient, environ={})
        assert (finding.level, finding.cure) == (Level.WARNING, "set GPIOZERO_PIN_FACTORY=lgpio")

    def test_mock_is_a_warning(self, patient):
        assert self.pins(patient, environ={"GPIOZERO_PIN_FACTORY": "mock"}).level is Level.WARNING

    def test_missing_lgpio_comes_from_the_distribution(self, patient):
        patient.packages.discard("lgpio")
        for environ in ({}, {"GPIOZERO_PIN_FACTORY": "lgpio"}):
            finding = self.pins(patient, environ=environ)
            assert finding.level is Level.FAULT
            assert "apt install python3-lgpio" in finding.cure

    def test_old_ways_do_not_know_a_pi_5(self, tmp_path):
        patient = Patient(tmp_path, model="Raspberry Pi 5 Model B Rev 1.0")
        patient.packages.add("RPi")
        finding = self.pins(patient, environ={"GPIOZERO_PIN_FACTORY": "rpigpio"})
        assert (finding.level, finding.cure) == (Level.FAULT, "set GPIOZERO_PIN_FACTORY=lgpio")

    def test_lgpio_needs_a_folder_it_can_write_to(self, patient):
        finding = only(patient.complaints("full-mcp3008", folder_writable=False))
        assert "makes a pipe in the current folder" in finding.text
        assert "WorkingDirectory=" in finding.cure

    def test_other_factories_do_not(self, patient):
        patient.packages.add("RPi")
        environ = {"GPIOZERO_PIN_FACTORY": "rpigpio"}
        assert patient.complaints("full-mcp3008", folder_writable=False, environ=environ) == []

    def test_without_gpio_drivers_nobody_asks(self, patient):
        assert patient.complaints("polarity-shift", environ={}, folder_writable=False) == []


class TestClaims:
    """Pins of the matrix that the system may keep for itself."""

    def claimed(self, patient, **changes):
        return only(found for found in patient.complaints("rings-matrix", is_root=True, **changes))

    def test_the_serial_console(self, patient):
        patient.write("boot/firmware/cmdline.txt", "console=serial0,115200 console=tty1 rootwait\n")
        patient.write("boot/firmware/config.txt", "")
        assert "raspi-config" in self.claimed(patient).cure

    def test_spi_that_nobody_needs(self, patient):
        patient.write("boot/firmware/config.txt", "dtparam=spi=on\n")
        assert "GPIO 7 to 11" in self.claimed(patient).text

    def test_one_wire(self, patient):
        patient.write("boot/firmware/config.txt", "dtoverlay=w1-gpio,gpiopin=4\n")
        assert "w1-gpio" in self.claimed(patient).cure

    def test_boards_that_use_other_pins_do_not_care(self, patient):
        patient.write("boot/firmware/cmdline.txt", "console=serial0,115200\n")
        assert patient.complaints("full-mcp3008") == []


class TestStrip:
    @pytest.fixture(autouse=True)
    def steady(self, patient):
        patient.write("boot/firmware/config.txt", "core_freq=500\ncore_freq_min=500\n")

    def test_ws281x_needs_root(self, patient):
        finding = only(patient.complaints("rings-matrix"))
        assert finding.text == "rpi-ws281x needs root on GPIO 18"
        assert "driver = 'spi'" in finding.cure
        assert patient.complaints("rings-matrix", is_root=True) == []

    def test_ws281x_does_not_know_a_pi_5(self, tmp_path):
        patient = Patient(tmp_path, model="Raspberry Pi 5 Model B Rev 1.0")
        patient.write("boot/firmware/config.txt", "")
        finding = only(patient.complaints("rings-matrix", is_root=True))
        assert (finding.level, finding.topic) == (Level.FAULT, "lights")
        assert "does not know the Raspberry Pi 5" in finding.text

    def test_sound_takes_the_strips_pwm(self, patient):
        patient.write("proc/modules", "snd_bcm2835 24576 0 - Live 0x0\n")
        finding = only(patient.complaints("rings-matrix", is_root=True))
        assert (finding.level, "dtparam=audio=off" in finding.cure) == (Level.WARNING, True)

    @pytest.mark.parametrize(
        ("model", "lines", "missing"),
        [
            ("Raspberry Pi 4 Model B Rev 1.4", "core_freq = 500", "core_freq_min=500"),
            ("Raspberry Pi 4 Model B Rev 1.4", "", "core_freq=500 and core_freq_min=500"),
            ("Raspberry Pi 3 Model B Rev 1.2", "#core_freq=250", "core_freq=250"),
            ("Raspberry Pi Zero 2 W Rev 1.0", "", "core_freq=250"),
        ],
    )
    def test_an_spi_clock_that_follows_the_load(self, tmp_path, model, lines, missing):
        patient = Patient(tmp_path, model)
        patient.write("boot/firmware/config.txt", lines)
        finding = only(patient.complaints("presence-mcp23017"))
        assert finding.level is Level.WARNING
        assert finding.cure.startswith(f"add {missing} to ")

    def test_the_older_place_of_the_boot_configuration(self, tmp_path):
        patient = Patient(tmp_path, "Raspberry Pi 3 Model B Rev 1.2")
        patient.remove("boot/firmware/config.txt")
        patient.write("boot/config.txt", "core_freq=250")
        assert patient.complaints("presence-mcp23017") == []

    def test_the_clock_of_a_pi_5_is_steady(self, tmp_path):
        patient = Patient(tmp_path, "Raspberry Pi 5 Model B Rev 1.0")
        patient.write("boot/firmware/config.txt", "")
        assert patient.complaints("presence-mcp23017") == []


class TestPower:
    @pytest.mark.parametrize("word", [0x1, 0x10000, 0x50005])
    def test_the_firmware_saw_undervoltage(self, patient, word):
        finding = only(patient.complaints(throttled=lambda: word))
        assert (finding.level, finding.topic) == (Level.WARNING, "power")
        assert "max_milliamps" in finding.cure

    @pytest.mark.parametrize("word", [None, 0x0, 0x80008])
    def test_heat_alone_is_not_the_supplys_fault(self, patient, word):
        assert patient.complaints(throttled=lambda: word) == []

    def test_the_kernel_saw_undervoltage(self, patient):
        patient.write("sys/class/hwmon/hwmon0/name", "cpu_thermal\n")
        patient.write("sys/class/hwmon/hwmon1/name", "rpi_volt\n")
        patient.write("sys/class/hwmon/hwmon1/in0_lcrit_alarm", "1\n")
        assert only(patient.complaints(throttled=lambda: None)).topic == "power"


def test_every_fault_of_a_configuration_is_a_finding(patient, tmp_path):
    board = tmp_path / "board.toml"
    board.write_text('[sensors]\ndriver = "reeds"\n[lights]\nbrigthness = 1\n')
    faults = [finding for finding in examine(patient.machine, board) if finding.level is Level.FAULT]
    assert [finding.topic for finding in faults] == ["configuration", "configuration"]
    assert "sensors.driver" in faults[0].text
    assert "did you mean brightness" in faults[1].text


def test_a_configuration_that_is_not_there(patient, tmp_path):
    finding = examine(patient.machine, tmp_path / "none.toml")[-1]
    assert finding.level is Level.FAULT
    assert "cannot be read" in finding.text


def test_exit_codes():
    fine, warning, fault = (Finding(level, "x", "y") for level in (Level.FINE, Level.WARNING, Level.FAULT))
    assert [exit_code(found) for found in ([], [fine], [fine, warning], [warning, fault, fine])] == [0, 0, 1, 2]


def test_whatever_is_not_fine_has_a_cure(patient, tmp_path):
    patient.packages.clear()
    patient.forbidden.update({"gpiochip0", "spidev0.0", "spidev1.0", "i2c-1", "usb-Pico-if00"})
    patient.write("boot/firmware/config.txt", "")
    for board in (*BUILDS, "rings-matrix"):
        complaints = patient.complaints(board, environ={}, throttled=lambda: 1, folder_writable=False)
        assert complaints
        assert all(finding.cure for finding in complaints)


def test_findings_are_for_scripts_too(patient):
    assert json.loads(json.dumps([finding.as_json() for finding in patient.examine()]))[0] == {
        "level": "fine",
        "topic": "computer",
        "text": "Raspberry Pi 4 Model B Rev 1.4",
        "cure": "",
    }


def test_every_driver_that_needs_packages_exists():
    tables = {"sensors": SENSORS, "lights": LIGHTS, "controls": CONTROLS, "sounder": SOUNDERS}
    for part, drivers in PACKAGES.items():
        assert set(drivers) <= set(tables[part])


def test_this_computer_can_be_examined():
    machine = Machine.here()
    assert machine.python >= (3, 11)
    assert machine.has_package("json")
    assert not machine.has_package("no_such_package")
    assert isinstance(machine.undervolted(), bool)
    assert examine(machine)
