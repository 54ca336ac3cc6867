"""The page loads what its first screen needs at once, and small enough to read."""

from __future__ import annotations

import re
from pathlib import Path

STATIC = Path(__file__).parents[1] / "src" / "nonet" / "web" / "static"
JS = STATIC / "js"


def imported(path: Path, seen: set[Path]) -> set[Path]:
    """Return a module and all that it imports, directly or not."""
    if path not in seen:
        seen.add(path)
        text = path.read_text("utf-8")
        for other in re.findall(r'^(?:import|export)\b[^;]*?"(\.[\w./]+)";', text, re.MULTILINE):
            imported((path.parent / other).resolve(), seen)
    return seen


def test_the_modules_of_the_first_screen_load_side_by_side() -> None:
    page = (STATIC / "index.html").read_text("utf-8")
    listed = re.findall(r'rel="modulepreload" href="js/([\w./]+)"', page)
    main = (JS / "main.js").resolve()
    needed = imported((JS / "play" / "play.js").resolve(), imported(main, set())) - {main}
    assert listed == sorted(path.relative_to(JS.resolve()).as_posix() for path in needed)


def test_every_module_says_why_it_exists_and_is_short() -> None:
    for path in JS.rglob("*.js"):
        text = path.read_text("utf-8")
        assert text.startswith(("/*", "//")), path.name
        assert len(text.splitlines()) <= 250, path.name
