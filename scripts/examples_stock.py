"""Write src/nonet/generating/examples.txt: three positions for each technique, from easy to nasty.

    .venv/bin/python scripts/examples_stock.py              all techniques that have fewer than three
    .venv/bin/python scripts/examples_stock.py x_wing ...   these again

An example is a position in which the technique applies. Positions come from the solution paths of puzzles generated
from a random seed, of variant puzzles for the techniques of other boards, and, for what is rare, of the puzzles in
tests/data. How hard an example is to see is measured by `load`. The first example stays as it is: it was chosen for few
candidates and a short proof. Of the others that have more, the median and a hard one are taken. docs/techniques, the
place Learn of the page and the drill read the file; tests/test_drills.py checks it.
"""

from __future__ import annotations

import random
import re
import sys
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from nonet import generating
from nonet.base.cells import cell_name
from nonet.base.errors import NonetError
from nonet.engine import TECHNIQUES, rate_rows
from nonet.formats.rare.susser import parse_susser, write_susser
from nonet.generating.attempts import puzzle_of
from nonet.generating.drills import drill_on
from nonet.generating.examples import EXAMPLES, FILE, Example, load
from nonet.generating.request import Request
from nonet.generating.search import attempts
from nonet.puzzle import Position, Puzzle
from nonet.rules.variants import format_rules
from nonet.steps import (
    PROFILES,
    VARIANT_TECHNIQUES,
    Profile,
    Technique,
    profile,
    profile_with,
    technique,
)

DATA = Path(__file__).parents[1] / "tests" / "data"
SEED = 2026
PUZZLES = 30_000
ENOUGH = 24  # positions of one technique to choose from
NODES = 2_000_000
LONGEST = 90  # candidates of a pattern: more make no picture that is read
BASICS = (
    *("full_house", "hidden_single_box", "hidden_single_line", "naked_single", "pointing"),
    *("claiming", "naked_pair", "hidden_pair", "naked_triple", "hidden_triple"),
)
WITHOUT = ("brute_force", "nested_dynamic_chain_2", "set_equivalence")
"""Nothing is found in a guess, and no known puzzle needs the second; for the third, puzzles are made by hand."""

MADE = f"from nonet's generator, seed {SEED}"
KNOWN = "one of the puzzles that nonet is tested with"
VARIANTS = {
    "common_peers": ("rules:diagonals", "rules:windoku"),
    "dot": ("kropki", "xv"),
    "thermometer": ("thermo",),
    "arrow": ("arrow",),
    "line_clue": ("whispers", "renban"),
    "outside_clue": ("sandwich", "littlekiller"),
    "clue": ("quadruples",),
    "last_of_sum": ("killer", "arrow"),
    "cage_combination": ("killer",),
    "cage_locked": ("killer",),
    "rule_of_45": ("killer",),
    "polarity": ("kropki", "whispers"),
    "clue_and_sight": ("whispers", "renban"),
    "counting": ("circles", "cages"),
    "equal_cells": ("clones", "whispers"),
    "clue_pointing": ("renban", "quadruples", "whispers", "thermo"),
    "short_contradiction": ("whispers", "renban", "killer"),
}

Pool = dict[str, list[Example]]


def generated(order: str, wanted: set[str], pool: Pool) -> None:
    """Add positions of generated puzzles whose next step in an order is of a technique that is wanted."""
    request, kinds, size = Request(seed=SEED, threads=1), len(TECHNIQUES), 2000
    for first in range(0, PUZZLES, size):
        missing = {name for name in wanted if len(pool[name]) < ENOUGH}
        if not missing:
            return
        puzzles = [puzzle_of(request, each) for each in attempts(request, first, size)]
        counts = array("H", bytes(2 * size * kinds))
        rate_rows(
            b"".join(bytes(each.givens) for each in puzzles),
            size,
            profile=profile(order),
            budget=NODES,
            threads=1,
            ratings=array("H", bytes(6 * size)),
            status=bytearray(size),
            hardest=None,
            steps=None,
            counts=counts,
        )
        for place, puzzle in enumerate(puzzles):
            row = counts[kinds * place : kinds * (place + 1)]
            here = {known.id for known in TECHNIQUES if row[known.index]} & missing
            if here:
                for found in on_the_path(puzzle, profile(order), here, MADE):
                    pool[found.technique].append(found)
                missing = {name for name in missing if len(pool[name]) < ENOUGH}


def on_the_path(
    puzzle: Puzzle, order: Profile, wanted: Iterable[str], source: str
) -> Iterator[Example]:
    """Yield the first position of each technique on the path of a puzzle."""
    open_ = set(wanted)
    try:
        for step in puzzle.steps(profile=order, budget=NODES):
            name = step.technique.id
            if name in open_ and step.board is not None:
                open_.discard(name)
                yield example(name, Position(puzzle, candidates=step.board), source)
                if not open_:
                    return
    except NonetError:
        return


def every_on_the_path(puzzle: Puzzle, about: Technique, source: str) -> list[Example]:
    """Return all positions of a technique on the path of a puzzle."""
    found = []
    try:
        for step in puzzle.steps(budget=NODES):
            if step.technique == about and step.board is not None:
                found.append(example(about.id, Position(puzzle, candidates=step.board), source))
    except NonetError:
        pass  # the path ends before the solution
    return found


def example(name: str, position: Position, source: str) -> Example:
    """Return a position as an example."""
    rules = "" if position.rules.is_classic else format_rules(position.rules)
    return Example(name, rules, write_susser(position), source)


def alone_on(puzzle: Puzzle, about: Technique, source: str) -> Example | None:
    """Return the first position of a puzzle in which a technique applies and only basic ones have been used."""
    order = profile_with(about)
    basics = [
        row
        for row in profile("nonet").rows
        if row.technique.id in BASICS and row.technique != about
    ]
    alone = replace(order, rows=(*basics, order.row(about)))
    return next(on_the_path(puzzle, alone, [about.id], source), None)


def known_puzzles(wanted: str) -> list[Puzzle]:
    """Return the puzzles of tests/data: those of a technique first."""
    first: list[object] = []
    rest: list[object] = []
    for line in (DATA / "steps.txt").read_text("utf-8").splitlines():
        name, _, board = line.partition("|")
        if board and not name.startswith(("#", "not ")):
            (first if name.strip() == wanted else rest).append(
                parse_susser(board.split("|")[0].strip()).givens
            )
    for name in ("ratings.txt", "ratings_frozen.txt"):
        lines = (DATA / name).read_text("utf-8").splitlines()
        rest += [line[:81] for line in reversed(lines) if re.match(r"[.0-9]{81} ", line)]
    return [Puzzle(each) for each in dict.fromkeys(map(str, (*first, *rest)))]


def stored(name: str) -> Iterator[Example]:
    """Yield the positions of a technique in tests/data/steps.txt."""
    for line in (DATA / "steps.txt").read_text("utf-8").splitlines():
        parts = [part.strip() for part in line.split("|")]
        if parts[0] == name:
            yield Example(name, "", write_susser(parse_susser(parts[1])), KNOWN)


def rare(about: Technique, pool: Pool) -> None:
    """Add positions of a technique that generated puzzles hardly need."""
    found = pool[about.id]
    found += stored(about.id)
    for puzzle in known_puzzles(about.id)[:200]:
        if len(found) >= ENOUGH:
            return
        one = alone_on(puzzle, about, KNOWN)
        if one is not None:
            found.append(one)


def quadruples(seed: int) -> Puzzle:
    """Return a puzzle with quadruples."""
    full = generating.generate(seed=seed).solution()
    corners = [(seed * 7 + 13 * k) % 64 for k in range(12)]
    words = []
    for corner in sorted(set(corners)):
        cells = [(corner // 8 + r, corner % 8 + c) for r in (0, 1) for c in (0, 1)]
        digits = sorted({full[9 * r + c] for r, c in cells})
        names = "".join(f"r{r + 1}c{c + 1}" for r, c in cells)
        words.append(f"quadruple:{''.join(map(str, digits))}={names}")
    rules = " ".join(["3x3", *words])
    return Puzzle(full, rules=rules).minimise(seed=seed)


def circles(seed: int) -> Puzzle:
    """Return a puzzle with counting circles."""
    full, rng = generating.generate(seed=seed).solution(), random.Random(seed)
    cells: list[int] = []
    for digit in rng.sample(range(1, 6), 3):
        cells += rng.sample([cell for cell in range(81) if full[cell] == digit], digit)
    names = "".join(cell_name(cell) for cell in sorted(cells))
    return Puzzle(full, rules=f"3x3 countingcircles:{names}").minimise(seed=seed)


def clones(seed: int) -> Puzzle:
    """Return a puzzle with pairs of equal cells."""
    full, rng = generating.generate(seed=seed).solution(), random.Random(seed)
    words, left = [], list(range(81))
    for cell in rng.sample(left, 8):
        other = rng.choice([each for each in left if full[each] == full[cell] and each != cell])
        words.append(f"clone:{cell_name(cell)}/{cell_name(other)}")
    return Puzzle(full, rules=" ".join(["3x3", *words])).minimise(seed=seed)


def cages(seed: int) -> Puzzle:
    """Return a puzzle with look-and-say cages."""
    full, rng = generating.generate(seed=seed).solution(), random.Random(seed)
    words = []
    for corner in rng.sample(range(64), 10):
        row, column = divmod(corner, 8)
        cells = [9 * row + column, 9 * row + column + 1, 9 * row + column + 9]
        held = Counter(full[cell] for cell in cells).most_common(2)
        clue = "".join(f"{count}{digit}" for digit, count in held)
        words.append(f"lookandsay:{clue}={''.join(map(cell_name, cells))}")
    return Puzzle(full, rules=" ".join(["3x3", *words])).minimise(seed=seed)


BY_HAND = {"quadruples": quadruples, "circles": circles, "clones": clones, "cages": cages}


def variant(about: Technique, pool: Pool) -> None:
    """Add positions of variant puzzles."""
    for kind in VARIANTS[about.id]:
        for seed in range(SEED, SEED + 40):
            if len(pool[about.id]) >= ENOUGH:
                break
            try:
                if kind in BY_HAND:
                    puzzle = BY_HAND[kind](seed)
                elif kind.startswith("rules:"):
                    puzzle = generating.generate(seed=seed, rules=kind.removeprefix("rules:"))
                else:
                    puzzle = generating.generate(seed=seed, variant=kind)
            except NonetError as error:
                print(kind, seed, error)
                continue
            found = every_on_the_path(puzzle, about, f"from nonet's generator, seed {seed}")
            pool[about.id] += found[:: max(1, len(found) - 1)][seed % 2 :][:1]


def chosen(name: str, found: list[Example]) -> list[Example]:
    """Return three examples with different puzzles, from easy to nasty."""
    measured: list[tuple[int, Example]] = []
    puzzles = set()
    for each in (*(old for old in EXAMPLES.get(name, ())[:1]), *found):
        try:
            steps = drill_on(technique(name), each.position).steps
        except NonetError as error:
            print(name, error)
            continue
        size = load(each.position, steps[0]) if steps else 0
        key = (each.rules, str(each.position.givens))
        if steps and key not in puzzles and sum(len(m.digits) for m in steps[0].marks) <= LONGEST:
            puzzles.add(key)
            measured.append((size, each))
    if len(measured) < 3:
        print("TOO FEW", name, len(measured))
        return [each for _, each in sorted(measured, key=lambda pair: pair[0])]
    first, rest = measured[0], sorted(measured[1:], key=lambda pair: pair[0])
    more = [pair for pair in rest if pair[0] > first[0]]
    if len(more) < 2:
        first, *more = sorted(measured, key=lambda pair: pair[0])
    nasty = more[max(1, round(0.9 * (len(more) - 1)))]
    middle = (first[0] + nasty[0]) / 2
    medium = min(
        (pair for pair in more if pair[0] <= nasty[0] and pair is not nasty),
        key=lambda pair: abs(pair[0] - middle),
    )
    return [first[1], medium[1], nasty[1]]


def main(names: list[str]) -> None:
    """Write the file."""
    every = [*TECHNIQUES, *VARIANT_TECHNIQUES]
    wanted = {technique(name).id for name in names} or {
        about.id for about in every if len(EXAMPLES.get(about.id, ())) < 3
    }
    wanted -= set(WITHOUT)
    pool: Pool = defaultdict(list)
    classic = {name for name in wanted if technique(name).is_classic}
    for order in PROFILES:
        here = {
            name
            for name in classic
            if profile_with(name).name == order
            or (order == "se" and "se" in technique(name).ratings)
        }
        if here:
            generated(order, here, pool)
            print(order, {name: len(pool[name]) for name in sorted(here)}, flush=True)
    table = dict(EXAMPLES)
    for about in every:
        if about.id in wanted:
            if not about.is_classic:
                variant(about, pool)
            elif len(pool[about.id]) < ENOUGH // 2:
                rare(about, pool)
            table[about.id] = tuple(chosen(about.id, pool[about.id]))
            print(
                about.id,
                [load(each.position, each.steps()[0]) for each in table[about.id]],
                flush=True,
            )
            write({each.id: table[each.id] for each in every if each.id in table})


def write(table: dict[str, tuple[Example, ...]]) -> None:
    """Write a table of examples, after the comments of the file."""
    comments = [line for line in FILE.read_text("utf-8").splitlines() if line.startswith("#")]
    lines = [
        " | ".join((each.technique, each.rules, each.board, each.source))
        for found in table.values()
        for each in found
    ]
    FILE.write_text("\n".join([*comments, *lines, ""]), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
