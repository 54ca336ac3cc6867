"""Drills: a position one step before a technique, and every step of it there, to be found on the board.

`drill` makes the position ``number`` of a random seed. A technique that puzzles often need gets new ones from the
solution paths of generated puzzles. The stock of `nonet.generating.examples` serves all techniques: each of its
positions has more than a million million equivalent ones, with rows, columns and digits permuted. Positions get
harder from number to number, and begin again after ten.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

from nonet.base.errors import LimitReached, RulesError
from nonet.base.rng import SplitMix64
from nonet.boards.transforms import TRANSFORMS, Transform
from nonet.generating.attempts import puzzle_of
from nonet.generating.examples import EXAMPLES, load
from nonet.generating.practice import practise, techniques_of
from nonet.generating.request import Request
from nonet.generating.search import attempts
from nonet.puzzle import Position
from nonet.steps import Step, Technique, profile, profile_with, technique

__all__ = [
    "DRILLS",
    "ROUND",
    "Drill",
    "Outcome",
    "Verdict",
    "drill",
    "drill_on",
    "is_often_needed",
    "outcome_of",
]

ROUND = 10
"""The positions of a drill."""

_LEVELS = (0, 0, 0, 1, 1, 1, 1, 2, 2, 2)
"""Which of the three examples a position of a round comes from: easy, medium, nasty."""

_MADE = (1, 2, 4, 5, 7, 8)
"""The positions of a round that are generated for a technique that puzzles often need."""

_OFTEN = 256  # puzzles among which a technique is that is needed often
_TRIED = 2048  # puzzles for one position
_NODES = 5_000_000  # implications in which the steps of a position are looked for

Outcome: TypeAlias = frozenset[tuple[int, int, bool]]
"""What a step does, or what an answer names: (cell, digit, whether it is placed)."""

Verdict = Literal["right", "part", "other", "wrong"]
"""``right``: all that a step of the technique does. ``part``: true, but the step does more. ``other``: true, but not by
this technique. ``wrong``: against the solution."""

DRILLS: tuple[str, ...] = tuple(name for name, found in EXAMPLES.items() if len(found) == 3)
"""The techniques that can be drilled: all with three examples. Nothing is to be found in a guess."""


class Drill(NamedTuple):
    """A position, and all steps of the technique there; the first is the one to explain."""

    technique: Technique
    position: Position
    steps: tuple[Step, ...]

    def judge(self, named: Outcome) -> tuple[Verdict, Step | None]:
        """Return what is to be said about an answer, and the step that it is about.

        >>> from nonet.generating.drills import drill
        >>> one = drill("naked_pair", seed=1)
        >>> one.judge(outcome_of(one.steps[0]))[0]
        'right'
        """
        for step in self.steps:
            if named == outcome_of(step):
                return "right", step
        together: set[tuple[int, int, bool]] = set()
        for step in self.steps:
            together |= outcome_of(step)
        if named and named <= together:
            whole = next((step for step in self.steps if outcome_of(step) <= named), None)
            if whole is not None:
                return "right", whole
            partly = next((step for step in self.steps if named & outcome_of(step)), None)
            return "part", partly
        solution = self.position.solution()
        true = all((solution[cell] == digit) is placed for cell, digit, placed in named)
        return ("other" if true else "wrong"), None


def outcome_of(step: Step) -> Outcome:
    """Return what a step does."""
    placed = {(*step.places, True)} if step.places else set()
    removed = {(cell, digit, False) for cell, digits in step.removes.items() for digit in digits}
    return frozenset(placed | removed)


def drill(name: str | Technique, *, seed: int = 0, number: int = 0) -> Drill:
    """Return the position ``number`` of a drill.

    The same technique, seed and number give the same position on every machine. Raises `ValueError` for a technique
    that has no three examples: nothing is to be found in a guess, and no known puzzle needs the last kind of chain.

    >>> one = drill("x_wing", seed=7, number=3)
    >>> one.technique.id, {step.technique.id for step in one.steps}
    ('x_wing', {'x_wing'})
    """
    wanted = technique(name)
    if wanted.id not in DRILLS:
        raise ValueError(f"there is no drill for {wanted.id}: no position of it is known")
    rng = SplitMix64(seed, number)
    place = number % ROUND
    if place in _MADE and is_often_needed(wanted):
        with suppress(LimitReached):
            made = next(practise(wanted, seed=rng.below(1 << 32), budget=_TRIED))
            return drill_on(wanted, made.position)
    example = EXAMPLES[wanted.id][_LEVELS[place]].position
    for position in _varied(example, rng):
        found = drill_on(wanted, position)
        if found.steps:
            return found
    return drill_on(wanted, example)


def drill_on(wanted: Technique, position: Position) -> Drill:
    """Return a drill on a position; where steps do the same, the first is kept, the simplest comes first."""
    try:
        every = position.all_steps(profile=profile_with(wanted), techniques=[wanted], budget=_NODES)
    except LimitReached as error:
        every = error.progress
    found: dict[Outcome, Step] = {}
    for step in every:
        found.setdefault(outcome_of(step), step)
    steps = sorted(found.values(), key=lambda step: load(position, step))
    return Drill(wanted, position, tuple(steps))


def is_often_needed(wanted: Technique) -> bool:
    """Whether one of the first few puzzles needs the technique."""
    return wanted in _needed_often()


@cache
def _needed_often() -> frozenset[Technique]:
    """Return the techniques that some of the first few puzzles need."""
    request = Request()
    puzzles = [puzzle_of(request, attempt) for attempt in attempts(request, 0, _OFTEN)]
    return techniques_of(puzzles, profile("nonet"))


def _varied(position: Position, rng: SplitMix64) -> Iterator[Position]:
    """Yield a position with rows, columns and digits permuted: as far as the rules and the technique may allow."""
    for by in _transforms(position, rng):
        with suppress(RulesError):
            puzzle = position.puzzle.transform(by)
            yield Position(puzzle, candidates=by.apply(position.candidates()))


def _transforms(position: Position, rng: SplitMix64) -> tuple[Transform, ...]:
    """Return random transforms: any, and one that keeps lines and their order."""
    digits = tuple(digit + 1 for digit in rng.shuffled(9))
    flips = [tuple(range(9)), tuple(range(8, -1, -1))]
    turned = Transform(bool(rng.below(2)), flips[rng.below(2)], flips[rng.below(2)], digits)
    if not position.rules.is_classic:
        return (Transform(turned.transposed, turned.rows, turned.columns),)
    return Transform.from_number(rng.below(TRANSFORMS)), turned
