"""How hard a puzzle is: `Rating`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from nonet.base.immutable import Immutable
from nonet.steps.difficulty import difficulty_of
from nonet.steps.profiles import SE, Profile
from nonet.steps.techniques import Technique

if TYPE_CHECKING:
    from nonet.steps.step import Step

__all__ = ["UNSOLVED", "Rating", "cells_left", "rating_of_path"]

UNSOLVED = 20.0
"""The rating that means: the techniques do not suffice."""


_TITLES = {"hodoku": "HoDoKu"}


@dataclass(frozen=True, slots=True, repr=False)
class Rating(Immutable):
    """How hard a puzzle is: what its solution by the easiest steps needs.

    ``er`` is the highest rating of any step, ``ep`` the highest one up to the first placed digit, ``ed`` that of the
    first step. 20.0 means that the techniques do not suffice; on boards with other rules ``left`` is then how many
    cells they leave open, and there is no rating to show. ``hardest`` is the technique of the highest rating,
    ``counts`` the number of uses of each technique, ``steps`` the number of steps, and ``nodes`` the number of
    implications that were followed to find them.

    If ``exact`` is false the budget was spent before the end, and all figures mean "at least": they print with a +.

    >>> from nonet.steps import technique
    >>> rating = Rating(7.2, 1.2, 1.2, technique("forcing_chain"), steps=65)
    >>> print(rating)
    ER 7.2  EP 1.2  ED 1.2
    >>> rating.difficulty, rating.is_pearl, rating.is_diamond
    ('extreme', False, False)

    With a profile that counts points there is no ER: the three figures are points, and there are a ``score`` and a
    ``level``.

    >>> from nonet import Puzzle
    >>> from nonet.steps import profile
    >>> puzzle = Puzzle("2......89....57........3..1.....563..2.14....8............9....9.8.3......7....45")
    >>> rating = puzzle.rate(profile=profile("hodoku"))
    >>> print(rating)
    HoDoKu score 900 (medium)
    >>> rating.score, rating.level, rating.er
    (900, 'medium', 80.0)
    >>> rating
    <Rating: HoDoKu score 900 (medium), naked_triple, 71 steps>
    """

    er: float
    ep: float
    ed: float
    hardest: Technique | None = None
    counts: Mapping[Technique, int] = field(default_factory=dict, hash=False)
    steps: int = 0
    exact: bool = True
    nodes: int = 0
    profile: Profile = SE
    left: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "counts", MappingProxyType(dict(self.counts)))

    @property
    def difficulty(self) -> str:
        """The name of the band that the ER is in: easy, medium, hard, expert or extreme (see `nonet.difficulty`).

        With points it is the level, empty if there is none.
        """
        return self.level or "" if self.profile.counts_points else difficulty_of(self.er)

    @property
    def score(self) -> int | None:
        """The sum of the points of all steps; None if the profile does not count points."""
        if not self.profile.counts_points:
            return None
        points = {row.technique: row.rating for row in self.profile.rows}
        return sum(round(points[technique]) * n for technique, n in self.counts.items())

    @property
    def level(self) -> str | None:
        """The level of the hardest step, raised while the score is above the most points of the level.

        None if the profile has no levels, or if the techniques do not suffice.
        """
        score, levels = self.score, self.profile.levels
        if score is None or not levels or not self.counts or self.er == UNSOLVED:
            return None
        names = [name for name, _ in levels]
        reached = max(names.index(self.profile.row(technique).level) for technique in self.counts)
        while score > levels[reached][1]:
            reached += 1
        return names[reached]

    @property
    def is_pearl(self) -> bool:
        """Whether the hardest step comes before the first placed digit: ER and EP are equal."""
        return self.exact and self.er == self.ep

    @property
    def is_diamond(self) -> bool:
        """Whether the hardest step is the first one: ER, EP and ED are equal."""
        return self.is_pearl and self.er == self.ed

    def __str__(self) -> str:
        more = "" if self.exact else "+"
        if self.left:
            return f"no rating: the techniques leave {cells_left(self.left)}"
        if self.profile.counts_points:
            name = _TITLES.get(self.profile.name, self.profile.name)
            level = self.level or ("unsolved" if self.er == UNSOLVED else "")
            return f"{name} score {self.score}{more}" + (f" ({level})" if level else "")
        figures = (("ER", self.er), ("EP", self.ep), ("ED", self.ed))
        return "  ".join(f"{name} {value:.1f}{more}" for name, value in figures)

    def __repr__(self) -> str:
        hardest = f", {self.hardest.id}" if self.hardest else ""
        steps = "1 step" if self.steps == 1 else f"{self.steps} steps"
        return f"<Rating: {self}{hardest}, {steps}>"


def rating_of_path(
    steps: Sequence[Step],
    *,
    stuck: bool = False,
    exact: bool = True,
    profile: Profile = SE,
    left: int = 0,
) -> Rating:
    """Return the rating of a path that a profile takes; ``stuck``: no technique continues it, ``left`` cells are open.

    >>> rating_of_path([]).er, rating_of_path([], stuck=True).er
    (0.0, 20.0)
    """
    ratings = [step.rating for step in steps] + [UNSOLVED] * stuck
    if not ratings:
        return Rating(0.0, 0.0, 0.0, exact=exact, profile=profile)
    first = next((i for i, step in enumerate(steps) if step.places is not None), len(ratings) - 1)
    most = max(steps, key=lambda step: step.rating, default=None)
    return Rating(
        max(ratings),
        max(ratings[: first + 1]),
        ratings[0],
        None if most is None or stuck else most.technique,
        Counter(step.technique for step in steps),
        len(steps),
        exact,
        profile=profile,
        left=left,
    )


def cells_left(number: int) -> str:
    """Return how many cells are open, in words.

    >>> cells_left(1), cells_left(79)
    ('1 cell open', '79 cells open')
    """
    return "1 cell open" if number == 1 else f"{number} cells open"
