"""Options are declared once: what the command line, requests, OpenAPI and the docs say follows from that."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from nonet.options import Choice, Flag, Names, Option, Range, Whole, options_of
from nonet.web.verbs import VERBS

sys.path.append(str(Path(__file__).parents[1] / "scripts"))
import verb_pages


@pytest.mark.parametrize("page", verb_pages.PAGES)
def test_the_tables_of_the_docs_follow_from_the_declarations(page: str) -> None:
    text = (verb_pages.DOCS / page).read_text(encoding="utf-8")
    assert text == verb_pages.PAGES[page](), "run scripts/verb_pages.py"


# -- the command line -----------------------------------------------------------------------------


# -- requests -------------------------------------------------------------------------------------


def described(verb: str) -> dict[str, Any]:
    """Return the fields of a request as OpenAPI describes them, those of a part by their own names."""
    from nonet.web.schemas import REQUESTS

    schema = REQUESTS[verb].model_json_schema()
    found = schema["properties"]
    for name in ("techniques",):
        if name in found:
            found |= schema["$defs"][name.capitalize()]["properties"]
            del found[name]
    return {
        name: {**field, "required": name in schema.get("required", ())}
        for name, field in found.items()
    }


def shapes_of(field: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the types that a field can have, but null."""
    return [one for one in field.get("anyOf", [field]) if one.get("type") != "null"]


@pytest.mark.parametrize("verb", VERBS)
def test_openapi_describes_the_fields_as_they_are_declared(verb: str) -> None:
    fields, options = described(verb), options_of(VERBS[verb].fields)
    assert set(fields) == set(options)
    for name, option in options.items():
        field = fields[name]
        assert field["description"] == option.text(), name
        assert field["required"] == option.required, name
        if not option.required:
            default = field["default"]
            assert (tuple(default) if isinstance(default, list) else default) == option.default, (
                name
            )
        first = shapes_of(field)[0]
        if isinstance(option, Whole):
            assert (first["minimum"], first["maximum"]) == (option.least, option.asked), name
        elif isinstance(option, Range):
            assert (first["minimum"], first["maximum"]) == (option.least, option.most), name
        elif isinstance(option, Choice):
            assert first["enum"] == list(option.names), name


@pytest.mark.parametrize("verb", VERBS)
def test_requests_are_held_to_what_is_declared(verb: str) -> None:
    """A value outside the limits of a field is refused with the limits in the sentence."""
    from nonet.web.wire import RequestError

    usual = {
        name: option.names[0] if isinstance(option, Choice) else "." * 81
        for name, option in options_of(VERBS[verb].fields).items()
        if option.required
    }
    for name, option in options_of(VERBS[verb].fields).items():
        wrong, expected = outside(option)
        if expected is None:
            continue
        request = {**usual, **({option.group: {name: wrong}} if option.group else {name: wrong})}
        with pytest.raises(RequestError) as error:
            VERBS[verb].answer(request)
        assert str(error.value).startswith(f"{name}"), error.value
        assert expected in str(error.value)


def outside(option: Option) -> tuple[Any, str | None]:
    """Return a value that an option refuses, and a part of the sentence."""
    match option:
        case Whole():
            return (
                option.least - 1,
                "from 0" if option.asked == 2**64 - 1 else f"{option.least:,} to",
            )
        case Range():
            return option.most + 1, f"from {option.least} to {option.most}"
        case Choice():
            return "-", ", ".join(option.names)
        case Names():
            return 7, "a list of up to 100 texts"
        case Flag():
            return 7, "true or false"
    return None, None
