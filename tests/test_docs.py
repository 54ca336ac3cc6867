"""Run every example in the documentation and compare its output."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest
from modules import MODULES, load

import nonet

ROOT = Path(__file__).parents[1]
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def run(test: doctest.DocTest) -> None:
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=OPTIONS)
    runner.run(test, out=report.append)
    assert not runner.failures, "".join(report)


@pytest.mark.parametrize("name", ["nonet", *MODULES])
def test_docstrings(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = load(name)
    monkeypatch.chdir(tmp_path)
    for test in doctest.DocTestFinder(exclude_empty=True).find(module):
        if test.examples:
            run(test)


def test_the_package_has_examples() -> None:
    assert nonet.__doc__ is not None and nonet.__doc__.count(">>>") >= 3


def examples_of(page: Path) -> doctest.DocTest:
    # The fence after a listing is not output; a blank line in its place ends the output.
    text = re.sub(r"^\s*(```|~~~).*$", "", page.read_text("utf-8"), flags=re.MULTILINE)
    name = str(page.relative_to(ROOT))
    return doctest.DocTestParser().get_doctest(text, {"__name__": "__main__"}, name, name, 0)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_pages(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not page.exists():
        pytest.skip(f"{page.name} does not exist yet")
    test = examples_of(page)
    monkeypatch.chdir(tmp_path)
    if test.examples:
        run(test)
