"""The keys of both players, from one table: ``keys.json``.

A row has an action, its keys in the browser and in the terminal, the group in which the help lists it, and the key of
its label in the "app" section of the catalogues. ``1…9`` stands for the digits of the board.

On a board larger than 9x9 letters are digits, as nonet writes them: A is 1. There the letters of the other actions need
Alt in the browser and Shift in the terminal, which does not always receive Alt.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

from nonet.base.digits import symbols_of

__all__ = ["DIGITS", "GROUPS", "Key", "actions_of", "key_table"]

DIGITS = "1…9"
"""Stands for the keys of all digits of a board."""

GROUPS = ("move", "select", "enter", "edit", "help", "view", "game")
"""The groups of the help, in its order."""


class Key(NamedTuple):
    """A row of the table."""

    action: str
    keys: tuple[str, ...]
    terminal: tuple[str, ...]
    group: str
    label: str


@cache
def key_table() -> tuple[Key, ...]:
    """Return the table in the order of the help.

    >>> next(key.terminal for key in key_table() if key.action == "undo")
    ('u', 'ctrl+z')
    """
    rows = json.loads(Path(__file__).with_name("keys.json").read_text(encoding="utf-8"))
    return tuple(
        Key(row["action"], tuple(row["keys"]), tuple(row["terminal"]), row["group"], row["label"])
        for row in rows
    )


def actions_of(size: int, *, terminal: bool = False) -> dict[str, tuple[str, int]]:
    """Return what each key does on a board of a size: the action, and the digit for a key of a digit.

    Letters are those that the key produces, so capitals are letters with Shift. Up to 9x9 both cases mean the same.

    >>> actions_of(9)["c"], actions_of(9)["Shift+7"], actions_of(16)["c"], actions_of(16)["Alt+C"]
    (('mode_centre', 0), ('enter_corner', 7), ('enter', 3), ('mode_centre', 0))
    >>> actions_of(16, terminal=True)["C"]
    ('mode_centre', 0)
    """
    actions: dict[str, tuple[str, int]] = {}
    for key in key_table():
        for name in key.terminal if terminal else key.keys:
            for spelled, digit in _spelled(name, size, terminal):
                if spelled in actions:
                    raise ValueError(
                        f"the key {spelled} means {actions[spelled][0]} and {key.action}"
                    )
                actions[spelled] = (key.action, digit)
    return actions


def _spelled(name: str, size: int, terminal: bool) -> list[tuple[str, int]]:
    """Return the keys that an entry of the table stands for, each with its digit."""
    if name == DIGITS and size > 9:
        return [(symbol.lower(), digit) for digit, symbol in enumerate(symbols_of(size), 1)]
    if name.endswith(DIGITS):
        count = size if size <= 9 else 0
        return [(name.replace(DIGITS, str(digit)), digit) for digit in range(1, count + 1)]
    if len(name) == 1 and name.isalpha():
        if size > 9:
            return [(name.upper() if terminal else f"Alt+{name.upper()}", 0)]
        return [(name, 0), (name.upper(), 0)]
    return [(name, 0)]
