"""Whether an object has the form of a step: `nonet.steps.objects` declares it, and only a checked object is read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from math import isfinite
from typing import Annotated, Any, NotRequired, get_args, get_origin, get_type_hints, is_typeddict

from nonet.steps import objects
from nonet.steps.parts import Cause

__all__ = ["check_object"]

_DEEP = 50
"""Steps inside each other; proofs have a few."""

_NAMES = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list: "a list",
    dict: "an object",
    type(None): "null",
}
_CAUSES = [cause.name.lower() for cause in Cause]


def check_object(data: Any) -> None:
    """Raise `ValueError` with the place of the first value that no step has.

    >>> from nonet.steps import Step, technique
    >>> check_object({**Step(technique("nishio"), 7.5).to_dict(), "houses": None})
    Traceback (most recent call last):
        ...
    ValueError: houses: expected a list
    """
    _check(objects.Step, data, "")
    _check_values(data, "", 1)


def _check(kind: Any, value: Any, place: str) -> None:
    """Check the types of a value and of all that it holds, but for the steps inside it."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Annotated, NotRequired):
        _check(parts[0], value, place)
        if origin is Annotated:
            names = [each.value for each in parts[1]]
            _require(value in names, f"one of {', '.join(names)}", place)
    elif is_typeddict(kind):
        _require(isinstance(value, Mapping), "an object", place)
        for name, declared in _fields(kind):
            if name in value and not _is_step(declared):
                _check(declared, value[name], f"{place}.{name}" if place else name)
            elif name not in value and get_origin(declared) is not NotRequired:
                raise ValueError(f"{place or 'the step'}: expected a value for {name!r}")
    elif origin is list:
        _require(isinstance(value, (list, tuple)), "a list", place)
        for number, item in enumerate(value):
            _check(parts[0], item, f"{place}[{number}]")
    elif origin is dict:
        _require(isinstance(value, Mapping), "an object", place)
        for name, item in value.items():
            _require(isinstance(name, str), "names that are texts", place)
            _check(parts[1], item, f"{place}.{name}")
    elif parts:  # one of several types
        inner = [each for each in parts if each is not type(None)]
        if value is not None:
            _check(inner[0], value, place)
    elif kind is float:
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        _require(is_number and isfinite(value), "a number", place)
    elif kind is not object:
        is_right = isinstance(value, kind) and isinstance(value, bool) == (kind is bool)
        _require(is_right, _NAMES[kind], place)


def _is_step(declared: Any) -> bool:
    return objects.Step in get_args(declared)


@cache
def _fields(kind: Any) -> tuple[tuple[str, Any], ...]:
    return tuple(get_type_hints(kind, include_extras=True).items())


def _require(is_right: bool, expected: str, place: str) -> None:
    if not is_right:
        raise ValueError(f"{place or 'the step'}: expected {expected}")


def _check_values(step: Mapping[str, Any], place: str, depth: int) -> None:
    """Check what the types do not say: chains, and the steps inside them."""
    _require(depth <= _DEEP, f"at most {_DEEP} steps inside each other", place)
    for which, chain in enumerate(step.get("chains", ())):
        here = f"{place}chains[{which}]"
        _require(bool(chain), "at least one line", here)
        for number, node in enumerate(chain):
            line = f"{here}[{number}]"
            parents = node["parents"]
            _require(_are_earlier(parents, number), "numbers of earlier lines", f"{line}.parents")
            _require(node["cause"] in _CAUSES, f"one of {', '.join(_CAUSES)}", f"{line}.cause")
            if "step" in node:
                _check(objects.Step, node["step"], f"{line}.step")
                _check_values(node["step"], f"{line}.step.", depth + 1)


def _are_earlier(parents: Iterable[int], number: int) -> bool:
    return all(0 <= parent < number for parent in parents)
