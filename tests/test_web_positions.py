"""A position is the same for the server, the page, the terminal and the library, in every text that holds it."""

from __future__ import annotations

import json
import random
from itertools import islice
from pathlib import Path
from typing import Any

import engine_cases
import javascript
import pytest
from test_game import boards
from test_web_engine import of_engine

import nonet
from nonet import Candidates, Position, Puzzle
from nonet.base.digits import symbols_of
from nonet.formats import FORMATS, Format
from nonet.formats import format as write
from nonet.formats.pencilmarks import settled
from nonet.game import Game
from nonet.play.session import Session
from nonet.puzzle import Board
from nonet.steps.json import step_object
from nonet.web.verbs import VERBS
from nonet.web.wire import board_object, read_position, rules_object

HOLDING = [one for one in FORMATS.values() if one.can_write and one.holds.position]
POSITIONS = 40


def positions(n: int) -> list[Position]:
    """Return positions on the way to the solution of puzzles of all difficulties, with steps still to find."""
    rng = random.Random(14)
    found: list[Position] = []
    for puzzle in islice(engine_cases.classic_puzzles(rng, n), n):
        path = [Position(puzzle)]
        try:
            for step in puzzle.steps():
                path.append(path[-1].after(step))
        except nonet.Stuck:
            continue
        removing = [each for each in path[:-1] if each.removed]
        found.append(rng.choice(removing or path[:-1]))
    return found


def texts_of(position: Position) -> dict[str, str]:
    """Return a position in each format that holds it."""
    return {
        one.name: write(position, one.name)
        for one in HOLDING
        if one.holds.problem(position) is None
    }


def terminal_hint(board: Board) -> Any:
    """Return the step that the terminal player shows."""
    game = Game(board)
    return Session(game).hint_for(game).step


def keeps_givens(one: Format) -> bool:
    """Whether what is read is what was written; SudokuPad has placed digits as candidates."""
    return one.holds.position != "marks" and one.name != "sudokupad"


@pytest.mark.slow
def test_a_position_has_one_hint_everywhere(tmp_path: Path) -> None:
    asked: list[engine_cases.Question] = []
    wanted: list[Any] = []
    seen = set()
    for position in positions(POSITIONS):
        own = position.hint()
        for name, text in texts_of(position).items():
            board = nonet.parse(text)
            step = board.hint()
            assert step is not None
            if keeps_givens(FORMATS[name]):
                assert board == position, name
                assert step == own, name
            assert terminal_hint(board) == step, name
            answer = json.loads(json.dumps(VERBS["hint"].answer({"puzzle": text})))
            assert answer["step"] == json.loads(
                json.dumps(step_object(step, ("full",), facts=True))
            ), name
            bare = step_object(step, (), facts=True)
            asked.append(("hint", {"puzzle": board_object(board), "levels": []}))
            wanted.append({"answer": {**answer, "step": json.loads(json.dumps(bare))}})
            seen.add(name)
    assert seen == {one.name for one in HOLDING}
    assert of_engine(asked, tmp_path) == engine_cases.without_words(wanted)


CODES = """
const { boardCode, withCells, readCode } = await load("link");
return data.map((board) => {
  const code = boardCode(board);
  return [code, withCells(board.rules, code), readCode(code) !== null];
});
"""


def test_the_code_of_a_board_holds_its_puzzle() -> None:
    many: list[Board] = [boards(seed) for seed in range(120)]
    many += [made_of_candidates(seed) for seed in range(10)]
    wire = [{**board_object(board), "rules": rules_object(board.rules)} for board in many]
    found = javascript.run(CODES, wire)
    codes: dict[str, Puzzle] = {}
    for board, (code, read, is_plain) in zip(many, found, strict=True):
        position = Position.of(board)
        again = read_position("puzzle", read, board.rules)
        assert (again.puzzle, again.givens_known) == (
            position.puzzle.with_info(),
            position.givens_known,
        ), code
        words = read["rules"]["text"].replace("3x3", "classic")
        assert is_plain or not (words == "classic" or words.replace("x", "").isdigit()), code
        assert codes.setdefault(code, again.puzzle) == again.puzzle


SIZES = [(rows, columns) for rows in range(1, 7) for columns in range(max(rows, 2), 36 // rows + 1)]


def test_links_of_every_size_are_read_as_in_python() -> None:
    """Cells, candidates, both, and candidates whose givens are not known, on all boards of boxes up to 36x36."""
    rng = random.Random(36)
    codes: list[str] = []
    wanted: list[Any] = []
    for rows, columns in SIZES:
        size = rows * columns
        signs = "".join(symbols_of(size))
        rules = f"{rows}x{columns}"
        masks = [rng.randrange(1, 1 << size) for _ in range(size**2 - size)]
        masks += [1 << rng.randrange(size) for _ in range(size)]
        marks = "".join(
            sign if mask >> at & 1 else "." for mask in masks for at, sign in enumerate(signs)
        )
        cells = "".join(rng.choice([*signs, *"..."]) for _ in masks)
        if 9 < size <= 26:
            cells = cells.lower()
        candidates = list(Candidates(marks).masks)
        givens = [int(digit) for digit in Puzzle(cells, rules=rules).givens]
        none = [0] * size**2
        placed = list(settled(candidates, Puzzle(cells, rules=rules).rules))
        for text, board in (
            (cells, {"givens": givens}),
            (marks, {"givens": none, "candidates": candidates}),
            (f"{cells}/{marks}", {"givens": givens, "candidates": candidates}),
            (
                f"~{marks}",
                {
                    "givens": none,
                    "candidates": candidates,
                    "placed": placed,
                    "givens_known": False,
                },
            ),
        ):
            codes.append(f"{rules}:{text}")
            wanted.append(board)
    body = """
    const { readCode } = await load("link");
    return data.map((code) => readCode(code) ?? {}).map(({ rules, ...board }) => board);
    """
    for code, read, board in zip(codes, javascript.run(body, codes), wanted, strict=True):
        assert read == board, code[:40]


def made_of_candidates(seed: int) -> Puzzle:
    """Return a sukaku of the classic board."""
    puzzle = next(engine_cases.classic_puzzles(random.Random(seed), 1))
    return Puzzle(puzzle.candidates())


def test_a_sukaku_has_the_code_that_nonet_reads() -> None:
    puzzle = made_of_candidates(1)
    [[code, read, _]] = javascript.run(CODES, [board_object(puzzle)])
    assert nonet.parse(code) == puzzle
    assert read["candidates"] == list(puzzle.marks.masks)  # type: ignore[union-attr]
    unknown = Position(puzzle).with_givens("unknown")
    [[code, read, _]] = javascript.run(CODES, [board_object(unknown)])
    assert code == "~" + write(unknown, "sukaku")
    assert read_position("puzzle", read) == nonet.parse(write(unknown, "pm"))


def test_a_link_has_room_for_the_candidates_of_the_largest_board_that_can_be_played() -> None:
    every = Puzzle(Candidates.from_masks([(1 << 25) - 1] * 25**2))
    [[code, read, is_plain]] = javascript.run(CODES, [board_object(every)])
    assert len(code) == len("5x5:") + 25**3 and is_plain
    assert read["candidates"] == list(every.marks.masks)  # type: ignore[union-attr]
