"""Reads the sentences "with … in …, … would have to be …" of steps, and tries out whether they are true.

The rule is tried with all digits in the cells of the constraint, apart from what the sentence says of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import NamedTuple

from nonet.base.cells import cell_index
from nonet.rules.sight import sight_of
from nonet.steps import Step

CELL = r"r\d+c\d+"
CLAIM = re.compile(
    rf"With ([\d, or]+) in ((?:{CELL}|, | or )+), ({CELL}) would have to be (at least |at most )?"
    r"([\d, or]+), (which it cannot be|but it is (\d+))(?: \((.+?)\))?(?=[.,] |$)"
)

Lost = tuple[int, int]


class Claim(NamedTuple):
    """Candidates, and what another cell would have to be with one of them, as far as some cells are what they are."""

    lost: tuple[Lost, ...]
    cell: int
    needs: frozenset[int]
    rests: Mapping[int, frozenset[int]]
    are_apart: bool


def cells_in(text: str, size: int) -> list[int]:
    return [cell_index(name, size) for name in re.findall(CELL, text)]


def numbers_in(text: str) -> list[int]:
    return [int(n) for n in re.findall(r"\d+", re.sub(CELL, "", text))]


def among(kind: str, digits: list[int], size: int) -> frozenset[int]:
    every = range(1, size + 1)
    if "at least" in kind:
        return frozenset(d for d in every if d >= digits[0])
    if "at most" in kind:
        return frozenset(d for d in every if d <= digits[0])
    if "cannot be" in kind:
        return frozenset(every).difference(digits)
    return frozenset(digits)


def claims(text: str, size: int) -> Iterator[Claim]:
    """Yield what a text says of what cells would have to be."""
    for digits, cells, cell, kind, needs, _, _, rests in CLAIM.findall(text):
        parts = rests.split("; ") if rests else []
        held = {
            cells_in(p, size)[0]: among(p, numbers_in(p), size) for p in parts if cells_in(p, size)
        }
        lost = tuple((c, d) for c in cells_in(cells, size) for d in numbers_in(digits))
        is_apart = "cells that see each other differ" in parts
        found = among(kind, numbers_in(needs), size)
        yield Claim(lost, cell_index(cell, size), found, held, is_apart)


def read(text: str, size: int) -> Iterator[Claim | tuple[Lost, ...]]:
    """Yield the claims of a text in order, and the candidates that another sentence eliminates."""
    for sentence in re.split(r"\. (?=[A-Z])", text):
        found = list(claims(sentence, size))
        other = re.match(rf"With ([\d, or]+) in ((?:{CELL}|, | or )+),", sentence)
        bound = re.match(
            rf"As .+, ((?:{CELL}|, | and )+) (?:is|are each) at (least|most) (\d+)", sentence
        )
        never = re.match(rf"No digit fits with ([\d, or]+) in ((?:{CELL}|, | or )+)", sentence)
        misfit = re.search(rf"fits? with ([\d, or]+) in ({CELL})", sentence)
        if found:
            yield from found
        elif each := other or never or misfit:
            yield tuple((c, d) for c in cells_in(each[2], size) for d in numbers_in(each[1]))
        elif bound:
            beyond = among(f"at {bound[2]}", [int(bound[3])], size)
            outside = set(range(1, size + 1)) - beyond
            yield tuple((c, d) for c in cells_in(bound[1], size) for d in outside)


def false_claims(
    step: Step, cells: list[int], meets: Callable[[dict[int, int]], bool]
) -> list[str]:
    """Return what is wrong with the claims of a step; ``meets`` says whether a filling of the cells is right."""
    size, sees = step.rules.size, sight_of(step.rules).masks
    assert step.board is not None
    gone: set[Lost] = set()
    wrong = []
    for claim in read(step.text(), size):
        if isinstance(claim, tuple) and not isinstance(claim, Claim):
            gone |= set(claim)
            continue
        can = {c: {d for d in step.board[c] or (step.board.placed[c],)} for c in cells}
        can = {c: {d for d in held if (c, d) not in gone} for c, held in can.items()}
        if can[claim.cell] & claim.needs:
            wrong.append(f"{claim.cell} can be one of {sorted(claim.needs)}")
        wrong += [f"{c} is not so" for c, held in claim.rests.items() if not can[c] <= held]
        for cell, digit in claim.lost:
            free = [
                sorted({digit} if c == cell else claim.rests.get(c, range(1, size + 1)))
                for c in cells
            ]
            for filling in product(*free):
                held = dict(zip(cells, filling, strict=True))
                apart = (
                    held[a] != held[b] for a in cells for b in cells if a < b and sees[a] >> b & 1
                )
                is_other = held[claim.cell] not in claim.needs
                if is_other and meets(held) and (not claim.are_apart or all(apart)):
                    wrong.append(f"{claim}: {held} is right")
                    break
            gone.add((cell, digit))
    return wrong
