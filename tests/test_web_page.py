"""The page loads what its first screen needs at once, and small enough to read."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

from nonet import words
from nonet.game.keys import key_table
from nonet.generating.layouts import VARIANTS

STATIC = Path(__file__).parents[1] / "src" / "nonet" / "web" / "static"
JS = STATIC / "js"


def others(path: Path) -> set[Path]:
    """Return the modules that a module names in its imports."""
    text = path.read_text("utf-8")
    named = re.findall(r'^(?:import|export)\b[^;]*?"(\.[\w./]+)";', text, re.MULTILINE)
    return {(path.parent / other).resolve() for other in named}


def imported(path: Path, seen: set[Path]) -> set[Path]:
    """Return a module and all that it imports, directly or not."""
    if path not in seen:
        seen.add(path)
        for other in others(path):
            imported(other, seen)
    return seen


def test_the_modules_of_the_first_screen_load_side_by_side() -> None:
    page = (STATIC / "index.html").read_text("utf-8")
    listed = re.findall(r'rel="modulepreload" href="js/([\w./]+)"', page)
    main = (JS / "main.js").resolve()
    needed = imported((JS / "play" / "play.js").resolve(), imported(main, set())) - {main}
    assert listed == sorted(path.relative_to(JS.resolve()).as_posix() for path in needed)


def test_no_module_imports_itself_in_a_circle() -> None:
    """A page from a disk makes each module after those that it imports."""
    graph = {path.resolve(): others(path) for path in JS.rglob("*.js")}
    order = list(TopologicalSorter(graph).static_order())  # it names a cycle
    assert set(order) == graph.keys()


def test_one_module_knows_where_the_files_of_the_app_are() -> None:
    """On a page from a disk no address leads to them."""
    for path in JS.rglob("*.js"):
        if path.name not in ("app_files.js", "disk.js", "ask.js"):
            code = "\n".join(
                line.partition("//")[0] for line in path.read_text("utf-8").splitlines()
            )
            code = re.sub(r"/\*.*?\*/", "", code, flags=re.DOTALL)
            found = re.search(
                r"(?<![#.\w])fetch\(|\bnew Worker\(|\bimport\((?!addressOf\()|import\.meta", code
            )
            assert found is None, (path.name, found)


def test_every_module_says_why_it_exists_and_is_short() -> None:
    for path in JS.rglob("*.js"):
        text = path.read_text("utf-8")
        assert text.startswith(("/*", "//")), path.name
        assert len(text.splitlines()) <= 250, path.name


def sources(folder: Path = JS) -> str:
    """Return the text of all modules in a folder."""
    return "\n".join(path.read_text("utf-8") for path in sorted(folder.rglob("*.js")))


def keys_of(group: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    """Yield the whole keys of the texts in a section of a catalogue, and the names of its groups."""
    for name, entry in group.items():
        yield prefix + name
        if isinstance(entry, Mapping):
            yield from keys_of(entry, f"{prefix}{name}.")


def test_every_text_that_the_page_names_is_in_the_words() -> None:
    """A key without words would be shown itself."""
    app = words.written("en")["app"]
    known = set(keys_of(app))
    known |= {key.rsplit(".", n)[0] for key in known for n in range(1, key.count("."))}
    named = set(re.findall(rf'"((?:{"|".join(app)})\.[a-z][\w.]*)"', sources()))
    named = {name for name in named if not name.endswith(".json")}  # files of the app
    assert len(named) > 200
    assert sorted(named - known) == [], "missing in words/en/app"


def test_the_page_offers_every_variant_by_a_name() -> None:
    text = (JS / "play" / "offered.js").read_text("utf-8")
    levels = re.search(r"const LEVELS = (\{.*?\});", text)
    assert levels is not None
    boards = json.loads(levels[1])
    assert boards.keys() >= set(VARIANTS)
    named = [f"new.board.{name}" for name in boards]
    known = set(keys_of(words.written("en")["app"]))
    assert [key for key in named if key not in known] == [], "in words/en/app/new.json"


def test_every_picture_of_the_page_is_there_in_its_size() -> None:
    """Systems and other programs refuse icons and previews that are not as large as they say."""
    manifest = json.loads((STATIC / "manifest.webmanifest").read_text("utf-8"))
    icons = {icon["src"]: icon["sizes"] for icon in manifest["icons"] if icon["sizes"] != "any"}
    assert set(icons.values()) == {"192x192", "512x512"}
    page = (STATIC / "index.html").read_text("utf-8")
    told = dict(re.findall(r'property="og:([\w:]+)" content="([^"]*)"', page))
    preview = f"{told['image:width']}x{told['image:height']}"
    assert re.search(r'rel="apple-touch-icon" href="icon-180.png"', page)
    for name, size in {**icons, told["image"]: preview, "icon-180.png": "180x180"}.items():
        head = (STATIC / name).read_bytes()[:24]
        assert head[:8] == b"\x89PNG\r\n\x1a\n", name
        width, height = (int.from_bytes(head[at : at + 4]) for at in (16, 20))
        assert f"{width}x{height}" == size, f"{name}: run scripts/pictures.py"


def test_every_key_of_the_page_does_something() -> None:
    text = sources(JS / "play") + sources(JS / "learn")
    made = r'(?:commands(?:\.{0}|\["{0}"\]) = |[{{,\n]\s*(?:async )?{0}(?:\(|:|,))'
    idle = [
        key.action
        for key in key_table()
        if key.keys
        and key.group not in ("move", "select", "enter")  # keys.js acts on these itself
        and not re.search(made.format(key.action), text)
    ]
    assert idle == [], "in game/keys.json, and no command of this name in js/play/ or js/learn/"


def test_the_page_offers_every_language() -> None:
    known = {code: words.catalogue(code) for code in words.languages()}
    text = (JS / "i18n.js").read_text("utf-8")

    def table(name: str) -> dict[str, str]:
        found = re.search(rf"\b{name} = .*\({{(.*?)}}\)", text)
        assert found is not None, name
        return dict(re.findall(r'(\w+): "([^"]*)"', found[1]))

    names = {code: one.name for code, one in known.items()}
    assert table("LANGUAGES") == names, "LANGUAGES in js/i18n.js"
    to_left = {code for code, one in known.items() if one.direction == "rtl"}
    early = (JS / "early.js").read_text("utf-8")
    asked = re.search(r"\[(.*?)\]\.includes\(tag\)", early)
    assert asked is not None
    assert set(re.findall(r'"(\w+)"', asked[1])) == set(names), (
        "the words that js/early.js asks for"
    )
    first = set(re.findall(r'kept\.language === "(\w+)"', early))
    assert first == to_left, "the direction before the first paint, in js/early.js"
