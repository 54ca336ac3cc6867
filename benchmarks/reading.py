"""Measure what it costs to read a board in each form that people paste, in plain lines of the same run.

    python benchmarks/reading.py                   puzzles of examples/puzzles.txt in every form that holds them
    python benchmarks/reading.py --boards 2000 --passes 9 --json figures.json

A file has the boards below each other, so what is done once per file counts little. Each figure is the median of the
ratios to the plain lines read just before; every board is compared with the one that was written.
"""

from __future__ import annotations

import argparse
import io
import time
from itertools import cycle, islice
from pathlib import Path

from common import describe, fail, machine, median, write_json

from nonet import formats
from nonet.base.errors import NonetError
from nonet.puzzle import Board, Puzzle

PUZZLES = Path(__file__).parents[1] / "examples" / "puzzles.txt"


def written(boards: list[Board], name: str) -> str | None:
    """Return the boards in a form, None if it does not hold several of them."""
    out = io.StringIO()
    try:
        formats.write(boards, out, format=name)
        text = out.getvalue()
        return text if given(text)[0] == [board.givens for board in boards] else None
    except (NonetError, AssertionError):
        return None


def given(text: str) -> tuple[list[object], float]:
    """Return the boards of a text, read as any text is, and the CPU seconds that it took."""
    begun = time.process_time()
    found = list(formats.records(io.StringIO(text)))
    took = time.process_time() - begun
    return [record.board and record.board.givens for record in found], took


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--boards", type=int, default=1000)
    parser.add_argument("--passes", type=int, default=7)
    parser.add_argument("--json", metavar="FILE")
    options = parser.parse_args()
    known = [Puzzle(puzzle.givens) for puzzle in formats.read(PUZZLES)]
    boards: list[Board] = list(islice(cycle(known), options.boards))
    expected = [board.givens for board in boards]
    lines = "".join(f"{grid.text()}\n" for grid in expected)
    texts = {
        name: written(boards, name) for name in formats.FORMATS if formats.FORMATS[name].reader
    }
    host = machine()
    print(describe(host))
    print(f"{'form':14} plain lines per board")
    ratios: dict[str, list[float]] = {name: [] for name, text in texts.items() if text}
    for _ in range(options.passes):
        for name, found in ratios.items():
            line = given(lines)[1]
            grids, took = given(texts[name] or "")
            if grids != expected:
                fail(f"{name}: a board is not the one that was written")
            found.append(took / line)
    figures = {name: median(found) for name, found in ratios.items()}
    for name, ratio in sorted(figures.items(), key=lambda pair: pair[1]):
        print(f"{name:14} {ratio:8.1f}")
    write_json(options.json, {"machine": host, "plain lines per board": figures})


if __name__ == "__main__":
    main()
