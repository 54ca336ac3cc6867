"""Constraints as single words that a person can type: ``killer:10=r1c1r1c2``, ``thermo:r1c1r2c1r3c1``, ``antiknight``.

A word is the name of the kind, a colon, and the fields in the order of its ``form``, joined by ``=``. A field that has
a default can be left out. Cells are written one after the other, groups with ``/`` between them, a yes-or-no field as
its own name. No character in a word has a meaning for a shell.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from inspect import Parameter
from typing import Any, NamedTuple

from nonet.base.errors import DEPTH, RulesError
from nonet.base.suggestions import suggestion
from nonet.rules.constraints import kinds
from nonet.rules.constraints.base import (
    Constraint,
    TooDeep,
    fields_of,
    names_of,
    no_cell,
    parameters_of,
)

__all__ = ["format_constraint", "read_constraint", "read_word"]


class _Codec(NamedTuple):
    """How a field is written, read, and described in an error."""

    write: Callable[[Any], str]
    read: Callable[[str], Any]
    expected: str


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise ValueError(text)
    return int(text)


def _digits(text: str) -> tuple[int, ...]:
    parts = [part for part in text.split(",") if part] if "," in text else list(text)
    return tuple(_number(part) for part in parts)


def _written_digits(digits: tuple[int, ...]) -> str:
    """Write digits one after the other; with commas, and one at the end, if one has two characters."""
    if all(0 <= digit < 10 for digit in digits):
        return "".join(map(str, digits))
    return ",".join(map(str, digits)) + ","


_NUMBER = re.compile(r"-?[0-9]{1,99}")
_SPECIAL = re.compile(r"[^A-Za-z0-9_:,.]")
_PERCENT = re.compile(rb"%([0-9A-Fa-f]{2})")


def _quoted(text: str) -> str:
    """Return text with ``%3D`` and the like for most characters, as in web addresses."""
    return _SPECIAL.sub(lambda found: "".join(f"%{b:02X}" for b in found[0].encode()), text)


def _unquoted(text: str) -> str:
    return _PERCENT.sub(lambda found: bytes([int(found[1], 16)]), text.encode()).decode()


_PART = "expected a constraint such as thermo:r1c1r1c2"


def read_word(word: str, depth: int = 0) -> Constraint:
    """Return the constraint of a whole word.

    >>> read_word("killer:10=r1c1r1c2")
    Cage('r1c1 r1c2', sum=10)
    """
    name, _, text = word.partition(":")
    if name not in kinds():
        raise RulesError(f"unknown rule {name!r}; {suggestion(name, kinds(), otherwise=_PART)}")
    return read_constraint(kinds()[name], text, depth)


def _parts(text: str, depth: int = 0) -> tuple[Constraint, ...]:
    if depth >= DEPTH:
        raise TooDeep
    return tuple(read_word(_unquoted(part), depth + 1) for part in text.split("/"))


_CODECS = {
    "Cell": _Codec(str, str.lower, "a cell such as r1c1"),
    "Cells": _Codec("".join, names_of, "cells such as r1c1r1c2"),
    "Groups": _Codec(
        lambda groups: "/".join("".join(group) for group in groups),
        lambda text: tuple(names_of(group) for group in text.split("/")),
        "groups of cells such as r1c1r1c2/r2c1r2c2",
    ),
    "Digits": _Codec(_written_digits, _digits, "digits such as 123"),
    "Text": _Codec(_quoted, _unquoted, "text with %XX for most characters"),
    "Constraints": _Codec(
        lambda parts: "/".join(_quoted(format_constraint(part)) for part in parts),
        _parts,
        "rules such as thermo:r1c1r1c2/antiknight",
    ),
    "int": _Codec(str, _number, "a number"),
    "int | None": _Codec(str, _number, "a number"),
    "str": _Codec(
        lambda text: text.replace(" ", "-"), lambda text: text.replace("-", " "), "a word"
    ),
}


def format_constraint(constraint: Constraint) -> str:
    """Return a constraint as one word; `read_constraint` reads it."""
    kind = type(constraint)
    annotations, parameters = fields_of(kind), parameters_of(kind)
    written = []
    for name in filter(None, kind.form.split("=")):
        value = getattr(constraint, name)
        if value == parameters[name].default:
            continue
        written.append(name if value is True else _CODECS[annotations[name]].write(value))
    return f"{kind.word}:{'='.join(written)}" if written else kind.word


def read_constraint(kind: type[Constraint], text: str, depth: int = 0) -> Constraint:
    """Return the constraint of a kind from what follows the colon, ``""`` if there is none.

    ``depth`` is the number of constraints around it. Raises `RulesError`, which says what is expected.

    >>> from nonet.constraints import Thermo
    >>> read_constraint(Thermo, "slow=r1c1r2c1")
    Thermo('r1c1 r2c1', slow=True)
    """
    annotations, parameters = fields_of(kind), parameters_of(kind)
    names = [name for name in kind.form.split("=") if name]
    # Constraints have = of their own.
    whole = [annotations[name] for name in names] == ["Constraints"]
    parts = ([text] if whole else text.split("=")) if text else []
    fields: dict[str, Any] = {}
    for name in reversed(names):
        required = parameters[name].default is Parameter.empty
        if not parts or (annotations[name] == "bool" and parts[-1] != name):
            if required:
                raise _expected(kind, text)
            continue
        part = parts.pop()
        if annotations[name] == "bool":
            fields[name] = True
            continue
        try:
            fields[name] = _parts(part, depth) if whole else _CODECS[annotations[name]].read(part)
        except TooDeep:
            raise
        except ValueError as error:
            if whole:
                raise kind.error(str(error)) from None
            if annotations[name] in ("Cells", "Groups") and (wrong := no_cell(part)):
                raise kind.error(wrong) from None
            if not required and name != names[0]:
                parts.append(part)  # the field is left out, and this is the one before it
                continue
            raise kind.error(
                f"expected {_CODECS[annotations[name]].expected} for {name.upper()}, got {part!r};"
                f" write {usage(kind)}"
            ) from None
    if parts:
        raise _expected(kind, text)
    return kind(**fields)


def _expected(kind: type[Constraint], text: str) -> RulesError:
    return kind.error(
        f"expected {usage(kind)}, got {kind.word + ':' + text if text else kind.word!r}"
    )


def usage(kind: type[Constraint]) -> str:
    """Return how a kind is written: ``killer:[SUM=]CELLS``."""
    shown = ""
    for name in filter(None, kind.form.split("=")):
        parameter, word = parameters_of(kind)[name], name.upper()
        if fields_of(kind)[name] == "bool":
            word = name
        last = name == kind.form.rpartition("=")[2]
        optional = parameter.default is not Parameter.empty
        text = word if last else f"{word}="
        shown += f"[{text}]" if optional else text
    return f"{kind.word}:{shown}" if shown else kind.word
