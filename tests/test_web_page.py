"""The page loads what its first screen needs at once, and small enough to read."""

from __future__ import annotations

import re
from pathlib import Path

STATIC = Path(__file__).parents[1] / "src" / "nonet" / "web" / "static"
JS = STATIC / "js"


def imported(name: str, seen: set[str]) -> set[str]:
    """Return a module and all that it imports, directly or not."""
    if name not in seen:
        seen.add(name)
        text = (JS / name).read_text("utf-8")
        for other in re.findall(r'^(?:import|export)\b[^;]*?"\./([\w.]+)";', text, re.MULTILINE):
            imported(other, seen)
    return seen


def test_the_modules_of_the_first_screen_load_side_by_side() -> None:
    page = (STATIC / "index.html").read_text("utf-8")
    listed = re.findall(r'rel="modulepreload" href="js/([\w.]+)"', page)
    needed = imported("play.js", imported("main.js", set())) - {"main.js"}
    assert listed == sorted(needed)


def test_every_module_says_why_it_exists_and_is_short() -> None:
    for path in JS.glob("*.js"):
        text = path.read_text("utf-8")
        assert text.startswith(("/*", "//")), path.name
        assert len(text.splitlines()) <= 250, path.name
