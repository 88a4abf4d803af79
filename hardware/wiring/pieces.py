"""A cut through board and pieces: where the magnets sit and which way up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.wiring.canvas import Sheet

if TYPE_CHECKING:
    from hardware.config.settings import BoardConfig
    from hardware.wiring.canvas import Spot

_TOP = 190  # the board's upper side
_NORTH, _SOUTH = "#d32f2f", "#1976d2"


def pieces(_config: BoardConfig) -> Sheet:
    """A white and a black marker, and a white and a black ring, each above its sensor."""
    sheet = Sheet(960, 490, "Magnets: which way up (a cut through board and pieces)")
    _board(sheet)
    for x, white in ((130, True), (330, False)):
        _marker(sheet, x, white=white)
        _sensor(sheet, x, "reads +" if white else "reads -")
    for x, white in ((560, True), (810, False)):
        _ring(sheet, x, white=white)
        _sensor(sheet, x, "reads + +" if white else "reads - -")
    sheet.note(
        (24, 384),
        [
            "Marker: one magnet in the middle, its north pole under the white side. Flipping turns it over.",
            "Ring: magnets all around, all alike. They stand beside the sensor, where a field points the other way:",
            "so a white ring has its north poles DOWN, a black ring its north poles up. What counts is the reading:",
            "with yinsh-board monitor, white pieces read positive, black ones negative, rings stronger than markers.",
        ],
    )
    _poles(sheet, (820, 56))
    return sheet


def _board(sheet: Sheet) -> None:
    sheet.add(f'<rect x="24" y="{_TOP}" width="912" height="26" fill="#e6c9a0" stroke="#8d6e63"/>')
    sheet.add(f'<rect x="24" y="{_TOP + 56}" width="912" height="12" fill="#a5d6a7" stroke="#388e3c"/>')
    sheet.text((30, _TOP + 18), "top plate, 3 mm", size=12)
    sheet.text((30, _TOP + 82), "circuit board", size=12)


def _sensor(sheet: Sheet, x: float, reads: str) -> None:
    sheet.add(f'<rect x="{x - 14}" y="{_TOP + 40}" width="28" height="16" fill="#37474f"/>')
    sheet.add(f'<rect x="{x + 22}" y="{_TOP + 46}" width="14" height="10" fill="#fff59d" stroke="#37474f"/>')
    sheet.text((x + 40, _TOP + 54), "LED", size=10)
    sheet.text((x, _TOP + 110), reads, anchor="middle", size=16, bold=True)
    sheet.text((x, _TOP + 130), "sensor, labelled side up", anchor="middle", size=11)


def _marker(sheet: Sheet, x: float, *, white: bool) -> None:
    upper, lower = ("#fff", "#222") if white else ("#222", "#fff")
    for y, fill in ((_TOP - 48, upper), (_TOP - 24, lower)):
        sheet.add(f'<rect x="{x - 62}" y="{y}" width="124" height="24" fill="{fill}" stroke="#222"/>')
    _magnet(sheet, (x - 15, _TOP - 36), (30, 24), north_up=white)
    sheet.text((x, _TOP - 62), f"marker, {'white' if white else 'black'} up", anchor="middle", bold=True)


def _ring(sheet: Sheet, x: float, *, white: bool) -> None:
    fill = "#fff" if white else "#222"
    for side in (-1, 1):
        left = x + side * 80 - 22
        sheet.add(f'<rect x="{left}" y="{_TOP - 56}" width="44" height="56" fill="{fill}" stroke="#222"/>')
        _magnet(sheet, (left + 7, _TOP - 32), (30, 26), north_up=not white)
    sheet.path(f"M{x - 58} {_TOP - 56}h116M{x - 58} {_TOP}h116")
    sheet.text((x, _TOP - 70), f"{'white' if white else 'black'} ring", anchor="middle", bold=True)
    for side in (-1, 1):
        _field_line(sheet, x, side, rising=white)


def _field_line(sheet: Sheet, x: float, side: int, *, rising: bool) -> None:
    """From the magnet's foot through the sensor: up through it under a white ring, down under a black one."""
    foot, top = (x + side * 80, _TOP - 2), (x + side * 7, _TOP - 4)
    bend = f"C{foot[0]} {_TOP + 78} {x + side * 12} {_TOP + 92} {top[0]} {top[1]}"
    sheet.add(f'<path d="M{foot[0]} {foot[1]}{bend}" fill="none" stroke="#8e24aa" stroke-dasharray="5 3"/>')
    (tip_x, tip_y), way = (top, -1) if rising else (foot, -1)
    sheet.add(f'<path d="M{tip_x} {tip_y + 10 * way}l-5 10h10z" fill="#8e24aa"/>')


def _magnet(sheet: Sheet, at: Spot, size: Spot, *, north_up: bool) -> None:
    (x, y), (width, height) = at, size
    half = height / 2
    for row, (name, fill) in enumerate([("N", _NORTH), ("S", _SOUTH)] if north_up else [("S", _SOUTH), ("N", _NORTH)]):
        sheet.add(f'<rect x="{x}" y="{y + row * half}" width="{width}" height="{half}" fill="{fill}"/>')
        sheet.add(
            f'<text x="{x + width / 2}" y="{y + row * half + 10}" font-size="10" text-anchor="middle" '
            f'style="fill:#fff">{name}</text>'
        )


def _poles(sheet: Sheet, at: Spot) -> None:
    x, y = at
    for row, (fill, words) in enumerate(((_NORTH, "north pole"), (_SOUTH, "south pole"))):
        sheet.add(f'<rect x="{x}" y="{y + row * 22 - 11}" width="16" height="14" fill="{fill}"/>')
        sheet.text((x + 24, y + row * 22), words, size=12)
