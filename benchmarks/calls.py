"""Count the Python calls, the modules and the changes of module on the ways through nonet.

    python benchmarks/calls.py
    python benchmarks/calls.py --modules "a solution" the modules of a way, in the order in which they are entered
    python benchmarks/calls.py --json figures.json

A call is a function of nonet's own modules that is entered, or a generator that continues. A comprehension belongs to
its function; the core and other packages do not count. A change is a call in another module than the call before.

Each way first runs with another input of the same form, so that imports and tables that are made once do not count,
and no cache has the input that is counted. Every answer is verified. Nothing is timed, so the figures do not depend on
the machine. `scripts/ways_page.py` draws some of the ways.
"""

from __future__ import annotations

import argparse
import csv
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count, pairwise
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from common import describe, fail, machine, write_json

from nonet import Grid, Position, Puzzle, Step, batch, formats, generate
from nonet.batch.files import PieceDone, PieceWork
from nonet.tables.sources import Piece
from nonet.variants import parse_rules

PUZZLES = Path(__file__).parents[1] / "examples" / "puzzles.txt"
ROWS = 200
RULES = (
    "diagonals killer:12=r1c1r1c2r2c1 thermo:r5c5r5c6r5c7",
    "diagonals killer:13=r1c2r1c3r2c2 thermo:r4c5r4c6r4c7",
    "diagonals killer:14=r1c3r1c4r2c3 thermo:r3c5r3c6r3c7",
)
COMPREHENSIONS = {"<listcomp>", "<setcomp>", "<dictcomp>"}
"""Functions of their own up to Python 3.11."""


class Call(NamedTuple):
    """A call: its module, the module of nonet that it comes from, and whether its function names the native core."""

    module: str
    caller: str | None
    names_core: bool


class Way(NamedTuple):
    """What is done with an input, a test of the answer, and three or more inputs of one form.

    The first two warm up, the third is counted. ``longer`` has `ROWS` more rows than it: then the figures are those of
    one row.
    """

    name: str
    go: Callable[[Any], Any]
    is_right: Callable[[Any, Any], bool]
    inputs: Sequence[Any]
    longer: Any = None


class ThisThread:
    """Answers the pieces of a table in the thread that asks, where the calls are counted."""

    carry = True

    def run(
        self, work: PieceWork, pieces: Iterable[tuple[int, Piece]]
    ) -> Iterator[tuple[Piece, PieceDone]]:
        for number, piece in pieces:
            yield piece, work(number, piece)


class Figures(NamedTuple):
    """Calls, modules and changes of module; calls and changes for one row are fractions."""

    calls: float
    modules: int
    changes: float


def module_of(frame: FrameType | None) -> str | None:
    """Return the module that a frame belongs to, or is called from: the nearest of nonet's."""
    while frame is not None:
        name: str = frame.f_globals.get("__name__", "")
        if name.startswith("nonet."):
            return name
        frame = frame.f_back
    return None


def traced(way: Way, value: Any) -> list[Call]:
    """Return the calls on a way; end if the answer is wrong."""
    calls: list[Call] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        name: str = frame.f_globals.get("__name__", "")
        if (
            event == "call"
            and name.startswith("nonet.")
            and frame.f_code.co_name not in COMPREHENSIONS
        ):
            calls.append(Call(name, module_of(frame.f_back), "_core" in frame.f_code.co_names))

    sys.setprofile(note)
    try:
        answer = way.go(value)
    finally:
        sys.setprofile(None)
    if not way.is_right(value, answer):
        fail(f"{way.name}: wrong answer")
    return calls


def calls_of(way: Way) -> list[Call]:
    """Return the calls on a way after two runs with other inputs."""
    for value in way.inputs[:2]:
        traced(way, value)
    return traced(way, way.inputs[2])


def figures_of(way: Way) -> Figures:
    """Count the calls, the modules and the changes on a way, for one row if it has a longer input."""
    calls = calls_of(way)
    modules, changes = len({call.module for call in calls}), _changes(calls)
    if way.longer is None:
        return Figures(len(calls), modules, changes)
    more = traced(way, way.longer)
    return Figures((len(more) - len(calls)) / ROWS, modules, (_changes(more) - changes) / ROWS)


def _changes(calls: list[Call]) -> int:
    return sum(one.module != other.module for one, other in pairwise(calls))


def ways(folder: Path) -> dict[str, Way]:
    """Return the ways by their names; tables that they read and write are in the folder."""
    lines = PUZZLES.read_text("utf-8").split("\n")[2:-1]
    puzzles = [Puzzle(line) for line in lines[:3]]
    easy = [line for line in lines[:50] if Puzzle(line).rate().difficulty == "easy"]
    found = [
        *_reading(lines[:3], puzzles),
        Way("a solution", _solution, _is_solution, lines),
        Way("a hint for an easy puzzle", _hint, _follows, easy),
        Way("rules from text to the core", _first_solution, _keeps_rules, RULES),
        _table(folder, "a plain row of CSV", lines),
        _table(folder, "a row of CSV with blanks in its board", [_spaced(line) for line in lines]),
        Way("a new puzzle", lambda seed: generate(seed=seed), _is_minimal, (1, 2, 3)),
    ]
    return {way.name: way for way in found}


def _reading(lines: list[str], puzzles: list[Puzzle]) -> list[Way]:
    """Return the ways of texts. What was written is known, so it is compared with what is read."""
    library = [formats.format(puzzle, "hodoku").strip() for puzzle in puzzles]
    forms = {
        "a plain line": lines,
        "seven plain lines": ["\n".join([*lines, line, *lines, ""]) for line in lines],
        "a library line of HoDoKu among six plain lines": [
            "\n".join([*lines, line, *lines, ""]) for line in library
        ],
        "nine pasted rows": [formats.format(puzzle, "grid") for puzzle in puzzles],
        "pasted candidates in a frame": [formats.format(Position(p), "pm") for p in puzzles],
    }
    several = [[*puzzles, puzzle, *puzzles] for puzzle in puzzles]

    def way(name: str, texts: list[str]) -> Way:
        boards = several if "among" in name or "seven" in name else [[each] for each in puzzles]
        expected = {
            text: [board.candidates() for board in each]
            for text, each in zip(texts, boards, strict=True)
        }

        def is_right(text: str, boards: list[Puzzle | Position]) -> bool:
            return [board.candidates() for board in boards] == expected[text]

        return Way(name, formats.parse_all, is_right, texts)

    return [way(name, texts) for name, texts in forms.items()]


def _solution(line: str) -> Grid:
    return Puzzle(line).solution()


def _is_solution(line: str, grid: Grid) -> bool:
    return bool(Puzzle(line).check(grid))


def _hint(line: str) -> tuple[Step | None, str]:
    step = Puzzle(line).hint()
    return step, "" if step is None else step.text()


def _follows(line: str, answer: tuple[Step | None, str]) -> bool:
    """Whether the solution agrees with a step, and its sentence names what follows."""
    step, text = answer
    solution = Puzzle(line).solution()
    if step is None or step.places is None:
        return False
    cell, digit = step.places
    return solution[cell] == digit and f"r{cell // 9 + 1}c{cell % 9 + 1} is {digit}" in text


def _ruled(rules: str) -> Puzzle:
    return Puzzle("." * 81, rules=parse_rules(rules))


def _first_solution(rules: str) -> Grid:
    return next(_ruled(rules).solutions())


def _keeps_rules(rules: str, grid: Grid) -> bool:
    return bool(_ruled(rules).check(grid))


def _is_minimal(seed: int, puzzle: Puzzle) -> bool:
    return puzzle.is_unique and puzzle.is_minimal


def _spaced(line: str) -> str:
    """Return a board with a blank between its rows: the core leaves such rows to Python."""
    return " ".join(line[at : at + 9] for at in range(0, 81, 9))


def _table(folder: Path, name: str, boards: list[str]) -> Way:
    """Return the way of a row through `batch.run`."""
    numbers = count()

    def table(rows: int) -> Path:
        path = folder / f"{name} {rows}.csv"
        path.write_text("puzzle\n" + "".join(f"{board}\n" for board in boards[:rows]), "utf-8")
        return path

    def go(path: Path) -> Path:
        output = path.with_name(f"{path.stem} {next(numbers)}.out.csv")
        batch.run(path, output, ["solution"], executor=ThisThread())
        return output

    def is_right(path: Path, output: Path) -> bool:
        with path.open() as before, output.open() as after:
            rows, answers = list(csv.DictReader(before)), list(csv.DictReader(after))
        return len(rows) == len(answers) and all(
            row["puzzle"].replace(" ", "") == answer["puzzle"].replace(" ", "")
            and answer["solution"] == Puzzle(row["puzzle"]).solution().text()
            for row, answer in zip(rows, answers, strict=True)
        )

    short = tuple(table(rows) for rows in (50, 60, ROWS))
    return Way(name, go, is_right, short, table(2 * ROWS))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--modules", metavar="WAY", help="list the modules of a way")
    parser.add_argument("--json", metavar="FILE")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        known = ways(Path(folder))
        if options.modules is not None:
            if options.modules not in known:
                fail(f"no way is called {options.modules!r}; the ways: {', '.join(known)}")
            found = Counter(call.module for call in calls_of(known[options.modules]))
            for module, n in found.items():
                print(f"{module:36} {n:6}")
            return
        host = machine()
        print(f"{describe(host)}, Python {host['python']}")
        print(f"{'way':46} {'calls':>8} {'modules':>8} {'changes':>8}")
        figures = {name: figures_of(way) for name, way in known.items()}
    for name, figure in figures.items():
        calls, changes = (f"{n:.1f}" if known[name].longer else f"{n}" for n in figure[::2])
        print(f"{name:46} {calls:>8} {figure.modules:>8} {changes:>8}")
    named = {name: figure._asdict() for name, figure in figures.items()}
    write_json(options.json, {"machine": host, "ways": named})


if __name__ == "__main__":
    main()
