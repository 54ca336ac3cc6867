"""The stock of puzzles by their hardest technique: each is what it says, and comes from its seed."""

from __future__ import annotations

import sys
from array import array
from pathlib import Path

import pytest

import nonet
from nonet.engine import TECHNIQUES, Status, rate_rows
from nonet.generating import remake
from nonet.generating.request import Request
from nonet.generating.technique_stock import technique_stock
from nonet.steps import profile

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))

import technique_stock as script

STOCK = technique_stock()
RARE = {name: entry for name, entry in STOCK.items() if entry.puzzles}


def hardest(puzzles: list[str], name: str) -> list[str]:
    n = len(puzzles)
    status, found = bytearray(n), bytearray(n)
    rate_rows(
        b"".join(bytes(nonet.Puzzle(puzzle).givens) for puzzle in puzzles),
        n,
        profile=profile(name),
        budget=None,
        threads=1,
        ratings=array("H", bytes(6 * n)),
        status=status,
        hardest=found,
        steps=None,
        counts=None,
    )
    assert set(status) == {Status.UNIQUE}
    return [TECHNIQUES[kind].id for kind in found]


@pytest.mark.parametrize("name", RARE)
def test_a_puzzle_of_the_stock_is_what_it_says(name: str) -> None:
    puzzles = list(RARE[name].puzzles.values())
    assert hardest(puzzles, RARE[name].profile) == [name] * len(puzzles)
    for recipe, puzzle in RARE[name].puzzles.items():
        assert remake(recipe).givens.text() == puzzle


@pytest.mark.parametrize("name", script.TRIED)
def test_the_script_finds_them_again(name: str) -> None:
    tried = 1024
    found = script.found(name, Request(), tried)
    for kind, entry in RARE.items():
        if entry.profile == name and kind != script.EASIEST[0]:
            numbers = [int(recipe.partition("number=")[2]) for recipe in entry.puzzles]
            first = found.get(kind, (0, []))[1]
            assert [number for number in numbers if number < tried] == first[: len(numbers)], kind


def test_a_rare_technique_needs_no_search_without_a_seed() -> None:
    puzzle = nonet.generate(hardest="finned_franken_jellyfish", budget=1)
    assert puzzle.info["recipe"] in STOCK["finned_franken_jellyfish"].puzzles
    assert remake(puzzle.info["recipe"]) == puzzle
    with pytest.raises(nonet.LimitReached):
        nonet.generate(hardest="jellyfish", seed=1, budget=1)
    with pytest.raises(nonet.LimitReached):
        nonet.generate(hardest="jellyfish", symmetry="rotational", budget=1)


def test_the_profile_is_one_that_has_the_technique() -> None:
    puzzle = nonet.generate(hardest="skyscraper")
    assert hardest([puzzle.givens.text()], "hodoku") == ["skyscraper"]
    with pytest.raises(ValueError, match="the profile se does not have skyscraper"):
        nonet.generate(hardest="skyscraper", seed=1)
