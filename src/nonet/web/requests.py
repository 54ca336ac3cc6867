"""Requests of the verbs: which fields each has, and how they are read.

The fields are declared as options (`nonet.base.options`), some of them of kinds that only requests have. What a request
gets wrong is a `RequestError`, which names the field.
"""

# The types are evaluated here, because the options are in them.

from collections.abc import Mapping, Sequence
from operator import index
from typing import Annotated, TypedDict, Unpack

from nonet.base.numbers import number_of
from nonet.base.options import (
    Choice,
    Flag,
    More,
    Names,
    Option,
    Range,
    RulesText,
    Seed,
    Text,
    Whole,
    options_of,
)
from nonet.formats import FORMATS
from nonet.generating.drills import DRILLS
from nonet.generating.options import Budgeted, GenerateOptions
from nonet.puzzle import Position
from nonet.render.themes import THEMES
from nonet.rules import Rules
from nonet.teach.registry import names as algorithms
from nonet.verbs import boards
from nonet.verbs.common import RULES, Seeded, language
from nonet.verbs.runs import Run
from nonet.web.traces import EVENTS, MOST_EVENTS
from nonet.web.wire import (
    RequestError,
    check_fields,
    is_whole,
    read_flag,
    read_position,
    read_rules,
    shown,
)
from nonet.words import LEVELS, Level

__all__ = [
    "MOST_NAMES",
    "PICTURES",
    "BoardOption",
    "BoardsOption",
    "CheckRequest",
    "ConvertRequest",
    "CountRequest",
    "DrillRequest",
    "GenerateRequest",
    "HintRequest",
    "InspectRequest",
    "MinimiseRequest",
    "PuzzleRequest",
    "ReadRequest",
    "SolveRequest",
    "StepRequest",
    "TraceRequest",
    "ViolationsRequest",
    "WhyRequest",
    "check_whole",
    "fields_of",
    "read_request",
]

PICTURES = ("svg", "html", "text")
"""What `convert` draws."""

MOST_NAMES = 100
"""The most texts in a list of a request."""


class BoardOption(Option):
    """A board: text in any format, or an object."""


class BoardsOption(Option):
    """Up to ``most`` boards."""

    def __init__(self, text: str, most: int, **more: Unpack[More]) -> None:
        super().__init__(text, **more)
        self.most = most


# -- fields of the verbs --------------------------------------------------------------------------

_Rules = Annotated[Rules | str | None, RULES]
_LANGUAGE = language("en", "en")


class ReadRequest(TypedDict):
    """Puzzles in a text of any format."""

    text: Annotated[str, Text("Text in any format.", default="")]
    limit: Annotated[
        int,
        Whole("Return up to {metavar} puzzles (default: {default}).", 1, 1000, default=100),
    ]
    rules: _Rules


class PuzzleRequest(TypedDict):
    """One puzzle, or a position on it."""

    puzzle: Annotated[Position, BoardOption("A board as text or as an object.", required=True)]
    rules: _Rules


class SolveRequest(PuzzleRequest, boards.Solve):
    """The solutions of a puzzle."""


class CountRequest(PuzzleRequest, boards.Count):
    """The number of solutions of a puzzle."""


class InspectRequest(PuzzleRequest):
    """A puzzle that is being set."""

    limit: Annotated[
        int,
        Whole("Stop counting at {metavar} solutions (default: {default}).", 2, 100_000, default=2),
    ]


def _levels(default: tuple[Level, ...], shown: str) -> Names:
    sentence = f"Sentences of a step, by how much they give away (default: {shown})."
    return Names(sentence, known=LEVELS, default=default)


class StepRequest(PuzzleRequest):
    """Steps on a board."""

    levels: Annotated[Sequence[Level], _levels((), "none")]
    language: Annotated[str, _LANGUAGE]


class DrillRequest(TypedDict):
    """A position to find a technique in."""

    technique: Annotated[str, Choice("Technique, such as xy_wing.", DRILLS, required=True)]
    seed: Annotated[int, Seed("Random seed of the drill (default: {default}).", default=0)]
    number: Annotated[int, Whole("Which of its positions (default: {default}).", 0, default=0)]
    levels: Annotated[Sequence[Level], _levels((), "none")]
    language: Annotated[str, _LANGUAGE]


class HintRequest(PuzzleRequest):
    """The next step on a board."""

    levels: Annotated[Sequence[Level], _levels(("full",), "full")]
    language: Annotated[str, _LANGUAGE]


class CheckRequest(PuzzleRequest):
    """What is wrong on a board."""

    language: Annotated[str, _LANGUAGE]


class ViolationsRequest(CheckRequest):
    """What breaks the constraints of a board."""

    impossible: Annotated[bool, Flag("Say too why there is no solution; that takes a search.")]


class WhyRequest(HintRequest):
    """A candidate, for the question why no solution has it."""

    cell: Annotated[str, Text("Name of the cell, such as r4c5.", required=True)]
    digit: Annotated[int, Whole("Digit that is asked about.", 1, 36, required=True)]
    budget: Annotated[
        int | None,
        Whole("Give the proof up after {metavar} implications.", 1, asked=10**15),
    ]


class MinimiseRequest(PuzzleRequest, boards.Minimise):
    """A puzzle to be made minimal."""


class GenerateRequest(Seeded, Budgeted, GenerateOptions):
    """A new puzzle."""


def _written() -> tuple[str, ...]:
    written = [one.name for one in FORMATS.values() if one.can_write]
    return tuple(dict.fromkeys([*PICTURES, *written]))


class ConvertRequest(TypedDict):
    """Puzzles for another format."""

    puzzle: Annotated[Position | None, BoardOption("A board as text or as an object.")]
    puzzles: Annotated[list[Position] | None, BoardsOption("Several boards instead.", 1000)]
    rules: _Rules
    to: Annotated[
        str, Choice("Format, or svg, html or text for a picture.", _written, required=True)
    ]
    theme: Annotated[str, Choice("Colours of a picture: {names}.", tuple(THEMES), default="light")]


class TraceRequest(PuzzleRequest, Run):
    """A run of an algorithm."""

    algorithm: Annotated[str, Choice("Algorithm.", algorithms, required=True)]
    events: Annotated[
        int,
        Whole(
            "Keep up to {metavar} events (default: {default:,}).", 1, MOST_EVENTS, default=EVENTS
        ),
    ]


# -- reading them ---------------------------------------------------------------------------------


def fields_of(group: object) -> list[str]:
    """Return the names of the fields of a request."""
    return list(dict.fromkeys(one.group or name for name, one in options_of(group).items()))


def read_request(group: object, request: Mapping[str, object]) -> dict[str, object]:
    """Return the fields of a request; those that are left out or null have their defaults.

    >>> read_request(boards.Solve, {"limit": 3})
    {'limit': 3, 'budget': None}
    """
    options = options_of(group)
    check_fields("", request, fields_of(group))
    parts = {None: request} | {
        part: _part(part, request, [name for name in options if options[name].group == part])
        for part in {option.group for option in options.values() if option.group}
    }
    rules = read_rules("rules", request.get("rules")) if "rules" in options else None
    fields: dict[str, object] = {}
    for name, option in options.items():
        value = parts[option.group].get(name)
        if isinstance(option, RulesText):
            fields[name] = rules
        elif value is not None:
            fields[name] = _read(name, option, value, rules)
        elif option.required:
            raise RequestError(f"{name} is missing")
        else:
            fields[name] = option.default
    return fields


def _part(name: str, request: Mapping[str, object], known: Sequence[str]) -> Mapping[str, object]:
    """Return the object in a field that has several options."""
    value = request.get(name)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise RequestError(f'{name} must be an object such as {{"{known[0]}": "xy_wing"}}')
    check_fields(name, value, known)
    return value


def _read(name: str, option: Option, value: object, rules: Rules | str | None) -> object:
    match option:
        case BoardOption():
            return read_position(name, value, rules)
        case BoardsOption():
            if not isinstance(value, list) or not 1 <= len(value) <= option.most:
                raise RequestError(f"{name} must be a list of 1 to {option.most:,} boards")
            return [read_position(f"{name}[{i}]", board, rules) for i, board in enumerate(value)]
        case Flag():
            return read_flag(name, value)
        case Seed():
            return _seed(name, value, option)
        case Whole():
            return check_whole(name, value, option.least, option.asked)
        case Range():
            return _range(name, value, option)
        case Names():
            if not isinstance(value, list) or len(value) > MOST_NAMES:
                expected = f"a list of up to {MOST_NAMES} texts"
                raise RequestError(f"{name} must be {expected}, got {shown(value)}")
            return tuple(_text(f"{name}[{i}]", one, option.known) for i, one in enumerate(value))
        case Choice():
            if option.several and isinstance(value, str):
                return ",".join(_text(name, each, option.names) for each in option.parts(value))
            return _text(name, value, option.names)
    return _text(name, value)


def check_whole(name: str, value: object, least: int, most: int) -> int:
    """Return a whole number within a range."""
    if not is_whole(value) or not least <= value <= most:
        raise RequestError(f"{name} must be {least:,} to {most:,}, got {shown(value)}")
    return index(value)


def _text(name: str, value: object, choices: Sequence[str] = ()) -> str:
    if not isinstance(value, str):
        raise RequestError(f"{name} must be text, got {shown(value)}")
    if choices and value not in choices:
        raise RequestError(f"{name} must be one of {', '.join(choices)}; got {shown(value)}")
    return value


def _seed(name: str, value: object, option: Seed) -> int:
    """Return a random seed: a whole number, or text of its digits where a page cannot hold the number."""
    if isinstance(value, str):
        value = number_of(value, option.asked)
    if not is_whole(value) or not option.least <= value <= option.asked:
        expected = "a whole number from 0 to 2**64 - 1, or text of its digits"
        raise RequestError(f"{name} must be {expected}")
    return index(value)


def _range(name: str, value: object, option: Range) -> object:
    """Return a number, or a pair of the least and the most."""
    whole = option.kind is int
    ends = value if isinstance(value, list) else [value, value]
    numbers = [
        end
        for end in ends
        if (is_whole(end) or (not whole and isinstance(end, float)))
        and option.least <= end <= option.most
    ]
    if len(ends) != 2 or len(numbers) != 2:
        kind = "whole number" if whole else "number"
        limits = f"{option.least} to {option.most}"
        raise RequestError(f"{name} must be a {kind} from {limits}, or a list of two")
    return tuple(numbers) if isinstance(value, list) else value
