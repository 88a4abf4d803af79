"""What holds for every test."""

from hypothesis import settings

#: Test files that go over the same lines millions of times; others cover those lines, so nobody counts them here.
BULK = {"test_against_naive", "test_perft"}

# The same examples on every machine, however slow: a test that fails, fails for everyone.
settings.register_profile("house", deadline=None, derandomize=True)
settings.load_profile("house")


def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.stem in BULK:
            item.add_marker("no_cover")
