"""Every technique has a page with its facts, and the pages say what the solver does today.

``scripts/technique_pages.py`` writes them.
"""

from __future__ import annotations

import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from nonet.generating.drills import DRILLS
from nonet.generating.examples import EXAMPLES
from nonet.steps import technique

SCRIPTS = Path(__file__).parents[1] / "scripts"
sys.path.insert(0, str(SCRIPTS))

import technique_examples as shown  # noqa: E402
import technique_pages as pages  # noqa: E402

NAMES = [about.id for about in shown.ALL]
SEEN = [name for name in NAMES if name not in shown.NEVER_SEEN]
HINT = "run scripts/technique_pages.py"


def words(text: str) -> str:
    return " ".join(text.split())


def test_there_is_something_written_about_every_technique_and_nothing_else() -> None:
    assert set(shown.prose()) == {"index", *NAMES}
    assert sorted(EXAMPLES) == sorted(SEEN)
    for name in NAMES:
        said = shown.prose()[name]
        has_se = "se" in technique(name).ratings
        assert {"remarks", "related"} <= set(said) and ("rating" in said) is has_se
        assert not {"why", "spot"} & set(said), "these are lessons in src/nonet/words"
        links = [
            target for part in ("spot", "why") for target in said.get(f"{part}_links", {}).values()
        ]
        assert set(links) <= set(NAMES) - {name}
        assert set(said["related"]) <= set(NAMES) - {name}
        assert ("level" in said) is ("hodoku" in technique(name).ratings)
        if has_se:
            assert ("length" in said["rating"]) is (technique(name).family == "chains")
            assert f"{technique(name).ratings['se']:.1f}" in said["rating"]


@pytest.mark.parametrize("name", NAMES)
def test_a_page_has_the_facts_of_its_technique(name: str) -> None:
    about, said = technique(name), shown.prose()[name]
    text = words((pages.PAGES / f"{name}.md").read_text("utf-8"))
    for fact in (
        about.name,
        *about.aliases(),
        about.about(),
        *pages.linked(name, "why"),
        *pages.linked(name, "spot"),
        said["remarks"],
    ):
        assert words(fact) in text
    assert ("assumes that the puzzle has one solution" in text) is about.assumes_unique
    assert (f"]({name}.svg)" in text) is (name in SEEN)
    for number, example in enumerate(EXAMPLES.get(name, ())):
        assert (example.rules or example.givens) in text
        assert shown.example_step(name, number)[1].title() in text
        assert f"]({pages.file_of(name, number)})" in text
        linked = f"<!-- app: learn/{name}?example={number + 1} |" in text
        assert linked is about.is_classic
    assert (f"nonet practise {name} --drill" in text) is (name in DRILLS)
    for target in re.findall(r"\]\(([^)#]+)", text):
        assert (pages.PAGES / target).exists(), target


def test_the_readme_says_how_many_techniques_the_list_has() -> None:
    listed = (pages.PAGES / "README.md").read_text("utf-8")
    rows = set(re.findall(r"^\|.*?\]\((\w+)\.md\) \|", listed, re.MULTILINE))
    assert rows == set(NAMES)
    readme = (pages.SCRIPTS.parent / "README.md").read_text("utf-8")
    said = re.findall(r"(\d+) techniques", readme)
    assert said and set(said) == {str(len(rows))}


@pytest.mark.parametrize("name", NAMES)
def test_a_page_is_up_to_date(name: str) -> None:
    assert (pages.PAGES / f"{name}.md").read_text("utf-8") == pages.page(name), HINT


PICTURES = [(name, number) for name in SEEN for number in range(len(EXAMPLES[name]))]


@pytest.mark.parametrize(("name", "number"), PICTURES)
def test_a_picture_is_up_to_date(name: str, number: int) -> None:
    picture = (pages.PAGES / pages.file_of(name, number)).read_text("utf-8")
    assert picture == shown.picture(name, number), HINT
    assert len(picture) <= pages.SIZE
    title = ET.fromstring(picture).findtext("{http://www.w3.org/2000/svg}title")
    assert title == shown.example_step(name, number)[1].title()


def test_the_index_is_up_to_date_and_leads_to_every_page() -> None:
    text = (pages.PAGES / "README.md").read_text("utf-8")
    assert text == pages.index(), HINT
    table = text[text.index("| nonet | SE |") :]
    listed = re.findall(r"\((\w+)\.md\)", table)
    assert listed == [about.id for about in shown.ordered()] and sorted(listed) == sorted(NAMES)
    assert {f"{name}.svg" for name in pages.SHOWN} == set(re.findall(r"\((\w+\.svg)\)", text))
    assert {path.stem for path in pages.PAGES.glob("*.md")} == {"README", "path", *NAMES}
    assert {path.name for path in pages.PAGES.glob("*.svg")} == {
        pages.file_of(name, number) for name, number in PICTURES
    }


def test_the_learning_path_leads_through_all_techniques_in_order() -> None:
    text = (pages.PAGES / "path.md").read_text("utf-8")
    assert text == pages.path(), HINT
    listed = re.findall(r"^(\d+)\. \[[^\]]+\]\((\w+)\.md\)", text, re.MULTILINE)
    assert [name for _, name in listed] == [about.id for about in shown.ordered()]
    assert [int(number) for number, _ in listed] == list(range(1, len(NAMES) + 1))
    for before, after in zip(shown.ordered(), shown.ordered()[1:], strict=False):
        assert f"* after it: [{after.name}]({after.id}.md)" in pages.page(before.id)


def test_the_list_of_lengths_is_what_the_ratings_say() -> None:
    """Each step of an example costs what its technique and the number of its nodes say."""
    for name in SEEN:
        _, step = shown.example_step(name)
        if step.complexity and "se" in step.technique.ratings:
            more = sum(
                step.complexity - 2 > limit for limit in (4, 6, 8, 12, 16, 24, 32, 48, 64, 96)
            )
            more += sum(step.complexity - 2 > limit for limit in (128, 192, 256, 384, 512, 768))
            assert step.rating == pytest.approx(step.technique.ratings["se"] + more / 10), name
