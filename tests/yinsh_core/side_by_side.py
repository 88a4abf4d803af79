"""Random games played by the engine and the naive implementation side by side, compared at every step."""

from __future__ import annotations

import random

from tests.yinsh_core.boards import walled_in
from tests.yinsh_core.naive import COLUMNS, MARKERS, PLACES, NaiveGame, place_of
from yinsh_core import Color, Game, Phase, Position, Variant, parse_action

# Rings that few markers shut in.
WALLED_RINGS = ("A2 A5 G2 G11 J5 J11", "C1 C8 D1 D8 D9 K8 K9")
RIM = [place for place in PLACES if place[0] in "AK" or place[1] in COLUMNS[place[0]]]


def play_from_the_empty_board(seed: int, variant: Variant) -> int:
    """Play a whole game and take it back; returns the number of actions."""
    return play_both(Game(variant=variant), NaiveGame(variant), random.Random(f"{variant} {seed}"))


def play_from_a_crowded_board(seed: int, variant: Variant) -> int:
    """The same from a position with few markers left, where passes and endings are frequent."""
    numbers = random.Random(f"crowded {variant} {seed}")
    naive = crowded(numbers, variant)
    return play_both(Game(position=Position.from_text(naive.text())), naive, numbers)


def play_from_behind_walls(seed: int) -> int:
    """The same from a position where hardly a ring can move."""
    numbers = random.Random(f"walled {seed}")
    naive = walled(numbers)
    return play_both(Game(position=Position.from_text(naive.text())), naive, numbers)


def play_both(game: Game, naive: NaiveGame, numbers: random.Random) -> int:
    passed = []
    check_agreement(game, naive, numbers)
    while naive.phase != "over":
        texts = naive.legal_actions()
        passed.append((game.position, texts))
        text = numbers.choice(texts)
        assert str(game.push(text)) == text
        naive = naive.play(text)
        check_agreement(game, naive, numbers)
    take_back(game, passed)
    return len(passed)


def take_back(game: Game, passed: list[tuple[Position, list[str]]]) -> None:
    """Pop every action; each position and its legal actions must come back as they were."""
    actions = game.actions
    for count, (position, texts) in reversed(list(enumerate(passed))):
        assert game.pop() == actions[count]
        assert game.position == position
        assert [str(action) for action in game.legal_actions] == texts
    assert game.actions == ()


def check_agreement(game: Game, naive: NaiveGame, numbers: random.Random) -> None:
    where = naive.text()
    assert same_state(game, naive), where
    texts = naive.legal_actions()
    assert [str(action) for action in game.legal_actions] == texts, where
    assert len(game.legal_actions) == len(texts), where
    check_views(game, naive, texts, numbers)
    check_invariants(game.position)


def same_state(game: Game, naive: NaiveGame) -> bool:
    """Whether both say who is where, what is due, and who won; who would be next is idle once the game is over."""
    if game.outcome is None:
        return naive.phase != "over" and game.position.to_text() == naive.text()
    winner = None if game.outcome.winner is None else str(game.outcome.winner)
    board, _, _, phase, captures, passes, variant = game.position.to_text().split()
    return (winner, game.outcome.reason) == (naive.winner, naive.reason) and (
        [board, phase, captures, passes, variant] == [naive.text().split()[field] for field in (0, 3, 4, 5, 6)]
    )


def check_views(game: Game, naive: NaiveGame, texts: list[str], numbers: random.Random) -> None:
    """What the game shows besides the list: rows, single actions by text and by number, a ring's destinations."""
    for color in Color:
        rows = [f"x{first[0]}{first[1]}-{last[0]}{last[1]}" for first, *_, last in naive.rows(str(color))]
        assert [str(row) for row in game.rows(color)] == rows
    if texts:
        at = numbers.randrange(len(texts))
        assert str(game.legal_actions[at]) == str(game.legal_actions[at - len(texts)]) == texts[at]
        assert texts[at] in game.legal_actions
        assert texts[at].lower() in game.legal_actions
    if naive.rings:
        ring = numbers.choice(sorted(naive.rings))
        ends = [f"{end[0]}{end[1]}" for end in naive.destinations(ring)]
        assert [end.name for end in game.destinations(f"{ring[0]}{ring[1]}")] == ends


def check_invariants(position: Position) -> None:
    """What holds in every position of every game."""
    rings, markers, captures = position.rings, position.markers, position.captures
    unplaced = 10 - len(rings.white) - len(rings.black) - sum(captures)
    assert unplaced == 0 if position.phase is not Phase.PLACE else unplaced > 0
    assert len(markers.white) + len(markers.black) + position.pool == MARKERS
    assert position.pool >= 0
    assert len(rings.white | rings.black | markers.white | markers.black) == sum(map(len, (*rings, *markers)))
    assert position.status() == ()
    assert Position.from_text(position.to_text()) == position
    for action in Game(position=position).legal_actions:
        assert parse_action(str(action)) == action


def crowded(numbers: random.Random, variant: str) -> NaiveGame:
    """A position before a move with 30 to 50 markers on the board, rings often at the rim, and no row."""
    naive = NaiveGame(variant)
    naive.phase = "move"
    naive.turn = naive.to_act = numbers.choice(["white", "black"])
    for color in naive.captures:
        naive.captures[color] = 0 if variant == "blitz" else numbers.choice([0, 1, 2, 2])
    rings = 10 - sum(naive.captures.values())
    places = numbers.sample(RIM if numbers.random() < 0.5 else PLACES, rings)
    black = places[: 5 - naive.captures["black"]]
    naive.rings = {place: "black" if place in black else "white" for place in places}
    empty = [place for place in PLACES if place not in naive.rings]
    for place in numbers.sample(empty, numbers.randint(30, 50)):
        naive.markers[place] = numbers.choice(["white", "black"])
    break_rows(naive, numbers)
    return naive


def walled(numbers: random.Random) -> NaiveGame:
    """A standard position whose rings cannot move, but for up to three markers left out."""
    naive = NaiveGame()
    naive.phase = "move"
    rings = numbers.choice(WALLED_RINGS).split()
    numbers.shuffle(rings)
    naive.rings = {place_of(ring): "white" if at < 3 else "black" for at, ring in enumerate(rings)}
    naive.captures = {"white": 2, "black": 8 - len(rings)}
    walls = walled_in(" ".join(rings))
    for name in numbers.sample(walls, len(walls) - numbers.randint(0, 3)):
        naive.markers[place_of(name)] = numbers.choice(["white", "black"])
    break_rows(naive, numbers)
    return naive


def break_rows(naive: NaiveGame, numbers: random.Random) -> None:
    # A marker chosen at random: a fixed one could turn back and forth between two crossing rows for ever.
    while rows := naive.rows("white") + naive.rows("black"):
        place = numbers.choice(rows[0])
        naive.markers[place] = "black" if naive.markers[place] == "white" else "white"
