import sys

import pytest
from gpiozero import Device, OutputDevice

from hardware.config.settings import Matrix
from hardware.errors import HardwareFault, MissingExtra
from hardware.sensors.matrix import MatrixSensors
from tests.hardware.fake_gpio import SwitchMatrix, Wires

DEFAULT = Matrix()
RECTANGLE = {(1, 2), (1, 5), (4, 2)}  # three corners; the fourth is (4, 5)


def board(settings=DEFAULT, diodes="rows", inputs=range(85)):
    wires = Wires()
    matrix = SwitchMatrix(wires, settings.rows, settings.columns, diodes)
    sensors = MatrixSensors(settings, inputs, pin_factory=wires)
    sensors.open()
    return sensors, matrix, wires


def closed(sensors, columns=10):
    return {divmod(number, columns) for number, reading in enumerate(sensors.read(0.0).readings) if reading}


def test_default_pins_are_a_matrix_of_nine_rows_and_ten_columns():
    sensors, matrix, _ = board()
    matrix.closed = {(0, 0), (0, 9), (7, 3), (8, 4)}
    assert closed(sensors) == {(0, 0), (0, 9), (7, 3), (8, 4)}


def test_with_diodes_three_corners_do_not_make_a_fourth():
    sensors, matrix, _ = board()
    matrix.closed = RECTANGLE
    assert closed(sensors) == RECTANGLE


def test_without_diodes_the_fourth_corner_is_a_ghost():
    sensors, matrix, _ = board(diodes="")
    matrix.closed = RECTANGLE
    assert closed(sensors) == RECTANGLE | {(4, 5)}


def test_without_diodes_two_switches_have_no_ghost():
    sensors, matrix, _ = board(diodes="")
    matrix.closed = {(1, 2), (4, 5)}
    assert closed(sensors) == {(1, 2), (4, 5)}


def test_diodes_the_wrong_way_round_see_nothing():
    sensors, matrix, _ = board(diodes="columns")
    matrix.closed = RECTANGLE
    assert closed(sensors) == set()


@pytest.mark.parametrize(("pull", "active"), [("up", False), ("down", True)])
def test_one_row_at_a_time_is_driven_and_all_rest_afterwards(pull, active):
    sensors, _, wires = board(Matrix(pull=pull), diodes="")
    seen = []
    for row in DEFAULT.rows:
        wires.watch(row, lambda _level: seen.append([wires.driven(pin) for pin in DEFAULT.rows].count(active)))
    sensors.read(0.0)
    assert seen == [1, 0] * len(DEFAULT.rows)
    assert all(wires.driven(pin) is (not active) for pin in DEFAULT.rows)


def test_it_asks_for_no_events():
    sensors, _, wires = board()
    assert all(wires.pin(pin).when_changed is None for pin in DEFAULT.columns)
    sensors.close()


def test_a_fault_within_a_scan_leaves_no_row_driven():
    sensors, _, wires = board()

    def vanish(_level):
        wires.gone = True

    wires.watch(DEFAULT.rows[4], vanish)
    with pytest.raises(HardwareFault, match="row 5 of 9: LibraryError") as caught:
        sensors.read(0.0)
    assert caught.value.__cause__ is not None
    wires.gone = False
    assert [wires.driven(pin) for pin in DEFAULT.rows] == [None] * 9


def test_a_pin_that_another_device_holds_is_named():
    wires = Wires()
    other = OutputDevice(DEFAULT.columns[3], pin_factory=wires)
    sensors = MatrixSensors(DEFAULT, range(85), pin_factory=wires)
    with pytest.raises(HardwareFault, match="column on GPIO 11: GPIOPinInUse"):
        sensors.open()
    assert wires.claimed == 1
    other.close()
    sensors.open()
    assert wires.claimed == 19
    sensors.close()


def test_a_missing_package_is_named_with_its_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "gpiozero", None)
    with pytest.raises(MissingExtra, match=r"'matrix' needs gpiozero; .*pip install 'yinsh-board\[pi\]'"):
        MatrixSensors(DEFAULT, range(85)).open()


def test_a_computer_without_gpio_is_told_what_is_missing(monkeypatch):
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "lgpio")
    monkeypatch.setitem(sys.modules, "lgpio", None)
    with pytest.raises(HardwareFault, match=r"GPIO 4: .*; see that this is a Raspberry Pi, that python3-lgpio"):
        MatrixSensors(DEFAULT, range(85)).open()
