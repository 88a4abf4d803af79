"""What a hand can do on the virtual board, and what wood does not allow."""

import pytest

from hardware.virtual import ImpossibleAct, Physics, Piece, PieceSet, VirtualBoard
from yinsh_core.points import POINTS, Point


def names(board):
    return {point.name: [piece.name for piece in stack] for point, stack in board.contents.items()}


@pytest.fixture
def board():
    return VirtualBoard("full", seed=1)


def test_put_takes_from_the_supply(board):
    board.hand.put("F6", "white ring")
    assert names(board) == {"F6": ["white ring"]}
    assert board.supply == {"white ring": 4, "black ring": 5, "marker": 51}


def test_put_prefers_the_piece_in_the_hand(board):
    board.hand.put("F6", "white ring")
    piece = board.hand.lift("F6")
    board.hand.put("F9", "white ring")
    assert piece.name == "white ring"
    assert board.hand.holding == []
    assert board.supply["white ring"] == 4


def test_put_without_a_name_puts_what_the_hand_holds(board):
    board.hand.put("F6", "white marker")
    board.hand.lift("F6")
    board.hand.put("E5")
    assert names(board) == {"E5": ["white marker"]}


def test_a_hand_holds_several_pieces(board):
    board.hand.put("F6", "white ring")
    board.hand.put("F6", "white marker")
    board.hand.lift("F6")
    board.hand.lift("F6")
    assert [piece.name for piece in board.hand.holding] == ["white ring", "white marker"]
    board.hand.put("E5")
    assert names(board) == {"E5": ["white ring"]}


@pytest.mark.parametrize("order", [("white ring", "white marker"), ("white marker", "white ring")])
def test_a_ring_encloses_a_marker_and_is_lifted_first(board, order):
    for piece in order:
        board.hand.put("F6", piece)
    assert names(board) == {"F6": ["white marker", "white ring"]}
    assert board.hand.lift("F6").name == "white ring"


def test_the_marker_in_a_ring_can_be_lifted_by_name(board):
    board.hand.put("F6", "white ring")
    board.hand.put("F6", "black marker")
    assert board.hand.lift("F6", "marker").name == "black marker"
    assert names(board) == {"F6": ["white ring"]}


def test_flip_turns_markers_over(board):
    for point in ("E5", "E6"):
        board.hand.put(point, "white marker")
    board.hand.put("E6", "black ring")
    board.hand.flip("E5", "E6")
    assert names(board) == {"E5": ["black marker"], "E6": ["black marker", "black ring"]}


def test_take_lays_beside_the_board(board):
    board.hand.put("F6", "black marker")
    assert board.supply["marker"] == 50
    assert board.hand.take("F6").name == "black marker"
    assert names(board) == {}
    assert board.supply["marker"] == 51


def test_lay_down_empties_the_hand(board):
    board.hand.put("F6", "white ring")
    board.hand.lift("F6")
    board.hand.lay_down()
    assert board.hand.holding == []
    assert board.supply["white ring"] == 5


def test_sweep_clears_the_board_and_fills_the_supply(board):
    board.hand.put("A2", "white ring")
    board.hand.put("A2", "white marker")
    board.hand.put("K10", "black marker")
    board.hand.sweep()
    assert names(board) == {}
    assert board.supply == board.pieces.piles


def test_sweep_takes_the_pieces_one_after_the_other(board):
    for point in ("A2", "F6", "K10"):
        board.hand.put(point, "white marker")
    board.read(board.hand.free_at)
    board.hand.sweep()
    seen = []
    while board.now < board.hand.free_at:
        seen.append(tuple(point.name for point in board.contents_at(board.now)))
        board.read(board.now + 0.005)
    assert list(dict.fromkeys(seen)) == [("A2", "F6", "K10"), ("F6", "K10"), ("K10",), ()]


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (lambda hand: hand.lift("F6"), "there is no piece on F6: it holds nothing"),
        (lambda hand: hand.lift("E5", "ring"), "there is no ring on E5: it holds white marker"),
        (lambda hand: hand.put("G7", "black ring"), "the black ring does not fit on G7: it holds white ring"),
        (lambda hand: hand.put("E5", "black marker"), "the black marker does not fit on E5: it holds white marker"),
        (lambda hand: hand.put("F6"), "the hand is empty; name the piece"),
        (
            lambda hand: hand.put("F6", "green ring"),
            "no piece is called 'green ring'; there are: white ring, black ring",
        ),
        (lambda hand: hand.flip("G7"), "the white ring on G7 looks the same from both sides"),
        (lambda hand: hand.slide("G7", "A2", "marker"), "there is no marker on G7: it holds white ring"),
        (lambda hand: hand.nudge("A2"), "there is no piece on A2: it holds nothing"),
    ],
)
def test_misuse_is_told(board, act, message):
    board.hand.put("E5", "white marker")
    board.hand.put("G7", "white ring")
    before = names(board)
    with pytest.raises(ImpossibleAct, match=message):
        act(board.hand)
    assert names(board) == before
    assert board.hand.holding == []


def test_two_rings_cannot_meet_by_sliding(board):
    board.hand.put("F6", "white ring")
    board.hand.put("F9", "black ring")
    with pytest.raises(ImpossibleAct, match="does not fit on F9: it holds black ring"):
        board.hand.slide("F6", "F9")
    assert names(board) == {"F6": ["white ring"], "F9": ["black ring"]}


def test_the_supply_runs_out(board):
    for point in POINTS[:5]:
        board.hand.put(point, "white ring")
    with pytest.raises(ImpossibleAct, match="no white ring is left beside the board"):
        board.hand.put("F6", "white ring")
    assert len(board.contents) == 5


def test_contents_are_what_will_stand_there_and_contents_at_what_stands_then(board):
    board.hand.put("F6", "white ring")
    done = board.hand.free_at
    assert Point("F6") in board.contents
    assert board.contents_at(done - 0.01) == {}
    assert list(board.contents_at(done)) == [Point("F6")]
    board.hand.lift("F6")
    assert board.contents == {}
    assert list(board.contents_at(done)) == [Point("F6")]


def test_acts_follow_each_other_and_never_begin_in_the_past(board):
    board.hand.put("F6", "white ring")
    first = board.hand.free_at
    board.hand.lift("F6")
    assert board.hand.free_at > first > 0
    board.read(100.0)
    board.hand.put("F6")
    assert board.hand.free_at > 100.0


def test_wait_is_literal_at_any_pace(board):
    board.hand.pace = 0
    board.hand.wait(2.5)
    board.hand.put("F6", "white ring")
    assert board.hand.free_at == 2.5
    assert list(board.contents_at(2.4)) == []


def test_pace_stretches_every_act():
    slow, quick = VirtualBoard(seed=3), VirtualBoard(seed=3)
    slow.hand.pace = 2
    for board in (slow, quick):
        board.hand.put("F6", "white ring")
        board.hand.slide("F6", "F9")
    assert slow.hand.free_at == pytest.approx(2 * quick.hand.free_at)


def test_the_same_seed_moves_the_same_way():
    ends = []
    for seed in (5, 5, 6):
        board = VirtualBoard(seed=seed)
        board.hand.put("F6", "white ring")
        board.hand.slide("F6", "F9")
        ends.append(board.hand.free_at)
    assert ends[0] == ends[1] != ends[2]


def test_another_game_brings_its_own_pieces():
    kinds = {name: Piece(name, "piece", moment) for name, moment in (("ivory", 1.0), ("jade", -1.0))}
    board = VirtualBoard("polarity", pieces=PieceSet(kinds, {"ivory": 4, "jade": 4}, {"piece": 5}))
    for piece in ("jade", "ivory", "ivory", "jade", "jade"):
        board.hand.put("F6", piece)
    assert names(board) == {"F6": ["jade", "ivory", "ivory", "jade", "jade"]}
    with pytest.raises(ImpossibleAct, match="the ivory does not fit on F6"):
        board.hand.put("F6", "ivory")
    assert board.hand.lift("F6").name == "jade"


def test_captured_rings_stand_on_the_places_of_their_side():
    board = VirtualBoard("rings", places=True, physics=Physics(bounce=0))
    board.hand.pace = 0
    for point, ring in (("A2", "white ring"), ("A3", "black ring"), ("A4", "black ring")):
        board.hand.put(point, ring)
        board.hand.take(point)
    frame = board.read(1.0)
    assert frame.places == (1, 0, 0, 1, 1, 0)
    assert len(frame.readings) == 85


def test_a_ring_comes_back_from_its_place_when_the_supply_is_empty():
    board = VirtualBoard("rings", places=True)
    for point in POINTS[:5]:
        board.hand.put(point, "white ring")
    board.hand.take(POINTS[0])
    board.hand.put("F6", "white ring")
    assert Point("F6") in board.contents
    assert board.read(100.0).places == (0, 0, 0, 0, 0, 0)
