"""Run every example in the documentation and compare its output."""

from __future__ import annotations

import doctest
import re
from importlib.util import find_spec
from pathlib import Path

import pytest
from modules import MODULES, load

import nonet
from nonet import teach, words
from nonet.formats.table import FORMATS
from nonet.steps.difficulty import BANDS

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
            assert not list(tmp_path.iterdir()), "the example leaves files behind"


def test_the_package_has_examples() -> None:
    assert nonet.__doc__ is not None and nonet.__doc__.count(">>>") >= 3


NEEDS = re.compile(r"^<!-- needs: (\w+) -->\n```python\n.*?^```$", re.MULTILINE | re.DOTALL)
"""An example that runs only where a package is installed that is not one of ours."""


def examples_of(page: Path) -> doctest.DocTest:
    text = page.read_text("utf-8")

    text = NEEDS.sub(lambda match: match[0] if find_spec(match[1]) else "", text)
    # The fence after a listing is not output; a blank line in its place ends the output.
    text = re.sub(r"^\s*(```|~~~).*$", "", text, flags=re.MULTILINE)
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


@pytest.mark.parametrize(
    ("page", "needed"),
    [(page, match[1]) for page in PAGES for match in NEEDS.finditer(page.read_text("utf-8"))],
    ids=lambda value: value.name if isinstance(value, Path) else value,
)
def test_examples_of_other_packages(page: Path, needed: str) -> None:
    pytest.importorskip(needed, reason=f"the example in {page.name} needs {needed}")
    test = examples_of(page)
    assert any(
        re.search(rf"^(import|from) {needed}\b", example.source) for example in test.examples
    )


COUNTED = {
    "algorithms": len(teach.names()),
    "difficulties": len(BANDS),
    "formats": len(FORMATS),
    "languages": len(words.languages()),
}
SPELLED = "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
NUMBERS = {word: number for number, word in enumerate(SPELLED.split(), 2)}


def test_what_prose_counts_is_counted_right() -> None:
    said = re.compile(rf"\b(\d+|{'|'.join(NUMBERS)}) ({'|'.join(COUNTED)})\b", re.IGNORECASE)
    pages = [each for each in PAGES if not {"tutorial", "decisions"} & {*each.parts}]
    pages += (Path(nonet.__file__).parent / "words" / "en").rglob("*.json")
    wrong, found = [], set()
    for page in pages:
        for match in said.finditer(page.read_text("utf-8")):
            word, noun = match[1].lower(), match[2].lower()
            found.add(noun)
            if NUMBERS.get(word) != COUNTED[noun] and word != str(COUNTED[noun]):
                wrong.append(f"{page.name}: {match[0]}, but there are {COUNTED[noun]}")
    assert not wrong, "\n".join(wrong)
    assert found == {*COUNTED}, "what no page counts needs no row in COUNTED"


def test_the_readme_sets_up_and_tests_as_ci_does() -> None:
    """The commands for a checkout are targets that set themselves up, and CI runs the test command of the page."""
    shown = re.findall(r"^\$ (make .*)$", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    assert shown == ["make demo", "make test"]
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for command in shown:
        target = command.removeprefix("make ")
        assert re.search(rf"^{target}: \$\(READY\)$", makefile, re.MULTILINE), command
    ran = re.findall(
        r"^timeout \d+ (make .*?) 2>&1", (ROOT / ".ci/run").read_text("utf-8"), re.MULTILINE
    )
    assert shown[1] in ran
