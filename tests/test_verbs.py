"""Options are declared once: what the command line, requests, OpenAPI and the docs say follows from that."""

from __future__ import annotations

import inspect
import json
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from console import run

import nonet
from nonet import generating
from nonet.base.options import (
    Choice,
    Flag,
    Names,
    Option,
    Range,
    Real,
    Whole,
    listed,
    option_in,
    options_of,
)
from nonet.cli import SECTIONS
from nonet.cli.parameters import Argument, flags_of
from nonet.generating.layouts import VARIANTS
from nonet.generating.options import SearchOptions
from nonet.web.files import STATIC
from nonet.web.verbs import VERBS

sys.path.append(str(Path(__file__).parents[1] / "scripts"))
import engine_data
import verb_pages

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("page", verb_pages.PAGES)
def test_the_tables_of_the_docs_follow_from_the_declarations(page: str) -> None:
    text = (verb_pages.DOCS / page).read_text(encoding="utf-8")
    assert text == verb_pages.PAGES[page](), "run scripts/verb_pages.py"


# -- the command line -----------------------------------------------------------------------------

COMMANDS = [name for names in SECTIONS.values() for name in names]


def declared(command: str) -> dict[str, tuple[Option, Any]]:
    """Return the options of a command with their defaults, those of its groups too."""
    word = command.replace("-", "_")
    function = getattr(import_module(f"nonet.cli.commands.{word}"), word)
    types = get_type_hints(function, include_extras=True)
    found: dict[str, tuple[Option, Any]] = {}
    for name, parameter in inspect.signature(function).parameters.items():
        option = option_in(types[name])
        group = {} if option else options_of(types[name])
        found |= {name: (option, parameter.default)} if option else {}
        found |= {key: (each, each.default) for key, each in group.items()}
    return found


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_says_what_is_declared(command: str) -> None:
    shown = " ".join(run(command, "--help").out.split())
    for name, (option, default) in declared(command).items():
        assert option.sentence(default) in shown, name
        flags = () if isinstance(option, Argument) else flags_of(name, option)
        assert all(flag.replace("/", " / ") in shown for flag in flags), name


PAGES = "\n".join(path.read_text("utf-8") for path in (ROOT / "docs").glob("*.md"))


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_is_on_a_page(command: str) -> None:
    """A page says what an option is for; the help alone has no room for that."""
    options = {name: option for name, (option, _) in declared(command).items()}
    for name, option in options.items():
        flags = () if isinstance(option, Argument) else flags_of(name, option)
        named = [flag.partition("/")[0] for flag in flags]
        assert not named or any(re.search(rf"{flag}\b(?!-)", PAGES) for flag in named), (
            f"docs/cli.md says nothing about {named[0]} of {command}"
        )


@pytest.mark.parametrize("command", COMMANDS)
def test_options_are_held_to_what_is_declared(command: str) -> None:
    """A value outside the limits of an option is refused with the limits in the sentence."""
    for name, (option, _) in declared(command).items():
        wrong, expected = outside_on_command_line(option)
        if expected is not None:
            flag = flags_of(name, option)[-1]
            needed = ["x"] * (command in ("batch", "bench", "practise")) + ["-o", "x"] * (
                command == "batch"
            )
            done = run(command, *needed, flag, wrong)
            assert (done.code, done.out) == (2, ""), name
            assert (
                f"{max(flags_of(name, option), key=len)} must be {expected}, got {wrong!r}"
                in done.err
            )


def outside_on_command_line(option: Option) -> tuple[str, str | None]:
    """Return a value that an option refuses, and what is expected instead."""
    match option:
        case Whole() | Real():
            kind = "whole " * isinstance(option, Whole)
            limits = f"a {kind}number of at least {option.least:g}"
            if option.most is not None:
                limits = f"{option.least:g} to {option.most:,g}"
            return str(option.least - 1), limits
        case Range():
            return "-", f"a number or a range such as {option.example}"
        case Choice() if not option.or_file:
            return "?", listed(option.names)
    return "", None


@pytest.mark.parametrize("verb", sorted(set(COMMANDS) & set(VERBS)))
def test_an_option_of_the_command_and_of_the_request_is_the_same(verb: str) -> None:
    """Only the language has two defaults: that of the user, and English."""
    requested = options_of(VERBS[verb].fields)
    for name, (option, _) in declared(verb).items():
        if (
            name in requested
            and not isinstance(option, Argument)
            and name not in ("to", "language")
        ):
            assert requested[name] is option, f"declare {name} once, in nonet.verbs, for both"


def test_python_has_the_options_of_the_command_and_the_request() -> None:
    for function in (nonet.generate, generating.series, generating.arrays):
        found = inspect.signature(function).parameters
        about = inspect.getdoc(function) or ""
        for name, option in options_of(SearchOptions).items():
            assert found[name].default == option.default, name
        if function is nonet.generate:
            assert all(f"* ``{name}``: " in about for name in options_of(SearchOptions))
    with pytest.raises(TypeError, match="did you mean 'symmetry'"):
        nonet.generate(seed=1, symetry="full")  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("menu", "name"), [("DIFFICULTIES", "difficulty"), ("SYMMETRIES", "symmetry")]
)
def test_the_menus_of_the_page_have_the_names_that_are_declared(menu: str, name: str) -> None:
    text = (STATIC / "js" / "play" / "offered.js").read_text("utf-8")
    option = options_of(SearchOptions)[name]
    assert isinstance(option, Choice)
    assert f"const {menu} = {json.dumps(option.names)};" in text


@pytest.mark.slow
@pytest.mark.parametrize(
    "board",
    [pytest.param(each, marks=[pytest.mark.long] * (each == "5x5")) for each in engine_data.LEVELS],
)
def test_each_level_that_the_page_offers_gives_a_puzzle(board: str) -> None:
    kind = {"variant": board, "solvable": True} if board in VARIANTS else {"rules": board}
    for level in engine_data.LEVELS[board]:
        request = {"seed": 7, "symmetry": "rotational", "difficulty": level, **kind}
        made = VERBS["generate"].answer(request)
        rated = VERBS["rate"].answer({"puzzle": made["board"]})
        assert rated["difficulty"] == level, level


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
        elif isinstance(option, Choice) and option.several:
            assert all(re.fullmatch(first["pattern"], one) for one in option.names), name
        elif isinstance(option, Choice):
            assert first["enum"] == list(option.names), name


@pytest.mark.parametrize("verb", VERBS)
def test_requests_are_held_to_what_is_declared(verb: str) -> None:
    """A value outside the limits of a field is refused with the limits in the sentence."""
    from nonet.web.wire import RequestError

    def usual_of(option: Option) -> str | int:
        if isinstance(option, Whole):
            return option.least
        return option.names[0] if isinstance(option, Choice) else "." * 81

    usual = {
        name: usual_of(option)
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


def test_the_page_reads_every_field_that_it_knows() -> None:
    """A field that is in the table of the page, but that no module of its engine names, would be passed over."""
    engine = STATIC / "js" / "engine"
    modules = [path for path in engine.glob("*.js") if path.name != "verbs_table.js"]
    code = "\n".join(path.read_text("utf-8") for path in modules)
    table = (engine / "verbs_table.js").read_text("utf-8")
    rows = re.findall(r"^  (\w+): \{.* fields: \[(.*?)\]", table, re.MULTILINE)
    names = {name for _, fields in rows for name in re.findall(r"\w+", fields)}
    assert len(rows) >= 9 and "impossible" in names
    assert {name for name in names if not re.search(rf"\b{name}\b", code)} == set()
