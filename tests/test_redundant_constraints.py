"""Redundant and wrong constraints: what `redundant_constraints`, `minimise` and `repair` do with them."""

from __future__ import annotations

from nonet import Puzzle, Rules
from nonet.rules.constraints import Cage, Thermo

# 1 2 3 4 / 3 4 1 2 / 2 1 4 3 / 4 3 2 1
ROWS = "1234341221434321"
TIED = (Cage("r1c1 r1c2 r2c1", sum=6), Cage("r1c3 r2c3", sum=4), Cage("r4c2 r4c3", sum=5))


def puzzle(givens: str, *constraints: Cage | Thermo) -> Puzzle:
    return Puzzle(givens, rules=Rules(size=4, constraints=constraints))


def test_a_constraint_that_the_others_imply_is_redundant() -> None:
    full = puzzle(ROWS[:15] + ".", *TIED)
    assert full.redundant_constraints() == TIED
    assert full.minimise(constraints=True).rules.constraints == ()


def test_minimal_puzzles_keep_what_they_need() -> None:
    pairs = [f"r{r}c{c} r{r}c{c + 1}" for r in range(1, 5) for c in (1, 3)]
    sums = [
        Cage(cells, sum=sum(int(ROWS[4 * int(n[1]) + int(n[3]) - 5]) for n in cells.split()))
        for cells in pairs
    ]
    many = puzzle(ROWS[:10] + "." * 6, *sums, Thermo("r1c1 r1c2"))
    assert many.is_unique
    few = many.minimise(seed=1, constraints=True)
    assert few.is_minimal
    assert few.redundant_constraints() == ()
    assert set(few.rules.constraints) < set(many.rules.constraints)
    assert few.solution() == many.solution()


def test_a_wrong_sum_is_found() -> None:
    right = puzzle("12.. .... .... ...1", *TIED, Cage("r3c1 r3c2", sum=3), Thermo("r3c2 r3c4"))
    assert right.is_unique
    wrong = puzzle("12.. .... .... ...1", *TIED, Cage("r3c1 r3c2", sum=9), Thermo("r3c2 r3c4"))
    repair = wrong.repair()
    assert repair.puzzle == right
    assert len(repair) == 1
    assert repair.changes == "change killer:9=r3c1r3c2 to killer:3=r3c1r3c2"


def test_constraints_that_exclude_each_other() -> None:
    there, back = Thermo("r1c1 r1c2"), Thermo("r1c2 r1c1")
    repair = puzzle(ROWS[:8] + "." * 8, there, back, Cage("r3c1 r3c2", sum=3)).repair()
    assert repair.changes == "remove thermo:r1c2r1c1"
