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
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from nonet.base.errors import ParseError, RulesError
from nonet.base.suggestions import suggestion
from nonet.formats.json_text import shown
from nonet.rules import Rules
from nonet.rules.constraints import Constraint, kinds
from nonet.rules.constraints.base import TooDeep, fields_of, names_of, no_cell, parameters_of
from nonet.rules.constraints.notation import read_constraint
from nonet.rules.variants import UNKNOWN_REGIONS, format_rules, other_name

__all__ = ["listed_rules", "rules_in_list"]

_TAKES_TEXT = ("jigsaw", "house")
_MEANT = re.compile(r"(?:\d+=?|=|(?:\d+=)?[rR]\d+\S*)")
"""How what follows a rule begins where its colon is missing: a number or cells."""


# -- reading --------------------------------------------------------------------------------------


def rules_in_list(items: list[Any]) -> str:
    """Return a list of rules as text of the notation; raise `ParseError` for an item that is not a rule.

    >>> rules_in_list(["antiknight", {"thermo": "r1c1 r2c1"}, {"killer": {"sum": 3, "cells": ["r1c2", "r1c3"]}}])
    'antiknight thermo:r1c1r2c1 killer:3=r1c2r1c3'
    """
    return " ".join(word for item in items for word in _words(item))


def _words(item: Any) -> Iterator[str]:
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


def _rule(name: str, value: Any) -> Iterator[str]:
    """Yield the words of a rule and what follows it."""
    word = name.strip().lower()
    if value in (None, True, "", "true"):
        yield word
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


def _is_cell(item: Any) -> bool:
    """Whether an item of a list is one cell alone, as where a list stands for the cells of one constraint."""
    return isinstance(item, str) and re.fullmatch(r"\s*[rR]\d+[cC]\d+\s*", item) is not None


def _has_parts(kind: type[Constraint]) -> bool:
    """Whether a kind consists of other constraints: then a list has these."""
    return list(fields_of(kind).values()) == ["Constraints"]


def _names_parts(item: Any) -> bool:
    return isinstance(item, dict) and item.keys() == {"parts"}


def _unknown(word: str) -> str:
    if word in _TAKES_TEXT:
        return ""
    if word.startswith("chaos"):
        return f"unknown rule {word!r}; {UNKNOWN_REGIONS}"
    if meant := other_name(word):
        return f"unknown rule {word!r}; did you mean {meant}?"
    return f"unknown rule {word!r}; {suggestion(word, kinds(), otherwise='see nonet.constraints')}"


def _constraint(kind: type[Constraint], value: Any) -> Constraint:
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
    """Raise `RulesError` where a comma may stand between two constraints: both sides of it have several cells."""
    parts = text.split(",")
    if "Groups" in fields_of(kind).values() or not all(map(_SEVERAL.fullmatch, parts)):
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


def _with_fields(kind: type[Constraint], values: Mapping[str, Any]) -> Constraint:
    annotations = fields_of(kind)
    for name in values:
        if name not in annotations:
            known = f"known: {', '.join(annotations) or 'none'}"
            raise kind.error(
                f"unknown name {name!r}; {suggestion(name, annotations, otherwise=known)}"
            )
    missing = [name for name, each in parameters_of(kind).items() if each.default is each.empty]
    if left := [name for name in missing if name not in values]:
        raise kind.error(f"expected {left[0]}, got only {', '.join(values) or 'nothing'}")
    found = {}
    for name, value in values.items():
        if annotations[name] == "Cells" and isinstance(value, str):
            _check_commas(kind, value)
        try:
            found[name] = _READERS[annotations[name]](value)
        except TooDeep:
            raise
        except (ValueError, TypeError) as error:
            if annotations[name] == "Constraints":
                raise kind.error(str(error).removeprefix("rules: ")) from None
            if annotations[name] in ("Cell", "Cells", "Groups") and (wrong := no_cell(str(value))):
                raise kind.error(wrong) from None
            raise kind.error(
                f"expected {_EXPECTED[annotations[name]]} as {name}, got {shown(value)}"
            ) from None
    return kind(**found)


def _number(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, str)) or len(str(value)) > 99:
        raise ValueError(value)
    return int(value)


def _text(value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        raise ValueError(value)
    return str(value)


def _flag(value: Any) -> bool:
    known = {True: True, False: False, "true": True, "false": False, "yes": True, "no": False}
    if not isinstance(value, (bool, str)) or value not in known:
        raise ValueError(value)
    return known[value]


def _names(value: Any) -> tuple[str, ...]:
    items = [value] if isinstance(value, str) else value
    if not isinstance(items, list) or not all(isinstance(item, str) for item in items):
        raise ValueError(value)
    return tuple(name for item in items for name in names_of(item))


def _groups(value: Any) -> tuple[tuple[str, ...], ...]:
    items = value.split("/") if isinstance(value, str) else value
    if not isinstance(items, list):
        raise ValueError(value)
    return tuple(map(_names, items))


def _digits(value: Any) -> tuple[int, ...]:
    if isinstance(value, (str, int)) and not isinstance(value, bool):
        text = str(value).replace(",", " ").split()
        value = list(text[0]) if len(text) == 1 else text
    if not isinstance(value, list):
        raise ValueError(value)
    return tuple(map(_number, value))


def _parts(value: Any) -> tuple[Constraint, ...]:
    words = [word for item in _items(value) for word in _words(item)]
    found = []
    for word in words:
        name, _, text = word.partition(":")
        if name not in kinds():
            raise RulesError(_unknown(name))
        found.append(read_constraint(kinds()[name], _closed(text)))
    return tuple(found)


def _items(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


_READERS: Mapping[str, Callable[[Any], Any]] = {
    "Cell": lambda value: "".join(_names(value)),
    "Cells": _names,
    "Constraints": _parts,
    "Digits": _digits,
    "Groups": _groups,
    "Text": _text,
    "bool": _flag,
    "int": _number,
    "int | None": lambda value: None if value is None else _number(value),
    "str": _text,
}
_EXPECTED = {
    "Cell": "a cell such as r1c1",
    "Cells": "cells such as r1c1 r1c2",
    "Constraints": "a list of rules",
    "Digits": "digits such as 1 2 3",
    "Groups": "groups of cells such as [r1c1 r1c2, r2c1 r2c2]",
    "Text": "a text",
    "bool": "true or false",
    "int": "a number",
    "int | None": "a number",
    "str": "a text",
}


# -- writing --------------------------------------------------------------------------------------


def listed_rules(rules: Rules, *, usual: bool) -> list[Any]:
    """Return rules as a list. With ``usual`` the shape is left out, because the size of the board gives it.

    >>> from nonet.constraints import AntiKnight, Cage, Thermo
    >>> rules = Rules(constraints=[AntiKnight(), Cage("r1c1 r1c2", sum=10), Thermo("r2c1 r2c2")])
    >>> listed_rules(rules, usual=True)
    ['antiknight', {'killer': {'cells': 'r1c1 r1c2', 'sum': 10}}, {'thermo': 'r2c1 r2c2'}]
    """
    words: list[Any] = format_rules(rules.without_constraints()).split()
    return words[1 if usual else 0 :] + [_listed(each) for each in rules.constraints]


def _listed(constraint: Constraint) -> Any:
    kind = type(constraint)
    parameters = parameters_of(kind)
    found = {
        name: _plain(value, fields_of(kind)[name])
        for name, value in constraint.fields.items()
        if value != parameters[name].default
    }
    if not found:
        return kind.word
    if len(found) == len(parameters) == 1 or list(found) == list(parameters)[:1]:
        (value,) = found.values()
        if isinstance(value, str) and fields_of(kind)[next(iter(found))] in ("Cell", "Cells"):
            return {kind.word: value}
    return {kind.word: found}


def _plain(value: Any, annotation: str) -> Any:
    if annotation == "Cells":
        return " ".join(value)
    if annotation == "Groups":
        return [" ".join(group) for group in value]
    if annotation == "Digits":
        return list(value)
    return [_listed(part) for part in value] if annotation == "Constraints" else value
