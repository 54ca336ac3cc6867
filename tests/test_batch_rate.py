"""Ratings of many puzzles: the same for any neighbouring rows and any number of threads."""

from __future__ import annotations

import csv
from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pytest
import rated
from conftest import CORPORA
from quick import some

from nonet import Puzzle, batch, engine
from nonet.batch import RateResult, Status
from nonet.engine.threads import shrinking_ranges
from nonet.steps import TECHNIQUES, profile, technique

ROWS = rated.rows()
TEXT = "".join(f"{row.puzzle}\n" for row in ROWS).encode()
BOARDS = np.array([[int(c) if c != "." else 0 for c in row.puzzle] for row in ROWS], np.uint8)
COLUMNS = ("er", "ep", "ed", "hardest", "counts", "steps", "status", "nodes")


def same(one: RateResult, other: RateResult) -> bool:
    """Whether two results agree in everything."""
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in COLUMNS)


def test_ratings_are_those_of_the_reference() -> None:
    found = batch.rate(TEXT)
    assert found.er.tolist() == [row.er for row in ROWS]
    assert found.ep.tolist() == [row.ep for row in ROWS]
    assert found.ed.tolist() == [row.ed for row in ROWS]
    assert [TECHNIQUES[row].id for row in found.hardest] == [row.hardest for row in ROWS]
    assert found.exact.all() and len(found) == len(ROWS)
    assert repr(found) == f"<nonet.batch.RateResult: {len(ROWS)} rows, {len(ROWS)} unique>"


def test_a_row_says_what_the_puzzle_says() -> None:
    found = batch.rate(BOARDS[::5])
    for i, row in enumerate(ROWS[::5]):
        rating = Puzzle(row.puzzle).rate()
        assert (found.er[i], found.ep[i], found.ed[i]) == (rating.er, rating.ep, rating.ed)
        assert found.steps[i] == rating.steps and found.nodes[i] == rating.nodes
        counts = {TECHNIQUES[k]: int(n) for k, n in enumerate(found.counts[i]) if n}
        assert counts == rating.counts


def test_a_profile_gives_scores_and_levels() -> None:
    hodoku = profile("hodoku")
    found = batch.rate([*(row.puzzle for row in ROWS[::20]), "no board"], profile=hodoku)
    assert found.score is not None and found.level is not None
    for i, row in enumerate(ROWS[::20]):
        rating = Puzzle(row.puzzle).rate(profile=hodoku)
        assert (found.score[i], found.level[i]) == (rating.score, rating.level), row.puzzle
        assert (found.er[i], found.steps[i]) == (rating.er, rating.steps)
    assert (found.score[-1], found.level[-1]) == (0, None)
    assert (batch.rate(TEXT).score, batch.rate(TEXT).level) == (None, None)


def test_a_profile_that_does_not_solve_the_puzzle_gives_no_level() -> None:
    few = profile("hodoku").only("full_house", "naked_single")
    found = batch.rate([row.puzzle for row in ROWS[-2:]], profile=few)
    assert found.level is not None and found.level.tolist() == [None, None]
    assert found.er.tolist() == [20, 20]


@pytest.mark.parametrize("threads", some([1, 2, 3, 8], 2, 1))
def test_the_number_of_threads_changes_nothing(threads: int) -> None:
    assert same(batch.rate(TEXT, threads=threads), batch.rate(BOARDS, threads=1))
    budget = 3000
    assert same(batch.rate(BOARDS, budget=budget, threads=threads), batch.rate(TEXT, budget=budget))


def test_neighbours_change_nothing() -> None:
    order = np.random.default_rng(5).permutation(len(BOARDS))
    there, here = batch.rate(BOARDS[order]), batch.rate(BOARDS)
    for name in COLUMNS:
        assert np.array_equal(getattr(there, name), getattr(here, name)[order])


def test_the_input_may_have_any_shape_that_solve_takes() -> None:
    usual = batch.rate(BOARDS)
    assert same(batch.rate(BOARDS.reshape(-1, 9, 9)), usual)
    assert same(batch.rate(BOARDS.astype(np.int64)), usual)
    assert same(batch.rate(memoryview(TEXT)), usual)
    assert same(batch.rate(b"# comment\n" + TEXT.replace(b"\n", b"  # noted\n")), usual)
    assert len(batch.rate(b"")) == len(batch.rate(np.zeros((0, 81), np.uint8))) == 0
    with pytest.raises(ValueError, match="needs digits, got candidates"):
        batch.rate(np.full((1, 81), 511, np.uint16))
    with pytest.raises(ValueError, match="threads must be at least 1, got 0"):
        batch.rate(TEXT, threads=0)


def test_a_row_that_cannot_be_rated_never_raises() -> None:
    easy = BOARDS[0].copy()
    several, none, conflict, bad = np.zeros(81, np.uint8), easy.copy(), easy.copy(), easy.copy()
    solution = Puzzle(easy.tolist()).solution()
    empty = [cell for cell in range(81) if not easy[cell]]
    cell = empty[0]
    seen = {int(easy[p]) for p in Puzzle(easy.tolist()).rules.peers[cell]}
    none[cell] = next(d for d in range(1, 10) if d != solution[cell] and d not in seen)
    conflict[:2] = 5
    bad[3] = 10
    found = batch.rate(np.array([easy, several, none, conflict, bad, easy]), threads=2)
    assert found.status.tolist() == [
        Status.UNIQUE,
        Status.MULTIPLE,
        Status.NO_SOLUTION,
        Status.CONFLICT,
        Status.BAD_CELL,
        Status.UNIQUE,
    ]
    assert found.er.tolist() == [ROWS[0].er, 0, 0, 0, 0, ROWS[0].er]
    assert found.hardest[1:5].tolist() == [engine.NO_TECHNIQUE] * 4
    assert not found.steps[1:5].any() and not found.counts[1:5].any()
    assert found.exact.tolist() == [True, False, False, False, False, True]


def test_a_spent_budget_shows_in_the_status() -> None:
    found, full = batch.rate(BOARDS, budget=1), batch.rate(BOARDS)
    chains = technique("x_cycle").ratings["se"]
    cut = found.status == Status.OUT_OF_BUDGET
    assert cut.any() and not cut.all() and not found.exact[cut].any()
    assert (full.er[cut] >= chains).all() and (found.er[cut] <= full.er[cut]).all()
    assert np.array_equal(found.er[~cut], full.er[~cut])


def test_threads_take_every_row_once_and_few_at_the_end() -> None:
    for rows, threads in ((0, 2), (1, 2), (7, 3), (10_000, 4)):
        parts = list(shrinking_ranges(rows, threads, 64))
        assert [row for lo, hi in parts for row in range(lo, hi)] == list(range(rows))
        assert all(hi - lo == 1 for lo, hi in parts[-threads:])


def test_the_progress_counts_all_rows() -> None:
    told: list[int] = []
    n = len(ROWS)
    ratings = np.zeros(3 * n, np.uint16)
    engine.rate_rows(
        BOARDS.reshape(-1),
        n,
        threads=2,
        ratings=ratings,
        status=bytearray(n),
        hardest=bytearray(n),
        steps=np.zeros(n, np.uint32),
        progress=told.append,
    )
    assert sum(told) == n and len(told) > 1
    assert (ratings[::3] / 10).tolist() == [row.er for row in ROWS]


def test_the_collection_of_reference_ratings() -> None:
    path = CORPORA / "se_ratings_dev.csv"
    if not path.exists():
        pytest.skip("the reference ratings are not beside the project")
    with path.open(encoding="utf-8") as handle:
        rows = list(csv.DictReader(handle))[::8]
    found = batch.rate("".join(row["puzzle"] + "\n" for row in rows).encode())
    for name in ("er", "ep", "ed"):
        ours, theirs = getattr(found, name), [float(row[name]) for row in rows]
        apart = [row["puzzle"] for row, a, b in zip(rows, ours, theirs, strict=True) if a != b]
        assert apart == [], name


@pytest.mark.slow
def test_a_collection_of_hard_puzzles(
    corpus: Callable[[str], npt.NDArray[np.uint8]],
) -> None:
    found = batch.rate(corpus("hardest_11plus.txt")[::8000])
    assert found.exact.all() and (found.er >= 10.5).all() and (found.er < 12).all()
