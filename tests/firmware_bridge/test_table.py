"""The table: nothing is told before it is on disk, orders are carried out or refused, news are told once."""

import pytest

from firmware_bridge import orders
from firmware_bridge.effects import Cue, NewsKind, Sound, Tell, Write
from firmware_bridge.entries import SavedGame
from firmware_bridge.scene import Coach
from firmware_bridge.table import Table
from firmware_bridge.yinsh import Yinsh
from hardware.protocols import Sensing
from tests.firmware_bridge.readings import OPENING, ROW
from yinsh_core.points import Point

PASS = """A2 B2 A3 B3 A4 B4 A5 B5 G3 B6 G3-G4 B2-C2 G4-G5 C2-D2 G5-G6 D2-E2 G6-G7 E2-F2 G7-G8 xG3-G7 rG8"""


class Desk:
    """A table with a board in words, and a journal that answers when it is told to."""

    def __init__(self, text: str = "", sensing: Sensing = Sensing.FULL) -> None:
        self.table = Table(Yinsh(), sensing)
        self.now = 0.0
        self.effects = []
        self.table.begin(self.now, SavedGame(actions=text.split()) if text else None)
        self.contents = list(self.table.game.contents(self.table.state))
        self.put()
        self.wait(1.0)
        self.effects.clear()

    def put(self, *acts: str) -> None:
        """Acts such as ``E3=w``."""
        for act in acts:
            name, _, content = act.partition("=")
            self.contents[Point(name).index] = content
            self.see()
            self.wait(0.6)
        self.see()

    def see(self) -> None:
        levels = tuple(map(self.table.reader.sight.level, self.contents))
        self.effects += self.table.see(levels, self.now)

    def wait(self, seconds: float) -> None:
        end = self.now + seconds
        while self.now < end:
            self.now += 0.05
            self.effects += self.table.tick(self.now)

    def obey(self, order: orders.Order) -> None:
        self.effects += self.table.obey(order, self.now)

    def save(self) -> None:
        """The journal has kept up."""
        for write in self.writes:
            self.effects += self.table.saved(write.number, self.now)

    @property
    def writes(self) -> list[Write]:
        return [effect for effect in self.effects if isinstance(effect, Write)]

    def entries(self) -> list[str]:
        return [f"{write.entry.kind} {write.entry.text}" for write in self.writes]

    def told(self, kind: NewsKind) -> list[str]:
        return [effect.text for effect in self.effects if isinstance(effect, Tell) and effect.kind is kind]

    def heard(self) -> list[Cue]:
        return [effect.cue for effect in self.effects if isinstance(effect, Sound)]

    def actions(self) -> list[str]:
        return [str(action) for action in self.table.match.actions]


@pytest.fixture
def desk():
    return Desk(OPENING)


def move(desk):
    desk.put("E3=", "E3=w", "E8=W")


def test_an_action_is_told_and_shown_only_when_it_is_saved(desk):
    move(desk)
    assert desk.entries() == ["act E3-E8"]
    assert desk.told(NewsKind.ACTION) == []
    assert desk.heard() == []
    assert str(desk.table.shown.actions[-1]) == "I5-I6"
    desk.save()
    assert desk.told(NewsKind.ACTION) == ["E3-E8"]
    assert desk.heard() == [Cue.DONE]
    assert str(desk.table.shown.actions[-1]) == "E3-E8"


def test_hands_are_understood_while_the_disk_is_busy(desk):
    move(desk)
    desk.put("I6=", "I6=b", "I9=B")
    assert desk.entries() == ["act E3-E8", "act I6-I9"]
    desk.effects += desk.table.saved(desk.writes[0].number, desk.now)
    assert desk.told(NewsKind.ACTION) == ["E3-E8"]
    desk.effects += desk.table.saved(desk.writes[1].number, desk.now)
    assert desk.told(NewsKind.ACTION) == ["E3-E8", "I6-I9"]


def test_one_answer_may_stand_for_all_before_it(desk):
    move(desk)
    desk.put("I6=", "I6=b", "I9=B")
    desk.effects += desk.table.saved(desk.writes[-1].number, desk.now)
    assert desk.told(NewsKind.ACTION) == ["E3-E8", "I6-I9"]


def test_players_are_told_when_the_disk_does_not_answer(desk):
    move(desk)
    assert not desk.table.scene.unsaved
    desk.wait(1.5)
    assert desk.table.scene.unsaved
    desk.save()
    assert not desk.table.scene.unsaved


def test_a_game_is_told_of_with_its_first_ring():
    desk = Desk()
    desk.obey(orders.SetPlayers(("Ada", "")))
    assert desk.entries() == []
    desk.put("F6=W")
    assert desk.entries() == ["new standard", "header White: Ada", "act F6"]
    desk.save()
    assert desk.told(NewsKind.NEW_GAME) == ["standard"]
    assert desk.table.match.headers == {"White": "Ada"}


def test_a_status_is_told_once_with_one_sound(desk):
    desk.put("K7=")
    desk.wait(3.0)
    assert desk.told(NewsKind.STATUS) == ["wrong(K7: a black ring)", "correction(K7: a black ring)"]
    assert desk.heard() == [Cue.WRONG]
    desk.put("K7=B")
    assert desk.told(NewsKind.STATUS)[-1] == "waiting"


def test_a_fault_is_told_once(desk):
    desk.put("K7=")
    desk.wait(20.0)
    assert desk.told(NewsKind.FAULT) == ["K7 does not show what stands there: stuck or dead"]
    assert desk.table.faults == {"K7": "silent"}


def test_whoever_thinks_with_a_ring_in_the_hand_raises_no_alarm(desk):
    desk.put("E3=")
    desk.wait(20.0)
    assert desk.told(NewsKind.FAULT) == []
    assert desk.table.faults == {"E3": "held"}
    assert not desk.table.scene.distrusted
    assert desk.table.scene.destinations
    desk.put("E3=w", "E8=W")
    assert desk.actions()[-1] == "E3-E8"
    assert desk.table.faults == {}


def test_a_ring_that_seems_held_while_another_moves_has_a_dead_sensor(desk):
    desk.put("E3=")
    desk.wait(20.0)
    desk.put("A2=", "A2=w", "A3=W")
    assert desk.actions()[-1] == "A2-A3"
    desk.wait(20.0)
    assert desk.told(NewsKind.FAULT) == ["E3 does not show what stands there: stuck or dead"]
    assert desk.table.scene.distrusted == 1 << Point("E3").index


def test_what_was_cleared_in_a_pause_is_asked_for_afterwards(desk):
    desk.obey(orders.Pause(on=True))
    desk.contents = [""] * len(desk.contents)
    desk.see()
    desk.wait(5.0)
    desk.obey(orders.Pause(on=False))
    desk.wait(5.0)
    assert desk.entries() == []
    assert desk.table.status.kind == "correction"
    assert len(desk.table.status.difference) == sum(map(bool, desk.table.game.contents(desk.table.state)))


def test_a_sensor_that_flickers_is_told_of_though_the_game_stands_as_before():
    desk = Desk()
    levels = desk.table.reader.levels
    noisy = 1 << Point("G7").index
    desk.effects += desk.table.see(levels, desk.now, noisy)
    desk.wait(1.0)
    desk.effects += desk.table.see(levels, desk.now, noisy)
    assert desk.told(NewsKind.FAULT) == ["G7 flickers"]


def test_taking_back_asks_for_the_pieces(desk):
    move(desk)
    desk.obey(orders.TakeBack())
    assert desk.entries() == ["act E3-E8", "back 1"]
    assert desk.table.status.kind == "correction"
    assert [str(d) for d in desk.table.status.difference] == ["E3: a white ring", "E8: nothing"]
    desk.save()
    assert desk.told(NewsKind.TAKEN_BACK) == ["1"]
    desk.put("E8=", "E3=W")
    assert desk.table.status.kind == "waiting"


def test_a_pass_is_taken_back_with_what_forced_it():
    desk = Desk(PASS)
    desk.put("B6=", "B6=b", "C7=B")
    assert desk.actions()[-2:] == ["B6-C7", "pass"]
    desk.obey(orders.TakeBack())
    assert desk.actions()[-1] == "rG8"
    desk.put("C7=", "B6=B")
    desk.put("B6=", "B6=b", "C7=B")
    assert desk.actions()[-2:] == ["B6-C7", "pass"]


def test_a_resignation_ends_the_game_and_is_taken_back_like_an_action(desk):
    desk.obey(orders.Resign(1))
    assert desk.table.over
    assert desk.entries() == ["header Result: white", "header Termination: resignation"]
    desk.save()
    assert desk.told(NewsKind.OVER) == ["white wins: resignation"]
    desk.obey(orders.TakeBack())
    assert not desk.table.over


def test_a_new_game_puts_the_old_one_away(desk):
    desk.obey(orders.NewGame("blitz"))
    desk.save()
    assert desk.entries() == ["end abandoned"]
    assert desk.told(NewsKind.PUT_AWAY) == ["abandoned"]
    assert desk.table.book.variant == desk.table.match.variant == "blitz"
    desk.wait(0.1)
    assert desk.table.status.kind == "correction"


def test_the_archive_gets_the_record(desk):
    record = desk.table.match.record()
    desk.obey(orders.NewGame())
    desk.save()
    (news,) = [effect for effect in desk.effects if isinstance(effect, Tell) and effect.kind is NewsKind.PUT_AWAY]
    assert news.details["record"] == record


def test_the_end_of_a_game_is_told_with_its_result():
    desk = Desk()
    desk.obey(orders.NewGame("blitz"))
    desk.table.begin(desk.now, SavedGame(variant="blitz", actions=ROW.split()))
    desk.contents = list(desk.table.game.contents(desk.table.state))
    desk.put()
    desk.put("E6=", "E6=w", "E7=W", "E2=", "E3=", "E4=", "E5=", "E6=", "A2=")
    desk.save()
    assert desk.actions()[-2:] == ["xE2-E6", "rA2"]
    assert desk.told(NewsKind.OVER) == ["white wins"]
    assert desk.heard()[-1] is Cue.OVER
    assert desk.table.status.kind == "over"


@pytest.mark.parametrize(
    ("text", "order", "reason"),
    [
        ("", orders.TakeBack(), "nothing to take back"),
        ("", orders.Resign(0), "no game to resign"),
        (OPENING, orders.NewGame("chess"), "no such variant: 'chess'"),
        (OPENING, orders.Answer(0), "no question"),
    ],
)
def test_what_cannot_be_is_refused_with_a_reason(text, order, reason):
    desk = Desk(text)
    with pytest.raises(orders.Refused, match=reason):
        desk.obey(order)
    assert desk.effects == []


def test_what_is_no_order_is_a_mistake(desk):
    with pytest.raises(TypeError, match="not an order"):
        desk.obey("take back")


def test_a_hint_points_from_ring_to_destination_for_a_while(desk):
    desk.obey(orders.Hint())
    start, end = desk.table.scene.hint
    assert desk.contents[start] == "W"
    assert desk.contents[end] == ""
    desk.wait(7.0)
    assert desk.table.scene.hint is None


def test_during_a_pause_the_board_means_nothing(desk):
    desk.obey(orders.Pause(on=True))
    move(desk)
    assert desk.entries() == []
    assert desk.table.scene.paused
    desk.obey(orders.Pause(on=False))
    desk.see()
    assert desk.table.status.kind == "correction"


def test_a_lost_board_is_shown_until_it_is_heard_again(desk):
    desk.table.lost_board(desk.now)
    assert desk.table.scene.offline
    desk.see()
    assert not desk.table.scene.offline


def test_coach_and_players_are_told(desk):
    desk.obey(orders.SetCoach(Coach.OFF))
    desk.obey(orders.SetPlayers(("Ada", "Bo")))
    desk.obey(orders.SwapSides())
    assert desk.told(NewsKind.CHANGED) == ["coach: off", "players: Ada and Bo", "players: Bo and Ada"]
    assert desk.table.match.headers["White"] == "Bo"
    desk.put("E3=")
    assert desk.table.scene.destinations == ()


def test_accepting_distrusts_what_disagrees(desk):
    desk.put("K7=", "D9=")
    desk.wait(2.0)
    desk.obey(orders.Accept())
    assert desk.table.status.kind == "waiting"
    assert set(desk.table.faults) == {"K7", "D9"}


def test_a_question_is_answered_by_number():
    desk = Desk(OPENING, Sensing.PRESENCE)
    desk.put("E6=W")
    desk.wait(2.0)
    assert desk.table.status.candidates == ("A2-E6", "E3-E6")
    assert str(desk.table.status) == "question(A2-E6, E3-E6)"
    desk.obey(orders.Answer(1))
    assert desk.entries() == ["act E3-E6"]


def test_a_board_left_alone_falls_asleep_and_a_touch_wakes_it(desk):
    desk.wait(301.0)
    assert desk.table.scene.asleep
    desk.put("E3=")
    assert not desk.table.scene.asleep


def test_a_game_that_ended_is_not_taken_up_again():
    table = Table(Yinsh(), Sensing.FULL)
    table.begin(0.0, SavedGame(actions=["F6"], ended="abandoned"))
    assert table.match.actions == ()
