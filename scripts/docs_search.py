"""The search of the documentation: an index for each language, where the words of other tutorials are entries.

A reader who looks for `can_input` or *retour sur trace* comes from another tutorial. The first page of the tutorial has
a table with these words; each row of it is an entry of the index, which leads to the chapter of the row. The names of
techniques are entries, too, which count more than texts that mention them.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

from docs_languages import ENGLISH, html_of, language_of
from docs_nav import DOCS

from nonet import words

INDEX = "search/search_index.json"
_WEIGHTS = {"row": 10.0, "own": 2.0, "foreign": 0.1}
"""How much entries of a tutorial count: the rows and pages in the language of the reader, and those in others."""
_NAME = 5.0
"""How much the name of a technique counts."""

_MARK = re.compile(r"`|</?code[^>]*>|\[(?=[^\]]*\]\()|\]\([^)]*\)")
"""Characters around the words of a row: of code and of links."""
_LINK = re.compile(r"\]\(([^)#]+)")
_LARGE = re.compile(r"\d{1,3}(?:[,.\u00a0\u202f\u066c]\d{3})+")


class Row(NamedTuple):
    """A row of the table: the words of other tutorials, the words here, and its place, which is in a chapter."""

    theirs: str
    ours: str
    page: str
    place: str


def rows_of(language: str) -> list[Row]:
    """Return the rows of the table in the tutorial of a language."""
    folder = f"tutorial/{language}"
    text = (DOCS / folder / "README.md").read_text("utf-8")
    found: list[Row] = []
    for line in text[text.rindex("|---|") :].splitlines()[1:]:
        if line.startswith("| "):
            theirs, *ours = _MARK.sub("", line).strip("| ").split(" | ")[:3]
            chapter = next(link for link in _LINK.findall(line) if "/" not in link)
            page = f"{folder}/{chapter}"
            found.append(Row(theirs, " · ".join(ours), page, f"word-{len(found) + 1}"))
    return found


def with_places(html: str, page: str) -> str:
    """Return a page with the places of the words that lead to it."""
    found = [row.place for row in rows_of(language_of(page)) if row.page == page]
    return "".join(f'<a id="{place}"></a>' for place in found) + html


def write_indexes(site: Path) -> None:
    """Write the index of each language: that of MkDocs, with rows and names. The English one has all pages."""
    index = json.loads((site / INDEX).read_text("utf-8"))
    entries = [{**each, "text": _with_plain_numbers(each["text"])} for each in index["docs"]]
    rows = [row for language in words.languages() for row in rows_of(language)]
    entries += [
        {"location": f"{html_of(row.page)}#{row.place}", "title": row.theirs, "text": row.ours}
        for row in rows
    ]
    entries += [
        {
            "location": "#".join(
                [each["location"], "-".join(re.findall(r"\w+", each["title"].lower()))]
            ),
            "title": each["title"],
            "text": "",
            "boost": _NAME,
        }
        for each in entries
        if re.fullmatch(r"techniques/\w+\.html", each["location"])
    ]
    for language in words.languages():
        own = [entry for entry in map(_ranked(language), entries) if entry]
        config = index["config"] if language == ENGLISH else {**index["config"], "pipeline": []}
        text = json.dumps({"config": config, "docs": own}, separators=(",", ":"))
        (site / index_of(language)).write_text(text, "utf-8")


def index_of(language: str) -> str:
    """Return where the index of a language is."""
    return INDEX if language == ENGLISH else INDEX.replace(".json", f".{language}.json")


def _ranked(language: str) -> Any:
    """Return a function that gives an entry its weight for readers of a language, or leaves it out."""

    def ranked(entry: dict[str, Any]) -> dict[str, Any] | None:
        if not entry["location"].startswith("tutorial/"):
            return entry
        of = language_of(entry["location"])
        if of != language and language != ENGLISH:
            return None
        kind = "row" if "#word-" in entry["location"] else "own"
        return {**entry, "boost": _WEIGHTS[kind if of == language else "foreign"]}

    return ranked


def _with_plain_numbers(text: str) -> str:
    """Return a text with its large numbers once more without separators, in European digits, as many write them.

    >>> _with_plain_numbers("17,368 calls")
    '17,368 calls 17368'
    """
    found = {re.sub(r"\D", "", number) for number in _LARGE.findall(text)}
    return " ".join([text, *sorted(str(int(number)) for number in found)])
