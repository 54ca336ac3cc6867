"""The documentation: every link leads somewhere, every page has a place in the navigation, and the site can be built.

The quick tests read the Markdown files as a code host shows them; the slow one builds the site.
"""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import nonet

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))
import docs_api
import docs_links
import docs_nav

HOME = Path(__file__).parents[1]
PAGES = [HOME / "README.md", HOME / "CONTRIBUTING.md", *sorted((HOME / "docs").rglob("*.md"))]


def relative(path: Path) -> str:
    return path.relative_to(HOME).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=relative)
def test_every_link_leads_to_a_file_and_a_heading(page: Path) -> None:
    dead = []
    for link in docs_links.links(page.read_text("utf-8")):
        place = HOME / docs_links.target(relative(page), link.path)
        if not place.exists():
            dead.append(f"there is no {link.path}")
        elif link.anchor and link.anchor not in docs_links.anchors(place.read_text("utf-8")):
            dead.append(f"{relative(place)} has no heading #{link.anchor}")
    assert dead == []


def test_every_page_is_in_the_navigation() -> None:
    named = docs_nav.named(docs_nav.navigation())
    here = {
        docs_nav.site_path(relative(page)) for page in PAGES if docs_nav.NOTES not in page.parents
    }
    assert here - named == set(), "list these pages in docs/README.md"
    made = {page for page in named - here if not page.endswith("README.md")}
    assert made <= {"changelog.md"}, "docs/README.md lists pages that do not exist"


def test_the_navigation_leads_from_the_tutorial_to_the_reference() -> None:
    heads = [head for item in docs_nav.navigation() for head in item]
    assert [head for head in heads if head != "Tutorial"] == [
        "Home",
        "School",
        "Guides",
        "Reference",
    ]


def test_a_folder_stands_in_the_order_of_its_first_page(tmp_path: Path) -> None:
    folder = tmp_path / "tutorial"
    (folder / "en").mkdir(parents=True)
    for name, text in {"README": "[b](b.md)", "a": "", "b": "", "en/c": ""}.items():
        (folder / f"{name}.md").write_text(f"# The {name}\n\n{text}\n", "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(docs_nav, "DOCS", tmp_path)
        assert docs_nav.pages_of(folder) == [
            "tutorial/README.md",
            {"The b": "tutorial/b.md"},
            {"The a": "tutorial/a.md"},
            {"En": ["tutorial/en/README.md", {"The en/c": "tutorial/en/c.md"}]},
        ]
        assert docs_nav.pages_of(tmp_path / "none") == []


def test_techniques_stand_in_teaching_order() -> None:
    _, path, *groups = docs_nav.pages_of(HOME / "docs" / "techniques")
    assert path == {"The learning path": "techniques/path.md"}
    assert [name for group in groups for name in group] == [
        "Easy",
        "Medium",
        "Hard",
        "Expert",
        "Extreme",
    ]
    first = groups[0]
    assert isinstance(first, dict) and first["Easy"][0] == {
        "Full house": "techniques/full_house.md"
    }


def test_links_in_code_are_no_links() -> None:
    text = "[a](b.md#c) `[d](e.md)` ![f](g.svg)\n\n```\n[h](i.md)\n```\n[j](https://k)"
    assert [(link.path, link.anchor) for link in docs_links.links(text)] == [
        ("b.md", "c"),
        ("g.svg", ""),
    ]


# -- the reference of the API ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def reference() -> docs_api.Reference:
    return docs_api.Reference()


def test_the_reference_has_every_public_name(reference: docs_api.Reference) -> None:
    pages = reference.pages()
    for name in reference.names:
        assert pages[name.page].count(f"{{: #{name.path} }}") == 1, name.path
    modules = {"batch", "formats", "lab", "render", "teach", "variants"}
    names = {name.name for name in reference.names if name.module == "nonet"}
    assert names == set(nonet.__all__) - modules
    assert {docs_api.page_of(f"nonet.{name}") for name in modules} <= pages.keys()


def test_links_of_the_reference_lead_to_names(reference: docs_api.Reference) -> None:
    pages = reference.pages()
    for page, text in pages.items():
        for link in docs_links.links(text):
            place = docs_links.target(page, link.path)
            assert place in pages and (
                not link.anchor or f"{{: #{link.anchor} }}" in pages[place]
            ), f"{page}: {link.path}#{link.anchor}"


def test_every_public_name_has_a_sentence(reference: docs_api.Reference) -> None:
    described = [
        each
        for each in reference.names
        if inspect.isclass(each.value) or inspect.isroutine(each.value)
    ]
    silent = [
        each.path
        for each in described
        if not each.value.__doc__
        or each.value.__doc__.startswith(f"{each.name}(")  # made by dataclass
    ]
    assert silent == []


def test_every_error_has_a_cause_and_a_cure(reference: docs_api.Reference) -> None:
    found = [name for name in reference.names if name.page == docs_api.ERRORS]
    assert {name.name for name in found} >= set(nonet.errors.__all__)
    assert [
        name.path
        for name in found
        if "\n\n    Cause: " not in name.value.__doc__ or "\n\n    Cure: " not in name.value.__doc__
    ] == []


def test_docstrings_become_markdown(reference: docs_api.Reference) -> None:
    text = "Return `Grid` and ``r4c5``.\n\n    >>> 1\n    1\n\n    More."
    assert reference.markdown(text).startswith(
        "Return [`Grid`](nonet.md#nonet.Grid) and `r4c5`.\n\n```pycon\n>>> 1\n1\n```"
    )


# -- the site -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    if find_spec("material") is None:
        pytest.skip('needs MkDocs: pip install "nonet[docs]"')
    if not (HOME / "src/nonet/web/static/core.wasm").exists():
        pytest.skip("needs core.wasm (make wasm)")
    command = [sys.executable, str(HOME / "scripts" / "docs_site.py"), str(tmp_path / "site")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0 and done.stderr == "", done.stdout + done.stderr
    site = tmp_path / "site"
    import docs_site

    assert docs_site.dead_links(site) == []
    assert not (site / "notes").exists() and list(docs_nav.NOTES.glob("*.md"))
    assert "the notes (<code>docs/notes/core.md</code>)" in (site / "core.html").read_text("utf-8")
    page = (site / "techniques" / "x_wing.html").read_text("utf-8")
    assert "See it step by step" in page and "../app/index.html#learn/x_wing" in page
    assert '<a href="../app/index.html#learn/x_wing?drill=1">Drill it in the app</a>' in page
    assert "the two 9s are placed, columns 1 and 9 are used up" in page, (
        "it is broken at 100 columns"
    )
    notebooks = site / "source" / "examples" / "notebooks"
    notebook = (notebooks / "first_steps.ipynb.html").read_text("utf-8")
    assert '<h2 id="one-step">' in notebook and "cell_type" not in notebook
    assert json.loads((notebooks / "first_steps.ipynb").read_text("utf-8"))["cells"]
    assert '<li><a href="tutorial/index.html">' in (site / "contents.html").read_text("utf-8")
    assert "nonet.Puzzle" in (site / "api" / "nonet.html").read_text("utf-8")
    for language in ("en", "fa"):
        chapter = (site / "tutorial" / language / "01-board.html").read_text("utf-8")
        assert "<code>divmod</code>" in chapter, "a solution that folds is shown as it is written"
        assert "markdown=" not in chapter, "a part from right to left is shown as it is written"
    broken = site / "cli.html"
    broken.write_text(broken.read_text("utf-8") + '<a href="gone.html">', "utf-8")
    docs_site.links_of.cache_clear()
    assert docs_site.dead_links(site) == ["cli.html: there is no gone.html"]
