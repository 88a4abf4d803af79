import stat

import pytest

from firmware_bridge.web.sessions import (
    FREE_TRIES,
    LIFETIME,
    LONGEST_WAIT,
    MOST_SESSIONS,
    Backoff,
    PinHash,
    Sessions,
    load_pin,
    random_pin,
    save_pin,
)


def test_a_pin_matches_itself_only_and_is_not_kept():
    kept = PinHash.of("123456")
    assert kept.matches("123456")
    assert not any(kept.matches(pin) for pin in ("123457", "", "12345", "1234567", "\ud800"))
    assert "123456" not in str(kept)
    assert PinHash.parse(str(kept)) == kept
    assert PinHash.of("123456") != kept  # a salt of its own


@pytest.mark.parametrize("text", ["", "scrypt$zz$00", "md5$00$00", "scrypt$00", "\0"])
def test_a_damaged_file_is_no_pin(tmp_path, text):
    (tmp_path / "pin").write_text(text)
    assert load_pin(tmp_path) is None


def test_a_saved_pin_is_for_its_owner_only(tmp_path):
    save_pin(tmp_path / "new", "2468")
    save_pin(tmp_path / "new", "1357")
    kept = load_pin(tmp_path / "new")
    assert kept is not None
    assert kept.matches("1357")
    assert stat.S_IMODE((tmp_path / "new" / "pin").stat().st_mode) == 0o600
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["pin"]


def test_made_up_pins_are_six_digits_and_differ():
    pins = {random_pin() for _ in range(50)}
    assert all(len(pin) == 6 and pin.isdigit() for pin in pins)
    assert len(pins) > 40


def test_every_wrong_pin_after_the_third_doubles_the_wait_up_to_a_bound():
    backoff, waits = Backoff(), []
    for _ in range(14):
        backoff.failed(100.0)
        waits.append(backoff.wait(100.0))
    assert waits[: FREE_TRIES + 3] == [0, 0, 1, 2, 4, 8]
    assert waits[-1] == LONGEST_WAIT
    assert backoff.wait(100.0 + LONGEST_WAIT) == 0
    backoff.succeeded()
    assert backoff.wait(100.0) == 0


def test_guessing_a_six_digit_pin_takes_years():
    backoff, now, tries = Backoff(), 0.0, 0
    while now < 24 * 3600:
        now += backoff.wait(now)
        backoff.failed(now)
        tries += 1
    assert tries < 300  # a day; a million PINs take nine years


def test_a_session_is_known_by_its_token_until_it_ends():
    sessions = Sessions()
    one, other = sessions.open(0.0), sessions.open(0.0)
    assert one != other
    assert sessions.valid(one, LIFETIME - 1)
    assert not sessions.valid(one, LIFETIME)
    assert not any(sessions.valid(token, 1.0) for token in ("", one[:-1], one + "x", "\ud800"))
    sessions.close(one)
    assert not sessions.valid(one, 1.0)
    assert sessions.valid(other, 1.0)
    sessions.close_all()
    assert not sessions.valid(other, 1.0)


def test_there_are_only_so_many_sessions_and_the_oldest_goes():
    sessions = Sessions()
    tokens = [sessions.open(float(n)) for n in range(MOST_SESSIONS + 1)]
    assert len(sessions) == MOST_SESSIONS
    assert not sessions.valid(tokens[0], 100.0)
    assert sessions.valid(tokens[1], 100.0)
