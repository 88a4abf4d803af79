"""The journal: what is called safe is there afterwards, and a file that is of no use does not stop play."""

import sqlite3

import pytest

from firmware_bridge import journal as module
from firmware_bridge import schema
from firmware_bridge.entries import Entry, EntryKind
from firmware_bridge.journal import MOST_ASIDE, MOST_FAULTS, JournalError, MemoryJournal, SqliteJournal
from firmware_bridge.schema import MIGRATIONS, VERSION, Unusable, connect_to_read

NEW = Entry(EntryKind.NEW, "standard")
F6, E5, D4 = (Entry(EntryKind.ACT, text) for text in ("F6", "E5", "D4"))
END = Entry(EntryKind.END, "swept")


@pytest.fixture(params=["memory", "sqlite"])
def journal(request, tmp_path):
    made = MemoryJournal() if request.param == "memory" else SqliteJournal(tmp_path / "games.sqlite")
    yield made
    made.close()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "games.sqlite"


def write(path, *entries):
    journal = SqliteJournal(path)
    for entry in entries:
        journal.append(entry)
    journal.close()


def read(path):
    journal = SqliteJournal(path)
    entries = journal.entries()
    journal.close()
    return entries


class TestEveryJournal:
    def test_begins_empty(self, journal):
        assert (journal.entries(), journal.settings(), journal.set_aside) == ([], {}, "")

    def test_tells_of_the_last_game_only(self, journal):
        for entry in (NEW, F6, END, NEW, E5, D4):
            journal.append(entry)
        assert journal.entries() == [NEW, E5, D4]

    def test_keeps_the_last_value_of_a_setting(self, journal):
        journal.remember("coach", "off")
        journal.remember("coach", "destinations")
        assert journal.settings() == {"coach": "destinations"}

    def test_takes_notes_and_tidies_up(self, journal):
        journal.append(NEW)
        journal.note("sensors: silent", "plug the cable in")
        journal.tidy()
        assert journal.entries() == [NEW]

    def test_closes_twice(self, journal):
        journal.close()
        journal.close()


def test_everything_is_there_after_a_restart(path):
    write(path, NEW, F6, E5)
    assert read(path) == [NEW, F6, E5]


def test_each_entry_is_one_durable_commit(path):
    journal = SqliteJournal(path)
    ((mode,),) = journal._db.execute("PRAGMA journal_mode")
    ((level,),) = journal._db.execute("PRAGMA synchronous")
    assert (mode, level) == ("wal", 2)
    journal.append(NEW)
    other = sqlite3.connect(path)
    assert other.execute("SELECT text FROM entries").fetchall() == [("standard",)]
    other.close()
    journal.close()


def test_the_folder_is_made(tmp_path):
    write(tmp_path / "a" / "b" / "games.sqlite", NEW)
    assert read(tmp_path / "a" / "b" / "games.sqlite") == [NEW]


def test_a_folder_that_cannot_be_is_said_with_a_cure(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalError, match=r"cannot open the journal .*games.sqlite: .*; check that the folder"):
        SqliteJournal(tmp_path / "file" / "games.sqlite")


class TestVersions:
    def old_file(self, path, version):
        db = sqlite3.connect(path)
        for script in MIGRATIONS[:version]:
            db.executescript(script)
        db.executemany(
            "INSERT INTO entries (game, kind, text) VALUES ('yinsh', ?, ?)", [("new", "standard"), ("act", "F6")]
        )
        if version > 1:
            db.execute(f"PRAGMA user_version = {version}")
        db.commit()
        db.close()

    @pytest.mark.parametrize("version", range(1, VERSION + 1))
    def test_a_file_of_any_version_is_taken_up(self, path, version):
        self.old_file(path, version)
        journal = SqliteJournal(path)
        journal.append(E5)
        journal.remember("coach", "off")
        journal.note("a fault", "a cure")
        assert (journal.entries(), journal.set_aside) == ([NEW, F6, E5], "")
        journal.close()
        with sqlite3.connect(path) as db:
            assert db.execute("PRAGMA user_version").fetchone() == (VERSION,)
        db.close()

    def test_a_migration_that_fails_leaves_the_file_as_it_was(self, path, monkeypatch):
        self.old_file(path, VERSION)
        broken = (*MIGRATIONS, "CREATE TABLE half (x); CREATE TABLE nonsense nonsense;")
        monkeypatch.setattr(schema, "MIGRATIONS", broken)
        monkeypatch.setattr(schema, "VERSION", VERSION + 1)
        with pytest.raises(JournalError):
            SqliteJournal(path)
        monkeypatch.undo()
        assert read(path) == [NEW, F6]
        with sqlite3.connect(path) as db:
            assert db.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'half'").fetchone() == (0,)
        db.close()

    def test_a_file_of_a_newer_program_is_set_aside_whole(self, path):
        write(path, NEW, F6)
        with sqlite3.connect(path) as db:
            db.execute(f"PRAGMA user_version = {VERSION + 1}")
        db.close()
        journal = SqliteJournal(path)
        assert journal.entries() == []
        assert "a newer program wrote it" in journal.set_aside
        journal.close()

    def test_readers_refuse_what_they_do_not_know(self, path):
        self.old_file(path, 1)
        with pytest.raises(Unusable, match="it has version 1"):
            connect_to_read(path)


def spoil(path, page):
    """Overwrite one page of 4096 bytes, the first being 0."""
    with path.open("r+b") as file:
        file.seek(page * 4096)
        file.write(bytes(range(256)) * 16)


class TestDamage:
    @pytest.mark.parametrize("page", [0, 1, 5])
    def test_a_damaged_file_is_set_aside_and_named_and_play_goes_on(self, path, page):
        write(path, NEW, *[F6] * 400)
        spoil(path, page)
        before = path.read_bytes()
        journal = SqliteJournal(path)
        assert "games.damaged-1.sqlite" in journal.set_aside
        assert path.with_name("games.damaged-1.sqlite").read_bytes() == before
        journal.append(NEW)
        journal.append(E5)
        journal.close()
        assert read(path) == [NEW, E5]

    def test_the_last_game_goes_on_where_only_older_ones_are_damaged(self, path):
        write(path, NEW, *[E5] * 400, END, NEW, F6, D4)
        spoil(path, 3)
        journal = SqliteJournal(path)
        assert "games.damaged-1.sqlite" in journal.set_aside
        assert journal.entries() == [NEW, F6, D4]
        journal.append(E5)
        journal.close()
        assert read(path) == [NEW, F6, D4, E5]

    def test_a_file_that_is_no_database_is_set_aside(self, path):
        path.write_text("This is no database, and long enough to look like something. " * 100)
        assert read(path) == []
        assert "no database" in path.with_name("games.damaged-1.sqlite").read_text()

    def test_an_entry_that_makes_no_sense_is_damage_too(self, path):
        write(path, NEW, F6)
        with sqlite3.connect(path) as db:
            db.execute("UPDATE entries SET kind = 'nonsense' WHERE number = 2")
        db.close()
        journal = SqliteJournal(path)
        assert "nonsense" in journal.set_aside
        journal.close()

    def test_few_damaged_files_are_kept(self, path):
        for _ in range(MOST_ASIDE + 3):
            path.write_text("no database at all, whatever the name of the file may say" * 20)
            read(path)
        assert len(list(path.parent.glob("games.damaged-*.sqlite"))) == MOST_ASIDE

    def test_damage_during_play_costs_no_entry_of_the_game(self, path):
        journal = SqliteJournal(path)
        for entry in (NEW, *[F6] * 300):
            journal.append(entry)
        journal._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        journal._db.execute("PRAGMA cache_size = 0")
        for page in range(1, path.stat().st_size // 4096):
            spoil(path, page)
        for _ in range(2):
            try:
                journal.append(E5)
                break
            except JournalError as error:
                assert "damaged" in str(error) or "malformed" in str(error)  # noqa: PT017 - the second try works
        assert journal.entries() == [NEW, *[F6] * 300, E5]
        assert "set aside" in journal.set_aside
        journal.close()
        assert read(path) == [NEW, *[F6] * 300, E5]


class TestTryingAgain:
    def test_a_failed_write_is_told_and_the_next_try_works(self, path, monkeypatch):
        journal = SqliteJournal(path)
        journal.append(NEW)
        with monkeypatch.context() as patch:
            patch.setattr("firmware_bridge.journal._insert", fail)
            with pytest.raises(JournalError, match=r"cannot write to the journal .*: no space; check"):
                journal.append(F6)
        journal.append(F6)
        journal.close()
        assert read(path) == [NEW, F6]

    def test_a_commit_that_failed_after_all_was_written_is_not_doubled(self, path, monkeypatch):
        journal = SqliteJournal(path)
        journal.append(NEW)
        really = module._insert

        def late(db, entries):
            really(db, entries)
            fail()

        with monkeypatch.context() as patch:
            patch.setattr(module, "_insert", late)
            with pytest.raises(JournalError):
                journal.append(F6)
        journal.append(F6)
        journal.append(E5)
        journal.close()
        assert read(path) == [NEW, F6, E5]

    def test_a_file_that_vanished_is_written_again(self, path):
        journal = SqliteJournal(path)
        journal.append(NEW)
        journal.append(F6)
        journal.close()
        path.unlink()
        journal.append(E5)
        journal.close()
        assert read(path) == [NEW, F6, E5]


def fail(*_):
    raise sqlite3.OperationalError("no space")


class TestSize:
    def games(self, journal, count):
        for _ in range(count):
            for entry in (NEW, *[F6] * 100, END):
                journal.append(entry)

    def starts(self, journal):
        return [number for (number,) in journal._db.execute("SELECT number FROM entries WHERE kind = 'new'")]

    def test_the_oldest_games_make_room_and_the_file_shrinks(self, path):
        journal = SqliteJournal(path, most_bytes=60_000)
        self.games(journal, 40)
        journal._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        before, first = path.stat().st_size, self.starts(journal)
        journal.tidy()
        journal._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        left = self.starts(journal)
        assert left == first[-len(left) :]
        assert 3 < len(left) < 40
        assert path.stat().st_size < before / 2
        assert journal.entries() == [NEW, *[F6] * 100, END]
        journal.close()

    def test_the_last_game_stays_however_small_the_room(self, path):
        journal = SqliteJournal(path, most_bytes=1)
        self.games(journal, 3)
        journal.tidy()
        assert len(self.starts(journal)) == 1
        assert journal.entries() == [NEW, *[F6] * 100, END]
        journal.close()

    def test_numbers_go_on_after_tidying(self, path):
        journal = SqliteJournal(path, most_bytes=1)
        self.games(journal, 2)
        journal.tidy()
        journal.append(NEW)
        journal.close()
        assert read(path) == [NEW]

    def test_few_faults_are_kept(self, path):
        journal = SqliteJournal(path)
        for number in range(MOST_FAULTS + 20):
            journal.note(f"fault {number}", "cure")
        kept = [fault for (fault,) in journal._db.execute("SELECT fault FROM faults ORDER BY number")]
        assert (len(kept), kept[-1]) == (MOST_FAULTS, f"fault {MOST_FAULTS + 19}")
        journal.close()


def test_a_reader_beside_the_daemon_sees_what_is_safe(path):
    journal = SqliteJournal(path)
    journal.append(NEW)
    with connect_to_read(path) as db:
        assert db.execute("SELECT count(*) FROM entries").fetchone() == (1,)
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            db.execute("DELETE FROM entries")
    db.close()
    journal.close()
