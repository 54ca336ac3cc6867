"""Every algorithm has a page with all its facts, and the pages are up to date.

``scripts/algorithm_pages.py`` writes them.
"""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from nonet import lab, render, teach

SCRIPTS = Path(__file__).parents[1] / "scripts"
sys.path.insert(0, str(SCRIPTS))

import algorithm_pages as pages  # noqa: E402

INSTALLED = {*lab.installed_names(), "annealing", "iterated_local_search"}


@pytest.mark.parametrize("name", teach.names())
def test_every_algorithm_has_a_page_with_its_facts(name: str) -> None:
    about = teach.algorithm(name)
    text = " ".join((pages.PAGES / f"{name}.md").read_text("utf-8").split())
    for fact in (about.title, about.source, about.idea, about.worst_case, about.shines):
        assert " ".join(fact.split()) in text
    for option, sentence in about.options.items():
        assert f"* `{option}`: {sentence}" in text
    assert (about.extra or "") in text and ("proves nothing" in text) is not about.is_complete
    assert (pages.PAGES / f"../../src/nonet/teach/{name}.py").resolve().exists()


@pytest.mark.slow
@pytest.mark.parametrize("name", teach.names())
def test_a_page_is_up_to_date(name: str) -> None:
    if name not in INSTALLED:
        pytest.skip(f"{name} needs the extra {teach.algorithm(name).extra!r}")
    hint = "run scripts/algorithm_pages.py"
    if teach.algorithm(name).extra is None:  # the counters of others change with their packages
        assert (pages.PAGES / f"{name}.md").read_text("utf-8") == pages.page(name), hint
    film = (pages.PAGES / "films" / f"{name}.svg").read_text("utf-8")
    assert len(film) <= pages.SIZE
    assert ET.fromstring(film).tag.endswith("svg")
    if teach.algorithm(name).extra is None:
        assert film == render.svg_film(pages.film_of(name), pace=pages.PACE), hint


def test_the_index_is_up_to_date_and_leads_to_every_page() -> None:
    text = (pages.PAGES / "README.md").read_text("utf-8")
    assert text == pages.index(), "run scripts/algorithm_pages.py"
    assert {path.stem for path in pages.PAGES.glob("*.md")} == {*teach.names(), "README"}
