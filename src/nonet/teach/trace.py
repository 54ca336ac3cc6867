"""The record of a teaching solver: events, kept in a `Trace` that can be replayed, saved and loaded."""

from __future__ import annotations

import json
import os
from array import array
from collections.abc import Iterable, Iterator, Sequence
from operator import eq
from typing import NamedTuple

from nonet.base.cells import board_name, cell_index, cell_name
from nonet.base.errors import ParseError
from nonet.base.outfiles import NewFile
from nonet.base.strict_json import read_json_text

__all__ = ["KINDS", "Event", "Frame", "Trace", "as_json", "replay"]

KINDS = ("try", "place", "conflict", "remove", "rule", "backtrack", "restart", "solved")
"""The kinds of events, in the order in which they usually happen."""


class Event(NamedTuple):
    """One step of a solver.

    ============= ===========================================================================================
    kind          meaning
    ============= ===========================================================================================
    ``try``       the digit is about to be tested in the cell
    ``place``     the digit is placed in the cell (replacing another digit, if there is one)
    ``conflict``  the digit is impossible in the cell; ``note`` may say why
    ``remove``    the candidate is eliminated
    ``rule``      a technique is applied; ``note`` is its name
    ``backtrack`` the digit is removed from the cell, with everything placed after it
    ``restart``   everything but the givens is removed
    ``solved``    the board is full and valid
    ============= ===========================================================================================
    """

    kind: str
    cell: int = -1
    digit: int = 0
    note: str = ""


class Trace(Sequence[Event]):
    """The events of a run, eight bytes each.

    >>> trace = Trace([Event("place", 0, 5), Event("rule", 4, 7, "naked single")])
    >>> len(trace), trace[1].note, list(trace)[0]
    (2, 'naked single', Event(kind='place', cell=0, digit=5, note=''))
    """

    def __init__(self, events: Iterable[Event] = (), *, size: int = 9) -> None:
        self.size = size
        self._codes = array("q")
        self._notes: list[str] = [""]
        self._number: dict[str, int] = {"": 0}
        for event in events:
            self.append(event)

    def append(self, event: Event) -> None:
        """Add an event."""
        kind, cell, digit, note = event
        number = self._number.get(note)
        if number is None:
            number = self._number[note] = len(self._notes)
            self._notes.append(note)
        # Digits have 6 bits, cells (from -1) 11, kinds 3; the rest is the number of the note.
        self._codes.append(((number << 3 | KINDS.index(kind)) << 11 | cell + 1) << 6 | digit)

    def _event(self, code: int) -> Event:
        return Event(
            KINDS[code >> 17 & 7], (code >> 6 & 0x7FF) - 1, code & 63, self._notes[code >> 20]
        )

    def __len__(self) -> int:
        return len(self._codes)

    def __getitem__(self, index):  # type: ignore[no-untyped-def]
        """Return an event, or a list of events for a slice."""
        if isinstance(index, slice):
            return [self._event(code) for code in self._codes[index]]
        return self._event(self._codes[index])

    def __iter__(self) -> Iterator[Event]:
        return map(self._event, self._codes)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Trace):
            return NotImplemented
        return self.size == other.size and len(self) == len(other) and all(map(eq, self, other))

    __hash__ = None  # type: ignore[assignment]  # a trace grows

    def __repr__(self) -> str:
        return f"<nonet.teach.Trace: {len(self):,} events>"

    @property
    def notes(self) -> list[str]:
        """The different notes of the events, "" first."""
        return list(self._notes)

    def codes(self, note_bits: int) -> Iterator[int]:
        """Yield each event as a number: digit in 6 bits, cell + 1 in 11, kind in 3, the number of its note above.

        A note whose number does not fit into ``note_bits`` is left out.

        >>> [hex(code) for code in Trace([Event("place", 0, 5), Event("rule", 4, 7, "naked single")]).codes(12)]
        ['0x20045', '0x180147']
        """
        kept = (1 << 20) - 1
        return (code if code >> 20 + note_bits == 0 else code & kept for code in self._codes)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the events as JSON lines, one object each, with the names of cells."""
        with NewFile(path, packed=False) as out:
            for event in self:
                out.write(json.dumps(as_json(event, self.size)).encode() + b"\n")

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, size: int = 9) -> Trace:
        """Read a file of `save`; the size of the board is not in the file.

        Raises `ParseError` with the line number for a line that is not an event.
        """
        trace = cls(size=size)
        with open(path, encoding="utf-8") as handle:
            for number, line in enumerate(handle, 1):
                try:
                    trace.append(_from_json(read_json_text(line), size))
                except (ValueError, IndexError) as error:
                    # The parser of JSON knows nothing of the lines of this file.
                    why = error.reason if isinstance(error, ParseError) else error
                    reason = f"not an event of {board_name(size)}: {why}"
                    raise ParseError(reason, line=number, source=os.fspath(path)) from None
        return trace


def as_json(event: Event, size: int = 9) -> dict[str, str | int]:
    """Return an event as an object for JSON.

    >>> as_json(Event("place", 0, 5))
    {'event': 'place', 'cell': 'r1c1', 'digit': 5}
    """
    item: dict[str, str | int] = {"event": event.kind}
    if event.cell >= 0:
        item["cell"] = cell_name(event.cell, size)
    if event.digit:
        item["digit"] = event.digit
    if event.note:
        item["note"] = event.note
    return item


def _from_json(item: object, size: int) -> Event:
    """Return the event of an object, or raise ValueError."""
    if not isinstance(item, dict):
        raise ValueError(
            'expected an object such as {"event": "place", "cell": "r1c1", "digit": 5}'
        )
    kind, digit, note = item.get("event"), item.get("digit", 0), item.get("note", "")
    if kind not in KINDS:
        raise ValueError(f"unknown event {kind!r}; expected one of {', '.join(KINDS)}")
    if not isinstance(digit, int) or not 0 <= digit <= size:
        raise ValueError(f"digit must be 1 to {size}, got {digit!r}")
    if not isinstance(note, str):
        raise ValueError(f"note must be text, got {note!r}")
    cell = cell_index(str(item["cell"]), size) if "cell" in item else -1
    return Event(kind, cell, digit, note)


class Frame(NamedTuple):
    """The board after an event: one digit per cell, 0 where it is empty."""

    event: Event
    digits: bytes


def replay(givens: Sequence[int], events: Iterable[Event]) -> Iterator[Frame]:
    """Apply events to a board, and yield the board after each.

    >>> [frame.digits for frame in replay([1, 0, 0], [Event("place", 1, 2), Event("backtrack", 1, 2)])]
    [b'\\x01\\x02\\x00', b'\\x01\\x00\\x00']
    """
    digits = bytearray(givens)
    placed: list[tuple[int, int]] = []  # cells with their earlier digits
    for event in events:
        if event.kind == "place":
            placed.append((event.cell, digits[event.cell]))
            digits[event.cell] = event.digit
        elif event.kind == "backtrack":
            while placed:
                cell, before = placed.pop()
                digits[cell] = before
                if cell == event.cell:
                    break
        elif event.kind == "restart":
            digits[:] = bytes(givens)
            placed.clear()
        yield Frame(event, bytes(digits))
