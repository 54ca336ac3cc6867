"""The terms of each language: docs/languages.md lists them, and the rejected words, in a table per language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import rated

from nonet import words

PAGE = Path(__file__).parents[1] / "docs" / "languages.md"
NAMES = {"fa": "Persian", "fr": "French", "vi": "Vietnamese"}
JOINED = "\u200c"  # a letter beside it is not at the end of its word


@cache
def terms(language: str) -> list[list[str]]:
    """Return the rows of a language: the English terms, its own, and what it does not say."""
    part = PAGE.read_text("utf-8").partition(f"### {NAMES[language]}\n")[2].partition("\n#")[0]
    rows = [
        [cell.strip() for cell in line.strip("| ").split(" |")]
        for line in part.splitlines()
        if line.startswith("| ")
    ]
    return [[*row, ""][:3] for row in rows[1:]]


def rejected(language: str) -> list[str]:
    """Return what a language does not say."""
    cells = [cell for _, _, cell in terms(language) if cell]
    return [phrase.strip() for cell in cells for phrase in cell.split(";")]


def pattern(phrases: list[str]) -> re.Pattern[str]:
    """Return what finds any of the phrases as whole words; a small letter may be a large one, but not the reverse."""
    found = [
        f"[{phrase[0]}{phrase[0].upper()}]{re.escape(phrase[1:])}"
        if phrase[0].islower()
        else re.escape(phrase)
        for phrase in phrases
    ]
    return re.compile(rf"(?<![\w{JOINED}])(?:{'|'.join(found)})(?![\w{JOINED}])")


def said(group: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Yield all texts with their keys, but for aliases, which are what others say."""
    for name, entry in group.items():
        if isinstance(entry, Mapping):
            yield from said(entry, f"{prefix}{name}.")
        elif name != "aliases":
            yield from (
                (prefix + name, text) for text in ([entry] if isinstance(entry, str) else entry)
            )


def test_every_language_has_its_table() -> None:
    assert {*NAMES, "en"} == set(words.languages()), "a table of terms in docs/languages.md"
    for language in NAMES:
        assert len(terms(language)) > 35, language
        assert all(term and own for term, own, _ in terms(language)), language


@pytest.mark.parametrize("language", NAMES)
def test_no_text_says_what_its_language_rejects(language: str) -> None:
    never = pattern(rejected(language))
    found = [(key, never.findall(text)) for key, text in said(words.written(language))]
    wrong = "".join(f"\n- {key}: {', '.join(texts)}" for key, texts in found if texts)
    assert not wrong, f"{NAMES[language]} in docs/languages.md has other words for:{wrong}"


@pytest.mark.parametrize("language", NAMES)
def test_a_table_does_not_reject_its_own_terms(language: str) -> None:
    never = pattern(rejected(language))
    assert [own for _, own, _ in terms(language) if never.search(own)] == []


def test_a_rejected_phrase_is_found_in_any_form() -> None:
    never = pattern(["score", "X-wing", "تقریباً قفل"])
    assert never.findall("Le Score et un X-wing") == ["Score", "X-wing"]
    assert not never.search("scores X-Wing تقریباً قفل\u200cشدۀ")
    assert "score" in rejected("fr") and "هر ناحیه" in rejected("fa")


def test_persian_puts_no_number_after_a_cell() -> None:
    """A cell ends with a number: another one would be read as a part of it."""
    for situation in rated.situations().values():
        text = "\n".join(situation.step.text(level, "fa") for level in words.LEVELS)
        assert not re.search(
            "[\u06f0-\u06f9] [\u06f0-\u06f9]", re.sub("\u2066.*?\u2069", "", text)
        ), text
