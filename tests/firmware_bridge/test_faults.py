"""The experiments of ``make faults`` around journal and service, in short."""

import pytest

from tests.faults import boot, clock, disk, kill, lights, power_cut, restart, soak
from tests.firmware_bridge.disk_layer import HAVE_COMPILER

needs_compiler = pytest.mark.skipif(not HAVE_COMPILER, reason="the layer below the journal needs gcc and Linux")


def test_kill_9_costs_no_confirmed_action():
    confirmed, lost, extra = kill.run(25)
    assert confirmed > 25
    assert lost == 0
    assert extra <= 1


@needs_compiler
class TestPowerCut:
    def test_no_call_can_be_the_wrong_moment(self, tmp_path):
        calls = power_cut.record(tmp_path)
        assert {call.kind for call in calls} == {"write", "sync", "cut", "unlink", "safe"}
        cuts, wrong = power_cut.run(calls, lots=1, every=2)
        assert cuts > 300
        assert wrong == []

    def test_a_journal_that_does_not_sync_would_be_found_out(self, tmp_path):
        _, wrong = power_cut.run(power_cut.record(tmp_path, "careless"), lots=0, every=3)
        assert any("promised" in fault for fault in wrong)


@needs_compiler
def test_a_disk_in_trouble_loses_nothing_that_was_promised():
    found = disk.run(50)
    assert len(found) == 50
    assert {each["at"][2] for each in found} == set(disk.LENGTHS)
    assert sum(each["failures"] for each in found) > 50
    assert [each for each in found if not each["right"]] == []


@needs_compiler
def test_the_wall_clock_means_nothing():
    made, code, said = clock.run(1)
    assert code == 0, said
    assert made > 10


def test_lights_that_fail_are_named_and_come_back():
    assert lights.run(2) == (4, 2, 2)


def test_hangs_are_noticed_and_the_game_survives():
    noticed, up, _, kept = restart.run(2)
    assert (noticed, up, kept) == (1, 2, 3)


def test_a_game_more_leaves_no_descriptor_behind():
    actions, _, grown = soak.run(1, warm=0)
    assert actions > 20
    assert grown.descriptors <= 0


@pytest.mark.parametrize("kind", soak.Held._fields)
def test_a_leak_would_be_found_out(kind, monkeypatch, tmp_path):
    leaked = []
    leaks = {
        "blocks": lambda: [object() for _ in range(soak.MOST_BLOCKS)],
        "kib": lambda: bytearray(soak.MOST_KIB * 1024),
        "descriptors": lambda: (tmp_path / str(len(leaked))).open("w"),
    }
    monkeypatch.setattr(soak, "play", lambda *_: leaked.append(leaks[kind]()) or 1)
    grown = soak.run(2, warm=1)[2]
    if kind == "descriptors":
        for file in leaked:
            file.close()
    assert grown.is_leak
    assert getattr(grown, kind) >= 2


def test_each_experiment_prints_its_number(capsys):
    assert kill.main(["2"]) == 0
    assert capsys.readouterr().out.startswith("fault 1: killed 2 times")


def test_a_board_that_changed_while_the_power_was_off_is_shown_as_it_is():
    times, wrong = boot.run(2)
    assert (times, wrong) == (8, [])
