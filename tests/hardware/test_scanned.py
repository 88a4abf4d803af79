import pytest

from hardware.errors import HardwareFault
from hardware.sensors.scanned import Scanned


class Metal(Scanned):
    """Three devices, of which the second fails when it is given back."""

    def __init__(self, *, opens=True):
        super().__init__("test metal", range(85), 85)
        self.opens = opens
        self.given_back = []

    def _claim(self, claimed):
        claimed.callback(self.given_back.append, "first")
        claimed.callback(self._fail)
        claimed.callback(self.given_back.append, "third")
        if not self.opens:
            raise HardwareFault("no fourth; buy one")
        return lambda: range(85)

    def _fail(self):
        self.given_back.append("second")
        raise RuntimeError("gone for good")


def test_every_device_is_given_back_though_one_of_them_fails():
    metal = Metal()
    metal.open()
    metal.close()
    assert metal.given_back == ["third", "second", "first"]
    metal.close()
    assert len(metal.given_back) == 3


def test_what_was_claimed_before_a_failure_is_given_back_and_the_first_cause_is_told():
    metal = Metal(opens=False)
    with pytest.raises(HardwareFault, match="no fourth"):
        metal.open()
    assert metal.given_back == ["third", "second", "first"]
    with pytest.raises(HardwareFault, match="test metal are not open"):
        metal.read(0.0)


def test_values_are_put_in_point_order():
    metal = Metal()
    metal.open()
    assert metal.read(4.0).readings == tuple(range(85))
