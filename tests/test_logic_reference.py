"""The human solver and its reference, Sudoku Explainer 1.2.1 with its command ``serate`` 1.2.1.3.

A few well-known puzzles are here; our own are in ``data/ratings.txt`` and ``data/ratings_frozen.txt``. Ratings of its
successor, Sukaku Explainer 1.18.1, are in ``data/ratings_sukaku.txt``. The large tables
are not part of the project: 3,873 puzzles with ER, EP and ED, and 249 of them step by step. There the solver starts
from each recorded board, so one difference does not hide the others. The quick tests read a part of each table.
"""

from __future__ import annotations

import csv
import gzip
import json
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
import pytest
import rated
from conftest import CORPORA
from quick import some

from nonet import Candidates, Puzzle, batch, engine
from nonet.base.cells import cell_name
from nonet.engine import Status
from nonet.steps import TECHNIQUES, Placement, Step, profile


class Known(NamedTuple):
    """A puzzle with its name and the ratings that it must have."""

    puzzle: str
    er: float
    ep: float
    ed: float
    name: str

    @property
    def ratings(self) -> tuple[float, float, float]:
        return self.er, self.ep, self.ed


KNOWN_TEXT = """
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 1.2 1.2 1.2 Wikipedia
4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4...... 2.6 1.2 1.2 Norvig 1
52...6.........7.13...........4..8..6......5...........418.........3..2...87..... 2.6 1.2 1.2 Norvig 2
..1..4.......6.3.5...9.....8.....7.3.......285...7.6..3...8...6..92......4...1... 9.9 9.9 8.0 tarek 052
1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.. 10.5 1.2 1.2 AI Escargot
.......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6... 10.6 1.2 1.2 Platinum Blonde
..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.. 10.6 1.2 1.2 Inkala 2010
8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.. 10.7 10.7 9.7 Inkala 2012
........3..1..56...9..4..7......9.5.7.......8.5.4.2....8..2..9...35..1..6........ 10.8 1.2 1.2 Fata Morgana
6....894.9....61...7..4....2..61..........2...89..2.......6...5.......3.8....16.. 10.9 10.9 2.6 Unsolvable 28
1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1 11.6 11.6 10.8 Easter Monster
"""
"""Public puzzles with ER, EP, ED and name. All were rated by serate 1.2.1.3, except Easter Monster, which takes it too
long: there only ER is confirmed, by published ratings."""


def known() -> list[Known]:
    """Return the rows above."""
    rows = []
    for line in KNOWN_TEXT.strip().splitlines():
        puzzle, er, ep, ed, name = line.split(maxsplit=4)
        rows.append(Known(puzzle, float(er), float(ep), float(ed), name))
    return rows


def reference() -> list[Known]:
    """Return the rows of the large table."""
    path = CORPORA / "se_ratings_dev.csv"
    if not path.exists():
        pytest.skip("needs the ratings of the reference program in ../shared/data")
    with path.open(encoding="ascii", newline="") as lines:
        return [
            Known(row["puzzle"], float(row["er"]), float(row["ep"]), float(row["ed"]), "serate")
            for row in csv.DictReader(line for line in lines if not line.startswith("#"))
        ]


def disagreements(rows: list[Known]) -> tuple[list[str], str]:
    """Return the rows with another rating here, and the agreement by bands of ER."""
    result = batch.rate("".join(row.puzzle + "\n" for row in rows).encode())
    found = np.stack([result.er, result.ep, result.ed], axis=1)
    all_rows: Counter[int] = Counter()
    equal: Counter[int] = Counter()
    wrong = []
    for row, ratings, status in zip(rows, found.tolist(), result.status.tolist(), strict=True):
        band = int(row.er)
        all_rows[band] += 1
        if status == Status.UNIQUE and tuple(ratings) == row.ratings:
            equal[band] += 1
        else:
            wrong.append(f"{row.puzzle} is {ratings}, should be {list(row.ratings)}")
    bands = ", ".join(f"{b}.x: {equal[b]} of {all_rows[b]}" for b in sorted(all_rows))
    return wrong, bands


# -- ratings --------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", some(known(), 3), ids=lambda row: str(row.name))
def test_a_known_puzzle_has_its_rating(row: Known) -> None:
    rating = Puzzle(row.puzzle).rate()
    assert (rating.er, rating.ep, rating.ed) == row.ratings
    assert rating.exact


@pytest.mark.slow
def test_known_puzzles_have_their_ratings_in_bulk() -> None:
    wrong, bands = disagreements(known())
    assert not wrong, f"{bands}\n" + "\n".join(wrong)


PART = pytest.mark.parametrize(
    "every", [pytest.param(1, id="all", marks=pytest.mark.slow), pytest.param(12, id="part")]
)


@PART
def test_every_puzzle_has_the_rating_of_the_reference(every: int) -> None:
    rows = reference()[::every]
    wrong, bands = disagreements(rows)
    assert not wrong, f"{len(wrong)} of {len(rows)} differ; equal: {bands}\n" + "\n".join(
        wrong[:20]
    )


def unlike(rows: list[rated.Rated], result: batch.RateResult) -> list[str]:
    """Return the rows that have another rating or another hardest technique here."""
    found = zip(result.er, result.ep, result.ed, result.hardest, strict=True)
    return [
        f"{row.puzzle} is {er}/{ep}/{ed} {TECHNIQUES[hardest].id}, should be {row}"
        for row, (er, ep, ed, hardest) in zip(rows, found, strict=True)
        if (er, ep, ed, TECHNIQUES[hardest].id) != (row.er, row.ep, row.ed, row.hardest)
    ]


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.slow)])
def test_generated_puzzles_keep_their_frozen_ratings(every: int) -> None:
    """Compare with what nonet itself gave for puzzles of all bands; this needs no table from elsewhere."""
    rows = rated.rows("ratings_frozen.txt")
    assert len(rows) >= 300 and {int(row.er) for row in rows} == set(range(1, 11))
    rows = rows[::every]
    result = batch.rate("".join(row.puzzle + "\n" for row in rows).encode())
    assert set(result.status.tolist()) == {Status.UNIQUE}
    assert not (wrong := unlike(rows, result)), "\n".join(wrong)


def test_ratings_of_sukaku_explainer_are_its_own() -> None:
    rows = rated.rows("ratings_sukaku.txt")
    result = batch.rate("".join(row.puzzle + "\n" for row in rows).encode(), profile="sukaku")
    assert not (wrong := unlike(rows, result)), "\n".join(wrong)
    used = {technique for row in rows[::4] for technique in row_counts(row.puzzle)}
    assert {"strong_links_2", "strong_links_3", "wxyz_wing", "vwxyz_wing"} <= used


def row_counts(puzzle: str) -> set[str]:
    """The techniques of the steps of Sukaku Explainer."""
    return {each.id for each in Puzzle(puzzle).rate(profile="sukaku").counts}


def test_all_chains_of_strong_links_are_listed_and_the_first_one_is_next() -> None:
    order = profile("sukaku").only("strong_links_3")
    several = 0
    for row in rated.rows("ratings_sukaku.txt")[::5]:
        for step in Puzzle(row.puzzle).steps(profile="sukaku"):
            if step.technique.id != "strong_links_3":
                continue
            assert step.board is not None
            listed = engine.all_steps(step.board, profile=order, everything=True)
            assert listed[0] == step and len(set(listed)) == len(listed)
            assert [each.rating for each in listed] == sorted(each.rating for each in listed)
            several += len(listed) > 1
    assert several


# -- steps ----------------------------------------------------------------------------------------

NAMES = {
    "Direct Pointing": "direct_pointing",
    "Direct Claiming": "direct_claiming",
    "Direct Hidden Pair": "direct_hidden_pair",
    "Direct Hidden Triplet": "direct_hidden_triple",
    "Naked Single": "naked_single",
    "Pointing": "pointing",
    "Claiming": "claiming",
    "Naked Pair": "naked_pair",
    "Naked Triplet": "naked_triple",
    "Naked Quad": "naked_quadruple",
    "Hidden Pair": "hidden_pair",
    "Hidden Triplet": "hidden_triple",
    "Hidden Quad": "hidden_quadruple",
    "X-Wing": "x_wing",
    "Swordfish": "swordfish",
    "Jellyfish": "jellyfish",
    "XY-Wing": "xy_wing",
    "XYZ-Wing": "xyz_wing",
    "Aligned Pair Exclusion": "aligned_pair_exclusion",
    "Aligned Triplet Exclusion": "aligned_triple_exclusion",
    "Bidirectional X-Cycle": "x_cycle",
    "Bidirectional Y-Cycle": "y_cycle",
    "Bidirectional Cycle": "continuous_loop",
    "Turbot Fish": "x_chain",
    "Forcing X-Chain": "x_chain",
    "Forcing Chain": "forcing_chain",
    "Nishio Forcing Chains": "nishio",
    "Cell Forcing Chains": "cell_forcing_chain",
    "Region Forcing Chains": "house_forcing_chain",
}
"""What the reference calls our techniques; the rest are put together from parts, in `named`."""

HIDDEN_SINGLES = {1.0: "full_house", 1.2: "hidden_single_box", 1.5: "hidden_single_line"}
KINDS = {"Contradiction": "contradiction", "Double": "double", "Cell": "cell", "Region": "house"}
LEVELS = {"(+)": "dynamic_chain_plus", "(+ Forcing Chains)": "nested_forcing_chain"}


def named(name: str, rating: float) -> tuple[str, str | None]:
    """Our technique for a name of the reference, and the kind of its chains where the name says it."""
    if name == "Hidden Single":
        return HIDDEN_SINGLES[rating], ""
    if name.startswith(("Unique", "BUG")):
        kind = name.split()[1].lower() if name.startswith("Unique") else ""
        return "_".join(part for part in ("unique" if kind else "bug", kind, name[-1]) if part), ""
    if name.startswith("Dynamic"):
        _, kind, _, _, *level = name.split(maxsplit=4)
        technique = LEVELS[level[0]] if level else f"dynamic_{KINDS[kind]}_chain"
        return technique, KINDS[kind]
    kinds = {
        "nishio": "contradiction",
        "cell_forcing_chain": "cell",
        "house_forcing_chain": "house",
    }
    return NAMES[name], kinds.get(NAMES[name], "")


class Recorded(NamedTuple):
    """A step of the reference: the digit that it sets, and the candidates that it deletes, cell by cell."""

    rating: float
    name: str
    places: tuple[int, int] | None
    removes: dict[int, frozenset[int]]

    @classmethod
    def read(cls, entry: dict[str, Any]) -> Recorded:
        cell, _, digit = entry.get("set", "").partition("=")
        removes = {}
        for part in entry.get("del", "").split():
            where, _, digits = part.partition(":")
            removes[int(where)] = frozenset(map(int, digits))
        places = (int(cell), int(digit)) if cell else None
        return cls(entry["r"], entry["n"], places, removes)

    def same_as(self, step: Step) -> bool:
        technique, kind = named(self.name, self.rating)
        return (
            (self.rating, self.places, self.removes)
            == (step.rating, step.places, dict(step.removes))
            and technique == step.technique.id
            and kind == step.kind
        )

    def as_step(self, like: Step) -> Step:
        """Return it as a step of ours, to continue from."""
        return Step(
            like.technique,
            self.rating,
            places=Placement(*self.places) if self.places else None,
            removes=self.removes,
        )

    def __str__(self) -> str:
        places = f"{cell_name(self.places[0])}={self.places[1]} " if self.places else ""
        removes = " ".join(
            f"{cell_name(cell)}<>{''.join(map(str, sorted(digits)))}"
            for cell, digits in self.removes.items()
        )
        return f"{self.rating} {self.name} {places}{removes}"


def paths() -> Iterator[tuple[str, list[Recorded]]]:
    """The recorded puzzles with their steps."""
    path = CORPORA / "se_paths_dev.jsonl.gz"
    if not path.exists():
        pytest.skip("needs the steps of the reference program in ../shared/data")
    with gzip.open(path, "rt", encoding="ascii") as lines:
        for line in lines:
            record = json.loads(line)
            yield record["puzzle"], [Recorded.read(entry) for entry in record["steps"]]


@PART
def test_every_step_is_the_one_of_the_reference(every: int) -> None:
    wrong, steps = [], 0
    for puzzle, recorded in islice(paths(), 0, None, every):
        board: Candidates = Puzzle(puzzle).candidates()
        for step in recorded:
            steps += 1
            ours = engine.next_step(board)
            if ours is None or not step.same_as(ours):
                wrong.append(f"{puzzle}: {ours and f'{ours.rating} {ours}'}, should be {step}")
            if ours is None:
                break
            board = board.after(step.as_step(ours))
    assert not wrong, f"{len(wrong)} of {steps} steps differ:\n" + "\n".join(wrong[:20])
