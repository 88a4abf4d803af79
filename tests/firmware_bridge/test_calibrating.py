"""A calibration while a game waits, in virtual time: nothing is inferred, and nothing changes unless it is saved."""

import asyncio
from types import SimpleNamespace

import pytest

from firmware_bridge import calibrating as module
from firmware_bridge.builder.apprentice import Apprentice
from firmware_bridge.builder.findings import Findings, Touch
from firmware_bridge.builder.glow import Glow
from firmware_bridge.builder.guide import CalibrationGuide
from firmware_bridge.builder.stages import SPOTS
from firmware_bridge.calibrating import ABANDONED, Calibrating
from firmware_bridge.orders import Refused
from firmware_bridge.world import World
from hardware.calibration import Calibration, load_calibration
from hardware.protocols import Sensing
from hardware.virtual import VirtualBoard
from tests.firmware_bridge.test_builder_calibration import errors
from yinsh_core.points import POINTS, Point

SCAN = 0.02
OLD = str(Calibration.ordinary(Sensing.FULL))


class Sparing:
    """Sensors that send only what changed, unless asked for all."""

    raw = False


class Table:
    """A world whose daemon can be calibrated; begun anew, it is another bridge with the same journal."""

    def __init__(self, folder, sensing="full", seed=4):
        self.world = World(board=VirtualBoard(sensing, seed))
        self.world.hand.pace = 0
        self.file = folder / "calibration.toml"
        self.file.write_text(OLD)
        self.sensors = Sparing()
        self.daemon = SimpleNamespace(
            bridge=self.world.bridge,
            metal=SimpleNamespace(sensors=SimpleNamespace(driver=self.sensors)),
            clock=lambda: self.world.now,
            calibration=self.file,
            journal_fault="",
            obey=self.world.obey,
            change=self.change,
        )
        self.calibrating = Calibrating(self.daemon)
        self.attended = self.allowed = True

    def change(self):
        self.world.power_cut()
        self.daemon.bridge = self.world.bridge

    @property
    def view(self):
        return self.calibrating.look(attended=self.attended, allowed=self.allowed)

    @property
    def actions(self):
        return [str(action) for action in self.world.game.actions]

    async def pass_by(self, seconds, meanwhile=lambda _: None, *, until=lambda: False):
        """Let time pass for board, lights and page."""
        world, end = self.world, self.world.now + seconds
        while world.now < end and not until():
            now = world.now + SCAN
            world.scan(now)
            world.board.lights.show(world.bridge.colors(now))
            meanwhile(now)
            self.calibrating.look(attended=self.attended, allowed=self.allowed)
            await asyncio.sleep(0)

    async def play(self, *moves):
        for point, piece in moves:
            self.world.hand.put(point, piece)
            await self.pass_by(2)

    async def put(self, *points, piece="white marker"):
        for point in points:
            self.world.hand.put(point, piece)
        await self.pass_by(2)


@pytest.fixture
def table(tmp_path):
    return Table(tmp_path)


def known(**contents):
    return Findings(
        Sensing.FULL,
        touches={point: Touch(90.0) for point in POINTS},
        contents={name.replace("_", " "): dict.fromkeys(SPOTS[:5], counts) for name, counts in contents.items()},
    )


WHOLE = known(
    white_ring=270, white_ring_and_marker=360, black_ring=-270, black_ring_and_marker=-360, black_marker=-90
).to_text()


def test_an_apprentice_calibrates_while_a_game_waits(table):
    async def scene():
        await table.play(("F6", "white ring"), ("E5", "black ring"))
        assert table.view["stage"] == "none"
        table.calibrating.begin()
        assert table.sensors.raw
        stages = []
        watch = Apprentice(table.world.board).watch

        def follow(now):
            watch(now)
            stages.append((table.calibrating.view["step"], table.calibrating.view["stage"]))

        await table.pass_by(1200, follow, until=lambda: table.view["stage"] == "over")
        assert list(dict.fromkeys(stages))[:4] == [(0, "empty"), (1, "touch"), (2, "clear"), (2, "ask")]
        assert sorted({step for step, _ in stages}) == list(range(7))
        assert table.view["result"] == {"good": 85, "weak": {}, "trouble": ""}
        assert table.view["done"] == table.view["total"] == 85 + 25
        assert table.actions == ["F6", "E5"], "what the apprentice did is no move"
        assert table.file.read_text() == OLD
        await table.calibrating.save()
        await table.pass_by(2)
        assert not table.sensors.raw
        assert table.actions == ["F6", "E5"]
        difference = {(d.point, d.expected) for d in table.world.status.difference}
        assert {("F6", "a white ring"), ("E5", "a black ring")} & difference

    asyncio.run(scene())
    assert [path.name for path in table.file.parent.iterdir()] == [table.file.name]
    assert errors(VirtualBoard("full", 4), load_calibration(table.file)) == 0


def test_a_guide_has_the_eyes_and_the_lights_of_a_bridge(table):
    async def scene():
        bridge = table.world.bridge
        assert not bridge.busy
        bridge.guide = CalibrationGuide(Sensing.FULL)
        assert bridge.busy, "it wants every frame"
        await table.put("F6", piece="white ring")
        assert table.actions == []
        assert table.world.lights["F6"] in {(255, 0, 0), (0, 0, 0)}
        assert len(bridge.colors(0.3)) == 91
        assert bridge.colors(0.3)[0] == Glow.HANDS_OFF.value[0]
        bridge.guide = None
        await table.pass_by(2)
        assert table.actions == ["F6"]

    asyncio.run(scene())


def test_the_page_is_told_what_to_put_where(table):
    async def scene():
        table.calibrating.begin()
        await table.put("F6", piece="white ring")
        assert (table.view["stage"], table.view["away"]) == ("empty", ["F6"])
        table.world.hand.sweep()
        await table.pass_by(5)
        assert (table.view["stage"], table.view["content"]) == ("touch", "white marker")
        assert len(table.view["put"]) == 85
        assert table.view["may"] == {"skip": False, "undo": False}
        await table.put("A2", "B4")
        assert table.view["done"] == 2
        assert table.view["may"] == {"skip": True, "undo": True}
        assert not {"A2", "B4"} & set(table.view["put"])
        same = table.view
        assert table.view is same
        table.calibrating.undo()
        assert table.view["done"] == 1
        assert "B4" in table.view["put"] + table.view["away"]

    asyncio.run(scene())


def test_weak_and_dead_points_are_named(table):
    async def scene():
        table.world.board.faults.dead("G7")
        table.calibrating.begin()
        await table.pass_by(3)
        assert table.view["away"] == ["G7"]
        table.calibrating.skip()
        await table.pass_by(3)
        await table.put(*(point for point in POINTS[:50] if point != Point("G7")))
        while table.view["stage"] != "over":
            table.calibrating.skip()
        result = table.view["result"]
        assert result["weak"]["G7"] == "untouched"
        assert result["good"] == len([point for point in POINTS[:50] if point != Point("G7")])

    asyncio.run(scene())


def left(table):
    table.attended = False
    return ABANDONED + 1


def logged_out(table):
    table.allowed = False
    return 1


def cancelled(table):
    table.calibrating.cancel()
    return 1


def interrupted(table):
    table.change()
    return 1


@pytest.mark.parametrize("end", [left, logged_out, cancelled, interrupted])
def test_a_calibration_that_is_not_saved_changes_nothing(table, end):
    async def scene():
        await table.play(("F6", "white ring"), ("E5", "black ring"))
        entries = list(table.world.journal.entries())
        table.calibrating.begin()
        table.world.hand.sweep()
        await table.pass_by(5)
        await table.put("A2", "B4")
        await table.pass_by(end(table))
        assert table.view["stage"] == "none"
        assert table.world.bridge.guide is None
        assert not table.sensors.raw
        assert list(table.world.journal.entries()) == entries
        assert table.actions == ["F6", "E5"]
        table.world.hand.sweep()
        await table.play(("F6", "white ring"), ("E5", "black ring"), ("G6", "white ring"))
        assert table.actions == ["F6", "E5", "G6"], "the game goes on"

    asyncio.run(scene())
    assert table.file.read_text() == OLD


def test_a_page_that_comes_back_in_time_finds_everything_as_it_was(table):
    async def scene():
        table.calibrating.begin()
        await table.pass_by(4)
        table.attended = False
        await table.put("A2")
        await table.pass_by(ABANDONED - 4)
        assert table.view["done"] == 1
        await table.put("B4")
        await table.pass_by(ABANDONED - 4)
        assert table.view["done"] == 2, "who goes on laying pieces has not left"
        table.calibrating.stay()
        await table.pass_by(ABANDONED - 4)
        assert table.view["stage"] == "touch"

    asyncio.run(scene())


def test_what_was_found_before_a_break_is_taken_up_or_not(table):
    async def scene():
        table.calibrating.begin()
        await table.pass_by(5.5)  # past the moment when findings are written anyway
        await table.put("A2", "B4")
        table.calibrating.cancel()
        assert table.view["stage"] == "none"
        await asyncio.gather(*asyncio.all_tasks() - {asyncio.current_task()})
        assert (table.view["stage"], table.view["done"]) == ("none", 2)
        table.calibrating.begin()
        assert table.view["done"] == 2
        table.calibrating.cancel()
        table.calibrating.begin(fresh=True)
        assert table.view["done"] == 0

    asyncio.run(scene())


def test_a_draft_that_is_none_does_not_hinder(table):
    (table.file.parent / "calibration.draft.json").write_text("[]")
    assert table.view["done"] == 0
    table.calibrating.begin()
    assert table.view["stage"] == "empty"


def test_a_draft_is_kept_while_pieces_are_laid(table):
    async def scene():
        table.calibrating.begin()
        await table.pass_by(4)
        await table.put("A2", "B4")
        await table.pass_by(6)
        await asyncio.gather(*asyncio.all_tasks() - {asyncio.current_task()})

    asyncio.run(scene())
    draft = Findings.from_text((table.file.parent / "calibration.draft.json").read_text(), Sensing.FULL)
    assert set(draft.touches) == {Point("A2"), Point("B4")}


def test_only_what_is_complete_can_be_saved(table):
    async def scene():
        table.calibrating.begin()
        with pytest.raises(Refused, match="not complete"):
            await table.calibrating.save()
        with pytest.raises(Refused, match="cannot be left out"):
            table.calibrating.skip()
        with pytest.raises(Refused, match="nothing to undo"):
            table.calibrating.undo()

    asyncio.run(scene())
    assert table.file.read_text() == OLD


def test_a_full_disk_is_told_and_the_findings_wait(table, monkeypatch):
    (table.file.parent / "calibration.draft.json").write_text(WHOLE)

    def full(*_):
        raise OSError(28, "No space left on device")

    async def scene():
        table.calibrating.begin()
        await table.pass_by(6)
        assert table.view["stage"] == "over"
        monkeypatch.setattr(module, "save_calibration", full)
        with pytest.raises(Refused, match="No space left"):
            await table.calibrating.save()
        assert table.view["stage"] == "over"
        monkeypatch.undo()
        await table.calibrating.save()
        assert table.view["stage"] == "none"

    asyncio.run(scene())
    assert load_calibration(table.file).strengths["black ring"] == -3


def test_nothing_runs_nothing_can_be_steered(table):
    for step in (table.calibrating.skip, table.calibrating.undo, table.calibrating.stay, table.calibrating.cancel):
        with pytest.raises(Refused, match="nothing is being calibrated"):
            step()


def test_switches_have_nothing_to_calibrate(tmp_path):
    table = Table(tmp_path, sensing="presence")
    assert table.view is None
    with pytest.raises(Refused, match="switches"):
        table.calibrating.begin()


def test_a_game_that_is_not_safe_on_disk_is_not_left_waiting(table):
    table.daemon.journal_fault = "disk full"
    with pytest.raises(Refused, match="disk full"):
        table.calibrating.begin()
    assert table.world.bridge.guide is None
    assert not table.world.table.paused
