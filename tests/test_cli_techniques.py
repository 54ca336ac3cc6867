"""`nonet techniques` as a user meets it."""

from __future__ import annotations

import json

import pytest
from console import run

from nonet.steps import TECHNIQUES, VARIANT_TECHNIQUES
from nonet.words import catalogue

ALL = (*TECHNIQUES, *VARIANT_TECHNIQUES)


def test_all_techniques_are_listed_by_family_within_80_columns() -> None:
    done = run("techniques")
    assert done.code == 0 and max(map(len, done.lines)) <= 80
    for known in ALL:
        line = next(line for line in done.lines if f" {known.id} " in line)
        er = f"{known.ratings['se']:.1f}" if "se" in known.ratings else "-"
        assert line.split()[0] == er and line.endswith(known.name)
    families = {known.family for known in ALL}
    assert {catalogue("en").family(family) for family in families} <= set(done.lines)


@pytest.mark.parametrize("name", ["XY-Wing", "xy wing", "Y-Wing", "xy_wing", "XY-wings"])
def test_a_technique_is_described_by_any_of_its_names(name: str) -> None:
    done = run("techniques", name)
    assert done.code == 0 and done.lines[0] == "XY-wing (xy_wing)"
    assert "ER:          4.2" in done.lines and "docs/techniques/xy_wing.md" in done.out


def test_a_technique_that_sudoku_explainer_does_not_have_has_no_er() -> None:
    done = run("techniques", "skyscraper")
    assert "ER:" not in done.out and "130 points" in done.out
    assert json.loads(run("techniques", "skyscraper", "--json").lines[0])["er"] is None


def test_an_unknown_technique_gets_the_nearest() -> None:
    done = run("techniques", "x-wnig")
    assert done.code == 1 and done.err == "unknown technique 'x-wnig'; did you mean 'x_wing'?\n"


def test_the_list_as_a_table() -> None:
    found = [json.loads(line) for line in run("techniques", "--json").lines]
    assert [one["id"] for one in found] == [known.id for known in ALL]
    assert found[0]["er"] == 1.0 and "Y-wing" in next(
        one["aliases"] for one in found if one["id"] == "xy_wing"
    )
    head = run("techniques", "--to", "csv").lines[0]
    assert head == "id,name,family,er,hodoku,assumes_unique,aliases,about,page"
