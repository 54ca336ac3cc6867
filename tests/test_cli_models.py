"""Models on the command line: what is printed of regions that were to be found, and which commands take a model."""

from __future__ import annotations

import json

import pytest
from console import run

from nonet.base.errors import RulesError
from nonet.formats.rule_lists import rules_in_list
from nonet.rules.variants import parse_rules

ARROWS = "R1C2 R1C3 R1C5 R3C1 R4C1 R5C1 R5C5 R5C6 R6C6"
CHAOS = ".Shape~6x6.NoBoxes.ChaosConstruction.~R1C5_4.~R2C6_2.~R4C2_1" + "".join(
    f".ChaosArrow~{cell}" for cell in ARROWS.split()
)
SOLUTION = "653241145362324615416523562134231456"
REGIONS = "111222112223415333445553444553666666"


def test_solve_prints_the_regions_that_were_to_be_found() -> None:
    assert run("solve", CHAOS).out == f"{SOLUTION}  # regions {REGIONS}\n"
    (row,) = map(json.loads, run("solve", "--json", CHAOS).out.splitlines())
    assert (row["solution"], row["regions"]) == (SOLUTION, REGIONS)
    several = run("solve", ".Shape~4x4.ChaosConstruction.~R1C1_1")
    assert "  # several solutions, this is one: regions 1" in several.out
    (row,) = map(json.loads, run("solve", "--json", ".Shape~4x4~0-3.~R1C1_0").out.splitlines())
    assert "regions" not in row


def test_show_says_what_the_numbers_of_regions_are() -> None:
    shown = run("show", "--solve", CHAOS).out
    assert "cc (the number of each cell\u2019s region):\n  1 1 1 2 2 2\n  1 1 2 2 2 3\n" in shown
    assert "\nva:\n" not in shown


@pytest.mark.parametrize(
    "command",
    [["hint"], ["candidates", "--true"], ["steps"], ["rate"], ["show", "--candidates"]],
    ids=" ".join,
)
def test_a_command_for_puzzles_names_those_that_take_a_model(command: list[str]) -> None:
    done = run(*command, CHAOS)
    assert done.code == 1
    assert (
        "expected a puzzle, found a 6x6 model with digits 1 to 6 and 36 unknown cells; solve, count,"
        " check, convert and show (without candidates or a picture) take it"
    ) in done.err


@pytest.mark.parametrize("command", ["solve", "count", "check", "show"])
def test_the_commands_that_are_named_take_a_model(command: str) -> None:
    assert run(command, CHAOS).code == 0


def test_convert_takes_a_model() -> None:
    done = run("convert", "--to", "iss", CHAOS)
    assert done.code == 0 and run("solve", done.out.strip()).out.startswith(SOLUTION)


def test_digits_without_numbers_say_what_is_missing() -> None:
    with pytest.raises(RulesError, match="such as digits:0-8 or digits:1-8,10"):
        parse_rules("Digits")


@pytest.mark.parametrize("word", ["chaos", "chaosconstruction", "ChaosConstruction:r1c1"])
def test_rules_point_to_what_a_chaos_construction_is(word: str) -> None:
    pointer = "is an ISS string with .ChaosConstruction, or a Model in Python; docs/variants.md"
    with pytest.raises(RulesError, match=pointer):
        parse_rules(word)
    with pytest.raises(ValueError, match=pointer):
        rules_in_list([{word.partition(":")[0]: ["r1c1 r1c2"]}])
