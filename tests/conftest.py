"""What holds for every test."""

import sys

import pytest
from hypothesis import settings

#: Test files that go over the same lines millions of times. Others cover those lines; counting here would take minutes.
BULK = {"test_against_naive", "test_perft"}

# The same examples on every machine, however slow: a test that fails, fails for everyone.
settings.register_profile("house", deadline=None, derandomize=True)
settings.load_profile("house")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """Run bulk tests without the tracer that measures coverage."""
    if item.path.stem not in BULK:
        return (yield)
    tracer = sys.gettrace()
    sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)
