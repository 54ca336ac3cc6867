"""The rules in the JSON of f-puzzles: regions, houses, rules for the whole board, and the keys of the kinds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from nonet.base.errors import ParseError, RulesError
from nonet.base.numbers import read_number
from nonet.base.strict_json import Json, JsonObject, is_list_of
from nonet.base.suggestions import shown
from nonet.formats.board_builder import BoardBuilder
from nonet.formats.puzzles import refused
from nonet.puzzle import Board
from nonet.rules import Rules
from nonet.rules.constraints import (
    AnyOf,
    Cage,
    Constraint,
    Difference,
    NonConsecutive,
    Ratio,
    StrictKropki,
    StrictXV,
    kinds,
)
from nonet.rules.constraints.f_puzzles import Key, Switch, names_in, written
from nonet.rules.houses import diagonals
from nonet.rules.variants import disjoint_groups

__all__ = [
    "DRAWN",
    "FOG",
    "TEXTS",
    "default_box",
    "keys",
    "switches_of",
    "take_rules",
    "written_rules",
]

TEXTS = {"title": "title", "author": "author", "ruleset": "ruleset"}
"""The notes of a puzzle: the key of the JSON, and that of the info."""

DRAWN = (
    "cage", "circle", "disabledlogic", "line", "rectangle", "text",
    "truecandidatesoptions", "highlightConflicts", "successMessage", "metadata", "id",
)  # fmt: skip
"""Keys that are only drawn, or only help a player."""

FOG = ("fogofwar", "foglight", "triggereffect")
"""Keys of the fog over a board and of what lifts it, in SudokuPad too: it hides things from a player, no rule."""

_DIGITAL_ROOT = re.compile("DR([1-9])")


@cache
def keys() -> dict[str, tuple[type[Constraint], Key[Any]]]:
    """Return kind and codec of each key; of several kinds that share one, the first."""
    keys: dict[str, tuple[type[Constraint], Key[Any]]] = {}
    for kind in kinds().values():
        keys |= {key.name: (kind, key) for key in kind.f_puzzles if key.name not in keys}
    return keys


def switches_of(kind: Constraint | type[Constraint]) -> list[Key[Any]]:
    """Return the keys that switch a kind on: SudokuPad has them, too."""
    return [key for key in kind.f_puzzles if isinstance(key, Switch)]


# -- reading --------------------------------------------------------------------------------------


def default_box(size: int) -> tuple[int, int]:
    """Return rows and columns of the boxes of a board whose cells name no region.

    >>> default_box(9), default_box(6), default_box(7)
    ((3, 3), (2, 3), (1, 7))
    """
    rows = next(rows for rows in range(int(size**0.5), 0, -1) if size % rows == 0)
    return rows, size // rows


def take_rules(data: Mapping[str, Json], shape: Rules, board: BoardBuilder) -> None:
    """Take the rules in the data of f-puzzles, its houses and constraints; ``shape`` are its regions.

    Raises `ParseError` for a key that is not known and may be a rule.
    """
    known = {"size", "grid", "solution", "negative", "nonconsecutive", "disjointgroups",
             "diagonal+", "diagonal-", "extraregion", *TEXTS, *DRAWN, *FOG, *keys()}  # fmt: skip
    if unknown := [
        key for key in data if key not in known and data[key] not in (None, False, "", [], {})
    ]:
        names = ", ".join(map(repr, unknown))[:200]
        raise ParseError(f"the puzzle has rules that nonet does not know: {names}")
    size = board.size
    board.constraints += _constraints_of(data, size)
    board.constraints += _digital_roots(data, size)
    board.constraints += [*_negative(data, board.constraints)]
    down, up = diagonals(size)
    board.houses += [down] * bool(data.get("diagonal-")) + [up] * bool(data.get("diagonal+"))
    if data.get("disjointgroups"):
        board.houses += disjoint_groups(shape)
    for entry in _entries(data, "extraregion"):
        board.house(names_in(entry.get("cells"), size))


def _entries(data: Mapping[str, Json], name: str) -> list[JsonObject]:
    entries = data.get(name) or []
    if not is_list_of(entries, dict):
        raise ParseError(f"{name}: expected a list of objects, found {shown(entries)}")
    return entries


def _constraints_of(data: Mapping[str, Json], size: int) -> Iterator[Constraint]:
    """Yield the constraints of all keys; an error names its key."""
    name = ""
    try:
        for name, (kind, key) in keys().items():
            if isinstance(key, Switch):
                if data.get(name):
                    yield kind()
                continue
            for entry in _entries(data, name):
                yield from key.read(kind, entry, size)
    except ParseError as error:
        raise (
            error if error.reason.startswith(name) else ParseError(f"{name}: {error.reason}")
        ) from None
    except RulesError as error:
        raise ParseError(f"{name}: {error}") from None


def _digital_roots(data: Mapping[str, Json], size: int) -> Iterator[Constraint]:
    """Yield the cages whose text is DR and a digit: the digital root of their sum. Other texts are only drawn."""
    for entry in _entries(data, "cage"):
        match = _DIGITAL_ROOT.fullmatch(str(entry.get("value", "")).strip())
        if match is None:
            continue
        names = names_in(entry.get("cells"), size)
        least, most = len(names) * (len(names) + 1) // 2, len(names) * size
        sums = [total for total in range(least, most + 1) if total % 9 == read_number(match[1]) % 9]
        try:
            yield AnyOf([Cage(names, sum=total) for total in sums])
        except RulesError as error:
            raise ParseError(f"cage: {error}") from None


def _negative(data: Mapping[str, Json], constraints: list[Constraint]) -> Iterator[Constraint]:
    """Yield the rules about neighbours without a mark: dots of either kind except a pair from both rules."""
    names = data.get("negative") or []
    if not isinstance(names, list):
        raise ParseError(f"negative: expected a list of names, found {shown(names)}")
    if unknown := [name for name in names if name not in ("xv", "ratio")]:
        raise ParseError(f"negative: expected 'xv' or 'ratio', found {shown(unknown[0])}")
    if "xv" in names:
        yield StrictXV()
    white, black = bool(data.get("nonconsecutive")), "ratio" in names
    if white and not any(isinstance(each, (Difference, Ratio)) for each in constraints):
        yield NonConsecutive()
        white = False
    if white and not _all_ones(constraints):
        raise ParseError("nonconsecutive: nonet does not know it beside differences other than 1")
    if white or black:
        yield StrictKropki("" if white and black else "white" if white else "black")


def _all_ones(dots: Iterable[Constraint]) -> bool:
    """Whether all white dots are for consecutive digits."""
    return all(each.difference == 1 for each in dots if isinstance(each, Difference))


# -- writing --------------------------------------------------------------------------------------


def written_rules(puzzle: Board) -> dict[str, object]:
    """Return the keys of the rules. Raises `PuzzleError` for a constraint that f-puzzles does not have."""
    data = _written_houses(puzzle)
    negative: list[str] = []
    entries: dict[str, list[dict[str, object]]] = {}
    for constraint in puzzle.rules.constraints:
        flags = _flags_of(puzzle, constraint)
        if not flags:
            key, more = _written(puzzle, constraint)
            if key not in entries:
                data[key] = entries[key] = []
            entries[key] += more
        negative += [name for name in ("xv", "ratio") if name in flags]
        data |= {name: True for name in flags if name not in ("xv", "ratio")}
    return data | ({"negative": negative} if negative else {})


def _flags_of(puzzle: Board, constraint: Constraint) -> list[str]:
    """Return the keys, and the negative constraints, of a rule for the whole board; none for other constraints."""
    others = puzzle.rules.constraints
    dots = any(isinstance(each, (Difference, Ratio)) for each in others)
    if isinstance(constraint, StrictXV) and not constraint.only:
        return ["xv"]
    if isinstance(constraint, NonConsecutive) and not dots:
        return ["nonconsecutive"]
    if isinstance(constraint, StrictKropki) and _all_ones(others):
        names = {"nonconsecutive": "black", "ratio": "white"}
        return [name for name, other in names.items() if constraint.only != other]
    return [key.name for key in switches_of(constraint)]


def _written(puzzle: Board, constraint: Constraint) -> tuple[str, list[dict[str, object]]]:
    for key in constraint.f_puzzles:
        if (entries := key.write(constraint, puzzle.rules.size)) is not None:
            return key.name, entries
    reason = f"does not have the constraint {constraint.notation}; use 'jsonl'"
    raise refused("f-puzzles", reason, puzzle)


def _written_houses(puzzle: Board) -> dict[str, object]:
    rules, size = puzzle.rules, puzzle.rules.size
    left = list(rules.extra)
    data: dict[str, object] = {}
    down, up = diagonals(size)
    for key, houses in (
        ("diagonal+", (up,)),
        ("diagonal-", (down,)),
        ("disjointgroups", disjoint_groups(rules) if rules.box_rows else ()),
    ):
        if houses and all(house in left for house in houses):
            data[key] = True
            left = [house for house in left if house not in houses]
    if left:
        data["extraregion"] = [{"cells": written(house.cells.names)} for house in left]
    return data
