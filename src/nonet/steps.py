"""A deduction as data: `Step`, in one shape for every technique, and the list of techniques.

The sentence, the picture and the text for a screen reader all come from the same `Step`, so that nothing that shows a
step has to know any technique. A step says what it places and removes, and why: houses, marks (a role, a cell, digits)
and, where it rests on implications, chains of them.

>>> step = Step(technique("naked_pair"), 3.0, removes={4: frozenset({1, 2})}, houses=(0,))
>>> print(step)
Naked pair: r1c5<>12
>>> step.text("where")
'Look at row 1 for a naked pair.'
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from types import MappingProxyType

from nonet import words
from nonet.difficulty import difficulty_of
from nonet.words import Level

__all__ = [
    "TECHNIQUES",
    "Cause",
    "Chain",
    "Inference",
    "Level",
    "Link",
    "Mark",
    "Rating",
    "Role",
    "Step",
    "Technique",
    "technique",
]


class Role(Enum):
    """What a marked candidate is in its pattern; a theme gives each role a colour and a shape."""

    CAUSE = "cause"
    TARGET = "target"
    PIVOT = "pivot"
    PINCER = "pincer"
    BASE = "base"
    COVER = "cover"
    FIN = "fin"
    COLOUR_A = "colour-a"
    COLOUR_B = "colour-b"
    START = "start"
    END = "end"
    EXTRA = "extra"


class Cause(IntEnum):
    """Why a node of a chain follows from its parents.

    A node that is off: the cell holds one digit only (CELL), the house holds the digit only once (ROW, COLUMN, BOX). A
    node that is on: it is the only candidate left in its cell or house. STEP: by a step of its own, found on the board
    as the chain has left it.
    """

    ASSUMPTION = 0
    CELL = 1
    ROW = 2
    COLUMN = 3
    BOX = 4
    STEP = 5


@dataclass(frozen=True, slots=True)
class Mark:
    """Candidates of one cell that play a role in the pattern."""

    role: Role
    cell: int
    digits: frozenset[int]


@dataclass(frozen=True, slots=True)
class Inference:
    """One node of a chain: a candidate that is on (the cell is the digit) or off, because its parents are what they
    are.

    ``parents`` are indices of earlier nodes of the same chain; ``nested`` is the step behind the cause `Cause.STEP`.
    """

    cell: int
    digit: int
    on: bool
    cause: Cause
    parents: tuple[int, ...] = ()
    nested: Step | None = None


@dataclass(frozen=True, slots=True)
class Chain:
    """Implications from an assumption (the first node) to what follows from it (the last); each behind its parents."""

    nodes: tuple[Inference, ...]

    @property
    def start(self) -> Inference:
        """The assumption."""
        return self.nodes[0]

    @property
    def end(self) -> Inference:
        """What follows in the end."""
        return self.nodes[-1]

    def __len__(self) -> int:
        return len(self.nodes)


@dataclass(frozen=True, slots=True)
class Link:
    """One arrow of a picture: from a candidate to another, each as (cell, digit).

    A strong link says that not both are off, a weak one that not both are on.
    """

    start: tuple[int, int]
    end: tuple[int, int]
    strong: bool


@dataclass(frozen=True, slots=True, repr=False)
class Technique:
    """A kind of step.

    ``id`` is its name in code and files, ``family`` groups related ones. ``ratings`` says what each system gives for it
    before anything is added for length or size: ``se`` (Sudoku Explainer 1.2.1) from 1.0 on, ``hodoku`` the points of
    HoDoKu 2.2. ``assumes_unique``: the step is only sound if the puzzle has one solution.

    >>> t = technique("x_wing")
    >>> t.name(), t.family, t.ratings["se"], t.ratings["hodoku"], t.index
    ('X-wing', 'fish', 3.2, 140, 11)
    """

    id: str
    family: str
    ratings: Mapping[str, float] = field(hash=False)
    assumes_unique: bool = False

    @property
    def index(self) -> int:
        """The row in `TECHNIQUES`, from 0: the easiest-first order."""
        return _INDEX[self.id]

    def name(self, language: str = "en") -> str:
        """Return what people call it.

        Raises `ValueError` if there are no words in the language.
        """
        return str(words.catalogue(language).technique(self.id)["name"])

    def aliases(self, language: str = "en") -> tuple[str, ...]:
        """Return what others call it, such as the name that a well-known program gives it."""
        return tuple(words.catalogue(language).technique(self.id)["aliases"])

    def about(self, language: str = "en") -> str:
        """Return what it is, in a sentence or two that speak of no particular board."""
        return str(words.catalogue(language).technique(self.id)["about"])

    def __str__(self) -> str:
        return self.name()

    def __repr__(self) -> str:
        return f"technique({self.id!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return technique, (self.id,)


@dataclass(frozen=True, slots=True)
class Step:
    """One deduction.

    ``places`` is the (cell, digit) that becomes known, or None; ``removes`` maps cells to the digits that go, without
    those that go because a digit is placed. ``houses`` are indices into ``Rules.houses``. ``kind`` tells the dynamic
    and nested chains apart: "contradiction", "double", "cell" or "house". ``complexity`` counts the nodes of all
    chains. ``str(step)`` is one line, the name of the technique and what follows.
    """

    technique: Technique
    rating: float
    places: tuple[int, int] | None = None
    removes: Mapping[int, frozenset[int]] = field(default_factory=dict, hash=False)
    houses: tuple[int, ...] = ()
    marks: tuple[Mark, ...] = ()
    chains: tuple[Chain, ...] = ()
    kind: str = ""
    complexity: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "removes", MappingProxyType(dict(self.removes)))

    @property
    def links(self) -> tuple[Link, ...]:
        """The arrows of the picture: one for each parent of each node, without repetition."""
        return tuple(dict.fromkeys(_links(self)))

    @property
    def outcome(self) -> str:
        """What follows, in short.

        >>> Step(technique("y_cycle"), 6.6, removes={0: frozenset({7}), 80: frozenset({1, 2})}).outcome
        'r1c1<>7, r9c9<>12'
        """
        return words.outcome(self)

    def text(self, level: Level = "full", language: str = "en") -> str:
        """Return the step in words.

        The levels of a hint: ``"nudge"`` says what kind of thing to look for, ``"name"`` names the technique,
        ``"where"`` says where to look, and ``"full"`` explains the step and says what follows; the explanation of
        a chain has a numbered line for each implication.

        Raises `ValueError` for another level, or if there are no words in the language.

        >>> step = Step(technique("full_house"), 1.0, places=(8, 7), houses=(0,))
        >>> step.text("nudge"), step.text("name")
        ('A house has a single empty cell.', 'Full house')
        >>> step.text()
        'All cells of row 1 are filled but r1c9, and the digit that is missing is 7. So r1c9 is 7.'
        """
        return words.text(self, level, language)

    def __str__(self) -> str:
        return f"{self.technique.name()}: {self.outcome}"

    def __reduce__(self) -> tuple[object, ...]:
        values = [getattr(self, name) for name in self.__slots__]
        return Step, tuple(dict(v) if isinstance(v, MappingProxyType) else v for v in values)


@dataclass(frozen=True, slots=True)
class Rating:
    """How hard a puzzle is: what its solution by the easiest steps needs.

    ``er`` is the highest rating of any step, ``ep`` the highest one up to the first digit that is placed, ``ed`` that
    of the very first step. 20.0 says that the techniques do not suffice. ``hardest`` is the technique of the highest
    rating, ``counts`` says how often each one was used, ``steps`` how many there were, and ``nodes`` how many
    implications were followed to find them.

    With ``exact`` false the budget was spent before the end, and all figures are "at least": a line has + behind them.

    >>> rating = Rating(7.2, 1.2, 1.2, technique("forcing_chain"), steps=65)
    >>> print(rating)
    ER 7.2  EP 1.2  ED 1.2
    >>> rating.difficulty, rating.is_pearl, rating.is_diamond
    ('extreme', False, False)
    """

    er: float
    ep: float
    ed: float
    hardest: Technique | None = None
    counts: Mapping[Technique, int] = field(default_factory=dict, hash=False)
    steps: int = 0
    exact: bool = True
    nodes: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "counts", MappingProxyType(dict(self.counts)))

    @property
    def difficulty(self) -> str:
        """The name of the band that the ER is in: easy, medium, hard, expert or extreme (see `nonet.difficulty`)."""
        return difficulty_of(self.er)

    @property
    def is_pearl(self) -> bool:
        """Whether the hardest step comes before the first digit: ER and EP are equal."""
        return self.exact and self.er == self.ep

    @property
    def is_diamond(self) -> bool:
        """Whether the hardest step is the very first one: ER, EP and ED are equal."""
        return self.is_pearl and self.er == self.ed

    def __str__(self) -> str:
        more = "" if self.exact else "+"
        figures = (("ER", self.er), ("EP", self.ep), ("ED", self.ed))
        return "  ".join(f"{name} {value:.1f}{more}" for name, value in figures)

    def __reduce__(self) -> tuple[object, ...]:
        values = [getattr(self, name) for name in self.__slots__]
        return Rating, tuple(dict(v) if isinstance(v, MappingProxyType) else v for v in values)


def _links(step: Step) -> Iterator[Link]:
    for chain in step.chains:
        for node in chain.nodes:
            for parent in node.parents:
                before = chain.nodes[parent]
                yield Link((before.cell, before.digit), (node.cell, node.digit), strong=node.on)


# -- the techniques -------------------------------------------------------------------------------

# id, family, rating of Sudoku Explainer 1.2.1, points of HoDoKu 2.2 for what it calls the same or comes nearest (0:
# none). The order is that of the rows in core/logic/techniques.def: easiest first.
_ROWS: tuple[tuple[str, str, float, int], ...] = (
    ("full_house", "singles", 1.0, 4),
    ("hidden_single_box", "singles", 1.2, 14),
    ("hidden_single_line", "singles", 1.5, 14),
    ("direct_pointing", "intersections", 1.7, 0),
    ("direct_claiming", "intersections", 1.9, 0),
    ("direct_hidden_pair", "subsets", 2.0, 0),
    ("naked_single", "singles", 2.3, 4),
    ("direct_hidden_triple", "subsets", 2.5, 0),
    ("pointing", "intersections", 2.6, 50),
    ("claiming", "intersections", 2.8, 50),
    ("naked_pair", "subsets", 3.0, 60),
    ("x_wing", "fish", 3.2, 140),
    ("hidden_pair", "subsets", 3.4, 70),
    ("naked_triple", "subsets", 3.6, 80),
    ("swordfish", "fish", 3.8, 150),
    ("hidden_triple", "subsets", 4.0, 100),
    ("xy_wing", "wings", 4.2, 160),
    ("xyz_wing", "wings", 4.4, 180),
    ("unique_rectangle_1", "uniqueness", 4.5, 100),
    ("unique_rectangle_2", "uniqueness", 4.5, 100),
    ("unique_rectangle_3", "uniqueness", 4.5, 100),
    ("unique_rectangle_4", "uniqueness", 4.5, 100),
    ("unique_loop_1", "uniqueness", 4.6, 0),
    ("unique_loop_2", "uniqueness", 4.6, 0),
    ("unique_loop_3", "uniqueness", 4.6, 0),
    ("unique_loop_4", "uniqueness", 4.6, 0),
    ("naked_quadruple", "subsets", 5.0, 120),
    ("jellyfish", "fish", 5.2, 160),
    ("hidden_quadruple", "subsets", 5.4, 150),
    ("bug_1", "uniqueness", 5.6, 100),
    ("bug_2", "uniqueness", 5.7, 0),
    ("bug_3", "uniqueness", 5.7, 0),
    ("bug_4", "uniqueness", 5.7, 0),
    ("aligned_pair_exclusion", "exclusion", 6.2, 0),
    ("x_cycle", "chains", 6.5, 280),
    ("y_cycle", "chains", 6.5, 280),
    ("x_chain", "chains", 6.6, 260),
    ("forcing_chain", "chains", 7.0, 280),
    ("continuous_loop", "chains", 7.0, 280),
    ("aligned_triple_exclusion", "exclusion", 7.5, 0),
    ("nishio", "chains", 7.5, 500),
    ("cell_forcing_chain", "chains", 8.0, 500),
    ("house_forcing_chain", "chains", 8.0, 500),
    ("dynamic_contradiction_chain", "chains", 8.5, 700),
    ("dynamic_double_chain", "chains", 8.5, 700),
    ("dynamic_cell_chain", "chains", 8.5, 700),
    ("dynamic_house_chain", "chains", 8.5, 700),
    ("dynamic_chain_plus", "chains", 9.0, 0),
    ("nested_forcing_chain", "chains", 9.5, 0),
    ("nested_multiple_chain", "chains", 10.0, 0),
    ("nested_dynamic_chain", "chains", 10.5, 0),
    ("nested_dynamic_chain_2", "chains", 11.0, 0),
)


def _technique(id: str, family: str, se: float, hodoku: int) -> Technique:
    ratings = {"se": se, "hodoku": hodoku} if hodoku else {"se": se}
    return Technique(id, family, MappingProxyType(ratings), family == "uniqueness")


TECHNIQUES: tuple[Technique, ...] = tuple(_technique(*row) for row in _ROWS)
"""All techniques in the easiest-first order; a technique is known to the core by its place in it."""

_INDEX = {known.id: index for index, known in enumerate(TECHNIQUES)}


def technique(id: str) -> Technique:
    """Return the technique of that name.

    Raises `ValueError` for a name that there is not.

    >>> technique("bug_1").assumes_unique
    True
    """
    if id not in _INDEX:
        from difflib import get_close_matches  # slow to load

        near = get_close_matches(id, _INDEX, 1)
        hint = f"did you mean {near[0]!r}?" if near else "they are in nonet.steps.TECHNIQUES"
        raise ValueError(f"{id!r} is not a technique; {hint}")
    return TECHNIQUES[_INDEX[id]]
