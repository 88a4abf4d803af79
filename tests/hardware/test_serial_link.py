"""The shared line: who uses it, when it opens, what it says when it cannot, and who watches its descriptor."""

import contextlib
import gc
import os
import pty
import random
import sys
import threading
from dataclasses import replace
from weakref import WeakValueDictionary

import pytest
import serial

from hardware.config.settings import BoardConfig, Controls
from hardware.config.settings import SerialLights as LightSettings
from hardware.config.settings import SerialLink as SensorSettings
from hardware.errors import BadConfig, HardwareFault, MissingExtra
from hardware.firmware import messages
from hardware.firmware.wire import FrameReader, frame
from hardware.lights.serial import SerialLights
from hardware.ports import find_ports
from hardware.protocols import POINT_COUNT, Press
from hardware.registry import make_metal
from hardware.sensors.serial import SerialSensors
from hardware.serial_link import ailments
from hardware.serial_link.controls import SerialControls
from hardware.serial_link.link import SerialLink, shared_link
from hardware.serial_port import Port
from tests.hardware.line import SerialWorld

POINTS = range(POINT_COUNT)


class Wire:
    """A port whose other end is a test."""

    def __init__(self, device: str) -> None:
        self.device = device
        self.incoming = b""
        self.outgoing = b""
        self.room = 1 << 20
        self.fault: Exception | None = None
        self.closed = False

    def fileno(self) -> int:
        return 77

    def read(self) -> bytes:
        if self.fault:
            raise self.fault
        data, self.incoming = self.incoming, b""
        return data

    def write(self, data: bytes) -> int:
        if self.fault:
            raise self.fault
        taken = data[: self.room]
        self.outgoing += taken
        self.room -= len(taken)
        return len(taken)

    def close(self, *, discard: bool = False) -> None:
        self.closed = True
        self.discarded = discard


class Bench:
    """A link on wires."""

    def __init__(self, devices: list[str] | None = None) -> None:
        self.devices = ["/dev/one"] if devices is None else devices
        self.wires: list[Wire] = []
        self.link = SerialLink(find=lambda wanted: self.devices, open_port=self._open)
        self.now = 10.0

    def _open(self, device: str, baud: int) -> Wire:
        self.wires.append(Wire(device))
        return self.wires[-1]

    @property
    def wire(self) -> Wire:
        return self.wires[-1]

    def hello(self, build: tuple[int, ...] = (1, 85, 91, 3, 200)) -> None:
        payload = messages.hello((1, 0, 0), b"boardid!", 7, build)
        self.wire.incoming += frame(messages.HELLO, 1, payload)

    def snapshot(self, sequence: int, values: list[int], buttons: bytes = bytes(6)) -> None:
        self.wire.incoming += frame(messages.COUNTS, sequence, messages.counts(buttons, values))

    def poll(self, seconds: float = 0.01) -> None:
        self.now += seconds
        self.link.poll(self.now)


@pytest.fixture
def bench():
    return Bench()


@pytest.fixture
def no_links(monkeypatch):
    """Whatever lines other tests have left."""
    monkeypatch.setattr("hardware.serial_link.link._LINKS", WeakValueDictionary())


def test_the_line_in_words(bench):
    assert bench.link.line == "no port (auto), nobody has answered, 0 messages, none damaged, 0 restarts"
    bench.link.open()
    bench.poll()
    bench.hello()
    bench.poll()
    bench.wire.incoming += b"\x00rubbish\x00"
    bench.snapshot(2, [0] * 85)
    bench.poll()
    assert bench.link.line == "/dev/one, firmware 1.0.0, 2 messages, 1 damaged, 0 restarts"


# Who uses it


def test_the_port_is_open_while_anyone_uses_it(bench):
    bench.link.open()
    bench.link.open()
    assert len(bench.wires) == 1
    bench.link.close()
    assert not bench.wire.closed
    bench.link.close()
    assert bench.wire.closed
    assert bench.link.fileno() == -1
    bench.link.close()


@pytest.mark.usefixtures("no_links")
def test_the_same_port_is_the_same_link_for_as_long_as_someone_keeps_it():
    one = shared_link("/dev/serial/by-id/board-one")
    assert shared_link("/dev/serial/by-id/board-one") is one
    assert shared_link("/dev/serial/by-id/board-two") is not one
    assert shared_link("") is one
    del one
    gc.collect()
    assert shared_link("").wanted == "auto"


@pytest.mark.usefixtures("no_links")
def test_lights_and_buttons_join_the_sensors_line():
    config = BoardConfig()
    sensors = SerialSensors(SensorSettings(port="/dev/sensors"), POINTS)
    lights = SerialLights(LightSettings(), POINTS)
    controls = SerialControls(config.controls)
    with contextlib.suppress(HardwareFault):
        lights.open()
    with contextlib.suppress(HardwareFault):
        controls.open()
    assert lights._link is controls._link is sensors.link


# Opening and its faults


def test_no_device_is_a_fault_with_a_cure():
    bench = Bench([])
    with pytest.raises(HardwareFault, match="no microcontroller is plugged in; plug it in"):
        bench.link.open()
    bench.link.wanted = "pico"
    with pytest.raises(HardwareFault, match="no device called 'pico' is plugged in; "):
        bench.link.open()


def test_of_several_devices_the_next_is_tried_when_one_does_not_answer():
    bench = Bench(["/dev/printer", "/dev/board"])
    bench.link.open()
    assert bench.wire.device == "/dev/printer"
    for _ in range(110):
        bench.poll()
    assert bench.link.ailment is ailments.NO_ANSWER
    bench.link.close()
    bench.link.open()
    assert bench.wire.device == "/dev/board"
    bench.hello()
    bench.poll()
    assert bench.link.up
    bench.link.close()
    bench.link.open()
    assert bench.wire.device == "/dev/board"


def test_a_lost_port_is_not_up_and_its_error_does_not_grow(bench):
    bench.link.open()
    bench.hello()
    bench.poll()
    assert bench.link.up
    bench.wire.fault = OSError(5, "Input/output error")
    errors = []
    for _ in range(5):
        with pytest.raises(HardwareFault) as caught:
            bench.poll(0.0)
        errors.append(caught.value)
    assert not bench.link.up
    assert len(set(map(id, errors))) == 5
    assert {str(error) for error in errors} == {str(ailments.GONE.error())}


def test_a_lost_port_is_looked_for_now_and_then_until_it_is_back(bench):
    bench.link.open()
    bench.wire.fault = OSError(5, "Input/output error")
    with pytest.raises(HardwareFault, match="vanished"):
        bench.poll()
    assert bench.wires[0].closed
    bench.devices.clear()
    for _ in range(100):
        with pytest.raises(HardwareFault):
            bench.poll()
    bench.devices.append("/dev/two")
    with pytest.raises(HardwareFault):
        bench.poll()
    bench.poll(0.3)
    assert bench.wire.device == "/dev/two"


@pytest.mark.parametrize("error", [OSError(5, "Input/output error"), RuntimeError("termios.error is none of these")])
def test_a_write_that_fails_is_a_lost_port_too(bench, error):
    bench.link.open()
    bench.wire.read = lambda: b""
    bench.wire.fault = error
    with pytest.raises(HardwareFault, match="vanished"):
        bench.poll()
    assert bench.wire.closed


def test_a_board_that_hangs_gets_a_new_port_and_nobody_waits_for_what_it_does_not_take(bench):
    bench.link.open()
    for _ in range(110):
        bench.poll()
    bench.link.open()
    assert len(bench.wires) == 2
    assert bench.wires[0].discarded
    bench.poll()
    assert bench.link.ailment is None


def test_a_board_that_works_gets_the_last_word(bench):
    bench.link.open()
    bench.hello()
    bench.poll()
    bench.link.close()
    assert not bench.wire.discarded


# Bytes


def test_a_line_that_takes_a_few_bytes_at_a_time_gets_whole_frames_and_the_newest_picture(bench):
    bench.link.open()
    bench.hello()
    bench.poll()
    for step in range(1, 60):
        bench.wire.room = 50
        bench.link.show(bytes((step, 0, 0)) * 91)
        bench.snapshot(step + 1, [0] * 85)
        bench.poll()
    bench.wire.room = 1 << 20
    bench.poll()
    bench.poll()
    pieces = [piece for piece in bench.wire.outgoing.split(b"\0") if piece]
    assert len(pieces) < 20
    heard = FrameReader().feed(bench.wire.outgoing)
    assert not [answer for answer in heard if isinstance(answer, str)]
    pictures = [payload for _, kind, _, payload in heard if kind == messages.LIGHTS]
    assert pictures[-1] == messages.lights(bytes((59, 0, 0)) * 91)


# Sensors


def sensors_on(bench: Bench, **settings: object) -> SerialSensors:
    sensors = SerialSensors(SensorSettings(**settings), POINTS, link=bench.link)
    sensors.open()
    return sensors


def test_each_snapshot_is_a_frame_once(bench):
    sensors = sensors_on(bench)
    bench.hello()
    assert sensors.read(10.0) is None
    bench.snapshot(2, list(POINTS))
    frame = sensors.read(10.1)
    assert (frame.time, frame.readings) == (10.1, tuple(POINTS))
    assert sensors.read(10.2) is None


def test_white_can_lower_the_voltage(bench):
    sensors = sensors_on(bench, white_up=False)
    bench.hello()
    bench.snapshot(2, list(POINTS))
    assert sensors.read(10.0).readings == tuple(-k for k in POINTS)


@pytest.mark.parametrize(
    ("build", "fault"),
    [
        ((1, 80, 91, 3, 200), "the microcontroller has 80 inputs, but board.toml uses 85; "),
        (
            (0, 85, 91, 3, 200),
            "the microcontroller reads switches, but board.toml says linear sensors; set sensors.kind",
        ),
    ],
)
def test_a_board_that_does_not_fit_the_configuration_is_named(bench, build, fault):
    sensors = sensors_on(bench)
    bench.hello(build)
    pack = messages.counts if build[0] else messages.switches
    kind = messages.COUNTS if build[0] else messages.SWITCHES
    bench.wire.incoming += frame(kind, 2, pack(bytes(6), [0] * build[1]))
    with pytest.raises(HardwareFault, match=fault):
        sensors.read(10.0)


def test_more_inputs_than_frames_hold_are_refused():
    with pytest.raises(BadConfig, match="input 96 is not wired"):
        SerialSensors(SensorSettings(), [*range(84), 96])
    SerialSensors(SensorSettings(), [*range(84), 96], linear=False)


def test_raw_mode_is_asked_for(bench):
    sensors = sensors_on(bench)
    bench.hello()
    wishes = []
    for raw in (False, True, False):
        sensors.raw = raw
        bench.wire.outgoing = b""
        bench.poll()
        heard = FrameReader().feed(bench.wire.outgoing)
        wishes += [messages.read_wish(payload) for _, kind, _, payload in heard if kind == messages.WISH]
    assert wishes == [(0, 255, 12, 0), (1, 255, 12, 0), (0, 255, 12, 0)]
    assert not sensors.raw


def test_an_event_loop_hears_of_every_descriptor_before_it_is_gone(bench):
    heard = []
    sensors = SerialSensors(SensorSettings(), POINTS, link=bench.link)
    sensors.watch(lambda fd: heard.append(("opened", fd)), lambda fd: heard.append(("closing", fd, bench.wire.closed)))
    sensors.open()
    bench.wire.fault = OSError(5, "Input/output error")
    with pytest.raises(HardwareFault):
        sensors.read(10.0)
    sensors.open()
    sensors.close()
    assert heard == [("opened", 77), ("closing", 77, False)] * 2


def test_lights_never_close_a_port_that_sensors_tend(bench):
    sensors = sensors_on(bench)
    lights = SerialLights(LightSettings(), POINTS, link=bench.link, clock=lambda: bench.now, sleep=lambda _: None)
    lights.open()
    bench.hello()
    sensors.read(bench.now)
    bench.wire.fault = OSError(5, "Input/output error")
    lights.show([(1, 2, 3)] * 85)
    assert not bench.wire.closed
    with pytest.raises(HardwareFault):
        sensors.read(bench.now)
    assert bench.wire.closed


# Lights


def test_a_strip_that_is_too_short_is_named(bench):
    lights = SerialLights(LightSettings(), range(91), link=bench.link, clock=lambda: bench.now, sleep=lambda _: None)
    lights.open()
    bench.hello((1, 85, 60, 3, 200))
    with pytest.raises(HardwareFault, match=r"has 60 LEDs, but board\.toml uses 91; "):
        lights.show([(0, 0, 0)] * 91)


def test_lights_alone_notice_that_nobody_answers(bench):
    def sleep(seconds: float) -> None:
        bench.now += seconds

    lights = SerialLights(LightSettings(), POINTS, link=bench.link, clock=lambda: bench.now, sleep=sleep)
    lights.open()
    with pytest.raises(HardwareFault, match="does not answer; press its reset button"):
        lights.show([(0, 0, 0)] * 85)
    assert bench.now == pytest.approx(11.0, abs=0.05)


# Buttons


class Presses:
    def __init__(self, bench: Bench, **settings: int) -> None:
        self.bench = bench
        self.controls = SerialControls(Controls(driver="serial", **settings), link=bench.link)
        self.controls.open()
        bench.hello()
        self.sequence = 1

    def look(self, *states: int) -> list[Press]:
        self.sequence += 1
        self.bench.snapshot(self.sequence, [0] * 85, bytes(states))
        self.bench.now += 0.01
        return list(self.controls.read(self.bench.now))


def test_presses_before_we_came_are_not_for_us(bench):
    presses = Presses(bench)
    assert presses.look(5, 3, 0, 0, 0, 0) == []
    assert presses.look(6, 3, 0, 0, 0, 0) == [Press("hint")]


def test_a_short_press_is_told_when_the_button_comes_up_and_a_long_one_as_soon_as_it_is_long(bench):
    presses = Presses(bench, long_press_ms=500)
    presses.look(0, 0, 0, 0, 0, 0)
    assert presses.look(0, 0, 1, 0x80 | 2, 0, 0) == []
    assert presses.look(0, 0, 1, 3, 1, 0x80 | 9) == [Press("take-back")]
    assert presses.look(0, 0, 1, 3, 1, 0x80 | 10) == [Press("cafe", long=True)]
    assert presses.look(0, 0, 1, 3, 1, 60) == []


def test_counts_go_round(bench):
    presses = Presses(bench)
    presses.look(255, 0, 0, 0, 0, 0)
    assert presses.look(0, 1, 0, 0, 0, 0) == [Press("hint")]


def test_a_restart_is_no_press(tmp_path):
    world = SerialWorld(tmp_path)
    world.run(0.5)
    for bits in (1, 0, 2, 0, 4, 0):
        world.pico.buttons = bits
        world.run(0.1)
    told = list(world.presses)
    assert [press.button for press in told] == ["hint", "take-back", "cafe"]
    world.pico.reset()
    world.run(1.0)
    assert world.presses == told
    world.close()


def test_buttons_that_nobody_named_are_left_alone(bench):
    presses = Presses(bench)
    bench.wire.incoming = b""
    bench.hello((1, 85, 91, 4, 200))
    presses.look(0, 0, 0, 0, 0, 0, 0, 0)
    assert presses.look(0, 0, 0, 0, 0, 0, 1, 1) == []


# Ports


@pytest.fixture
def by_id(tmp_path):
    for name in ("usb-Acme_Printer_0-if00", "usb-MicroPython_Board_in_FS_mode_e6614c-if00", "usb-Zoom_Modem-if00"):
        (tmp_path / name).touch()
    return tmp_path


def test_ports_are_found_by_what_they_are(by_id):
    def names(wanted):
        return [os.path.basename(device)[4:9] for device in find_ports(wanted, by_id)]  # noqa: PTH119

    assert names("auto") == ["Micro", "Acme_", "Zoom_"]
    assert names("e6614c") == ["Micro"]
    assert names("USB") == ["Acme_", "Micro", "Zoom_"]
    assert names("nothing like it") == []
    assert find_ports("/dev/ttyACM7", by_id) == ["/dev/ttyACM7"]
    assert find_ports("auto", by_id / "absent") == []


def test_a_port_gives_what_is_there_and_knows_when_the_cable_is_gone():
    master, slave = pty.openpty()
    port = Port(os.ttyname(slave))
    os.close(slave)
    assert port.read() == b""
    assert port.write(b"hello") == 5
    assert os.read(master, 100) == b"hello"
    os.close(master)
    with pytest.raises(OSError, match=r"hung up|Input/output"):
        port.read()
    port.close(discard=True)
    port.close(discard=True)


def test_a_full_buffer_is_no_wait():
    master, slave = pty.openpty()
    port = Port(os.ttyname(slave))
    data = random.Random(1).randbytes(1 << 20)
    while port.write(data):
        pass
    port.close()
    os.close(master)
    os.close(slave)


def test_a_port_is_ours_alone():
    master, slave = pty.openpty()
    port = Port(os.ttyname(slave))
    with pytest.raises(HardwareFault, match="is in use; stop the other program"):
        Port(os.ttyname(slave))
    port.close()
    Port(os.ttyname(slave)).close()
    os.close(master)
    os.close(slave)


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (2, "x is not there; plug the microcontroller in"),
        (13, "x may not be opened; sudo usermod -aG dialout"),
        (16, "x is in use; stop the other program"),
        (22, "x cannot be opened: .*; see that it is a serial port"),
    ],
)
def test_every_refusal_names_its_cure(monkeypatch, number, sentence):
    def refuse(*arguments, **options):
        raise serial.SerialException(number, os.strerror(number))

    monkeypatch.setattr(serial, "Serial", refuse)
    with pytest.raises(HardwareFault, match=sentence):
        Port("x")


def test_without_pyserial_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "serial", None)
    with pytest.raises(MissingExtra, match=r"pip install 'yinsh-board\[serial\]'"):
        Port("x")


# All together


def test_a_configuration_becomes_one_line():
    config = BoardConfig()
    sections = {
        "sensors": replace(config.sensors, driver="serial", kind="linear"),
        "lights": replace(config.lights, driver="serial"),
        "controls": replace(config.controls, driver="serial"),
    }
    metal = make_metal(replace(config, **sections))
    assert metal.sensors.linear
    assert isinstance(metal.sensors.driver, SerialSensors)
    metal.close()


def test_two_threads_share_the_line_without_mixing_their_frames(tmp_path):
    world = SerialWorld(tmp_path)
    world.run(0.2)
    lights = SerialLights(LightSettings(), POINTS, link=world.link, clock=lambda: world.now)
    lights.open()
    pictures = [[(step, k, 255 - step) for k in POINTS] for step in range(150)]
    thread = threading.Thread(target=lambda: [lights.show(picture) for picture in pictures])
    thread.start()
    while thread.is_alive():
        world.turn()
    thread.join()
    world.run(0.5)
    assert world.pico.picture[: 3 * POINT_COUNT] == bytes(byte for color in pictures[-1] for byte in color)
    assert world.pico._firmware._bad == 0
    assert world.link.tally.bad == 0
    assert world.sensors.health.ok
    lights.close()
    world.close()
