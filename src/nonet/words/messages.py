"""Sentences with placeholders: the small language that the catalogues of words are written in.

A message is text with placeholders in braces, in the manner of ICU's MessageFormat:

* ``{cell}`` is a value by its name, ``{house.kind}`` a part of one;
* ``{cells, or}`` is a value in another form: how a list is joined, or how its items are written; a number in the form
  ``plain`` keeps the digits 0 to 9;
* ``{cells, plural, one {this cell} other {these cells}}`` chooses by a number, or by the length of a list;
* ``{kind, select, row {…} other {…}}`` chooses by a word; true is ``yes``, false, nothing and the empty list are
  ``no``.

The catalogue defines which numbers are ``one`` or ``few``, how a list is joined, how a cell is written and with which
digits, so the code holds no word order and no grammar. A name that is no value is a phrase of the catalogue, filled
from the same values.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

from nonet.base.numbers import read_number

__all__ = ["Catalogue", "CatalogueError", "Value", "Values"]

Values: TypeAlias = "Mapping[str, Any]"


class CatalogueError(ValueError):
    """A catalogue of words lacks something or is malformed; the message names the place."""


@dataclass(frozen=True, slots=True)
class Value:
    """A thing that the catalogue has a message for: its kind, and the values that fill the message."""

    kind: str
    parts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _Placeholder:
    """A placeholder; ``choices`` are the messages of a plural or a select."""

    name: str
    forms: tuple[str, ...] = ()
    choice: str = ""
    choices: tuple[tuple[str, _Parts], ...] = ()


_Parts: TypeAlias = "tuple[str | _Placeholder, ...]"

_DIGITS = "0123456789"
_NUMBER = re.compile(r"\d[\d.]*", re.ASCII)
_DECIMAL = re.compile(r"\d+\.\d+", re.ASCII)
_NAME = re.compile(r"\s*([\w.]+)\s*")
_KEY = re.compile(r"\s*(\w+)\s*\{")


@lru_cache(maxsize=2048)
def _parsed(message: str) -> _Parts:
    parts, end = _read(message, 0)
    if end < len(message):
        raise CatalogueError(f"unexpected }} at {message[end:]!r} in {message!r}")
    return parts


def _read(text: str, at: int) -> tuple[_Parts, int]:
    """Read up to the closing brace or the end; return the parts and where that is."""
    parts: list[str | _Placeholder] = []
    while at < len(text) and text[at] != "}":
        if text[at] == "{":
            gap, at = _read_placeholder(text, at + 1)
            parts.append(gap)
            continue
        end = min((e for e in (text.find("{", at), text.find("}", at)) if e >= 0), default=-1)
        end = len(text) if end < 0 else end
        parts.append(text[at:end])
        at = end
    return tuple(parts), at


def _read_placeholder(text: str, at: int) -> tuple[_Placeholder, int]:
    name = _NAME.match(text, at)
    if not name:
        raise CatalogueError(f"expected a name of a placeholder at {text[at:]!r} in {text!r}")
    at = name.end()
    if text[at : at + 1] == "}":
        return _Placeholder(name[1]), at + 1
    end = min((e for e in (text.find(",", at + 1), text.find("}", at)) if e >= 0), default=-1)
    if text[at : at + 1] != "," or end < 0:
        raise CatalogueError(f"expected }} after the placeholder {name[1]!r} in {text!r}")
    words = tuple(text[at + 1 : end].split())
    if text[end] == "}":
        return _Placeholder(name[1], words), end + 1
    if words not in (("plural",), ("select",)):
        raise CatalogueError(
            f"expected plural or select after {name[1]!r}, got {' '.join(words)!r} in {text!r}"
        )
    choices, at = [], end + 1
    while key := _KEY.match(text, at):
        parts, at = _read(text, key.end())
        choices.append((key[1], parts))
        at += 1
    close = re.compile(r"\s*\}").match(text, at)
    if not close or "other" not in dict(choices):
        raise CatalogueError(
            f"the choices of {name[1]!r} need an 'other' and a closing }} in {text!r}"
        )
    return _Placeholder(name[1], choice=words[0], choices=tuple(choices)), close.end()


def _flat(group: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Yield the texts of nested groups with their whole keys: ``play.undo``."""
    for name, entry in group.items():
        if isinstance(entry, str):
            yield prefix + name, entry
        else:
            yield from _flat(entry, f"{prefix}{name}.")


class Catalogue:
    """The words of one language, from the texts of its files; those of English are the model.

    >>> joined = {"and": {"two": "{0} & {1}", "middle": "{0}, {1}", "end": "{0} & {1}"}}
    >>> data = {"language": "xx", "plurals": {"one": "n = 1"}, "lists": joined}
    >>> c = Catalogue({**data, "values": {}, "phrases": {}, "techniques": {}})
    >>> c.fill("{n, plural, one {a cell} other {cells}}: {n}", {"n": [1, 2, 3]})
    'cells: 1, 2 & 3'
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        for key in ("language", "plurals", "lists", "values", "phrases", "techniques"):
            if key not in data:
                raise CatalogueError(f"the catalogue has no {key!r}")
        self.language: str = data["language"]
        self.name: str = data.get("name", self.language)
        self.direction: str = data.get("direction", "ltr")
        self.digits: str = data.get("digits", _DIGITS)
        self.decimal: str = data.get("decimal", ".")
        if len(self.digits) != 10:
            raise CatalogueError(f"expected ten digits, 0 to 9, got {self.digits!r}")
        self.techniques: Mapping[str, Mapping[str, Any]] = data["techniques"]
        self._plurals = {name: _condition(rule) for name, rule in data["plurals"].items()}
        self._lists: Mapping[str, Mapping[str, str]] = data["lists"]
        self._values: Mapping[str, str] = data["values"]
        self._phrases: Mapping[str, str] = data["phrases"]
        self._sections = {
            name: data.get(name, {})
            for name in ("roles", "families", "difficulties", "constraints", "violations")
        }
        self._app = dict(_flat(data.get("app", {})))
        self._digits = str.maketrans(_DIGITS, self.digits)

    def technique(self, name: str) -> Mapping[str, Any]:
        """Return the words for a technique: name, aliases, title, about, nudge, where and why."""
        if name not in self.techniques:
            raise CatalogueError(f"the catalogue {self.language!r} has no words for {name!r}")
        return self.techniques[name]

    def phrase(self, name: str, values: Values, *, variant: str = "") -> str:
        """Return a phrase of the catalogue, filled: ``name.variant`` where there is one, else ``name``."""
        if f"{name}.{variant}" in self._phrases:
            name = f"{name}.{variant}"
        if name not in self._phrases:
            raise CatalogueError(f"the catalogue {self.language!r} has no phrase {name!r}")
        return self.fill(self._phrases[name], values)

    def role(self, name: str, values: Values | None = None, *, variant: str = "") -> str:
        """Return a word of the legend of pictures: the role of a candidate, the kind of an arrow.

        A technique may have a word of its own for a role: ``name.variant``.
        """
        own = f"{name}.{variant}"
        return self._word("roles", own if own in self._sections["roles"] else name, values)

    def family(self, name: str) -> str:
        """Return what a family of techniques is called."""
        return self._word("families", name)

    def difficulty(self, name: str) -> str:
        """Return what a difficulty is called."""
        return self._word("difficulties", name)

    def constraint(self, key: str, values: Values) -> str:
        """Return the sentence of a constraint, filled."""
        return self._word("constraints", key, values)

    def each(self, key: str, values: Values) -> str | None:
        """Return what all constraints of a kind on a board say, where a drawing shows the rest; None for most kinds."""
        known = f"{key}.each" in self._sections["constraints"]
        return self._word("constraints", f"{key}.each", values) if known else None

    def violation(self, key: str, values: Values) -> str:
        """Return the sentence of a violation, filled."""
        return self._word("violations", key, values)

    def app(self, key: str, values: Values | None = None) -> str:
        """Return a text of the interface, filled: ``play.undo`` is the text "undo" in the group "play"."""
        if key not in self._app:
            raise CatalogueError(f"the catalogue {self.language!r} has no text {key!r} in 'app'")
        return self.fill(self._app[key], values or {})

    def fill(self, message: str, values: Values) -> str:
        """Return a message with values in its placeholders.

        Raises `CatalogueError` where a message is malformed, or names an unknown value or phrase.
        """
        return self._filled(_parsed(message), values)

    @staticmethod
    def check(message: str) -> None:
        """Raise `CatalogueError` if a message is malformed."""
        _parsed(message)

    def plural(self, number: int) -> str:
        """Return the category of a number: ``one``, ``few``, …, ``other``."""
        return next((name for name, holds in self._plurals.items() if holds(number)), "other")

    def number(self, value: object) -> str:
        """Return a number as the language writes it; text of digits and dots such as 3.2 is a number too."""
        text = str(value)
        if not _NUMBER.fullmatch(text):
            return text
        written = text.translate(self._digits)
        return written.replace(".", self.decimal) if _DECIMAL.fullmatch(text) else written

    def _word(self, section: str, name: str, values: Values | None = None) -> str:
        if name not in self._sections[section]:
            raise CatalogueError(f"the catalogue {self.language!r} has no {name!r} in {section!r}")
        return self.fill(self._sections[section][name], values or {})

    # -- placeholders -----------------------------------------------------------------------------

    def _filled(self, parts: _Parts, values: Values) -> str:
        return "".join(p if isinstance(p, str) else self._placeholder(p, values) for p in parts)

    def _placeholder(self, gap: _Placeholder, values: Values) -> str:
        value = self._value(gap.name, values)
        if not gap.choice:
            return self._written(value, gap.forms)
        if gap.choice == "plural":
            key = self.plural(value if isinstance(value, int) else len(value))
        elif isinstance(value, str) and value:
            key = value
        else:
            key = "yes" if value else "no"
        choices = dict(gap.choices)
        return self._filled(choices.get(key, choices["other"]), values)

    def _value(self, name: str, values: Values) -> Any:
        if name in values:
            return values[name]
        first, _, rest = name.partition(".")
        value = values.get(first)
        if rest and isinstance(value, Value):
            return self._value(rest, value.parts)
        if rest and first in values:
            raise CatalogueError(f"{first!r} is {value!r} here and has no part {rest!r}")
        return self.phrase(name, values)

    def _written(self, value: object, forms: Sequence[str]) -> str:
        if isinstance(value, (list, tuple)):
            joined = [form for form in forms if form in self._lists] or ["and"]
            rest = [form for form in forms if form not in self._lists]
            return self._joined([self._written(item, rest) for item in value], joined[0])
        if isinstance(value, Value):
            if value.kind == "constraint":
                return self.constraint(value.parts["key"], value.parts["values"])
            if value.kind == "brief":  # what all of its kind say, if it is known
                key, given = value.parts["key"], value.parts["values"]
                return self.each(key, given) or self.constraint(key, given)
            if value.kind == "clause":  # a sentence as a part of another one
                return self.constraint(value.parts["key"], value.parts["values"]).rstrip(".")
            if value.kind == "kind":
                return self.app(f"set.kind.{value.parts['word']}")
            known = (f"{value.kind}.{form}" for form in forms)
            name = next((name for name in known if name in self._values), value.kind)
            if name not in self._values:
                raise CatalogueError(f"the catalogue {self.language!r} has no value {name!r}")
            return self.fill(self._values[name], value.parts)
        return str(value) if "plain" in forms else self.number(value)

    def _joined(self, items: list[str], how: str) -> str:
        """Join as CLDR does: ``two`` for two items, else ``middle`` between the first ones, ``end`` before the last."""
        if len(items) < 2:
            return "".join(items)
        patterns = self._lists[how]

        def pair(pattern: str, first: str, second: str) -> str:
            # Items are written already: what is plain stays plain.
            return _PLACE.sub(lambda match: (first, second)[match[1] == "1"], pattern)

        if len(items) == 2:
            return pair(patterns["two"], *items)
        joined = items[0]
        for item in items[1:-1]:
            joined = pair(patterns["middle"], joined, item)
        return pair(patterns["end"], joined, items[-1])


# -- plural categories ----------------------------------------------------------------------------

_Relation: TypeAlias = "tuple[str | None, str, str]"

_PLACE = re.compile(r"\{([01])\}")
_RELATION = re.compile(r"n(?: % (\d+))? (=|!=) (\d+(?:\.\.\d+)?(?:,\d+(?:\.\.\d+)?)*)")


def _condition(rule: str) -> Callable[[int], bool]:
    """Return the test of a rule in CLDR's notation: ``n % 10 = 2..4 and n % 100 != 12..14 or n = 1``."""
    alternatives: list[list[_Relation]] = []
    for alternative in rule.split(" or "):
        alternatives.append([])
        for part in alternative.split(" and "):
            match = _RELATION.fullmatch(part.strip())
            if not match:
                raise CatalogueError(
                    f"expected a plural rule such as 'n % 10 = 2..4', got {rule!r}"
                )
            alternatives[-1].append((match[1], match[2], match[3]))

    def holds(relation: _Relation, number: int) -> bool:
        modulus, operator, ranges = relation
        rest = number % read_number(modulus) if modulus else number
        ends = [part.split("..") for part in ranges.split(",")]
        within = any(read_number(pair[0]) <= rest <= read_number(pair[-1]) for pair in ends)
        return within == (operator == "=")

    return lambda number: any(all(holds(r, number) for r in parts) for parts in alternatives)
