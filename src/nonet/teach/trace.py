"""What a teaching solver does, as it happens: events, counters, and the budget that ends it.

An algorithm tells its `Recorder` each step: it calls, tries, places, finds a conflict, goes back. The recorder counts,
hands the event on if somebody listens, and raises `Spent` when the budget is used up; so every algorithm is measured by
the same yardstick and none can run for ever.
"""

from __future__ import annotations

import json
import os
import time
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from operator import eq
from typing import NamedTuple

from nonet.cells import cell_index, cell_name
from nonet.errors import ParseError

__all__ = ["KINDS", "Counters", "Event", "Frame", "Recorder", "Spent", "Trace", "replay"]

KINDS = ("try", "place", "conflict", "remove", "rule", "backtrack", "restart", "solved")
"""What can happen, in the order in which it usually does."""


class Event(NamedTuple):
    """One step of a solver.

    ============= ===========================================================================================
    kind          meaning
    ============= ===========================================================================================
    ``try``       the digit is about to be tested in the cell
    ``place``     the digit is written into the cell (over another one, if there is one)
    ``conflict``  the digit cannot be in the cell; ``note`` may say why
    ``remove``    the candidate is crossed out
    ``rule``      a rule has fired; ``note`` is its name
    ``backtrack`` the digit is taken out of the cell, and with it all that was placed after it
    ``restart``   everything but the givens is taken back
    ``solved``    the board is full and right
    ============= ===========================================================================================
    """

    kind: str
    cell: int = -1
    digit: int = 0
    note: str = ""


class Spent(Exception):
    """The budget of steps or of time is used up."""


@dataclass
class Counters:
    """How much work it was. Which of them an algorithm has is said on its page; the others stay 0.

    ``calls`` counts calls of the recursive function, the first one included; ``depth`` is the deepest level that the
    search reached; ``seconds`` is processor time. ``guesses`` are placements in cells that had other possibilities, the
    blind ones of plain backtracking too; ``filled_by_rules`` are the cells that rules filled before the first guess.
    ``variables`` and ``constraints`` are the size of the model, where the puzzle is first written in the language of
    another problem.
    """

    calls: int = 0
    tries: int = 0
    assignments: int = 0
    guesses: int = 0
    backtracks: int = 0
    conflicts: int = 0
    eliminations: int = 0
    checks: int = 0
    rules: int = 0
    filled_by_rules: int = 0
    restarts: int = 0
    depth: int = 0
    solutions: int = 0
    variables: int = 0
    constraints: int = 0
    seconds: float = field(default=0.0, compare=False)

    def as_dict(self) -> dict[str, int | float]:
        """Return the counters by name."""
        return asdict(self)


class Recorder:
    """Counts steps, hands events on, and ends the run in time.

    ``budget`` is the number of steps (calls, tries, placements, removals … together), ``seconds`` processor time;
    ``listen`` is called with every `Event`.
    """

    __slots__ = ("_budget", "_deadline", "_listen", "_started", "_steps", "counters")

    def __init__(
        self,
        *,
        budget: int | None = None,
        seconds: float | None = None,
        listen: Callable[[Event], object] | None = None,
    ) -> None:
        self.counters = Counters()
        self._listen = listen
        self._steps = 0
        self._budget = budget
        self._started = time.process_time()
        self._deadline = None if seconds is None else self._started + seconds

    @property
    def steps_left(self) -> int | None:
        """The steps that may still be taken, None without a budget."""
        return None if self._budget is None else max(0, self._budget - self._steps)

    @property
    def seconds_left(self) -> float | None:
        """The processor time that is left, None without a limit."""
        return None if self._deadline is None else max(0.0, self._deadline - time.process_time())

    def _step(self) -> None:
        self._steps += 1
        if self._budget is not None and self._steps > self._budget:
            raise Spent
        if (
            not self._steps & 0x3FF
            and self._deadline is not None
            and time.process_time() > self._deadline
        ):
            raise Spent

    def _tell(self, kind: str, cell: int = -1, digit: int = 0, note: str = "") -> None:
        self._step()
        if self._listen is not None:
            self._listen(Event(kind, cell, digit, note))

    def call(self, depth: int = 0) -> None:
        """Count a call of the recursive function (no event)."""
        self.counters.calls += 1
        self.deepen(depth)
        self._step()

    def deepen(self, depth: int) -> None:
        """Say how deep the search is now."""
        if depth > self.counters.depth:
            self.counters.depth = depth

    def check(self, number: int = 1) -> None:
        """Count comparisons of cells or evaluations of a board (no event)."""
        self.counters.checks += number
        self._step()

    def model(self, *, variables: int = 0, constraints: int = 0) -> None:
        """Count parts of the model into which the puzzle is translated (no event)."""
        self.counters.variables += variables
        self.counters.constraints += constraints
        self._step()

    def add(self, *, guesses: int = 0, conflicts: int = 0, checks: int = 0) -> None:
        """Add what a solver in another language has counted (no event); each guess and each conflict is a step."""
        self.counters.guesses += guesses
        self.counters.conflicts += conflicts
        self.counters.checks += checks
        self._steps += guesses + conflicts
        if self.seconds_left == 0:
            raise Spent
        self._step()

    def guess(self) -> None:
        """Count a choice between several possibilities (no event; the placement follows)."""
        self.counters.guesses += 1

    def attempt(self, cell: int, digit: int) -> None:
        """Tell that a digit is about to be tested."""
        self.counters.tries += 1
        self._tell("try", cell, digit)

    def place(self, cell: int, digit: int) -> None:
        """Tell that a digit is written into a cell."""
        self.counters.assignments += 1
        self._tell("place", cell, digit)

    def fill(self, cell: int, digit: int, rule: str) -> None:
        """Tell that a rule has fired and that the digit it found is written into the cell."""
        self.rule(rule, cell, digit)
        self.place(cell, digit)
        if not self.counters.guesses:
            self.counters.filled_by_rules += 1

    def conflict(self, cell: int, digit: int = 0, note: str = "") -> None:
        """Tell that a digit cannot be there, that a cell has no digit left, or (cell -1) that a digit has no place."""
        self.counters.conflicts += 1
        self._tell("conflict", cell, digit, note)

    def remove(self, cell: int, digit: int) -> None:
        """Tell that a candidate is crossed out."""
        self.counters.eliminations += 1
        self._tell("remove", cell, digit)

    def rule(self, name: str, cell: int = -1, digit: int = 0) -> None:
        """Tell that a rule has fired."""
        self.counters.rules += 1
        self._tell("rule", cell, digit, name)

    def backtrack(self, cell: int, digit: int) -> None:
        """Tell that a placement is taken back, with all that came after it."""
        self.counters.backtracks += 1
        self._tell("backtrack", cell, digit)

    def restart(self) -> None:
        """Tell that the search begins anew."""
        self.counters.restarts += 1
        self._tell("restart")

    def solved(self) -> None:
        """Tell that a solution is found."""
        self.counters.solutions += 1
        self._tell("solved")

    def stop(self) -> Counters:
        """Return the counters, with the time that has passed."""
        self.counters.seconds = time.process_time() - self._started
        return self.counters


class Trace(Sequence[Event]):
    """The events of a run, eight bytes each; it can be replayed, saved and loaded.

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

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the events as JSON lines: one object each, with the cell as a name."""
        with open(path, "w", encoding="utf-8") as handle:
            for event in self:
                handle.write(json.dumps(as_json(event, self.size)) + "\n")

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, size: int = 9) -> Trace:
        """Read what `save` has written; the size of the board is not in the file.

        Raises `ParseError` with the line of anything else.
        """
        trace = cls(size=size)
        with open(path, encoding="utf-8") as handle:
            for number, line in enumerate(handle, 1):
                try:
                    trace.append(_from_json(json.loads(line), size))
                except (ValueError, IndexError) as error:
                    # The parser of JSON knows nothing of the lines of this file.
                    why = error.msg if isinstance(error, json.JSONDecodeError) else error
                    reason = f"this is no event of a trace of a {size}x{size} board: {why}"
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
            "a line is an object such as {'event': 'place', 'cell': 'r1c1', 'digit': 5}"
        )
    kind, digit, note = item.get("event"), item.get("digit", 0), item.get("note", "")
    if kind not in KINDS:
        raise ValueError(f"the event is {kind!r}; it must be one of {', '.join(KINDS)}")
    if not isinstance(digit, int) or not 0 <= digit <= size:
        raise ValueError(f"the digit is {digit!r}; it must be a number from 1 to {size}")
    if not isinstance(note, str):
        raise ValueError(f"the note is {note!r}; it must be a text")
    cell = cell_index(str(item["cell"]), size) if "cell" in item else -1
    return Event(kind, cell, digit, note)


class Frame(NamedTuple):
    """The board after an event: one digit per cell, 0 where it is empty."""

    event: Event
    digits: bytes


def replay(givens: Sequence[int], events: Iterable[Event]) -> Iterator[Frame]:
    """Play events on a board, and yield what it looks like after each.

    >>> [frame.digits for frame in replay([1, 0, 0], [Event("place", 1, 2), Event("backtrack", 1, 2)])]
    [b'\\x01\\x02\\x00', b'\\x01\\x00\\x00']
    """
    digits = bytearray(givens)
    placed: list[tuple[int, int]] = []  # cells with what stood there before
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
