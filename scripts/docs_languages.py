"""The languages of the documentation: which one a page is in, where its translations are, and the texts around it.

The tutorial has a folder for each language; all other pages are English.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from docs_nav import DOCS

from nonet import words

ENGLISH = "en"
_WORDS = tomllib.loads(Path(__file__).with_name("docs_words.toml").read_text("utf-8"))
_PLACE = re.compile(r"tutorial/(\w+)/")
_DIRECTION = re.compile(r'^<div dir="rtl" lang="\w+" markdown="1">\n|^</div>\n?', re.MULTILINE)
"""Elements that set the direction of a part on a code host; on the site the language of the page does."""


def language_of(address: str) -> str:
    """Return the language of a page.

    >>> language_of("tutorial/fa/02-moves.md"), language_of("cli.md")
    ('fa', 'en')
    """
    found = _PLACE.match(address)
    return found[1] if found else ENGLISH


def translated(language: str, text: str) -> str:
    """Return an English text of the site in a language."""
    return text if language == ENGLISH else str(_WORDS[language][text])


def without_direction(markdown: str) -> str:
    """Return a page without the elements around its parts that a code host needs."""
    return _DIRECTION.sub("", markdown) if _DIRECTION.match(markdown) else markdown


def translations(address: str) -> dict[str, str]:
    """Return where a page is in each language, if it is in more than one.

    The list of the languages and the first page lead to the first page of each.
    """
    name = "README.md" if address in ("index.md", "tutorial/README.md") else ""
    name = name or _PLACE.sub("", address) * bool(_PLACE.match(address))
    found = [code for code in words.languages() if (DOCS / "tutorial" / code / name).is_file()]
    return {code: f"tutorial/{code}/{name}" for code in found} if name else {}


def set_language(config: Any, nav: Any, page: Any) -> None:
    """Set the texts around a page, and the links to its translations, in its language: one page is made at a time."""
    language = language_of(page.file.src_uri)
    catalogue = words.catalogue(language)
    page.meta["language"] = language
    config.extra["alternate"] = [
        {"lang": code, "name": words.written(code)["name"], "link": html_of(address)}
        for code, address in translations(page.file.src_uri).items()
    ]
    for scheme, name in zip(config.theme["palette"], ("dark", "light"), strict=True):
        scheme["toggle"]["name"] = catalogue.app(f"bar.{name}")
    for item in nav.items:
        item.english = getattr(item, "english", item.title)
        item.title = translated(language, item.english)


def html_of(address: str) -> str:
    """Return the address of a page in the site.

    >>> html_of("tutorial/fa/README.md"), html_of("cli.md")
    ('tutorial/fa/index.html', 'cli.html')
    """
    return address.replace("README.md", "index.md").removesuffix("md") + "html"
