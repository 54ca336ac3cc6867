"""Rules as a list, as JSON and YAML files have them: shorter lines than the notation, and names for the numbers.

An item of the list is a word of the notation, or a rule with what follows it::

    rules:
    - 3x3
    - antiknight
    - thermo: r1c1 r2c1 r3c1
    - killer: {sum: 10, cells: r4c4 r4c5}
    - renban: [r5c1 r5c2 r5c3, r9c7 r9c8 r9c9]
    - anyof: [thermo: r1c7 r1c8, thermo: r1c8 r1c7]

A text is what follows the colon in the notation, and may have spaces. Names are those of the parameters in Python. A
list has several constraints of one kind, or the parts of ``anyof`` and ``allof``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from nonet.base.errors import ParseError, RulesError
from nonet.base.strict_json import Json
from nonet.base.suggestions import shown, suggestion
from nonet.rules import Rules
from nonet.rules.constraints import Constraint, kinds
from nonet.rules.constraints.base import TooDeep
from nonet.rules.constraints.fields import AnyParameter, Area, Areas, Parts
from nonet.rules.constraints.names import names_of, no_cell
from nonet.rules.constraints.notation import read_constraint
from nonet.rules.variants import UNKNOWN_REGIONS, format_rules, other_name

__all__ = ["listed_rules", "rules_in_list"]

_TAKES_TEXT = ("jigsaw", "house", "digits")
_MEANT = re.compile(r"(?:\d+=?|=|(?:\d+=)?[rR]\d+\S*)")
"""How what follows a rule begins where its colon is missing: a number or cells."""


# -- reading --------------------------------------------------------------------------------------


def rules_in_list(items: list[Json]) -> str:
    """Return a list of rules as text of the notation; raise `ParseError` for an item that is not a rule.

    >>> rules_in_list(["antiknight", {"thermo": "r1c1 r2c1"}, {"killer": {"sum": 3, "cells": ["r1c2", "r1c3"]}}])
    'antiknight thermo:r1c1r2c1 killer:3=r1c2r1c3'
    """
    return " ".join(word for item in items for word in _words(item))


def _words(item: Json) -> Iterator[str]:
    if isinstance(item, str):
        words = item.split()
        if len(words) > 1 and words[0] in kinds() and _MEANT.fullmatch(words[1]):
            raise ParseError(
                f"rules: is a colon missing after {words[0]!r}? write {words[0]}: {' '.join(words[1:])}"
            )
        yield from words
    elif isinstance(item, dict):
        for name, value in item.items():
            yield from _rule(name, value)
    else:
        raise ParseError(f"rules: expected a rule such as antiknight, found {shown(item)}")


def _rule(name: str, value: Json) -> Iterator[str]:
    """Yield the words of a rule and what follows it."""
    word = name.strip().lower()
    if value in (None, True, "", "true"):
        yield word
    elif word == "digits" and isinstance(value, (list, int)):
        yield f"{word}:{','.join(map(str, value if isinstance(value, list) else [value]))}"
    elif word in _TAKES_TEXT or word not in kinds():
        if not isinstance(value, str):
            raise ParseError(f"rules: {_unknown(word) or f'expected a text after {word}'}")
        yield f"{word}:{''.join(value.split())}"
    else:
        is_one = _has_parts(kinds()[word]) and not all(map(_names_parts, _items(value)))
        for each in value if isinstance(value, list) and not is_one else [value]:
            try:
                yield _constraint(kinds()[word], each).notation
            except RulesError as error:
                meant = isinstance(value, list) and all(map(_is_cell, value))
                raise ParseError(f"rules: {error}{_ONE_TEXT if meant else ''}") from None


_ONE_TEXT = (
    "; a list has one constraint per item, and the cells of one are a text such as r1c1 r1c2"
)


def _is_cell(item: Json) -> bool:
    """Whether an item of a list is one cell alone, as where a list stands for the cells of one constraint."""
    return isinstance(item, str) and re.fullmatch(r"\s*[rR]\d+[cC]\d+\s*", item) is not None


def _has_parts(kind: type[Constraint]) -> bool:
    """Whether a kind consists of other constraints: then a list has these."""
    return any(isinstance(field, Parts) for field in kind.parameters.values())


def _names_parts(item: Json) -> bool:
    return isinstance(item, dict) and item.keys() == {"parts"}


def _unknown(word: str) -> str:
    if word in _TAKES_TEXT:
        return ""
    if word.startswith("chaos"):
        return f"unknown rule {word!r}; {UNKNOWN_REGIONS}"
    if meant := other_name(word):
        return f"unknown rule {word!r}; did you mean {meant}?"
    return f"unknown rule {word!r}; {suggestion(word, kinds(), otherwise='see nonet.constraints')}"


def _constraint(kind: type[Constraint], value: Json) -> Constraint:
    if _has_parts(kind) and not _names_parts(value):
        value = {"parts": value}
    if isinstance(value, dict):
        return _with_fields(kind, value)
    if isinstance(value, (str, int)) and not isinstance(value, bool):
        _check_commas(kind, str(value).rpartition("=")[2])
        return read_constraint(kind, _closed(str(value)))
    raise kind.error(f"expected a text or names with values, got {shown(value)}")


_SEVERAL = re.compile(r"(?:\s*[rR]\d+[cC]\d+)+\s*")


def _check_commas(kind: type[Constraint], text: str) -> None:
    """Raise `RulesError` where a comma may separate two constraints: both sides of it have several cells."""
    parts = text.split(",")
    has_groups = any(isinstance(field, Areas) for field in kind.parameters.values())
    if has_groups or not all(map(_SEVERAL.fullmatch, parts)):
        return
    if len(parts) > 1 and all(len(names_of(part)) > 1 for part in parts):
        listed = ", ".join(part.strip() for part in parts)
        raise kind.error(
            f"do commas stand between {len(parts)} constraints? write them as a list, [{listed}],"
            " and one constraint without commas"
        )


def _closed(text: str) -> str:
    """Return a text without spaces around it and around each ``=``."""
    return "=".join(part.strip() for part in text.split("="))


def _with_fields(kind: type[Constraint], values: Mapping[str, Json]) -> Constraint:
    fields = kind.parameters
    for name in values:
        if name not in fields:
            known = f"known: {', '.join(fields) or 'none'}"
            raise kind.error(f"unknown name {name!r}; {suggestion(name, fields, otherwise=known)}")
    missing = [name for name, field in fields.items() if field.is_required]
    if left := [name for name in missing if name not in values]:
        raise kind.error(f"expected {left[0]}, got only {', '.join(values) or 'nothing'}")
    by_name = {}
    for name, value in values.items():
        field = fields[name]
        if isinstance(field, Area) and isinstance(value, str):
            _check_commas(kind, value)
        try:
            by_name[name] = (
                _parts(value) if isinstance(field, Parts) else field.ways.from_list(value)
            )
        except TooDeep:
            raise
        except (ValueError, TypeError) as error:
            if isinstance(field, Parts):
                raise kind.error(str(error).removeprefix("rules: ")) from None
            if field.has_cells and (wrong := no_cell(str(value))):
                raise kind.error(wrong) from None
            raise kind.error(f"expected {field.listed} as {name}, got {shown(value)}") from None
    return kind(**by_name)


def _parts(value: Json) -> tuple[Constraint, ...]:
    words = [word for item in _items(value) for word in _words(item)]
    parts = []
    for word in words:
        name, _, text = word.partition(":")
        if name not in kinds():
            raise RulesError(_unknown(name))
        parts.append(read_constraint(kinds()[name], _closed(text)))
    return tuple(parts)


def _items(value: Json) -> list[Json]:
    return value if isinstance(value, list) else [value]


# -- writing --------------------------------------------------------------------------------------


def listed_rules(rules: Rules, *, usual: bool) -> list[object]:
    """Return rules as a list. With ``usual`` the shape is left out, because the size of the board gives it.

    >>> from nonet.constraints import AntiKnight, Cage, Thermo
    >>> rules = Rules(constraints=[AntiKnight(), Cage("r1c1 r1c2", sum=10), Thermo("r2c1 r2c2")])
    >>> listed_rules(rules, usual=True)
    ['antiknight', {'killer': {'cells': 'r1c1 r1c2', 'sum': 10}}, {'thermo': 'r2c1 r2c2'}]
    """
    words: list[object] = [
        {"digits": word.removeprefix("digits:")} if word.startswith("digits:") else word
        for word in format_rules(rules.without_constraints()).split()
    ]
    return words[1 if usual else 0 :] + [_listed(each) for each in rules.constraints]


def _listed(constraint: Constraint) -> object:
    kind = type(constraint)
    fields = kind.parameters
    words = {
        name: _plain(fields[name], value)
        for name, value in constraint.fields.items()
        if value != fields[name].default
    }
    if not words:
        return kind.word
    if len(words) == len(fields) == 1 or list(words) == list(fields)[:1]:
        (value,) = words.values()
        if isinstance(value, str) and fields[next(iter(words))].has_cells:
            return {kind.word: value}
    return {kind.word: words}


def _plain(kept: AnyParameter, value: Any) -> object:
    return list(map(_listed, value)) if isinstance(kept, Parts) else kept.ways.to_list(value)
