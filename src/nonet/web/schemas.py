"""The types of requests and answers, for the description of the API (OpenAPI).

Those of requests follow from their fields (`nonet.web.requests`), which are read there, with errors in sentences; these
types only describe.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, RootModel, create_model

from nonet.base.options import (
    Choice,
    Flag,
    Names,
    Option,
    Range,
    RulesText,
    Seed,
    Whole,
    options_of,
)
from nonet.web.requests import MOST_NAMES, BoardOption, BoardsOption
from nonet.web.verbs import VERBS

__all__ = ["ANSWERS", "REQUESTS", "ErrorAnswer"]

Digits = Annotated[list[int], Field(max_length=1296)]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid")


# -- boards and steps -----------------------------------------------------------------------------


class House(_Model):
    """An extra house."""

    name: str
    cells: list[int]


class Sentence(_Model):
    """A sentence: its key in the catalogues of words, and the values that fill it."""

    key: str
    values: dict[str, Any]


class Constraint(_Model):
    """A constraint: its kind, its notation, its cells, and what is drawn of it."""

    word: str
    text: str
    cells: list[int]
    sentence: Sentence
    marks: list[dict[str, Any]]


class Rules(_Model):
    """The size of a board and its houses; ``text`` alone says it all, such as "classic" or "2x3 diagonals"."""

    size: Annotated[int, Field(ge=1, le=36)] = 9
    text: str | None = None
    boxes: tuple[int, int] | None = None
    regions: list[int] | None = None
    extra: list[House] = []
    constraints: list[Constraint] = []
    sees: list[list[int]] = []


class Board(_Model):
    """A puzzle and the position of its player; cells in reading order, 0 for an empty cell."""

    givens: Digits
    rules: Rules | str | None = None
    placed: Digits | None = None
    marks: Digits | None = None
    candidates: Digits | None = None
    givens_known: bool | None = None


class Placement(_Model):
    """A digit in a cell."""

    cell: str
    digit: int


class Mark(_Model):
    """Candidates of a cell that play a role in a step."""

    role: str
    cell: str
    digits: list[int]


class Inference(_Model):
    """One node of a chain.

    ``parents`` are earlier nodes, ``others`` the other cells of a group, ``more`` the other digits of the cell.
    """

    cell: str
    digit: int
    on: bool
    cause: str
    parents: list[int]
    others: list[str] | None = None
    more: list[int] | None = None
    step: Step | None = None
    sight: dict[str, Any] | None = None


class Step(_Model):
    """One deduction, as ``nonet hint --json`` prints it."""

    technique: str
    name: str
    rating: float
    places: Placement | None
    removes: dict[str, list[int]]
    outcome: str
    houses: list[str]
    marks: list[Mark]
    kind: str | None = None
    complexity: int | None = None
    chains: list[list[Inference]] | None = None
    basis: dict[str, Any] | None = None
    facts: dict[str, Any] | None = None
    nudge: str | None = None
    where: str | None = None
    text: str | None = None


class Rating(_Model):
    """The difficulty of a puzzle; there is none where the steps leave some cells ``open``."""

    er: float | None
    ep: float | None
    ed: float | None
    difficulty: str | None
    hardest: str | None
    counts: dict[str, int]
    steps: int
    exact: bool
    left: int | None = Field(None, alias="open")


class Wrong(_Model):
    """Cells with a wrong digit, and cells whose marks lack the digit of the solution."""

    cells: list[int]
    marks: list[int]


class Change(_Model):
    """A given that was changed; 0 is an empty cell."""

    cell: int
    name: str
    before: int = Field(alias="from")
    after: int = Field(alias="to")


# -- requests -------------------------------------------------------------------------------------


@cache
def _request(group: Any) -> type[BaseModel]:
    """Return the model of a request from its fields; a field that is null has its default."""
    fields: dict[str, Any] = {}
    parts: dict[str, dict[str, Any]] = {}
    for name, option in options_of(group).items():
        found: Any = _type_of(option)
        if option.required:
            fields[name] = found, Field(description=option.text())
            continue
        described = Field(default=option.default, description=option.text())
        if option.group is None:
            fields[name] = found | None, described
            continue
        part = parts.setdefault(option.group, {})
        part[name] = found | None, described
        fields[option.group] = _named(option.group.capitalize(), part) | None, None
    return _named(group.__name__, fields)


def _named(name: str, fields: dict[str, Any]) -> type[BaseModel]:
    return create_model(name, __base__=_Model, **fields)


def _type_of(option: Option) -> Any:
    """Return the type of a field as pydantic describes it."""
    match option:
        case BoardOption():
            return Board | str
        case BoardsOption():
            return Annotated[list[Board | str], Field(min_length=1, max_length=option.most)]
        case RulesText():
            return Rules | str
        case Flag():
            return bool
        case Seed():
            return Annotated[int, Field(ge=option.least, le=option.asked)] | str
        case Whole():
            return Annotated[int, Field(ge=option.least, le=option.asked)]
        case Range():
            kind: Any = option.kind
            end: Any = Annotated[kind, Field(ge=option.least, le=option.most)]
            return end | tuple[end, end]
        case Names():
            one: Any = Literal[option.known] if option.known else str
            return Annotated[list[one], Field(max_length=MOST_NAMES)]
        case Choice():
            if option.several:
                name = f"({'|'.join(option.names)})"
                return Annotated[str, Field(pattern=f"^{name}(,{name})*$")]
            return Literal[option.names]
    return str


# -- answers --------------------------------------------------------------------------------------


class _Found(_Model):
    board: Board
    line: str


class ReadPuzzle(_Found):
    info: dict[str, str]
    name: str | None = None


class Problem(_Model):
    line: int | None
    message: str


class ReadAnswer(_Model):
    puzzles: list[ReadPuzzle]
    count: int
    format: str
    problems: list[Problem]


class CountAnswer(_Model):
    count: int
    exact: bool


class SolveAnswer(CountAnswer):
    solutions: list[Digits]


class CheckAnswer(_Model):
    unique: bool | None
    problems: list[str]
    conflicts: list[tuple[int, int]]
    wrong: Wrong
    solution: Digits | None


class Violation(_Model):
    """What breaks a constraint: the cells that show it, and a sentence."""

    cells: list[int]
    sentence: str


class ViolationsAnswer(_Model):
    violations: list[Violation]


class HintAnswer(_Model):
    wrong: Wrong
    step: Step | None
    stuck: bool
    full: bool
    several: bool


class AllStepsAnswer(_Model):
    steps: list[Step]
    several: bool


class DrillAnswer(_Found):
    """A position, the simplest steps of a technique there, and what each of its steps does: cell, digit, placed."""

    steps: list[Step]
    outcomes: list[list[tuple[int, int, bool]]]
    solution: Digits


class StepsAnswer(_Model):
    steps: list[Step]
    rating: Rating
    stuck: bool
    complete: bool
    solution: Digits | None


class InspectAnswer(CountAnswer):
    conflicts: list[tuple[int, int]]
    candidates: Digits | None
    differ: list[int] | None
    minimal: bool | None
    redundant: list[int] | None
    solution: Digits | None


class OddsAnswer(_Model):
    """The number of solutions, and how many of them have each digit in each cell; whole numbers as text."""

    count: str
    odds: list[list[str]]


class ChangedAnswer(_Found):
    changes: list[Change]


class WhyAnswer(_Model):
    """One of these is known of a candidate: a solution, a proof and its length, or the cell that excludes it.

    Without any, the pencil marks of the puzzle leave the digit out. ``inferences`` counts those inside of others too,
    but not what a digit takes from the cells that see it.
    """

    solution: Digits | None
    step: Step | None
    inferences: int | None
    by: int | None


class RepairAnswer(ChangedAnswer):
    text: str
    exact: bool
    alternatives: list[list[Change]]


class Transform(_Model):
    """How the board was permuted: cell (r, c) is cell (rows[r], columns[c]) of the old board, all from 0.

    If ``transposed``, the old board is reflected in its main diagonal first. Digit d becomes digits[d - 1].
    """

    transposed: bool
    rows: list[int]
    columns: list[int]
    digits: list[int]


class CanonicalAnswer(_Found):
    transform: Transform
    automorphisms: str


class GenerateAnswer(_Found):
    seed: str
    recipe: str
    rating: float | None
    difficulty: str | None


class ConvertAnswer(_Model):
    text: str
    warning: str | None = None


class TraceAnswer(RootModel[dict[str, Any]]):
    """The run of an algorithm; `nonet.web.traces` describes it."""


class Error(_Model):
    """What went wrong: a kind, the sentence that the command line prints, and the place if there is one."""

    code: str
    message: str
    cells: list[int] | None = None
    line: int | None = None
    column: int | None = None


class ErrorAnswer(_Model):
    """The answer to a request that has no other."""

    error: Error


REQUESTS: dict[str, type[BaseModel]] = {name: _request(verb.fields) for name, verb in VERBS.items()}
ANSWERS: dict[str, type[BaseModel]] = {
    "read": ReadAnswer,
    "solve": SolveAnswer,
    "count": CountAnswer,
    "check": CheckAnswer,
    "violations": ViolationsAnswer,
    "hint": HintAnswer,
    "all_steps": AllStepsAnswer,
    "steps": StepsAnswer,
    "why": WhyAnswer,
    "rate": Rating,
    "drill": DrillAnswer,
    "generate": GenerateAnswer,
    "inspect": InspectAnswer,
    "odds": OddsAnswer,
    "minimise": ChangedAnswer,
    "repair": RepairAnswer,
    "canonical": CanonicalAnswer,
    "convert": ConvertAnswer,
    "trace": TraceAnswer,
}
