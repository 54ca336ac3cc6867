"""Constraints as single words that a person can type: ``killer:10=r1c1r1c2``, ``thermo:r1c1r2c1r3c1``, ``antiknight``.

A word is the name of the kind, a colon, and the fields in the order of ``in_notation``, joined by ``=``. A field that
has a default can be left out. Cells are written one after the other, groups with ``/`` between them, a yes-or-no field
as its own name. No character in a word has a meaning for a shell.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from nonet.base.errors import RulesError
from nonet.base.limits import DEPTH
from nonet.base.suggestions import suggestion
from nonet.rules.constraints import kinds
from nonet.rules.constraints.base import Constraint, TooDeep
from nonet.rules.constraints.fields import Flag, Parts, unquoted
from nonet.rules.constraints.names import no_cell, sortable

__all__ = ["format_constraint", "in_order", "read_constraint", "read_word"]

_EQUALS = re.compile("(?<![<>])=")  # of <=10 it is a part
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
    return tuple(read_word(unquoted(part), depth + 1) for part in text.split("/"))


def format_constraint(constraint: Constraint) -> str:
    """Return a constraint as one word; `read_constraint` reads it."""
    written: list[str] = []
    for field in constraint.in_notation:
        value = getattr(constraint, field.name)
        if value != field.default:
            written.append(field.name if isinstance(field, Flag) else field.ways.write(value))
    return f"{constraint.word}:{'='.join(written)}" if written else constraint.word


def in_order(constraints: Iterable[Constraint]) -> tuple[Constraint, ...]:
    """Return constraints in the one order that rules have: by kind, then by place, then by value.

    >>> from nonet.constraints import AntiKnight, Cage
    >>> in_order([Cage("r10c1 r10c2"), Cage("r2c1 r2c2", sum=3), AntiKnight()])
    (AntiKnight(), Cage('r2c1 r2c2', sum=3), Cage('r10c1 r10c2'))
    """
    return tuple(sorted(constraints, key=_rank))


def _rank(constraint: Constraint) -> tuple[str, str, str]:
    word = constraint.notation
    kind, _, text = word.partition(":")
    # The place comes last in a word.
    return kind, sortable("=".join(reversed(text.split("=")))), word


def read_constraint(kind: type[Constraint], text: str, depth: int = 0) -> Constraint:
    """Return the constraint of a kind from what follows the colon, ``""`` if there is none.

    ``depth`` is the number of constraints around it. Raises `RulesError`, which says what is expected.

    >>> from nonet.constraints import Thermo
    >>> read_constraint(Thermo, "slow=r1c1r2c1")
    Thermo('r1c1 r2c1', slow=True)
    """
    form = kind.in_notation
    # Constraints have = of their own.
    whole = len(form) == 1 and isinstance(form[0], Parts)
    parts = ([text] if whole else _EQUALS.split(text)) if text else []
    fields: dict[str, object] = {}
    for field in reversed(form):
        is_flag = isinstance(field, Flag)
        if not parts or (is_flag and parts[-1] != field.name):
            if field.is_required:
                raise _expected(kind, text)
            continue
        part = parts.pop()
        if is_flag:
            fields[field.name] = True
            continue
        try:
            fields[field.name] = _parts(part, depth) if whole else field.ways.read(part)
        except TooDeep:
            raise
        except ValueError as error:
            if whole:
                raise kind.error(str(error)) from None
            if field.has_cells and (wrong := no_cell(part)):
                raise kind.error(wrong) from None
            if not field.is_required and field is not form[0]:
                parts.append(part)  # the field is left out, and this is the one before it
                continue
            raise kind.error(
                f"expected {field.expected} for {field.name.upper()}, got {part!r};"
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
    shown, form = "", kind.in_notation
    for field in form:
        word = field.name if isinstance(field, Flag) else field.name.upper()
        text = word if field is form[-1] else f"{word}="
        shown += text if field.is_required else f"[{text}]"
    return f"{kind.word}:{shown}" if shown else kind.word
