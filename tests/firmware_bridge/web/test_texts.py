"""Every word on the page is there in all seven languages, and none is left over."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args

import pytest

from firmware_bridge.orders import Reason as Refusal
from firmware_bridge.situation import SensorFault
from firmware_bridge.yinsh import _WORDS
from yinsh_core import Reason

STATIC = Path(__file__).resolve().parents[3] / "firmware_bridge/web/static"
LANGUAGES = ("de", "en", "es", "fr", "it", "nl", "pl")
TEXTS = {lang: json.loads((STATIC / f"texts-{lang}.json").read_text(encoding="utf-8")) for lang in LANGUAGES}
KEYS = set(TEXTS["en"])
SOURCES = {path.name: path.read_text(encoding="utf-8") for path in STATIC.iterdir() if path.suffix in {".js", ".html"}}

#: Keys are quoted somewhere; those made at run time begin with a quoted stem such as `advice.${`.
_QUOTED = re.compile(r"[\"'`]([a-z][a-z-]*(?:\.[\w -]+)*)[\"'`]")
_ASKED = re.compile(r"\b(?:t|has)\(\s*\"([^\"]+)\"|data-(?:text|label)\"?[=:]\s*\"([^\"]+)\"")
_STEM = re.compile(r"(?:t\(|has\(|key = |\"data-text\": )`([a-z][a-z-]*\.)\$\{[^}]*\}(\.[a-z]+)?`")


def all_sources() -> str:
    return "\n".join(SOURCES.values())


def asked_for() -> set[str]:
    return {found for pair in _ASKED.findall(all_sources()) for found in pair if found}


def stems() -> set[str]:
    return {stem for stem, _ in _STEM.findall(all_sources())}


def test_every_text_that_is_asked_for_exists() -> None:
    missing = {key for key in asked_for() if key not in KEYS and "${" not in key}
    assert missing == set()


def test_every_quoted_key_exists() -> None:
    families = {key.partition(".")[0] for key in KEYS}
    quoted = {word for word in _QUOTED.findall(all_sources()) if "." in word and word.partition(".")[0] in families}
    assert quoted - KEYS == set()


def test_every_text_is_used() -> None:
    quoted = set(_QUOTED.findall(all_sources()))
    unused = {key for key in KEYS - quoted if not any(key.startswith(stem) for stem in stems())}
    assert unused == set()


def test_every_made_key_has_a_text() -> None:
    empty = {stem for stem in stems() if not any(key.startswith(stem) for key in KEYS)}
    assert empty == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_text_and_no_other(language: str) -> None:
    assert set(TEXTS[language]) == KEYS
    assert all(text.strip() for text in TEXTS[language].values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_to_be_filled_in_are_the_same(language: str) -> None:
    wanted = {key: set(re.findall(r"\{(\w+)\}", text)) for key, text in TEXTS["en"].items()}
    assert {key: set(re.findall(r"\{(\w+)\}", text)) for key, text in TEXTS[language].items()} == wanted


@pytest.mark.parametrize("language", [lang for lang in LANGUAGES if lang != "en"])
def test_sentences_are_translated(language: str) -> None:
    same = {key for key, text in TEXTS[language].items() if text == TEXTS["en"][key] and len(text.split()) > 1}
    untranslated = {key for key in same if re.sub(r"\{\w+\}|[^\w]", "", TEXTS["en"][key])}
    assert untranslated == set()


def test_words_in_the_page_come_from_the_texts() -> None:
    """Between tags there are only signs such as arrows, and the product's name in the title."""
    bodies = [
        re.sub(r"(?s)<head>.*?</head>|<[^>]+>", " ", text) for name, text in SOURCES.items() if name[-4:] == "html"
    ]
    assert re.findall(r"[A-Za-z]{2,}", " ".join(bodies)) == []


def test_contents_named_by_the_game_are_translated() -> None:
    assert {f"content.{words.removeprefix('a ')}" for words in _WORDS.values()} <= KEYS


def test_every_refusal_is_told_in_the_readers_language() -> None:
    assert {key for key in KEYS if key.startswith("refused.")} == {f"refused.{reason}" for reason in get_args(Refusal)}


def test_every_fault_of_a_sensor_is_told_in_the_readers_language() -> None:
    assert {key for key in KEYS if key.startswith("fault.")} == {f"fault.{fault}" for fault in SensorFault}


def test_reasons_named_by_the_rules_are_translated() -> None:
    assert {f"reason.{reason}" for reason in Reason} <= KEYS
