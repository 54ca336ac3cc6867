"""Build the documentation as a site, with the web app in it: `make docs` calls this.

    .venv/bin/python scripts/docs_site.py             into build/docs
    .venv/bin/python scripts/docs_site.py FOLDER

The web app is written by `nonet site` at the same time, into `app/`. At the end, every link of every page is followed,
also those that only the theme makes, and no page may show Markdown as it is written.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from functools import cache
from html.parser import HTMLParser
from os.path import normpath
from pathlib import Path
from urllib.parse import unquote, urlsplit

HOME = Path(__file__).resolve().parents[1]
SITE = HOME / "build" / "docs"
APP = "app"
CODE = ("code", "pre", "script", "style")
RAW = re.compile(r"\]\(|`|\*\*(?=\D)|^#+ |^\|.*\|$|^ *- |<!--", re.MULTILINE)
"""Markdown that was not turned into HTML."""


class Links(HTMLParser):
    """What a page links to and loads, the places in it that a link can lead to, and its text without code."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.targets: set[str] = set()
        self.places: set[str] = set()
        self.prose = ""
        self._code = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.targets.add(value)
            if name in ("id", "name") and value:
                self.places.add(value)
        self._code += tag in CODE

    def handle_endtag(self, tag: str) -> None:
        self._code -= tag in CODE

    def handle_data(self, data: str) -> None:
        self.prose += "" if self._code else data


@cache
def links_of(page: Path) -> Links:
    """Return the links of a page."""
    return Links(page.read_text("utf-8"))


def pages_of(site: Path) -> list[Path]:
    """Return the pages of the documentation in a site, without those of the web app."""
    found = sorted(path for path in site.rglob("*.html") if APP not in path.relative_to(site).parts)
    return [path for path in found if path.name != "404.html"]


def dead_links(site: Path) -> list[str]:
    """Return the links of a site that lead nowhere, and what it loads from elsewhere."""
    found = []
    for page in pages_of(site):
        for target in sorted(links_of(page).targets):
            parts = urlsplit(target)
            if parts.scheme in ("http", "https", "mailto"):
                continue
            inside = normpath((page.parent / unquote(parts.path)) if parts.path else page)
            place = Path(inside)
            place = place / "index.html" if place.is_dir() else place
            is_app = (site / APP) in place.parents
            if not place.is_file() or not place.is_relative_to(site):
                found.append(f"{page.relative_to(site)}: there is no {target}")
            elif (
                parts.fragment
                and not is_app
                and unquote(parts.fragment) not in links_of(place).places
            ):
                found.append(f"{page.relative_to(site)}: there is no place {target}")
    return found


def raw_markdown(site: Path) -> list[str]:
    """Return the pages of a site that show Markdown as text, with the first place."""
    found = [(page, RAW.search(links_of(page).prose)) for page in pages_of(site)]
    return [
        f"{page.relative_to(site)}: not rendered: {match.string[match.start() :][:40]!r}"
        for page, match in found
        if match
    ]


def build_pages(site: Path) -> bool:
    """Build the pages without the web app, and return whether that went without a warning."""
    command = [sys.executable, "-m", "mkdocs", "--quiet", "build", "--site-dir", str(site)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    return subprocess.run(command, cwd=HOME, env=environment).returncode == 0


def build(site: Path) -> None:
    """Build a site, or end with the reason why not."""
    began = time.monotonic()
    site.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=site.parent) as beside:
        app = Path(beside) / APP
        writing = subprocess.Popen(
            [sys.executable, "-m", "nonet", "site", "-o", str(app)], stdout=subprocess.DEVNULL
        )
        is_built = build_pages(site)
        if writing.wait() or not is_built:
            raise SystemExit("the documentation could not be built")
        shutil.move(app, site / APP)
    wrong = dead_links(site) + raw_markdown(site)
    if wrong:
        raise SystemExit("\n".join(wrong))
    pages = pages_of(site)
    followed = sum(len(links_of(page).targets) for page in pages)
    seconds = time.monotonic() - began
    print(
        f"{len(pages)} pages and the web app in {site}; {followed} links followed; {seconds:.0f} s"
    )


if __name__ == "__main__":
    build(Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else SITE)
