import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.web.desk import order_of
from firmware_bridge.web.messages import KINDS, LONGEST, ORDERS, Malformed, Message, read_message

GOOD = [
    ({"type": "subscribe", "lights": True}, {"lights": True}),
    ({"type": "login", "pin": "123456"}, {"pin": "123456"}),
    ({"type": "order", "order": "take-back", "token": "abc"}, {"order": "take-back", "token": "abc"}),
    ({"type": "order", "order": "players", "names": ["Zoë", "Kris"]}, {"order": "players", "names": ("Zoë", "Kris")}),
    ({"type": "order", "order": "clock", "mode": None}, {"order": "clock"}),
    ({"type": "hand", "act": "slide", "point": "F6", "to": "F9"}, {"act": "slide", "point": "F6", "to": "F9"}),
    ({"type": "world", "fault": {"kind": "dead", "point": "A2"}}, {"fault": ("dead", "A2")}),
    ({"type": "world", "noise": 12}, {"noise": 12.0}),
]


@pytest.mark.parametrize(("sent", "fields"), GOOD)
def test_a_message_is_read(sent, fields):
    assert read_message(json.dumps(sent)) == Message(sent["type"], fields)
    assert read_message(json.dumps({**sent, "id": 3})).number == 3


BAD = [
    ("", "one JSON object"),
    ("[]", "one JSON object"),
    ("null", "one JSON object"),
    ("{", "one JSON object"),
    ("[" * 4000, "one JSON object"),
    ('{"type":"world","noise":NaN}', "one JSON object"),
    ('{"type":"world","noise":1e999}', "noise"),
    ('{"type":"world","noise":' + "9" * 4000 + "}", "noise"),
    ("x" * (LONGEST + 1), "at most"),
    ('{"type":5}', "type"),
    ('{"type":["order"]}', "type"),
    ('{"type":"order"}', "order: allowed"),
    ('{"type":"order","order":{}}', "order: allowed"),
    ('{"type":"order","order":"rm"}', "order: allowed"),
    ('{"type":"order","order":"resign"}', "side: missing"),
    ('{"type":"order","order":"resign","side":true}', "side: allowed"),
    ('{"type":"order","order":"resign","side":2}', "side: allowed"),
    ('{"type":"order","order":"take-back","side":0}', "unknown"),
    ('{"type":"order","order":"players","names":["a"]}', "names"),
    ('{"type":"order","order":"players","names":["a","b\\n"]}', "names"),
    ('{"type":"order","order":"players","names":["a","\\ud800"]}', "names"),
    ('{"type":"order","order":"players","names":["a","\\uffff"]}', "names"),
    ('{"type":"order","order":"players","names":["a","' + "b" * 41 + '"]}', "names"),
    ('{"type":"hand","act":"lift","point":"Z9"}', "point"),
    ('{"type":"hand","act":"burn","point":"F6"}', "act"),
    ('{"type":"world","fault":{"kind":"dead"}}', "fault"),
    ('{"type":"login","pin":"' + "1" * 65 + '"}', "pin"),
    ('{"type":"login","pin":1234}', "pin"),
    ('{"type":"pin","old":"123456","new":"975"}', "new: allowed: a PIN of 4 to 64 characters"),
    ('{"type":"pin","old":"123456","new":"97\\n53"}', "new: allowed: a PIN of 4 to 64 characters"),
    ('{"type":"pin","new":"9753"}', "old: missing"),
    ('{"type":"subscribe","__proto__":{}}', "unknown"),
    ('{"type":"subscribe","id":-1}', "id"),
]


@pytest.mark.parametrize(("text", "why"), BAD)
def test_everything_else_is_refused_with_a_reason(text, why):
    with pytest.raises(Malformed, match=why):
        read_message(text)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
names = st.sampled_from(sorted({name for fields in (*KINDS.values(), *ORDERS.values()) for name in fields} | {"id"}))
nearly = st.fixed_dictionaries(
    {"type": st.sampled_from(sorted(KINDS)), "order": st.sampled_from(sorted(ORDERS)) | json_values}
).flatmap(lambda base: st.dictionaries(names, json_values, max_size=5).map(lambda more: {**more, **base}))


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(max_size=200), st.binary(max_size=200), nearly.map(json.dumps), json_values.map(json.dumps)))
def test_whatever_comes_is_a_message_or_malformed(text):
    try:
        kind = read_message(text).kind
    except Malformed as fault:
        kind = ""
        text = str(fault)
    assert kind in KINDS or len(text) < 1200


@pytest.mark.parametrize(
    "name", [name for name in ORDERS if name not in {"palette", "brightness", "sound", "light-test", "calibrate"}]
)
def test_every_order_of_a_page_is_one_of_the_tables(name):
    examples = {
        "resign": {"side": 1},
        "answer": {"choice": 0},
        "pause": {"on": True},
        "coach": {"level": 2},
        "players": {"names": ("a", "b")},
        "clock": {"mode": "fischer", "initial": 60.0, "increment": 5.0},
    }
    assert order_of(name, examples.get(name, {})) is not None
