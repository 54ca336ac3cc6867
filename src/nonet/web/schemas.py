"""The description of requests and answers for the API (OpenAPI).

It follows from the fields of requests (`nonet.web.requests`), which are read there, with errors in sentences, and from
the types of answers (`nonet.web.answers`). These models only describe.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from functools import cache
from typing import (
    Annotated,
    Any,
    ForwardRef,
    Literal,
    NotRequired,
    Optional,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from pydantic import BaseModel, ConfigDict, Field, create_model

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
from nonet.web import answers
from nonet.web.requests import MOST_NAMES, BoardOption, BoardsOption
from nonet.web.verbs import VERBS

__all__ = ["ANSWERS", "REQUESTS", "ErrorAnswer"]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid")


# -- answers --------------------------------------------------------------------------------------

_ASKED = {answers.Board: ("givens",), answers.Rules: ()}
"""What requests have too, and the fields that they need; all others may be left out or null."""


def _without_default(schema: dict[str, Any]) -> None:
    del schema["default"]


_LEFT_OUT: Any = Field(None, json_schema_extra=_without_default)
"""The default of a field that an answer may lack, which is not null then."""


def _models(kinds: Iterable[type[Any]]) -> dict[str, type[BaseModel]]:
    """Return the models of objects and of those in them, by name."""
    waiting, found = list(kinds), dict[str, type[BaseModel]]()
    for kind in waiting:  # grows
        if kind.__name__ not in found:
            found[kind.__name__] = _model(kind, waiting)
    for model in found.values():
        model.model_rebuild(_types_namespace=found)
    return found


def _model(kind: type[Any], inner: list[type[Any]]) -> type[BaseModel]:
    """Return the model of an object, and add the objects in it to a list."""
    fields: dict[str, Any] = {}
    for name, declared in get_type_hints(kind, include_extras=True).items():
        is_needed = get_origin(declared) is not NotRequired
        found = _described(declared if is_needed else get_args(declared)[0], inner)
        if kind in _ASKED:
            is_needed = name in _ASKED[kind]
            found = found if is_needed else Optional[found]  # noqa: UP045
        fields[name] = found, ... if is_needed else _LEFT_OUT
    return create_model(kind.__name__, __base__=_Model, __doc__=kind.__doc__, **fields)


def _described(declared: Any, inner: list[type[Any]]) -> Any:
    """Return a type as pydantic describes it; an object in it is named, as it can be in itself."""
    origin, parts = get_origin(declared), get_args(declared)
    if declared == answers.Digits:
        return Annotated[list[int], Field(max_length=1296)]
    if is_typeddict(declared):
        inner.append(declared)
        name = ForwardRef(declared.__name__)
        return Union[name, str] if declared is answers.Rules else name  # noqa: UP007, a name has no |
    if origin is Annotated:
        if isinstance(parts[1], type) and issubclass(parts[1], Enum):
            return Literal[tuple(each.value for each in parts[1])]
        return _described(parts[0], inner)
    if not parts:
        return declared
    found = tuple(_described(each, inner) for each in parts)
    return origin[found] if origin in (list, dict, tuple) else Union[found]  # noqa: UP007


_MODELS = _models([*(verb.answers for verb in VERBS.values()), answers.ErrorAnswer])
ErrorAnswer = _MODELS["ErrorAnswer"]
ANSWERS = {name: _MODELS[verb.answers.__name__] for name, verb in VERBS.items()}


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
    board: Any = _MODELS["Board"] | str
    match option:
        case BoardOption():
            return board
        case BoardsOption():
            return Annotated[list[board], Field(min_length=1, max_length=option.most)]
        case RulesText():
            return _MODELS["Rules"] | str
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


REQUESTS = {name: _request(verb.fields) for name, verb in VERBS.items()}
