"""Fish by their definition: bases, covers and fins of each step are those that its eliminations need."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import combinations

import pytest
import rated

from nonet import Candidates, engine
from nonet.base.cells import cell_name
from nonet.rules import CLASSIC
from nonet.steps import TECHNIQUES, Profile, ProfileRow, Role, Step

SIZES = {"x_wing": 2, "swordfish": 3, "jellyfish": 4, "squirmbag": 5, "whale": 6}
FISH = tuple(known for known in TECHNIQUES if known.family == "fish" and "se" not in known.ratings)
EVERY = Profile("fish", tuple(ProfileRow(known, 1.0) for known in FISH))


def size_of(step: Step) -> int:
    return next(size for name, size in SIZES.items() if step.technique.id.endswith(name))


@cache
def places(board: Candidates, house: int, digit: int) -> frozenset[int]:
    cells = CLASSIC.houses[house].cells
    return frozenset(c for c in cells if not board.placed[c] and digit in board[c])


def follows(
    board: Candidates, bases: tuple[int, ...], covers: tuple[int, ...], digit: int
) -> dict[str, set[int]]:
    """Return the fins of a fish and the cells that lose the digit."""
    held = Counter(cell for house in bases for cell in places(board, house, digit))
    covered = Counter(cell for house in covers for cell in places(board, house, digit))
    fins = {cell for cell, times in held.items() if times > 1 or not covered[cell]}
    gone = {cell for cell, times in covered.items() if times > 1 or not held[cell]}
    return {"fins": fins, "gone": gone.intersection(*(CLASSIC.peers[fin] for fin in fins))}


def kind_of(bases: tuple[int, ...], covers: tuple[int, ...]) -> str:
    """Return ``lines``, ``franken`` or ``mutant``."""
    kinds = [{house // 9 for house in houses} for houses in (bases, covers)]
    apart = [{0, 2}, {1, 2}], [{1, 2}, {0, 2}]
    if not any(kinds[0] <= one and kinds[1] <= two for one, two in apart):
        return "mutant"
    return "franken" if 2 in kinds[0] | kinds[1] else "lines"


def found() -> list[tuple[Candidates, Step]]:
    """Return all fish on positions of the rated puzzles."""
    positions = [here.board for row in rated.rows()[::20] for here in rated.path(row.puzzle)[::4]]
    return [
        (board, step)
        for board in positions
        for step in engine.all_steps(board, profile=EVERY, everything=True)
    ]


@pytest.fixture(scope="module")
def steps() -> list[tuple[Candidates, Step]]:
    return found()


def test_there_are_fish_of_every_kind(steps: list[tuple[Candidates, Step]]) -> None:
    assert {step.technique for _, step in steps} == set(FISH)
    assert any(len(step.houses) == 3 * size_of(step) for _, step in steps), "none is siamese"


def test_a_fish_eliminates_what_its_houses_and_fins_say(
    steps: list[tuple[Candidates, Step]],
) -> None:
    for board, step in steps:
        size, (digit,) = size_of(step), set().union(*step.removes.values())
        bases, covers, twin = (step.houses[at : at + size] for at in (0, size, 2 * size))
        parts = [follows(board, bases, some, digit) for some in (covers, twin) if some]
        assert not set(bases) & {*covers, *twin} and len(set(covers)) == size, step
        assert set(step.removes) == set().union(*(part["gone"] for part in parts)), step
        fins = {mark.cell for mark in step.marks if mark.role is Role.FIN}
        assert fins == set().union(*(part["fins"] for part in parts)), step


def test_the_name_of_a_fish_says_its_houses_and_fins(steps: list[tuple[Candidates, Step]]) -> None:
    for board, step in steps:
        size, (digit,) = size_of(step), set().union(*step.removes.values())
        bases, covers = step.houses[:size], step.houses[size : 2 * size]
        kind = kind_of(bases, covers)
        has_fins = bool(follows(board, bases, covers, digit)["fins"])
        inside = {cell for house in covers for cell in CLASSIC.houses[house].cells}
        short = any(len(places(board, house, digit) & inside) < 2 for house in bases)
        first = "sashimi_" if short and kind == "lines" else "finned_" if has_fins else ""
        last = next(name for name, known in SIZES.items() if known == size)
        middle = "" if kind == "lines" else f"{kind}_"
        assert step.technique.id == first + middle + last, step


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.slow)])
def test_the_sentence_of_a_fish_names_all_its_fins(
    steps: list[tuple[Candidates, Step]], every: int
) -> None:
    for _, step in steps[::every]:
        fins = {cell_name(mark.cell) for mark in step.marks if mark.role is Role.FIN}
        named = re.findall(r"apart from (?:the fins? )?((?:r\dc\d|, | and )+)", step.text())
        assert {*re.findall(r"r\dc\d", " ".join(named))} == fins, step.text()


def test_no_part_of_a_fish_eliminates_all_that_it_does(
    steps: list[tuple[Candidates, Step]],
) -> None:
    """If a candidate is true, a smaller fish leaves fewer places to its bases than it has bases."""
    for board, step in steps:
        size, (digit,) = size_of(step), set().union(*step.removes.values())
        if len(step.houses) > 2 * size:
            continue
        bases, covers = step.houses[:size], step.houses[size:]
        needed = []
        for target in step.removes:
            seen = {target, *CLASSIC.peers[target]}
            left = [places(board, house, digit) - seen for house in bases]
            hulls = [places(board, house, digit) - seen for house in covers]
            needed.append(
                all(
                    sum(bool(hull & set().union(*some)) for hull in hulls) >= len(some)
                    for many in range(1, size)
                    for some in combinations(left, many)
                )
            )
        assert any(needed), step


def test_a_step_of_two_fish_describes_both(steps: list[tuple[Candidates, Step]]) -> None:
    step = next(step for _, step in steps if len(step.houses) == 3 * size_of(step))
    assert step.text().startswith("Two fish share ")
    assert step.text().count("apart from") == 2
