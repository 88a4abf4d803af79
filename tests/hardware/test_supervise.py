"""Drivers that fail in every way they can, and a daemon that notices nothing but health."""

import termios
import threading

import pytest

from hardware.errors import HardwareFault
from hardware.protocols import Frame, Health, Press
from hardware.supervise import (
    BLOCKED_AFTER,
    SupervisedControls,
    SupervisedLights,
    SupervisedSensors,
    SupervisedSounder,
    ThreadWorker,
)

FRAME = Frame(0.0, (0,) * 85)
RED, BLUE, GREEN = (((255, 0, 0),) * 85, ((0, 0, 255),) * 85, ((0, 255, 0),) * 85)


class Metal:
    """A driver of every kind that does what ``plan`` says: answer, or raise the error that stands there."""

    linear = True

    def __init__(self, *plan):
        self.plan = list(plan)
        self.calls = []
        self.is_open = False

    def open(self):
        self.calls.append("open")
        self._next("open")
        self.is_open = True

    def close(self):
        self.calls.append("close")
        self.is_open = False

    def read(self, now):
        assert self.is_open
        self.calls.append("read")
        return self._next("read")

    def show(self, colors):
        assert self.is_open
        self.calls.append(colors)
        self._next("show")

    def play(self, cue):
        assert self.is_open
        self.calls.append(cue)
        self._next("play")

    def _next(self, step):
        if self.plan and isinstance(self.plan[0], tuple) and self.plan[0][0] == step:
            answer = self.plan.pop(0)[1]
            if isinstance(answer, Exception):
                raise answer
            return answer
        return FRAME if step == "read" else None


FAILURES = [
    HardwareFault("unplugged; plug it in"),
    OSError(121, "Remote I/O error"),
    termios.error(5, "Input/output error"),
    ValueError("garbage"),
    ZeroDivisionError(),
    MemoryError(),
    ImportError("no such package"),
    IndexError("too few values"),
]


def test_a_driver_is_opened_at_the_first_read_not_before():
    metal = Metal()
    sensors = SupervisedSensors(metal, "sensors")
    assert metal.calls == []
    assert sensors.read(0.0) == FRAME
    assert sensors.read(0.01) == FRAME
    assert metal.calls == ["open", "read", "read"]
    assert sensors.health.ok
    assert sensors.linear


@pytest.mark.parametrize("error", FAILURES, ids=repr)
@pytest.mark.parametrize("step", ["open", "read"])
def test_whatever_a_driver_raises_it_is_closed_and_opened_again(error, step):
    metal = Metal((step, error))
    sensors = SupervisedSensors(metal, "sensors")
    assert sensors.read(0.0) is None
    assert not metal.is_open
    assert sensors.read(0.005) == FRAME
    assert sensors.health.ok
    assert sensors.health.count == 1


def test_an_absent_device_is_tried_now_and_then_not_at_every_scan():
    metal = Metal(*[("open", OSError(2, "No such file"))] * 1000)
    sensors = SupervisedSensors(metal, "sensors")
    assert all(sensors.read(scan * 0.005) is None for scan in range(2000))  # ten seconds
    assert metal.calls.count("open") == 11
    assert not sensors.health.ok
    assert sensors.health.since < 0.1
    assert sensors.health.count == 11


def test_a_device_that_comes_back_is_read_within_two_seconds():
    metal = Metal(*[("open", OSError(2, "No such file"))] * 20)
    sensors = SupervisedSensors(metal, "sensors")
    now = 0.0
    while metal.plan:
        sensors.read(now)
        now += 0.005
    came_back = now
    while sensors.read(now) is None:
        now += 0.005
    assert now - came_back < 2
    assert sensors.health.ok


def test_silence_after_opening_is_no_proof_of_health():
    silent = HardwareFault("the board is silent; press its reset button")
    metal = Metal(*[("read", None), ("read", silent)] * 3)
    sensors = SupervisedSensors(metal, "sensors")
    for now in range(6):
        sensors.read(float(now))
    assert sensors.health.fault == "sensors: the board is silent"
    assert sensors.health.count == 3


def test_a_frame_that_lost_points_is_a_fault_not_a_board_that_lost_pieces():
    metal = Metal(*[("read", Frame(0.0, (0,) * 84))] * 2)
    sensors = SupervisedSensors(metal, "sensors")
    assert sensors.read(0.0) is None
    assert sensors.read(0.1) is None
    assert "84 readings instead of 85" in sensors.health.fault


def test_closing_is_final_and_happens_once():
    metal = Metal()
    sensors = SupervisedSensors(metal, "sensors")
    sensors.read(0.0)
    sensors.close()
    sensors.close()
    assert sensors.read(1.0) is None
    assert metal.calls == ["open", "read", "close"]


def test_a_driver_that_cannot_even_close_stops_nobody(caplog):
    class Stubborn(Metal):
        def close(self):
            raise termios.error(5, "Input/output error")

    sensors = SupervisedSensors(Stubborn(("read", OSError("gone"))), "sensors")
    assert sensors.read(0.0) is None
    assert sensors.read(0.1) == FRAME
    sensors.close()
    assert "closing failed" in caplog.text


def test_controls_give_presses_or_none_at_all():
    press = (Press("hint"),)
    controls = SupervisedControls(Metal(("read", press), ("read", OSError("gone")), ("read", press)), "controls")
    assert [controls.read(now / 10) for now in range(3)] == [press, (), press]


def test_a_sounder_plays_or_stays_silent():
    metal = Metal(("play", OSError("gone")))
    sounder = SupervisedSounder(metal, "sounder")
    sounder.play([(440.0, 0.1)], 0.0)
    sounder.play([(880.0, 0.1)], 0.1)
    assert metal.calls == ["open", [(440.0, 0.1)], "close", "open", [(880.0, 0.1)]]
    assert sounder.health.count == 1


# Lights, first with a worker that works when the test says so.


class Bench:
    """A worker whose jobs wait until somebody runs them."""

    def __init__(self):
        self.jobs = []
        self.finished = False

    def start(self, job):
        self.jobs.append(job)

    def run(self):
        while self.jobs:
            self.jobs.pop(0)()

    def finish(self, timeout):
        self.run()
        self.finished = True


@pytest.fixture
def bench():
    return Bench()


def lights_on(metal, bench):
    return SupervisedLights(metal, worker=bench)


def test_showing_only_hands_the_colours_over(bench):
    metal = Metal()
    lights = lights_on(metal, bench)
    lights.show(RED, 0.0)
    assert metal.calls == []
    bench.run()
    assert metal.calls == ["open", RED]


def test_the_latest_colours_win_and_nothing_queues(bench):
    metal = Metal()
    lights = lights_on(metal, bench)
    for frame in range(1000):
        lights.show(RED if frame < 999 else BLUE, frame / 50)
    assert len(bench.jobs) == 1
    bench.run()
    assert metal.calls == ["open", BLUE]


def test_colours_given_while_a_frame_is_on_its_way_follow_it_without_being_asked(bench):
    class Slow(Metal):
        def show(self, colors):
            super().show(colors)
            if colors is RED:
                lights.show(BLUE, 0.1)
                lights.show(GREEN, 0.2)

                assert not bench.jobs  # one job at a time, however long it takes

    metal = Slow()
    lights = lights_on(metal, bench)
    lights.show(RED, 0.0)
    bench.run()
    assert metal.calls == ["open", RED, GREEN]


def test_colours_given_while_a_frame_fails_are_the_ones_to_retry(bench):
    class Failing(Metal):
        def show(self, colors):
            if colors is RED:
                lights.show(BLUE, 0.1)
            super().show(colors)

    metal = Failing(("show", OSError("gone")))
    lights = lights_on(metal, bench)
    lights.show(RED, 0.0)
    bench.run()
    lights.tick(1.0)
    bench.run()
    assert metal.calls == ["open", RED, "close", "open", BLUE]


def test_a_strip_that_fails_is_retried_with_the_colours_it_missed(bench):
    metal = Metal(*[("show", OSError(5, "Input/output error"))] * 3)
    lights = lights_on(metal, bench)
    lights.show(RED, 0.0)
    for step in range(40):
        bench.run()
        lights.tick(step / 10)
    assert metal.calls == ["open", RED, "close"] * 3 + ["open", RED]
    assert lights.health.ok
    assert lights.health.count == 3


def test_a_strip_that_keeps_failing_is_a_fault_with_a_cure(bench):
    metal = Metal(*[("open", OSError(13, "Permission denied"))] * 100)
    lights = lights_on(metal, bench)
    for frame in range(500):  # ten seconds
        lights.show(RED, frame / 50)
        bench.run()
    assert not lights.health.ok
    assert "Permission denied" in lights.health.fault
    assert "groups" in lights.health.cure
    assert metal.calls.count("open") == 11


def test_newer_colours_replace_those_a_strip_missed(bench):
    metal = Metal(("show", OSError("gone")))
    lights = lights_on(metal, bench)
    lights.show(RED, 0.0)
    bench.run()
    lights.show(BLUE, 1.0)
    bench.run()
    assert metal.calls[-1] is BLUE


def test_a_blocked_strip_is_reported_and_forgiven_when_it_goes_on(bench):
    metal = Metal()
    lights = lights_on(metal, bench)
    lights.show(RED, 500.0)  # the worker takes it and does not come back
    lights.show(RED, 500.5)
    lights.show(RED, 500.0 + BLOCKED_AFTER)
    assert lights.health.ok
    lights.tick(500.1 + BLOCKED_AFTER)
    assert "has not been taken for 1 s" in lights.health.fault
    assert lights.health.since == 500.0
    bench.run()
    lights.tick(502.0)
    assert lights.health.ok


def test_lights_that_rest_between_two_frames_are_not_blocked(bench):
    metal = Metal()
    lights = lights_on(metal, bench)
    for now in (500.0, 700.0):
        lights.show(RED, now)
        lights.tick(now + 0.01)
        bench.run()
        assert lights.health.ok


def test_a_busy_strip_is_not_a_blocked_one(bench):
    class Endless(Metal):
        """Every frame is shown, and there is always one more: the job never ends, yet nothing hangs."""

        def show(self, colors):
            super().show(colors)
            if len(self.calls) < 100:
                lights.show(colors, len(self.calls) * 0.9)
                assert lights.health.ok

    metal = Endless()
    lights = lights_on(metal, bench)
    lights.show(RED, 0.0)
    bench.run()
    assert metal.calls.count(RED) == 99


def test_closing_leaves_the_strip_dark_and_shows_no_more(bench):
    metal = Metal()
    lights = lights_on(metal, bench)
    lights.show(RED, 0.0)
    bench.run()
    lights.close()
    lights.close()
    lights.show(BLUE, 1.0)
    assert metal.calls == ["open", RED, "close"]
    assert bench.finished
    assert not bench.jobs


def test_colours_still_waiting_are_not_shown_after_closing(bench):
    metal = Metal()
    lights = lights_on(metal, bench)
    lights.show(RED, 0.0)
    lights.close()
    assert metal.calls == ["close"]


# And with a real thread.


class Gate(Metal):
    """Blocks in ``show`` until it is let go."""

    def __init__(self):
        super().__init__()
        self.entered = threading.Event()
        self.go = threading.Event()

    def show(self, colors):
        self.entered.set()
        self.go.wait(60)
        super().show(colors)


def test_sensing_goes_on_while_a_strip_blocks():
    gate = Gate()
    lights, sensors = SupervisedLights(gate), SupervisedSensors(Metal(), "sensors")
    lights.show(RED, 0.0)
    assert gate.entered.wait(60)
    frames = 0
    for scan in range(1000):
        lights.show(BLUE, scan / 200)
        frames += sensors.read(scan / 200) is not None
    assert frames == 1000
    assert not lights.health.ok
    assert gate.calls == ["open"]
    gate.go.set()
    lights.close()
    assert gate.calls[0:2] == ["open", RED]
    assert gate.calls[-1] == "close"


def test_a_thread_works_off_its_jobs_before_it_ends():
    done = []
    worker = ThreadWorker("test")
    for number in range(100):
        worker.start(lambda number=number: done.append(number))
    worker.finish(60)
    assert done == list(range(100))
    assert not worker._thread.is_alive()


def test_a_strip_that_never_comes_back_does_not_keep_anyone_from_leaving():
    gate = Gate()
    worker = ThreadWorker("test")
    lights = SupervisedLights(gate, worker=worker)
    lights.show(RED, 0.0)
    assert gate.entered.wait(60)
    worker.finish(0.0)
    assert worker._thread.daemon
    gate.go.set()
    worker._thread.join(60)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_driver_that_tries_to_end_the_process_ends_but_its_own_thread():
    class Quitter(Metal):
        def show(self, colors):
            raise SystemExit(1)

    worker = ThreadWorker("test")
    lights = SupervisedLights(Quitter(), worker=worker)
    lights.show(RED, 0.0)
    worker._thread.join(60)
    for now in (5.0, 7.0):
        lights.show(BLUE, now)
    assert "has not been taken" in lights.health.fault
    lights.close()


def test_lights_that_were_never_used_start_no_thread():
    before = threading.active_count()
    SupervisedLights(Metal())
    assert threading.active_count() == before


def test_a_stuck_button_that_its_driver_names_is_heard_of():
    class Stuck(Metal):
        health = Health(ok=False, fault="the hint button is stuck", cure="free it")

        def read(self, now):
            return ()

    controls = SupervisedControls(Stuck(), "controls")
    assert controls.read(0.0) == ()
    assert controls.health.fault == "the hint button is stuck"
