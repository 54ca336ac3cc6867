"""Write the types of the answers for the page, from those in Python.

    .venv/bin/python scripts/answer_types.py

`nonet.web.answers` has the objects of the answers, `nonet.web.verbs` which verb has which; the types of the page are in
static/answers.d.ts, of which only the checks of `make check` know. A test compares the file with them.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from types import NoneType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from nonet.web.verbs import LISTS, VERBS

FILE = Path(__file__).parents[1] / "src" / "nonet" / "web" / "static" / "answers.d.ts"
_HEAD = """\
// The answers to the questions of the page, as nonet.web.answers declares them. Written by scripts/answer_types.py.

"""
_NOT_OF_PAGE = {"Step": ("name", "outcome")}
"""What the page's own engine leaves out: it makes its words itself."""

_PLAIN = {str: "string", bool: "boolean", int: "number", float: "number", NoneType: "null"}


def answers_ts() -> str:
    """Return static/answers.d.ts."""
    asked = {name: verb.answers for name, verb in VERBS.items()}
    asked |= {name: get_type_hints(content)["return"] for name, content in LISTS.items()}
    waiting: list[Any] = []
    of_verbs = [f"  {name}: {_typed(kind, waiting)};\n" for name, kind in asked.items()]
    found: dict[str, str] = {}
    for kind in waiting:  # grows
        name = _name(kind)
        if name not in found:
            found[name] = ""  # keeps its place
            found[name] = _interface(kind, waiting)
    head = "/** What is answered to each verb. */\ninterface Answers {\n"
    return _HEAD + "\n".join(found.values()) + f"\n{head}{''.join(of_verbs)}}}\n"


def _name(kind: Any) -> str:
    """Return what the page calls an object: that of several classes is what is drawn of a constraint."""
    return kind.__name__ if is_typeddict(kind) else "ClueMark"


def _interface(kind: Any, waiting: list[Any]) -> str:
    if not is_typeddict(kind):
        return _marks(kind, waiting)
    rows = ""
    for name, declared in get_type_hints(kind, include_extras=True).items():
        is_left_out = get_origin(declared) is NotRequired
        inner = get_args(declared)[0] if is_left_out else declared
        is_left_out |= name in _NOT_OF_PAGE.get(kind.__name__, ())
        rows += f"  {name}{'?' * is_left_out}: {_typed(inner, waiting)};\n"
    return f"{_comment(kind.__doc__ or '')}interface {kind.__name__} {{\n{rows}}}\n"


def _marks(kind: Any, waiting: list[Any]) -> str:
    """Return the form of `mark_json` for some classes, which leaves out fields that are empty."""
    rows: dict[str, str] = {}
    for each in get_args(kind):
        hints = get_type_hints(each)
        rows |= {field.name: _typed(hints[field.name], waiting) for field in fields(each)}
    body = "".join(f"  {name}?: {typed};\n" for name, typed in rows.items())
    names = " | ".join(f'"{each.__name__.lower()}"' for each in get_args(kind))
    return f"{_comment('What is drawn of a constraint.')}interface ClueMark {{\n  mark: {names};\n{body}}}\n"


def _comment(text: str) -> str:
    """Return a docstring as a comment."""
    lines = [line.strip() for line in text.replace("``", "`").strip().splitlines()]
    if not lines:
        return ""
    if len(lines) == 1:
        return f"/** {lines[0]} */\n"
    return "/**\n" + "".join(f" * {line}".rstrip() + "\n" for line in lines) + " */\n"


def _typed(declared: Any, waiting: list[Any]) -> str:
    """Return a type as TypeScript writes it, and add the objects in it to a list."""
    origin, parts = get_origin(declared), get_args(declared)
    if is_typeddict(declared):
        waiting.append(declared)
        return str(declared.__name__)
    if origin is Annotated:
        if isinstance(parts[1], type) and issubclass(parts[1], Enum):
            return " | ".join(f'"{each.value}"' for each in parts[1])
        if all(map(is_dataclass, get_args(parts[1]) or [str])):
            waiting.append(parts[1])
            return _name(parts[1])
        return _typed(parts[0], waiting)
    if origin is Literal:
        return " | ".join(f'"{part}"' for part in parts)
    if not parts:
        return _PLAIN.get(declared, "unknown")
    if origin is tuple and parts[-1] is not ...:
        return f"[{', '.join(_typed(part, waiting) for part in parts)}]"
    inner = [_typed(part, waiting) for part in parts if part is not ...]
    if origin in (list, tuple):
        return f"({inner[0]})[]" if "|" in inner[0] else f"{inner[0]}[]"
    if origin is dict:
        return f"Record<string, {inner[1]}>"
    return " | ".join(dict.fromkeys(inner))


if __name__ == "__main__":
    FILE.write_text(answers_ts(), encoding="utf-8")
