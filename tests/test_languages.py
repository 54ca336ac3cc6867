"""Every language says everything: no key, placeholder or form is missing, and nothing is left in English."""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import rated
from console import EASY, run

from nonet import Puzzle, render, words
from nonet.cli.options import listed
from nonet.rules import variants
from nonet.steps import TECHNIQUES, VARIANT_TECHNIQUES, Role, sentences
from nonet.steps.difficulty import BANDS
from nonet.steps.facts import facts_of
from nonet.words import Catalogue, CatalogueError, messages

LANGUAGES = words.languages()
ALL = (*TECHNIQUES, *VARIANT_TECHNIQUES)
OTHERS = [language for language in LANGUAGES if language != "en"]
APP_IS_COMPLETE = True
"""False while texts are being added: what a language lacks is a warning then, and the text is English."""

RTL = {"ar", "fa", "he", "ur"}

USED = {
    *("full", "full.again", "outcome.short", "summary", "line", "cut", "argument"),
    *("because.assumption", "because.cell", "because.house", "because.step", "because.again"),
    *("because.group.assumption", "because.group.house", "because.set", "because.group.set"),
    *("picture.title", "picture.row", "picture.empty", "unknown.regions"),
    *(f"extra.{word}" for word in (*variants._EXTRA, "house")),
}
"""The phrases that the code and the page name; the others are parts of messages."""

PARTS = {
    "cell": {"row", "column"},
    "row": {"n"},
    "column": {"n"},
    "digit": {"n"},
    "house": {"kind", "n", "name", "cells"},
    "houses": {"kind", "n"},
    "candidate": {"cell", "digit", "on"},
    "cells": {"cells"},
    "group": {"cell", "digit", "on"},
    "removed": {"cells", "digits"},
    "taken": {"house", "digits"},
    "mark": {"cells", "digits"},
    "branch": {"digits", "cell", "target"},
    "set": {"cells", "digits", "link", "is_first"},
    "petal": {"cells", "rest", "link"},
    "cycle": {"digits", "stay"},
    "combination": {"digits"},
    "line_bound": {"cells", "digits", "source", "start", "is_low", "is_placed"},
    "sum_bound": {"cells", "total", "is_low"},
    "symbol": {"word"},
}
"""The values that fill the message of each kind."""

LINE = {
    *("cell", "digit", "on", "house", "set", "parent", "parents", "has_parent", "line", "label"),
    *("sentence", "technique", "why", "has_chains"),
}
PROOF = {"name", "why", "proof", "starts", "ends", "start_line", "end_line"}
PICTURE = {"size", "n", "row", "digits", "shown", "total", "houses", "name", "cells", "side"}

# Words that are the same in English and in another language, by the key of the message.
EQUAL = re.compile(
    r"techniques\..*|roles\.(cause|pivot|base|cover|extra)|families\.(wings|intersections|exclusion)"
    r"|difficulties\.expert|phrases\.(outcome\.short|summary|full\..*|chain|line)|values\..*|lists\..*"
)
EQUAL_TEXTS = {
    *("ER {er} · EP {ep} · ED {ed}", "ER {rating}", "ER {er}", "{difficulty}, ER {er}"),
    "{rules, select, classic {Sudoku} other {Sudoku {size}×{size}}}",  # noqa: RUF001
    *("Orange", "orange", "Page", "Pause", "pause", "Notes", "Sudoku", "SVG", "Image", "Menu"),
    *("Position", "Contrast", "Contraste", "conflict", "Version", "Date", "Palette", "Normal"),
    *("English", "Minimal", "Automatic", "Code", "Zoom", "Export", "4x4", "Algorithm", "Type"),
    *("Event", "Technique", "Techniques"),
}


@cache
def data_of(language: str) -> dict[str, Any]:
    """Return a catalogue as it stands in its file."""
    path = Path(words.__file__).parent / f"{language}.json"
    return dict(json.loads(path.read_text("utf-8")))


def texts(group: Any, prefix: str = "") -> Iterator[tuple[str, str]]:
    """Yield all messages with their whole keys; aliases are names, not messages."""
    for name, entry in group.items():
        if isinstance(entry, str):
            yield prefix + name, entry
        elif isinstance(entry, Mapping):
            yield from texts(entry, f"{prefix}{name}.")


def gaps(parts: Any) -> Iterator[Any]:
    """Yield all placeholders of a message, those in choices too."""
    for part in parts:
        if not isinstance(part, str):
            yield part
            for _, choice in part.choices:
                yield from gaps(choice)


def gaps_of(message: str) -> list[Any]:
    """Return the placeholders of a message."""
    return list(gaps(messages._parsed(message)))


def literals(message: str) -> Iterator[str]:
    """Yield the text of a message outside of its placeholders, that in choices too."""

    def walk(parts: Any) -> Iterator[str]:
        for part in parts:
            if isinstance(part, str):
                yield part
            else:
                for _, choice in part.choices:
                    yield from walk(choice)

    return walk(messages._parsed(message))


@cache
def step_facts() -> frozenset[str]:
    """Return the names of all values of a step."""
    return frozenset().union(*(facts_of(each.step) for each in rated.situations().values()))


# -- keys -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", OTHERS)
def test_no_key_is_missing(language: str) -> None:
    ours, english = data_of(language), data_of("en")
    assert set(ours) == set(english)
    for section in ("roles", "families", "difficulties", "techniques", "constraints", "violations"):
        here, there = dict(texts(ours[section])), dict(texts(english[section]))
        missing, unknown = sorted(set(there) - set(here)), sorted(set(here) - set(there))
        assert not missing, f"{language}.json: {section} lacks {missing}"
        assert not unknown, f"{language}.json: {section} has {unknown}, which nothing uses"
    assert set(ours["phrases"]) >= USED, sorted(USED - set(ours["phrases"]))


@pytest.mark.filterwarnings("always")
@pytest.mark.parametrize("language", OTHERS)
def test_no_text_of_the_interface_is_missing(language: str) -> None:
    here, there = dict(texts(data_of(language)["app"])), dict(texts(data_of("en")["app"]))
    missing, unknown = sorted(set(there) - set(here)), sorted(set(here) - set(there))
    problems = f"{language}.json: app lacks {missing} and has {unknown}, which nothing uses"
    if not APP_IS_COMPLETE:
        if missing or unknown:
            warnings.warn(problems, stacklevel=1)
        return
    assert not missing and not unknown, problems


def test_the_sections_have_a_word_for_everything() -> None:
    ours = data_of("en")
    assert set(ours["roles"]) == {role.value for role in Role} | {
        *("placed", "strong", "weak", "step", "arrows", "houses")
    }
    assert set(ours["families"]) == {known.family for known in ALL}
    assert list(ours["difficulties"]) == [band.name for band in BANDS]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_phrase_and_no_form_is_unused(language: str) -> None:
    ours = data_of(language)
    found = [gap for _, message in texts(ours) for gap in gaps_of(message)]
    names, forms = {gap.name for gap in found}, {form for gap in found for form in gap.forms}
    techniques = {f"full.{known.id}" for known in ALL}
    assert not set(ours["phrases"]) - USED - names - techniques
    own = {name.partition(".")[2] for name in ours["values"] if "." in name}
    assert not own - forms, "a form that no message asks for"
    kinds = {name.partition(".")[2] or name for name in [*ours["values"], *ours["lists"]]}
    assert not forms - kinds - set(ours["lists"]) - {"plain"}, "a form that does not exist"


# -- placeholders ---------------------------------------------------------------------------------


def check(where: str, message: str, known: set[str] | frozenset[str]) -> None:
    """Each placeholder is a known value, or a part of one."""
    for gap in gaps_of(message):
        assert gap.name in known or gap.name.partition(".")[0] in known, f"{where}: {{{gap.name}}}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_placeholder_exists(language: str) -> None:
    ours = data_of(language)
    everything = step_facts() | LINE | PROOF | PICTURE | set(ours["phrases"])
    for name, message in ours["phrases"].items():
        check(f"phrases.{name}", message, everything)
    for name, message in texts(ours["techniques"]):
        if name.endswith((".about", ".nudge", ".name")):
            assert not gaps_of(message), f"techniques.{name}"
        check(f"techniques.{name}", message, step_facts() | PROOF | set(ours["phrases"]))
    for name, message in ours["values"].items():
        check(f"values.{name}", message, PARTS[name.partition(".")[0]])
    for name, message in texts(ours["lists"]):
        assert [gap.name for gap in gaps_of(message)] in (["0", "1"], ["1", "0"]), f"lists.{name}"
    for name, message in ours["roles"].items():
        check(f"roles.{name}", message, PICTURE)


@pytest.mark.parametrize("language", OTHERS)
def test_the_constraints_use_the_values_of_the_english_ones(language: str) -> None:
    pages = [
        (data_of(language)[name], data_of("en")[name]) for name in ("constraints", "violations")
    ]
    own, english = (
        {**pages[0][i], **{f"violation {k}": v for k, v in pages[1][i].items()}} for i in (0, 1)
    )
    for key, message in own.items():
        here, there = ({gap.name for gap in gaps_of(text)} for text in (message, english[key]))
        assert here == there, f"{language}.json, constraints.{key}"


@pytest.mark.parametrize("language", OTHERS)
def test_the_interface_uses_the_values_of_the_english_one(language: str) -> None:
    english = dict(texts(data_of("en")["app"]))
    for key, message in texts(data_of(language)["app"]):
        if key not in english:
            continue  # the test above names it
        here, there = ({gap.name for gap in gaps_of(text)} for text in (message, english[key]))
        assert here <= there, f"{language}.json, app.{key}: {sorted(here - there)} is no value"
        shown = {gap.name for gap in gaps_of(english[key]) if not gap.choice}
        assert shown <= here, f"{language}.json, app.{key} does not say {sorted(shown - here)}"


# -- language -------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_in_english(language: str) -> None:
    english = dict(texts(data_of("en")))
    same = [
        key
        for key, message in texts(data_of(language))
        if message == english.get(key)
        and any(re.search(r"[^\W\d_]{2}", part) for part in literals(message))
        and not EQUAL.fullmatch(key)
        and message not in EQUAL_TEXTS
    ]
    assert len(same) <= 12, f"{language}.json: {len(same)} texts are English: {same}"
    sentences_left = [key for key in same if len(" ".join(literals(english[key])).split()) > 2]
    assert not sentences_left, f"{language}.json: English sentences: {sentences_left}"


@pytest.mark.parametrize("language", OTHERS)
def test_techniques_are_explained_in_the_language(language: str) -> None:
    ours, english = data_of(language)["techniques"], data_of("en")["techniques"]
    parts = ("about", "nudge", "where")
    same = [f"{id}.{part}" for id in ours for part in parts if ours[id][part] == english[id][part]]
    assert not same, f"{language}.json: techniques are English: {same}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_directions_and_digits(language: str) -> None:
    known = words.catalogue(language)
    assert known.direction == ("rtl" if language in RTL else "ltr")
    assert [int(digit) for digit in known.digits] == list(range(10))
    step = rated.situations()["naked_pair", ""].step
    page = render.html(step, language=language)
    assert f'<html lang="{language}" dir="{known.direction}">' in page


def test_numbers_are_written_with_the_digits_of_the_language() -> None:
    persian = words.catalogue("fa")
    assert persian.number(2026) == "۲۰۲۶" and persian.number("7.1") == "۷٫۱"  # noqa: RUF001
    assert words.catalogue("fr").number("7.1") == "7.1"
    assert persian.number("1.2.1") == "۱.۲.۱", "a version has no decimals"  # noqa: RUF001
    assert persian.number("r1c5") == "r1c5", "a name is no number"
    assert persian.fill("{n} {n, plain}", {"n": 19}) == "۱۹ 19"
    step = rated.situations()["naked_pair", ""].step
    assert not re.search(r"[0-9]", step.text("full", "fa"))
    assert ">۹<" in render.svg(step, language="fa") and ">9<" not in render.svg(step, language="fa")


def test_french_punctuation_has_its_space() -> None:
    """French puts a space that does not break before : ; ! ? and inside of guillemets."""
    wrong = [
        key
        for key, message in texts(data_of("fr"))
        if not key.startswith(("plurals", "lists"))
        and re.search(
            r"[^\u00a0\u202f\d/:][;!?:](?=\s|$)|«[^\u00a0\u202f]|[^\u00a0\u202f]»", message
        )
    ]
    assert not wrong, "a space that does not break (U+00A0 or U+202F) is missing in fr.json"


def test_a_technique_is_found_by_its_name_in_every_language() -> None:
    from nonet.steps import technique

    for language in LANGUAGES:
        for known in ALL:
            assert technique(known.name_in(language)) == known, language


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_thousands_of_steps_can_be_described(language: str) -> None:
    count = 0
    for row in rated.rows():
        for here in rated.path(row.puzzle):
            if count % 7 and not here.step.chains:  # singles are alike
                count += 1
                continue
            said = [here.step.text(level, language) for level in words.LEVELS]
            said += [here.step.title(language), sentences.summary(here.step, language)]
            assert not re.search(r"[{}]|Value\(|None", "".join(said)), said
            count += 1
    assert count > 2000


# -- choosing a language --------------------------------------------------------------------------


def test_the_language_of_the_user() -> None:
    chosen = {
        "fr": {"LANG": "fr_CA.UTF-8"},
        "vi": {"NONET_LANGUAGE": "vi", "LC_ALL": "C"},
        "fa": {"LC_ALL": "", "LC_MESSAGES": "fa_IR", "LANG": "fr_FR"},
        "en": {"LC_ALL": "C.UTF-8", "LANG": "fr_FR"},
    }
    assert {words.preferred(environment) for environment in chosen.values()} == set(chosen)
    assert all(words.preferred(values) == language for language, values in chosen.items())
    assert words.preferred({"LANG": "tlh"}) == words.preferred({}) == "en"


def test_a_text_that_is_missing_is_english() -> None:
    ours = {**data_of("fr"), "app": {}}
    assert Catalogue(ours, words.catalogue("en")).app("technique.page") == "Page"
    with pytest.raises(CatalogueError, match=r"no text 'technique\.page' in 'app'"):
        Catalogue(ours).app("technique.page")
    with pytest.raises(CatalogueError, match="expected ten digits"):
        Catalogue({**ours, "digits": "0"})


def test_the_command_line_speaks_the_language() -> None:
    step = Puzzle(EASY).hint()
    assert step is not None
    french = f"{step.title('fr')} ({step.rating:.1f})\n{step.text('full', 'fr')}\n"
    assert run("hint", "--language", "fr", EASY).out == french
    assert run("hint", EASY, NONET_LANGUAGE="fr").out == french
    found = json.loads(run("hint", "--language", "fr", "--json", EASY).out)
    assert found["technique"] == step.technique.id and found["houses"] == ["box 2"]
    assert found["text"] == step.text("full", "fr", all=True)
    assert found["name"] == step.technique.name_in("fr")
    first = run("steps", "--language", "vi", EASY).lines[0]
    assert first == f"  1.  {step.rating:.1f}  {sentences.summary(step, 'vi')}"
    assert run("techniques", "xy_wing", "--language", "fr").lines[0] == "XY-Wing (xy_wing)"
    assert step.technique.name_in("fa") in run("techniques", "--language", "fa").out
    wrong = run("hint", "--language", "tlh", EASY)
    assert wrong.code == 2
    assert wrong.err == f"nonet hint: --language must be {listed(LANGUAGES)}, got 'tlh'\n"
