"""The search of the documentation: an index for each language, where the words of other tutorials are entries.

A reader who looks for `can_input` or *retour sur trace* comes from another tutorial. The first page of the tutorial has
a table with these words; each row of it is an entry of the index, which leads to the row.
"""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple

from docs_languages import ENGLISH, language_of

from nonet import words

INDEX = "search/search_index.json"
_OWN = 3.0
_FOREIGN = 0.1
"""How much more an entry in the language of the reader counts, and one in a language that is neither his nor English."""

_TABLE = re.compile(r"<table>(?:(?!<table>).)*</table>(?!.*<table>)", re.DOTALL)
_ROW = re.compile(r"<tr>\s*(<td.*?)</tr>", re.DOTALL)
_CELL = re.compile(r"<td[^>]*>(.*?)</td>", re.DOTALL)
_TAG = re.compile(r"<[^>]+>")
_LINK = re.compile(r'href="([^"]+)"')
_LARGE = re.compile(r"\d{1,3}(?:[,.\u00a0\u202f\u066c]\d{3})+")


class Row(NamedTuple):
    """A row of the table: its place in the site, the words of other tutorials, the words here, and where it leads."""

    place: str
    theirs: str
    ours: str
    links: tuple[str, ...]


def with_places(html: str, address: str) -> tuple[str, list[Row]]:
    """Return the first page of a tutorial with a place for each row of its last table, and these rows."""
    rows: list[Row] = []

    def placed(match: re.Match[str]) -> str:
        theirs, *ours = (unescape(_TAG.sub("", cell)) for cell in _CELL.findall(match[1]))
        name = f"word-{len(rows) + 1}"
        links = tuple(_LINK.findall(match[1]))
        rows.append(Row(f"{address}#{name}", theirs, " · ".join(ours), links))
        return match[0].replace("<tr>", f'<tr id="{name}">')

    return _TABLE.sub(lambda table: _ROW.sub(placed, table[0]), html), rows


def write_indexes(site: Path, rows: list[Row]) -> None:
    """Write the index of each language: that of MkDocs, with the rows. The English one has all pages."""
    index = json.loads((site / INDEX).read_text("utf-8"))
    entries = [{**each, "text": _with_plain_numbers(each["text"])} for each in index["docs"]]
    entries += [{"location": row.place, "title": row.theirs, "text": row.ours} for row in rows]
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
        is_row = "#word-" in entry["location"]
        weight = (_OWN if is_row else 1.0) if of == language else _FOREIGN
        return {**entry, "boost": weight} if weight != 1 else entry

    return ranked


def _with_plain_numbers(text: str) -> str:
    """Return a text with its large numbers once more without separators, in European digits, as many write them.

    >>> _with_plain_numbers("17,368 calls")
    '17,368 calls 17368'
    """
    found = {re.sub(r"\D", "", number) for number in _LARGE.findall(text)}
    return " ".join([text, *sorted(str(int(number)) for number in found)])
