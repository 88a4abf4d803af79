# ruff: noqa: T201 - it prints its figures
"""The serial line, both ends on this computer: ``make bench``.

How fast the host takes in what a board can send, what one snapshot costs on each end, and how long it takes from the
firmware's scan to the host's settled board through a pseudo-terminal. A USB cable adds a millisecond, a Pico its slower
clock.
"""

from __future__ import annotations

import random
import select
import statistics
import tempfile
import time
from pathlib import Path

from firmware_bridge.debounce import Debounce
from hardware.classifier import Classifier
from hardware.config.settings import SerialLink as Settings
from hardware.firmware import messages
from hardware.firmware.core import Firmware
from hardware.firmware.wire import FrameReader, frame
from hardware.firmware_sim import SimulatedPico
from hardware.ports import find_ports
from hardware.protocols import POINT_COUNT, Frame
from hardware.sensors.serial import SerialSensors
from hardware.serial_link.link import SerialLink
from hardware.serial_link.protocol import HostProtocol, crc16
from hardware.virtual import VirtualBoard, factory_calibration
from tests.amounts import amount

BUILD = (1, POINT_COUNT, 91, 3, 200)
RNG = random.Random(1)
SNAPSHOTS = 1000  # through the pseudo-terminal


def best(act, repeats=5):
    """Seconds of the fastest of some runs: other programs can only make it slower."""
    times = []
    for _ in range(repeats):
        began = time.perf_counter()
        act()
        times.append(time.perf_counter() - began)
    return min(times)


def snapshots(count):
    hello = frame(messages.HELLO, 0, messages.hello((1, 0, 0), b"boardid!", 1, BUILD))
    values = [[RNG.randrange(-900, 900) for _ in range(POINT_COUNT)] for _ in range(count)]
    return hello + b"".join(
        frame(messages.COUNTS, k + 1, messages.counts(bytes(6), row)) for k, row in enumerate(values)
    )


def decode(data, size):
    reader = FrameReader(crc16)
    for at in range(0, len(data), size):
        reader.feed(data[at : at + size])


def understand(data):
    host = HostProtocol()
    for at in range(0, len(data), 4096):
        host.receive(data[at : at + 4096], 0.0)
        host.events()


def throughput():
    count = 2000
    data = snapshots(count)
    noise = RNG.randbytes(len(data))
    for name, stream in (("snapshots", data), ("noise", noise)):
        print(f"serial: decoder, {name}: {len(stream) / best(lambda s=stream: decode(s, 4096)) / 1e6:.1f} MB/s")
    print(f"serial: host, {count / best(lambda: understand(data)):,.0f} snapshots/s (a board sends 200)")


def firmware():
    board = Firmware(b"boardid!", 1, BUILD, 2000)
    scans = [[RNG.randrange(-900, 900) for _ in range(POINT_COUNT)] for _ in range(500)]

    def act():
        for now, values in enumerate(scans):
            board.scanned(values, 0, 5 * now)
            board.data_to_send()

    print(f"serial: firmware, {best(act) / len(scans) * 1e6:.0f} µs from a scan to its frame on this computer")


class Readings:
    linear = True

    def __init__(self):
        self.values = [0] * POINT_COUNT

    def read(self, now):
        return Frame(now, tuple(self.values))


def latency(count):
    """From before the firmware's scan to the board settled in the host, every value changed; nothing is held back."""
    classifier, debounce = Classifier(factory_calibration(VirtualBoard("full"))), Debounce(hold=0.0)
    with tempfile.TemporaryDirectory() as folder:
        readings = Readings()
        pico = SimulatedPico(readings, link=Path(folder) / "usb-MicroPython-if00")
        link = SerialLink(find=lambda wanted: find_ports(wanted, Path(folder)))
        sensors = SerialSensors(Settings(), range(POINT_COUNT), link=link)
        sensors.open()
        times = []
        for number in range(count + 20):
            readings.values = [(number * 37 + 11 * k) % 1800 - 900 for k in range(POINT_COUNT)]
            began = time.perf_counter()
            pico.step(number / 200)
            while (seen := sensors.read(number / 200)) is None or seen.readings[0] != readings.values[0]:
                if number < 10:  # the greeting
                    pico.step(number / 200)
                select.select([sensors.fileno()], [], [], 0.1)
            debounce.feed(classifier.levels(seen.readings), number / 200)
            times.append(time.perf_counter() - began)
        sensors.close()
        pico.close()
    times = sorted(times[20:])
    print(
        f"serial: scan to settled board through a pseudo-terminal, without the debounce's wait: "
        f"median {statistics.median(times) * 1e6:.0f} µs, 99 % {times[len(times) * 99 // 100] * 1e6:.0f} µs"
    )


def main(arguments=None):
    count = int(amount(arguments, SNAPSHOTS, "snapshots", __doc__))
    throughput()
    firmware()
    latency(count)


if __name__ == "__main__":
    main()
