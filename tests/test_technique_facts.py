"""The table of steps: boards on which a technique is the next step, with all that follows, and boards that miss it.

``tests/data/steps.txt`` was made by a search through real puzzles and is frozen. Here each row is checked by the
solver, by the solution of the puzzle, and by the definition of the technique in ``patterns.py``, which has no part in
the solver.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import patterns
import pytest

from nonet import Candidates, Grid, Position, Puzzle, engine
from nonet.base.cells import cell_index
from nonet.formats.rare.susser import parse_susser
from nonet.steps import TECHNIQUES, Role, Step, Technique, technique
from nonet.words import catalogue

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "scripts"))

from technique_examples import NEVER_FIRST, NEVER_SEEN, steps_of  # noqa: E402

PAGES = ROOT / "docs" / "techniques"

# Chains that are looked for together: whichever of them is rated lowest comes first.
TOGETHER = (
    {"x_cycle", "y_cycle", "x_chain", "forcing_chain", "continuous_loop"},
    {"cell_forcing_chain", "house_forcing_chain"},
    {t.id for t in TECHNIQUES if t.ratings.get("se") == 8.5},
)


class Row(NamedTuple):
    """A board, and what the next step there is; a negative row names a technique that is not there.

    Of a technique that Sudoku Explainer does not have, the row says one of its steps, and there is no rating.
    """

    name: str
    is_there: bool
    board: str
    rating: float
    places: frozenset[tuple[int, int]]
    removes: frozenset[tuple[int, int]]

    @property
    def candidates(self) -> Candidates:
        """The board with its placed digits and candidates."""
        return Position.of(parse_susser(self.board)).candidates()

    @property
    def givens(self) -> Grid:
        """The puzzle that the board is a position of."""
        return parse_susser(self.board).givens

    @property
    def has_se(self) -> bool:
        """Whether Sudoku Explainer has the technique."""
        return "se" in technique(self.name).ratings


def pairs(text: str, operator: str) -> frozenset[tuple[int, int]]:
    """Read ``r1c2<>34 r5c6<>7`` as cells and digits."""
    parts = [part.split(operator) for part in text.split()]
    return frozenset((cell_index(cell), int(digit)) for cell, digits in parts for digit in digits)


def rows() -> list[Row]:
    """Return the table."""
    found = []
    for line in (Path(__file__).parent / "data" / "steps.txt").read_text("utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        name, board, *rest = (part.strip() for part in line.split("|"))
        rating, places, removes = rest or ("0", "", "")
        found.append(
            Row(
                name.removeprefix("not "),
                not name.startswith("not "),
                board,
                0.0 if rating == "-" else float(rating),
                pairs(places, "="),
                pairs(removes, "<>"),
            )
        )
    return found


ROWS = rows()


def named(wanted: list[Row], every: int = 1) -> list[object]:
    """Return the rows as parameters of a test; all but one of each ``every`` of a technique are slow."""
    place = Counter[str]()
    found: list[object] = []
    for number, row in enumerate(wanted):
        marks = [pytest.mark.slow] * (place[row.name] % every != 0)
        found.append(pytest.param(row, id=f"{row.name}-{number}", marks=marks))
        place[row.name] += 1
    return found


def next_of(row: Row) -> Step | None:
    """Return the next step on the board of a row; of a technique that is never next, the step that the row says."""
    if not row.has_se:
        steps = steps_of(row.name, row.candidates, row.givens)
        return next((step for step in steps if says(step, row)), None)
    if row.is_there and row.name in NEVER_FIRST:
        steps = engine.all_steps(row.candidates)
        return next((s for s in steps if s.technique.id == row.name and says(s, row)), None)
    return engine.next_step(row.candidates)


def says(step: Step, row: Row) -> bool:
    """Whether a step does what a row says."""
    placed = frozenset([step.places] if step.places else [])
    removed = {(cell, digit) for cell, digits in step.removes.items() for digit in digits}
    return placed == row.places and removed == row.removes


@pytest.mark.parametrize("row", named([row for row in ROWS if row.is_there], 3))
def test_the_step_of_a_row_is_the_next_one_and_is_right(row: Row) -> None:
    step = next_of(row)
    assert step is not None and says(step, row)
    assert step.technique.id == row.name
    assert step.rating == row.rating or not row.has_se
    solution = Puzzle(parse_susser(row.board).givens).solution()
    assert all(solution[cell] == digit for cell, digit in row.places)
    assert all(solution[cell] != digit for cell, digit in row.removes)
    board = patterns.board_of(row.candidates)
    if row.name in patterns.PATTERNS:
        assert (row.places or row.removes) in patterns.found(row.name, board)
    for chain in step.chains:
        patterns.check_chain(board, chain)


@pytest.mark.parametrize("row", named([row for row in ROWS if not row.is_there], 3))
def test_a_board_that_just_misses_a_technique_has_no_step_of_it(row: Row) -> None:
    if row.name in patterns.PATTERNS:
        assert not patterns.found(row.name, patterns.board_of(row.candidates))
    if not row.has_se:
        assert not steps_of(row.name, row.candidates, row.givens)
        return
    together = next((group for group in TOGETHER if row.name in group), {row.name})
    rows = [technique(name).index for name in together]
    first = engine.next_step(row.candidates)
    if first is None or first.technique.index > max(rows):
        return  # the technique was looked for, and not found
    assert row.name not in {step.technique.id for step in engine.all_steps(row.candidates)}
    # Chains are all listed only where nothing easier is found.
    if min(rows) >= technique("x_cycle").index:
        assert first.technique.index >= min(rows)


@pytest.mark.parametrize(
    "row", named([row for row in ROWS if row.is_there and row.has_se and row.rating < 9])
)
def test_all_steps_have_the_step_of_the_row(row: Row) -> None:
    steps = [s for s in engine.all_steps(row.candidates) if s.technique.id == row.name]
    assert any(says(step, row) for step in steps)


@pytest.mark.parametrize("about", TECHNIQUES, ids=lambda about: about.id)
def test_every_technique_has_rows_words_a_page_and_a_picture(about: Technique) -> None:
    mine = [row for row in ROWS if row.name == about.id]
    assert any(not row.is_there for row in mine), "steps.txt needs a row `not …`"
    assert catalogue("en").technique(about.id)["name"]
    text = (PAGES / f"{about.id}.md").read_text("utf-8")
    if about.id in NEVER_SEEN:
        return
    boards = {row.board for row in mine if row.is_there}
    assert len(boards) >= 3, "steps.txt needs rows of three different boards"
    assert f"({about.id}.svg)" in text and (PAGES / f"{about.id}.svg").exists()


TYPE_3 = [row for row in ROWS if row.is_there and re.fullmatch(r"(unique_\w+|bug)_3", row.name)]


@pytest.mark.parametrize("row", TYPE_3, ids=lambda row: row.name)
def test_the_set_of_a_deadly_pattern_is_named_by_its_digits(row: Row) -> None:
    step = next_of(row)
    assert step is not None
    cells = {
        role: {m.cell for m in step.marks if m.role is role} for role in (Role.CAUSE, Role.EXTRA)
    }
    causes, corners = cells[Role.CAUSE], cells[Role.EXTRA]
    house = step.rules.houses[step.houses[0]].cells
    board = row.candidates
    if hidden := re.search(r"In \w+ \d, ([^.]+) fit only in these two cells", step.text()):
        digits = {int(digit) for digit in re.findall(r"\d", hidden[1])}
        for digit in digits:
            assert {
                c for c in house if digit in board[c] and not board.placed[c]
            } <= causes | corners
        assert len(digits) == len(causes) + 1
    else:
        naked = re.search(r"together use up (.+), so", step.text())
        assert naked is not None
        digits = {int(digit) for digit in re.findall(r"\d", naked[1])}
        assert digits == set().union(*(board[cell] for cell in causes))
        assert len(digits) == len(causes) + 1
