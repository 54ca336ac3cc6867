"""A language says what English says: no key, placeholder or form of its own, no word that its glossary rejects.

Texts without a translation are English: no test requires one, `make check` lists them.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import rated
from console import EASY, run

from nonet import Puzzle, render, words
from nonet.base.options import listed
from nonet.rules import variants
from nonet.steps import TECHNIQUES, VARIANT_TECHNIQUES, Role, sentences
from nonet.steps.cages import Reason
from nonet.steps.difficulty import BANDS
from nonet.steps.facts import facts_of
from nonet.steps.failing import Failure, Limit
from nonet.steps.lines import LineReason
from nonet.web import files, pages
from nonet.words import Catalogue, CatalogueError, messages

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))

import untranslated

LANGUAGES = words.languages()
ALL = (*TECHNIQUES, *VARIANT_TECHNIQUES)
OTHERS = [language for language in LANGUAGES if language != "en"]
RTL = {"ar", "fa", "he", "ur"}

OPEN = {"phrases", "values", "lists", "plurals"}
"""The sections in which a language may have more than English."""

USED = {
    *("full", "full.again", "outcome.short", "summary", "line", "cut", "argument"),
    *(
        "because.assumption",
        "because.cell",
        "because.house",
        "because.far",
        "because.group.far",
        "because.step",
    ),
    *("because.again", "because.set"),
    *("because.group.assumption", "because.group.house", "because.group.set"),
    *("own.nudge", "own.where", "own.why"),
    *("picture.title", "picture.row", "picture.empty", "unknown.regions"),
    *(f"extra.{word}" for word in (*variants._EXTRA, "house")),
}
"""The phrases that the code and the page name; the others are parts of messages."""

PARTS = {
    "cell": {"row", "column"},
    "row": {"n"},
    "column": {"n"},
    "digit": {"n"},
    "house": {"kind", "n", "name", "cells", "first", "last", "rows", "columns"},
    "houses": {"kind", "n"},
    "candidate": {"cell", "digit", "on"},
    "cells": {"cells"},
    "total": {"ranges"},
    "total_range": {"low", "high"},
    "total_least": {"low"},
    "total_most": {"high"},
    "group": {"cell", "digit", "on"},
    "removed": {"cells", "digits"},
    "taken": {"house", "digits"},
    "exocet": {"kind", "cells", "digits", "others", "target", "house", "house2", "has_rows"},
    "mark": {"cells", "digits"},
    "branch": {"digits", "cell", "target"},
    "set": {"cells", "digits", "link", "is_first"},
    "petal": {"cells", "rest", "link"},
    "cycle": {"digits", "stay"},
    "combination": {"digits"},
    "line_bound": {"cells", "digits", "source", "start", "is_low", "is_placed", "is_slow"},
    "symbol": {"word"},
    "hidden_single": {"house"},
    "filled": {"cell", "digit"},
    "summand": {"sum", "cell", "is_cage", "name"},
    "reason": {*Reason._fields, "is_pair", "first", "second"},
    "needed": {*Reason._fields, "is_pair"},
    "limit": {*Limit._fields},
    "failure": {*Failure._fields, "count", "total"},
    "counted": {
        *("case", "digits", "number", "needed", "cells", "count", "is_whole", "houses"),
        *("house_count", "has_twins", "is_shared", "sets"),
    },
    "equal": {"one", "other", "by", "house", "name"},
    "held": {"kind", "cell", "digits", "placed"},
    "would_be": {"kind", "cell", "digits", "placed"},
    "apart": set(),
    "crowded": {"way", "needs", "cells"},
    "sum_way": {"digits", "total"},
    "relation": {"kind", "n", "rows"},
    "follows": {"digit", "others"},
    "appears": {"digit", "n"},
    "more_cells": {"n"},
    "line_reason": {*LineReason._fields},
    "run": {"first", "last"},
    "way": {"digits"},
    "sight": {"cells", "seen", "by"},
    "by": {"by", "house", "name"},
    "clash": {"cell", "other", "by", "cells", "others"},
    "colour_link": {"in_cell", "digits", "cells", "house"},
    "paired": {"cells", "house"},
    "side": {"cells"},
    "strong_link": {"house", "side", "other", "is_grouped"},
    "weak_link": {"house", "cells"},
}
"""The values that fill the message of each kind."""

LINE = {
    *("cell", "digit", "on", "house", "set", "parent", "parents", "has_parent", "line", "label"),
    *("sentence", "technique", "why", "has_chains", "by"),
}
PROOF = {
    *("name", "why", "proof", "starts", "ends", "start_line", "end_line"),
    *("is_supposed", "first_line", "first_said", "second_line", "second_said"),
}
PICTURE = {"size", "n", "row", "digits", "shown", "total", "houses", "name", "cells", "side"} | {
    *("is_range", "low", "high")  # of the digits of a board
}

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
    """Return the texts that the files of a language hold, but for the lessons, which have no placeholders."""
    found = words.written(language)
    found.pop("lessons", None)
    return found


def texts(group: Any, prefix: str = "") -> Iterator[tuple[str, str]]:
    """Yield all messages with their whole keys; aliases are names, not messages."""
    for name, entry in group.items():
        if isinstance(entry, Mapping):
            yield from texts(entry, f"{prefix}{name}.")
        elif name != "aliases":
            yield from (
                (prefix + name, text) for text in ([entry] if isinstance(entry, str) else entry)
            )


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
def test_no_language_has_a_text_that_english_lacks(language: str) -> None:
    ours, english = data_of(language), data_of("en")
    assert set(ours) <= set(english)
    for section in set(ours) - OPEN:
        if isinstance(ours[section], Mapping):
            unknown = set(dict(texts(ours[section]))) - set(dict(texts(english[section])))
            assert not unknown, f"words/{language}: {section} has {sorted(unknown)}"


def test_english_has_every_phrase_that_the_code_names() -> None:
    assert set(data_of("en")["phrases"]) >= USED, sorted(USED - set(data_of("en")["phrases"]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_has_the_texts_that_its_name_says(language: str) -> None:
    families = {known.id: known.family for known in ALL}
    for path in words.files_of(language):
        found = json.loads(path.read_text("utf-8"))
        if path.parent.name == "app":
            assert list(found) == ["app"] and list(found["app"]) == [path.stem], path
        elif path.parent.name == "techniques":
            assert set(found) <= {"families", "techniques", "lessons"}, path
            ids = {*found.get("techniques", {}), *found.get("lessons", {})}
            wrong = {id for id in ids if families.get(id, path.stem) != path.stem}
            assert not wrong and set(found.get("families", {})) <= {path.stem}, f"{path}: {wrong}"


def test_the_sections_have_a_word_for_everything() -> None:
    ours = data_of("en")
    assert set(ours["roles"]) == {role.value for role in Role} | {
        *("placed", "strong", "weak", "step", "arrows", "houses"),
        *("pincer.exocet", "cover.exocet", "extra.exocet"),
    }
    assert set(ours["families"]) == {known.family for known in ALL}
    assert list(ours["difficulties"]) == [band.name for band in BANDS]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_phrase_and_no_form_is_unused(language: str) -> None:
    ours, whole = data_of(language), words.texts(language)
    whole.pop("lessons")
    found = [gap for _, message in texts(whole) for gap in gaps_of(message)]
    names, forms = {gap.name for gap in found}, {form for gap in found for form in gap.forms}
    techniques = {f"full.{known.id}" for known in ALL}
    assert not set(ours.get("phrases", ())) - USED - names - techniques
    own = {name.partition(".")[2] for name in ours.get("values", ()) if "." in name}
    assert not own - forms, "a form that no message asks for"
    kinds = {name.partition(".")[2] or name for name in [*whole["values"], *whole["lists"]]}
    assert not forms - kinds - set(whole["lists"]) - {"plain"}, "a form that does not exist"


# -- placeholders ---------------------------------------------------------------------------------


def check(where: str, message: str, known: set[str] | frozenset[str]) -> None:
    """Each placeholder is a known value, or a part of one."""
    for gap in gaps_of(message):
        assert gap.name in known or gap.name.partition(".")[0] in known, f"{where}: {{{gap.name}}}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_placeholder_exists(language: str) -> None:
    ours, phrases = data_of(language), set(words.texts(language)["phrases"])
    everything = step_facts() | LINE | PROOF | PICTURE | phrases
    for name, message in ours.get("phrases", {}).items():
        check(f"phrases.{name}", message, everything)
    for name, message in texts(ours.get("techniques", {})):
        if name.endswith((".about", ".name")):
            assert not gaps_of(message), f"techniques.{name}"
        check(f"techniques.{name}", message, step_facts() | PROOF | phrases)
    for name, message in ours.get("values", {}).items():
        check(f"values.{name}", message, PARTS[name.partition(".")[0]])
    for name, message in texts(ours.get("lists", {})):
        assert [gap.name for gap in gaps_of(message)] in (["0", "1"], ["1", "0"]), f"lists.{name}"
    for name, message in ours.get("roles", {}).items():
        check(f"roles.{name}", message, PICTURE)


@pytest.mark.parametrize("language", OTHERS)
def test_the_constraints_use_the_values_of_the_english_ones(language: str) -> None:
    for section in ("constraints", "violations"):
        english = data_of("en")[section]
        for key, message in data_of(language).get(section, {}).items():
            here = {gap.name for gap in gaps_of(message)}
            there = {gap.name for gap in gaps_of(english.get(key, message))}
            assert here == there, f"words/{language}, {section}.{key}"


@pytest.mark.parametrize("language", OTHERS)
def test_the_interface_uses_the_values_of_the_english_one(language: str) -> None:
    english = dict(texts(data_of("en")["app"]))
    for key, message in texts(data_of(language).get("app", {})):
        if key not in english:
            continue  # the test above names it
        here, there = ({gap.name for gap in gaps_of(text)} for text in (message, english[key]))
        assert here <= there, f"words/{language}, app.{key}: {sorted(here - there)} is no value"
        shown = {gap.name for gap in gaps_of(english[key]) if not gap.choice}
        assert shown <= here, f"words/{language}, app.{key} does not say {sorted(shown - here)}"


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
    assert len(same) <= 12, f"words/{language}: {len(same)} texts are English: {same}"
    sentences_left = [key for key in same if len(" ".join(literals(english[key])).split()) > 2]
    assert not sentences_left, f"words/{language}: English sentences: {sentences_left}"


@pytest.mark.parametrize("language", OTHERS)
def test_techniques_are_explained_in_the_language(language: str) -> None:
    english = data_of("en")["techniques"]
    same = [
        f"{id}.{part}"
        for id, entry in data_of(language).get("techniques", {}).items()
        for part, text in entry.items()
        if part in ("about", "nudge", "where") and text == english[id][part]
    ]
    assert not same, f"words/{language}: techniques are English: {same}"


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
    assert [words.catalogue(to).number("7.1") for to in ("en", "fr", "vi")] == ["7.1", "7,1", "7,1"]
    assert persian.number("1.2.1") == "۱.۲.۱", "a version has no decimals"  # noqa: RUF001
    assert persian.number("r1c5") == "r1c5", "a name is no number"
    assert persian.fill("{n} {n, plain}", {"n": 19}) == "۱۹ 19"
    step = rated.situations()["naked_pair", ""].step
    assert not re.search(r"[0-9]", step.text("full", "fa"))
    assert ">۹<" in render.svg(step, language="fa") and ">9<" not in render.svg(step, language="fa")


def test_french_punctuation_has_its_space() -> None:
    """French puts a space that does not break before : ; ! ? % and inside of guillemets and of numbers."""
    missing = re.compile(r"[^\u00a0\d/:][;!?:](?=\s|$)|«[^\u00a0]|[^\u00a0]»| %|\d \d|\u202f|\w'\w")
    wrong = [
        key
        for key, message in texts(words.written("fr"))
        if not key.startswith(("plurals", "lists")) and missing.search(message)
    ]
    assert not wrong, "a space that does not break (U+00A0) is missing, or an apostrophe straight"


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


UNTRANSLATED = (
    *("app/hint/solved", "app/lab", "roles", "lists/cases", "phrases/naked", "phrases/full.again"),
    *("values/group", "techniques/x_wing", "techniques/naked_pair/why", "constraints/killer"),
    "lessons/x_wing",
)


@pytest.fixture
def incomplete(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """French with some texts not translated."""
    written = words.written

    def lacking(language: str) -> dict[str, Any]:
        found = written(language)
        for path in UNTRANSLATED if language == "fr" else ():
            *above, name = path.split("/")
            group = found
            for part in above:
                group = group.get(part, {})
            group.pop(name, None)
        return found

    monkeypatch.setattr(words, "written", lacking)
    for cached in (words.catalogue, pages._lessons, files._words_at):
        cached.cache_clear()
    yield
    for cached in (words.catalogue, pages._lessons, files._words_at):
        cached.cache_clear()


@pytest.mark.usefixtures("incomplete")
def test_a_text_that_is_missing_is_english() -> None:
    french = words.catalogue("fr")
    assert french.app("hint.solved") == "Solved. Well done." and french.app("lab.run") == "Run"
    assert french.technique("x_wing")["name"] == "X-wing" and french.name == "Français"
    assert french.app("hint.ask") == "Indice"
    for known in rated.situations().values():
        said = [known.step.text(level, "fr") for level in words.LEVELS]
        assert not re.search(r"[{}]|Value\(|None", "".join(said)), said
    cage = variants.parse_rules("killer:10=r1c1r1c2").constraints[0]
    assert cage.text("fr").startswith("The digits in the cage L1C1, L1C2")
    lesson = dict(pages.technique_pages(["fr"]))["techniques/fr/x_wing.html"]
    assert '<ol lang="en" dir="ltr"><li>Take one digit at a time' in lesson


@pytest.mark.usefixtures("incomplete")
def test_the_page_gets_the_same_texts() -> None:
    for language in LANGUAGES:
        served, lessons = (
            files.find(f"words/{folder}{language}.json") for folder in ("", "lessons/")
        )
        whole = words.texts(language)
        assert served is not None and lessons is not None
        assert json.loads(lessons.body) == whole.pop("lessons")
        assert json.loads(served.body) == whole


@pytest.mark.usefixtures("incomplete")
def test_what_awaits_a_translator_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert untranslated.untranslated("en") == {}
    found = untranslated.untranslated("fr")
    assert "solved" in found["app/hint"] and "killer" in found["constraints"]
    assert "x_wing.nudge" in found["techniques"] and "x_wing.spot" in found["lessons"]
    untranslated.main()
    assert "  fr app/hint: " in capsys.readouterr().out


def test_a_catalogue_without_a_text_is_an_error() -> None:
    ours = {**data_of("fr"), "app": {}}
    with pytest.raises(CatalogueError, match=r"no text 'technique\.page' in 'app'"):
        Catalogue(ours).app("technique.page")
    with pytest.raises(CatalogueError, match="expected ten digits"):
        Catalogue({**ours, "digits": "0"})


def test_the_command_line_speaks_the_language() -> None:
    step = Puzzle(EASY).hint()
    assert step is not None
    rating = words.catalogue("fr").number(f"{step.rating:.1f}")
    french = f"{step.title('fr')} ({rating})\n{step.text('full', 'fr')}\n"
    assert run("hint", "--language", "fr", EASY).out == french
    assert run("hint", EASY, NONET_LANGUAGE="fr").out == french
    found = json.loads(run("hint", "--language", "fr", "--json", EASY).out)
    assert found["technique"] == step.technique.id and found["houses"] == ["box 2"]
    assert found["text"] == step.text("full", "fr", all=True)
    assert found["name"] == step.technique.name_in("fr")
    first = run("steps", "--language", "vi", EASY).lines[0]
    assert first == f"  1.  {rating}  {sentences.summary(step, 'vi')}"
    assert run("techniques", "xy_wing", "--language", "fr").lines[0] == "XY-Wing (xy_wing)"
    assert step.technique.name_in("fa") in run("techniques", "--language", "fa").out
    wrong = run("hint", "--language", "tlh", EASY)
    assert wrong.code == 2
    assert wrong.err == f"nonet hint: --language must be {listed(LANGUAGES)}, got 'tlh'\n"
