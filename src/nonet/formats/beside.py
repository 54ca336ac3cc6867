"""The other values in an object of JSON with a puzzle: a board as played, notes, a solution, and unread keys.

Every program has names of its own for what its player has done. The names that are usual are looked at first, but the
shape decides: a board as played has the size of the puzzle and its digits where both are filled. Nothing is dropped in
silence. What has a shape that could belong to the puzzle and is not read is named in ``info["not read"]``; a number or
a word is info as it is, and what only concerns the program (`_OF_PROGRAMS`) is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from nonet.base.cells import cell_name
from nonet.base.errors import ParseError
from nonet.base.strict_json import Json, JsonObject, json_or_none
from nonet.formats.board_builder import on_page
from nonet.formats.cell_values import flags_of, is_blank, notes_of_value, plain_name
from nonet.formats.pages import Page, page_of
from nonet.formats.values import values_of
from nonet.puzzle import Board, Puzzle

__all__ = [
    "OF_A_GAME",
    "Beside",
    "decoded",
    "is_of_program",
    "is_played_name",
    "is_solved_name",
    "leaves",
]

_FIRST = (
    "current", "state", "progress", "player", "values", "filled", "boardstate", "usergrid", "entries",
    "userinputs",
)  # fmt: skip
"""The names of a board as played that are looked at before all others."""

_PLAYED = re.compile(
    "user|player|current|progress|state|filled|entr|input|attempt|guess|work|predict|response|output|model|partial"
)
_FILLED = re.compile("fill|value|work|response|output|model")
"""Names of a full board that is the solution if it is right, and else what was played."""

_SOLVED = re.compile(
    "solution|solved|answer|ideal|expected|truth|gold|label|target|complet|correct|final"
)
_NOTED = re.compile("note|candidate|mark|pencil|possib|memo|draft|annotation")
_OTHER_NOTES = re.compile("corner|snyder|colou?r|eliminat|remov|exclu|cross|conflict|error|wrong")
"""What looks like notes and says something else of a cell than which digits are left."""

_REGIONS = re.compile("region|box|block|area|layout|zone|nonet|house|cage|group")
"""Names of a board that says of each cell to which part it belongs."""

_OF_PROGRAMS = re.compile(
    "^(?:id|uid|uuid|guid|day|week|year|name|type|kind|mode|url|tags?|user|game|app|size|order|level|rank|lives)$|"
    "id$|hash|seed|version|(?<!candi)date|time|timer|stamp|elapsed|duration|second|created|modified|saved|difficult|rating|score|"
    "points|author|creator|title|descri|comment|source|categor|languag|locale|setting|preference|prefs|config|option|"
    "theme|statistic|stats|meta|mistake|error|conflict|hint|select|highlight|cursor|zoom|sound|technique|device|badge|"
    "achieve|tutorial|streak|reward|lives|collection|colou?r"
)
"""Names that say how a program was used, or where a puzzle is from."""

OF_A_GAME = re.compile("histor|move|undo|redo|action|event|log|stack|snapshot|past|future|step")
"""Names of the moves to a position; they are dropped where the position itself is read."""


def is_played_name(name: str) -> bool:
    """Whether a name is usual for a board as played."""
    return plain_name(name) in _FIRST or _PLAYED.search(plain_name(name)) is not None


def is_solved_name(name: str) -> bool:
    """Whether a name is usual for a solution.

    >>> is_solved_name("fullSolution"), is_solved_name("user_answers")
    (True, False)
    """
    return _SOLVED.search(plain_name(name)) is not None and not is_played_name(name)


def is_of_program(name: str) -> bool:
    """Whether a name is one of those that concern a program, its user or the origin of a puzzle.

    >>> is_of_program("lastPlayedDate"), is_of_program("cages")
    (True, False)
    """
    return _OF_PROGRAMS.search(plain_name(name)) is not None


def decoded(value: Json) -> Json:
    """Return the value of a text that is JSON of lists or objects, as browsers keep it; any other value as it is."""
    if isinstance(value, str) and value[:1] in ("[", "{"):
        decoded_value = json_or_none(value)
        return value if decoded_value is None else decoded_value
    return value


def leaves(
    value: Mapping[str, Json], own: Collection[str] = (), path: str = ""
) -> Iterator[tuple[str, Json]]:
    """Yield the parts of an object that say something, with their paths, without those of its own names.

    Objects in it are looked into, unless they are a board or notes.

    >>> list(leaves({"puzzle": "1", "game": {"grid": [1], "time": 5}, "notes": []}, ["puzzle"]))
    [('game.grid', [1]), ('game.time', 5)]
    """
    for name, item in value.items():
        if not path and name in own:
            continue
        part = decoded(item)
        if is_blank(part):
            continue
        if isinstance(part, dict) and not _is_whole(part):
            yield from leaves(part, path=f"{path}{name}.")
        else:
            yield f"{path}{name}", part


def _is_whole(part: JsonObject) -> bool:
    """Whether an object is cells or rows of a board by their names."""
    if any(isinstance(item, (list, dict)) and page_of(item) is not None for item in part.values()):
        return False
    return page_of(part) is not None or notes_of_value(part, 9) is not None


@dataclass
class Beside:
    """What is found beside a puzzle, and which names it has been read from.

    >>> found = Beside(Puzzle("1" + "." * 15))
    >>> found.take_all({"puzzle": "1...", "userGrid": "12" + "." * 14, "cages": [[1]]}, {"puzzle"})
    >>> found.board().placed.text(), found.read, found.unread
    ('.2..............', {'userGrid'}, ['cages'])
    """

    puzzle: Puzzle
    states: list[tuple[int, str, bytes]] = field(default_factory=list)
    notes: list[tuple[str, list[int]]] = field(default_factory=list)
    solution: str | None = None
    unread: list[str] = field(default_factory=list)
    ways: list[str] = field(default_factory=list)
    read: set[str] = field(default_factory=set)

    def take_all(self, value: Mapping[str, Json], own: Collection[str]) -> None:
        """Take all parts of an object but those of its own names, which are read already."""
        for name, item in leaves(value, own):
            self._take(name, item)

    def _take(self, name: str, item: Json) -> None:
        """Take a part by its shape, or else by its name."""
        size, last = self.puzzle.rules.size, plain_name(name.rpartition(".")[2])
        if not isinstance(item, (list, dict)) and not (
            isinstance(item, str) and len(item) >= size**2
        ):
            return
        if (page := page_of(item, size)) is not None:
            self.take_page(name, page)
        elif isinstance(item, str) or flags_of(item, size) is not None:
            return
        elif not _OTHER_NOTES.search(last) and (notes := notes_of_value(item, size)) is not None:
            self.notes.append((name, notes))
        elif not any(map(is_of_program, name.split("."))):
            (self.ways if OF_A_GAME.search(last) else self.unread).append(name)

    def take_page(self, name: str, page: Page, *, is_puzzle: bool = False) -> None:
        """Take a board; ``is_puzzle`` says that the puzzle was made of its givens."""
        last = name.rpartition(".")[2]
        if _OTHER_NOTES.search(plain_name(last)) or self._is_layout(last, page):
            return
        try:
            values = values_of(page.cells).values
        except ParseError:
            self.unread.append(name)
            return
        self.unread += [f"{name}: {part}" for part in page.unread]
        if page.notes is not None:
            self.notes.append((name, page.notes))
        pairs = list(enumerate(zip(self.puzzle.givens, values, strict=True)))
        wrong = next((cell for cell, (one, now) in pairs if one and now not in (0, one)), None)
        is_solved = is_solved_name(last) or (
            self._is_right(values) and not (is_played_name(name) and not _FILLED.search(last))
        )
        if _is_mask(values, page.size):
            self.unread += [name] * (not is_of_program(last))
        elif page.is_full and is_solved and not is_puzzle:
            self.solution = self.solution or "".join(page.cells)
            self.read.add(name)
        elif wrong is not None:
            self.unread.append(
                f"{name}, where {cell_name(wrong, page.size)} is {values[wrong]} and not the given"
                f" {self.puzzle.givens[wrong]}"
            )
        elif any(now and not one for _, (one, now) in pairs):
            usual = plain_name(last) in _FIRST
            rank = _FIRST.index(plain_name(last)) if usual else len(_FIRST)
            rank += len(_FIRST) * (not is_played_name(name))
            self.states.append((-1 if is_puzzle else rank, name, values))
        if page.solution is not None:
            self.solution = self.solution or "".join(page.solution)

    def _is_layout(self, name: str, page: Page) -> bool:
        """Whether a board says which cells are a region, and name it if these are not those of the puzzle."""
        if _REGIONS.search(plain_name(name)) is None or not page.is_full:
            return False
        groups: dict[str, list[int]] = {}
        for cell, sign in enumerate(page.cells):
            groups.setdefault(sign, []).append(cell)
        known = {tuple(region) for region in self.puzzle.rules.regions}
        if {tuple(group) for group in groups.values()} != known:
            self.unread.append(name)
        return True

    def leave_position(self) -> None:
        """Name what was played instead of reading it: the object has it in nonet's own words."""
        self.unread += [name for _, name, _ in self.states]
        self.unread += [name for name, _ in self.notes]
        self.states.clear()
        self.notes.clear()

    def _is_right(self, values: bytes) -> bool:
        """Whether a full board has each digit once in each house."""
        full = set(range(1, self.puzzle.rules.size + 1))
        return all(
            {values[at] for at in house.cells} == full for house in self.puzzle.rules.plain_houses
        )

    def board(self) -> Board:
        """Return the position, or the puzzle where nothing was played."""
        size = self.puzzle.rules.size
        state, masks = bytes(self.puzzle.givens), [0] * size**2
        self.states.sort(key=lambda each: each[0])
        for number, (_, name, values) in enumerate(self.states):
            if number == 0:
                state = bytes(now or one for one, now in zip(state, values, strict=True))
            elif any(now not in (0, known) for now, known in zip(values, state, strict=True)):
                self.unread.append(name)
                continue
            self.read.add(name)
        self.notes.sort(key=lambda each: not _NOTED.search(plain_name(each[0])))
        for number, (name, notes) in enumerate(self.notes):
            if number == 0:
                masks = notes
            elif any(notes) and notes != masks:
                self.unread.append(name)
                continue
            self.read.add(name)
        self.unread += [] if self.states else self.ways
        puzzle = self._noted()
        return on_page(puzzle, state, [mask or None for mask in masks])

    def _noted(self) -> Puzzle:
        """Return the puzzle with its solution, without the info that was read, and with the names that were not."""
        info = {name: text for name, text in self.puzzle.info.items() if name not in self.read}
        if self.solution is not None:
            info.setdefault("solution", self.solution)
        if self.unread:
            known = [text] if (text := info.get("not read")) else []
            info["not read"] = ", ".join(dict.fromkeys([*known, *self.unread]))
        same = len(info) == len(self.puzzle.info) and info == dict(self.puzzle.info)
        return self.puzzle if same else Puzzle(self.puzzle, info=info)


def _is_mask(values: bytes, size: int) -> bool:
    """Whether a board of one digit has more of it than a board can have: it marks cells."""
    digits = set(values) - {0}
    return len(digits) == 1 and len(values) - values.count(0) > size
