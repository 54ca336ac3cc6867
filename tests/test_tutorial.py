"""The tutorial: every program on its pages runs and prints what the page shows, and every language has its pages.

The blocks of a page run in order in one namespace. A ```python block that prints is followed by a ```text block with
its output. ``python tests/test_tutorial.py`` prints what awaits translation.
"""

from __future__ import annotations

import ast
import contextlib
import io
import re
import sys
from operator import attrgetter
from pathlib import Path

import pytest
from console import run

import nonet
from nonet import lab, teach

ROOT = Path(__file__).parents[1]
TUTORIAL = ROOT / "docs" / "tutorial"
ENGLISH = sorted((TUTORIAL / "en").glob("*.md"))
LANGUAGES = ("en", "fa", "fr", "vi")
PAGES = sorted(TUTORIAL.glob("*/*.md"))

sys.path.insert(0, str(ROOT / "scripts"))

import tutorial_pictures  # noqa: E402

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")
PICTURE = re.compile(r"!\[([^]]*)\]\(([^)]+)\)")


def page_id(page: Path) -> str:
    """Return the language and the name of a page."""
    return page.relative_to(TUTORIAL).as_posix()


def blocks(page: Path) -> list[tuple[str, str, int]]:
    """Return the language, the text and the line of each block of code."""
    text = page.read_text("utf-8")
    return [(m[1], m[2], text.count("\n", 0, m.start()) + 2) for m in BLOCK.finditer(text)]


def awaiting_translation() -> dict[str, list[str]]:
    """Return the chapters that each language lacks; languages without any are complete."""
    names = [page.name for page in ENGLISH]
    lacks = {
        code: [name for name in names if not (TUTORIAL / code / name).exists()]
        for code in LANGUAGES
    }
    return {code: missing for code, missing in lacks.items() if missing}


@pytest.fixture
def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The directory of a reader, whose programs can import ``sudoku.py``."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(TUTORIAL))


@pytest.mark.parametrize("page", ENGLISH, ids=page_id)
@pytest.mark.usefixtures("reader")
def test_the_programs_print_what_the_page_shows(page: Path) -> None:
    run_programs(page)


def run_programs(page: Path) -> None:
    """Run the programs of a page and compare what they print."""
    namespace: dict[str, object] = {"__name__": "tutorial"}
    found = blocks(page)
    for number, (kind, code, line) in enumerate(found):
        if kind != "python":
            continue
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            # The lines before the block make the numbers in a traceback those of the page.
            exec(compile("\n" * (line - 1) + code, str(page), "exec"), namespace)
        follows = found[number + 1] if number + 1 < len(found) else ("", "", 0)
        shown = follows[1] if follows[0] == "text" else ""
        assert lines(printed.getvalue()) == lines(shown), f"{page_id(page)}:{line}"


def lines(text: str) -> list[str]:
    """Return the lines without blanks at their ends."""
    return [line.rstrip() for line in text.strip("\n").split("\n")]


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_links_lead_to_files_and_pictures_have_alternative_text(page: Path) -> None:
    text = BLOCK.sub("", page.read_text("utf-8"))
    for target in LINK.findall(text):
        if "://" not in target:
            # A chapter that awaits translation is reported below.
            there = (page.parent / target).exists() or (TUTORIAL / "en" / target).exists()
            assert there, f"{page_id(page)}: {target}"
    for words, target in PICTURE.findall(text):
        assert len(words) > 10, f"{page_id(page)}: {target} needs alternative text"


@pytest.mark.parametrize("page", [page for page in ENGLISH if page.stem[0].isdigit()], ids=page_id)
def test_a_chapter_has_three_exercises_with_solutions(page: Path) -> None:
    text = page.read_text("utf-8")
    assert len(re.findall(r"^\*\*Exercise \d\.\*\*", text, re.MULTILINE)) == 3
    assert text.count("<details>") == text.count("</details>") == 3
    for solution in re.findall(r"<details>(.*?)</details>", text, re.DOTALL):
        assert "```python" in solution, "a solution is a program that runs"
    index = (page.parent / "README.md").read_text("utf-8")
    assert f"]({page.name})" in index


@pytest.mark.parametrize("page", [page for page in PAGES if page.parent.name != "en"], ids=page_id)
@pytest.mark.usefixtures("reader")
def test_a_translation_has_the_programs_of_the_english_page(page: Path) -> None:
    english, here = blocks(TUTORIAL / "en" / page.name), blocks(page)
    assert [kind for kind, _, _ in here] == [kind for kind, _, _ in english]
    if [code for _, code, _ in here] != [code for _, code, _ in english]:
        run_programs(page)  # it prints words of its language


def test_the_file_of_the_reader_has_the_functions_of_the_pages() -> None:
    code = "\n".join(code for page in ENGLISH for kind, code, _ in blocks(page) if kind == "python")
    source = (TUTORIAL / "sudoku.py").read_text("utf-8")
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef):
            text = ast.get_source_segment(source, node)
            assert text is not None and text in code, (
                f"no page has {node.name} as it is in sudoku.py"
            )


def test_the_names_in_the_table_exist() -> None:
    """The third column of the table in the index has words of nonet."""
    index = (TUTORIAL / "en" / "README.md").read_text("utf-8")
    rows = [line.split(" | ") for line in index.splitlines() if line.startswith("| ")]
    words = {word for row in rows for word in re.findall(r"`([\w.]+)`", row[2])}
    assert len(words) > 15
    known = {*teach.names(), "naked_single", "hidden_single_box"}
    for word in words - known:
        attrgetter(word)(nonet)
    for name in known - {*teach.names()}:
        nonet.technique(name)


def test_the_commands_of_the_pages_run() -> None:
    commands = {
        line
        for page in ENGLISH
        for kind, code, _ in blocks(page)
        if kind == "sh"
        for line in code.splitlines()
    }
    assert commands
    commands.remove("nonet worst-case")  # it takes seconds and has tests of its own
    for command in sorted(commands):
        done = run(*command.split()[1:])
        assert done.code == 0, command


def test_the_pictures_are_up_to_date() -> None:
    for name, picture in tutorial_pictures.pictures().items():
        kept = (tutorial_pictures.PICTURES / f"{name}.svg").read_text("utf-8")
        assert kept == picture, "run scripts/tutorial_pictures.py"


FEW_GIVENS = "000000200080007090602000500070060000000901000000020040005000603090400070006000000"


@pytest.mark.slow
def test_figures_that_take_too_long_for_a_page() -> None:
    assert teach.solve(lab.WORST_CASE, "smallest_domain").counters.calls == 39_223
    assert lab.WORST_CASE_CALLS == 69_175_317
    for rules, placed in ((True, 133_965), (False, 1_070_592)):
        counters = teach.solve(FEW_GIVENS, "rules_then_search", rules=rules).counters
        assert (counters.guesses, counters.filled_by_rules) == (placed, 9 if rules else 0)


def test_what_awaits_translation_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    lacks = awaiting_translation()
    assert "en" not in lacks
    with capsys.disabled():
        for code, names in lacks.items():
            print(f"\ntutorial: {code} awaits {len(names)} of {len(ENGLISH)} pages", end="")


if __name__ == "__main__":
    for language, chapters in awaiting_translation().items():
        print(f"{language}: {' '.join(chapters)}")
    sys.exit(0)
