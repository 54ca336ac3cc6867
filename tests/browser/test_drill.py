"""The drill of a technique on the page: positions, answers, hints, ticks, and who can use it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nonet.generating.drills import ROUND, drill
from nonet.steps import Step

sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright")
expect = sync_api.expect

Open = Callable[..., Any]

SEED = 5
"""Of the first position in the links of these tests."""


def at(page: Any, cell: int) -> Any:
    """Return a cell of the board."""
    return page.locator(".lesson-board .cell").nth(cell)


def name_step(page: Any, step: Step) -> None:
    """Name what a step does, with the pointer and the pad."""
    for cell, digits in step.removes.items():
        at(page, cell).click()
        for digit in sorted(digits):
            page.locator(".drill-pad .key").nth(digit - 1).click()
    if step.places:
        at(page, step.places[0]).click()
        page.locator(".drill-pad .key").nth(step.places[1] - 1).click()


def is_ready(page: Any) -> None:
    expect(page.get_by_role("button", name="Check", exact=True)).to_be_enabled(timeout=20_000)


def test_a_step_that_is_found_counts_and_is_explained(open_page: Open) -> None:
    page = open_page(f"#learn/xy_wing?drill={SEED}")
    is_ready(page)
    step = drill("xy_wing", seed=SEED).steps[0]
    name_step(page, step)
    expect(page.locator(".drill-named")).to_contain_text("<>")
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.get_by_role("status").filter(has_text="Right.")).to_be_visible()
    expect(page.locator(".drill-progress")).to_contain_text(f"1 of {ROUND} found")
    expect(page.locator(".ladder .said")).to_have_text(step.text())
    page.get_by_role("button", name="Next position").click()
    is_ready(page)
    assert f"drill={SEED}&n=1" in page.url
    page.reload()
    is_ready(page)
    expect(page.locator(".drill-progress")).to_contain_text(f"1 of {ROUND} found")


def test_wrong_answers_are_answered_calmly_and_can_be_taken_back(open_page: Open) -> None:
    page = open_page(f"#learn/naked_pair?drill={SEED}")
    is_ready(page)
    one = drill("naked_pair", seed=SEED)
    solution, grid = one.position.solution(), one.position.grid
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.get_by_text("Name something first")).to_be_visible()
    cell = next(cell for cell in range(81) if not grid[cell])
    at(page, cell).click()
    key = page.locator(".drill-pad .key").nth(solution[cell] - 1)
    key.click()
    expect(key).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.get_by_text("Not quite: the solution has it otherwise.")).to_be_visible()
    key.click()
    expect(page.locator(".drill-named")).to_have_text("You have named nothing yet.")


def test_the_keyboard_is_enough(open_page: Open) -> None:
    page = open_page(f"#learn/full_house?drill={SEED}")
    is_ready(page)
    (cell, digit) = drill("full_house", seed=SEED).steps[0].places or (0, 0)
    page.locator(".lesson-board .cell[tabindex='0']").focus()
    page.keyboard.press("h")
    expect(page.locator(".rung[aria-current]")).to_have_text("Nudge")
    for _ in range(9):
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowLeft")
    for _ in range(cell // 9):
        page.keyboard.press("ArrowDown")
    for _ in range(cell % 9):
        page.keyboard.press("ArrowRight")
    expect(at(page, cell)).to_be_focused()
    page.keyboard.press(str(digit))
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="Right.")).to_be_visible()
    page.keyboard.press("n")
    is_ready(page)
    assert "n=1" in page.url


def test_a_position_whose_answer_was_seen_does_not_count(open_page: Open) -> None:
    page = open_page(f"#learn/x_wing?drill={SEED}")
    is_ready(page)
    for level in ("Nudge", "Name", "Where"):
        page.get_by_role("button", name="Hint", exact=True).click()
        expect(page.locator(".rung[aria-current]")).to_have_text(level)
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.get_by_text("It does not count this time")).to_be_visible()
    expect(page.locator(".drill-progress")).to_contain_text(f"0 of {ROUND} found")
    expect(page.get_by_role("button", name="Next position")).to_be_focused()


def test_ten_found_give_a_tick_that_can_be_removed(open_page: Open) -> None:
    page = open_page("#learn")
    page.evaluate(
        "localStorage.setItem('nonet.drills', JSON.stringify({naked_pair: {found: 9, done: false, at: 1}}))"
    )
    page.goto(page.url.partition("#")[0] + f"#learn/naked_pair?drill={SEED}")
    is_ready(page)
    name_step(page, drill("naked_pair", seed=SEED).steps[0])
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.get_by_text("That is ten: Naked pair has a tick")).to_be_visible()
    expect(page.get_by_role("button", name="Ten more")).to_be_visible()
    page.get_by_role("link", name="Naked pair").click()
    page.get_by_role("link", name="All techniques").click()
    tick = page.get_by_role("img", name="drilled")
    expect(tick).to_have_count(1)
    page.get_by_role("button", name="Remove all ticks").click()
    expect(tick).to_have_count(0)
    assert page.evaluate("localStorage.getItem('nonet.drills')") is None


def test_the_page_of_a_technique_leads_to_its_drill(open_page: Open) -> None:
    page = open_page("#learn/swordfish")
    page.get_by_role("link", name="Drill", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Drill: Swordfish")
    is_ready(page)
    page.get_by_role("link", name="Swordfish").click()
    page.get_by_role("button", name="Nasty").click()
    expect(page.get_by_role("button", name="Nasty")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_drill_fits_a_phone_and_has_no_fault_of_access(
    open_page: Open, faults_of_access: Callable[[Any], list[str]], scheme: str
) -> None:
    page = open_page(
        f"#learn/xy_wing?drill={SEED}",
        viewport={"width": 360, "height": 800},
        color_scheme=scheme,
    )
    is_ready(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for button in page.locator(".drill-pad .key, .drill-bar .button").all():
        assert button.bounding_box()["height"] >= 44
    assert not faults_of_access(page)
    name_step(page, drill("xy_wing", seed=SEED).steps[0])
    assert not faults_of_access(page)
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.locator(".ladder .said")).to_be_visible()
    assert not faults_of_access(page)


def test_a_position_that_cannot_be_asked_for_leaves_the_way_to_another(open_page: Open) -> None:
    page = open_page("#learn/naked_triple")
    page.get_by_role("link", name="Drill", exact=True).click()
    is_ready(page)
    page.route("**/api/**", lambda route: route.abort())
    page.expected_errors = "Failed to load|offline"
    another = page.get_by_role("button", name="Another position")
    another.click()
    expect(page.get_by_text("No position could be made. Try another one.")).to_be_visible()
    page.unroute("**/api/**")
    another.click()
    is_ready(page)
