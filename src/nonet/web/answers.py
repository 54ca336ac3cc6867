"""What the page gets for an answer: the form of each object.

The verbs (`nonet.web.api` and `nonet.web.setter`) return these types, and everything else follows from them: the
description of the API (`nonet.web.schemas`), the types of the page (`static/answers.d.ts`, by
``scripts/answer_types.py``) and the table in ``docs/web.md`` (by ``scripts/verb_pages.py``).

A cell is its index in reading order, a mask has bit ``digit - 1``.
"""

# The types are evaluated for the description.

from typing import Annotated, NotRequired, TypeAlias, TypedDict

from nonet.rules.constraints.marks import Mark
from nonet.steps.objects import Rating, Step

Digits = Annotated[list[int], "a number for each cell"]

ClueMark: TypeAlias = Annotated[dict[str, object], Mark]
"""What is drawn of a constraint, as `mark_json` writes it."""


# -- boards ---------------------------------------------------------------------------------------


class House(TypedDict):
    """An extra house."""

    name: str
    cells: list[int]


class Sentence(TypedDict):
    """A sentence: its key in the catalogues of words, and the values that fill it."""

    key: str
    values: dict[str, object]


class Constraint(TypedDict):
    """A constraint: its kind, its notation, its cells, its sentence, and what is drawn of it."""

    word: str
    text: str
    cells: list[int]
    sentence: Sentence
    marks: list[ClueMark]


class Rules(TypedDict):
    """The size of a board and its houses; ``text`` alone says it all, such as "classic" or "2x3 diagonals".

    ``boxes`` are the rows and columns of a box, null for a jigsaw and a Latin square; ``regions`` have the region of
    each cell, -1 without regions; ``sees`` has for each cell those that must differ from it because of constraints
    alone.
    """

    size: int
    text: str
    boxes: list[int] | None
    regions: list[int]
    extra: list[House]
    constraints: NotRequired[list[Constraint]]
    sees: NotRequired[list[list[int]]]


class Board(TypedDict):
    """A puzzle and the position of its player; cells in reading order, 0 for an empty cell.

    ``placed`` are givens and digits of the player, ``marks`` the candidates that are left, 0 for all; ``candidates``
    are those that a sukaku starts from. ``givens_known`` is false where it is not known which filled cells are givens.
    """

    rules: Rules
    givens: Digits
    placed: NotRequired[Digits]
    marks: NotRequired[Digits]
    candidates: NotRequired[Digits]
    givens_known: NotRequired[bool]


class Found(TypedDict):
    """A board, and its givens on a line."""

    board: Board
    line: str


class Wrong(TypedDict):
    """Cells with a wrong digit, and cells whose marks lack the digit of the solution."""

    cells: list[int]
    marks: list[int]


Change = TypedDict("Change", {"cell": int, "name": str, "from": int, "to": int})
"""A given that was changed; 0 is an empty cell."""


# -- puzzles --------------------------------------------------------------------------------------


class ReadPuzzle(Found):
    """A puzzle of a text."""

    info: dict[str, str]
    name: NotRequired[str]


class Problem(TypedDict):
    """What cannot be read, and where."""

    line: int | None
    message: str


class ReadAnswer(TypedDict):
    """The puzzles of a text."""

    puzzles: list[ReadPuzzle]
    count: int
    format: str
    problems: list[Problem]


class CountAnswer(TypedDict):
    """The number of solutions, ``exact`` if there are no more."""

    count: int
    exact: bool


class SolveAnswer(CountAnswer):
    """Solutions, all of them if ``exact``."""

    solutions: list[Digits]


class CheckAnswer(TypedDict):
    """What is wrong on a board."""

    unique: bool | None
    problems: list[str]
    conflicts: list[list[int]]
    wrong: Wrong
    solution: Digits | None


class Violation(TypedDict):
    """What breaks a constraint: the cells that show it, and a sentence."""

    cells: list[int]
    sentence: str


class ViolationsAnswer(TypedDict):
    """What breaks the constraints of a board."""

    violations: list[Violation]


# -- steps ----------------------------------------------------------------------------------------


class HintAnswer(TypedDict):
    """The next step, or what is wrong."""

    wrong: Wrong
    step: Step | None
    stuck: bool
    full: bool
    several: bool


class AllStepsAnswer(TypedDict):
    """All steps of a position; with ``several`` solutions they hold in all of them."""

    steps: list[Step]
    several: bool


class DrillAnswer(Found):
    """A position, the simplest steps of a technique there, and what each of its steps does: cell, digit, placed."""

    steps: list[Step]
    outcomes: list[list[tuple[int, int, bool]]]
    solution: Digits


class StepsAnswer(TypedDict):
    """The steps to the solution; it is null if there are several."""

    steps: list[Step]
    rating: Rating
    stuck: bool
    complete: bool
    solution: Digits | None


class WhyAnswer(TypedDict):
    """One of these is known of a candidate: a solution, a proof and its length, or the cell that excludes it.

    Without any, the pencil marks of the puzzle leave the digit out. ``inferences`` counts those inside of others too,
    but not what a digit takes from the cells that see it.
    """

    solution: Digits | None
    step: Step | None
    inferences: int | None
    by: int | None


# -- puzzles that are made ------------------------------------------------------------------------


class InspectAnswer(CountAnswer):
    """What is known of a puzzle that is being set."""

    conflicts: list[list[int]]
    candidates: Digits | None
    differ: list[int] | None
    minimal: bool | None
    redundant: list[int] | None
    solution: Digits | None


class OddsAnswer(TypedDict):
    """The number of solutions, and how many of them have each digit in each cell; whole numbers as text."""

    count: str
    odds: list[list[str]]


class ChangedAnswer(Found):
    """A puzzle, and what was changed to make it."""

    changes: list[Change]


class RepairAnswer(ChangedAnswer):
    """A repaired puzzle, and other repairs that may be as good."""

    text: str
    exact: bool
    alternatives: list[list[Change]]


class Transform(TypedDict):
    """How the board was permuted: cell (r, c) is cell (rows[r], columns[c]) of the old board, all from 0.

    If ``transposed``, the old board is reflected in its main diagonal first. Digit d becomes digits[d - 1].
    """

    transposed: bool
    rows: list[int]
    columns: list[int]
    digits: list[int]


class CanonicalAnswer(Found):
    """The representative of all equivalent puzzles."""

    transform: Transform
    automorphisms: str


class GenerateAnswer(Found):
    """A new puzzle; its seed is text, since a page rounds large numbers."""

    seed: str
    recipe: str
    rating: float | None
    difficulty: str | None


class ConvertAnswer(TypedDict):
    """Puzzles in another format, and what a reader of it will miss."""

    text: str
    warning: NotRequired[str]


# -- runs of algorithms ---------------------------------------------------------------------------


class FirstRows(TypedDict):
    """How many first rows of a board are done."""

    done: int
    total: int


class Figures(TypedDict):
    """What a run took: its result in a word, its counters, and its time divided by that of the core."""

    result: str
    finished: bool
    counters: dict[str, int | float]
    factor: float | None


class TraceAnswer(Figures):
    """The run of an algorithm; `nonet.web.traces.trace` describes it."""

    algorithm: str
    size: int
    givens: list[int]
    kinds: list[str]
    notes: list[str]
    count: int
    events: str
    lines: str
    complete: bool
    first_rows: FirstRows | None
    core: Figures
    seconds: float | None
    budget: int | None
    solution: list[int] | None


class SourceFile(TypedDict):
    """A file of a program."""

    name: str
    first_line: int
    text: str


class Algorithm(TypedDict):
    """What is known about an algorithm, and its program."""

    name: str
    title: str
    idea: str
    source: str
    worst_case: str
    shines: str
    complete: bool
    extra: str | None
    installed: bool
    install: str | None
    files: list[SourceFile]


# -- lists, errors --------------------------------------------------------------------------------


class Format(TypedDict):
    """A format, and what can be done with it."""

    name: str
    reads: bool
    writes: bool


class About(TypedDict):
    """The version, and the names that requests can use."""

    version: str
    languages: list[str]
    formats: list[Format]
    themes: list[str]
    difficulties: list[str]
    symmetries: list[str]


class Error(TypedDict):
    """What went wrong: a kind, the sentence that the command line prints, and the place if there is one."""

    code: str
    message: str
    cells: NotRequired[list[int]]
    line: NotRequired[int]
    column: NotRequired[int]


class ErrorAnswer(TypedDict):
    """The answer to a request that has no other."""

    error: Error
