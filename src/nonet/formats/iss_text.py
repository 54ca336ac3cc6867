"""The grammar of an ISS string: its items.

A string is a chain of items, each of a type and its arguments: ``.Cage~9~R1C1~R1C2.Thermo~R2C1~R2C2.~R5C5_7``. The
type of a given is empty. ``Or``, ``And`` and ``Replicate`` hold the items up to ``.End``. Rows and columns of a cell
are digits of base 17 (``R1Ca`` is row 1, column 10). `nonet.rules.constraints.iss_codes` has the encodings in
arguments.

Nothing here knows what a type means; `nonet.formats.iss` does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from nonet.base.errors import ParseError
from nonet.base.limits import DEPTH
from nonet.base.numbers import read_number

__all__ = ["COMPOSITES", "Item", "format_items", "iss_cell", "parse_items", "plain_cell"]

COMPOSITES = ("Or", "And", "Replicate")
"""The types that hold other items."""

_BASE = "123456789abcdefg"
_CELL = re.compile(r"[Rr]([1-9a-gA-G])[Cc]([1-9a-gA-G])")
_EXTRA = re.compile(r"V?[A-Z]+\d*")
_NAME = re.compile(r"r(\d+)c(\d+)")


@dataclass(frozen=True, slots=True)
class Item:
    """One item of a string; ``items`` are those that a composite holds. ``column`` counts from 1."""

    type: str
    args: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()
    column: int = 1

    def __str__(self) -> str:
        head = "." + "~".join((self.type, *self.args))
        return f"{head}{format_items(self.items)}.End" if self.type in COMPOSITES else head


def format_items(items: Iterable[Item]) -> str:
    """Return items as a string.

    >>> format_items(parse_items(".Or.Thermo~R1C1~R1C2.Cage~3~R1C1~R1C2.End.~R5C5_7"))
    '.Or.Thermo~R1C1~R1C2.Cage~3~R1C1~R1C2.End.~R5C5_7'
    """
    return "".join(map(str, items))


def parse_items(text: str) -> tuple[Item, ...]:
    """Return the items of a string; white space means nothing.

    >>> parse_items(".Cage~9~R1C1")[0]
    Item(type='Cage', args=('9', 'R1C1'), items=(), column=1)
    """
    tokens = [(match[0], match.start() + 1) for match in re.finditer(r"[^.]+|\.", text)]
    if not tokens or text.lstrip()[:1] != ".":
        raise ParseError("expected an item such as .Cage~9~R1C1~R1C2 at the beginning", text=text)
    open_items: list[tuple[Item, list[Item]]] = [(Item(""), [])]
    for index, (token, column) in enumerate(tokens):
        if token != ".":
            continue
        following = tokens[index + 1][0] if index + 1 < len(tokens) else "."
        words = "" if following == "." else "".join(following.split())
        if not words:
            if index + 1 < len(tokens):
                raise ParseError("expected a type after '.'", text=text, column=column)
            continue  # a dot at the very end
        kind, *args = words.split("~")
        item = Item(kind, tuple(args), column=column)
        if kind == "End":
            if len(open_items) == 1:
                raise ParseError(".End closes nothing", text=text, column=column)
            opened, inside = open_items.pop()
            whole = Item(opened.type, opened.args, tuple(inside), opened.column)
            open_items[-1][1].append(whole)
        elif kind in COMPOSITES:
            if len(open_items) > DEPTH:
                reason = f"expected at most {DEPTH} items inside each other, found more"
                raise ParseError(reason, text=text, column=column)
            open_items.append((item, []))
        else:
            open_items[-1][1].append(item)
    if len(open_items) > 1:
        opened = open_items[-1][0]
        raise ParseError(f".{opened.type} has no .End", text=text, column=opened.column)
    return tuple(open_items[0][1])


# -- cells and words ------------------------------------------------------------------------------


def plain_cell(word: str) -> str:
    """Return the name of a cell: ``r1c10`` for ``R1Ca``, ``vl3`` for the extra cell ``VL3``.

    >>> plain_cell("R1Ca"), plain_cell("VL3")
    ('r1c10', 'vl3')
    """
    if match := _CELL.fullmatch(word):
        row, column = (_BASE.index(part.lower()) + 1 for part in match.groups())
        return f"r{row}c{column}"
    if _EXTRA.fullmatch(word):
        return word.lower()
    raise ParseError(f"expected a cell such as R1C2, found {word[:20]!r}")


def iss_cell(name: str) -> str:
    """Return what ISS calls a cell.

    >>> iss_cell("r1c10"), iss_cell("vl3")
    ('R1Ca', 'VL3')
    """
    if match := _NAME.fullmatch(name):
        return "R{}C{}".format(
            *(_BASE[read_number(part, len(_BASE), least=1) - 1] for part in match.groups())
        )
    return name.upper()
