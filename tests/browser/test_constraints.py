"""Constraints on the board: placed in Set by mouse, touch and keys, played in Play, and found by a screen reader."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from playwright.sync_api import expect

import nonet
from browser.waiting import drawn, until
from nonet.rules.variants import parse_rules

CAGE = "The digits in the cage r1c1, r1c2, r2c2 sum to 15, no digit twice."
THERMO = "Digits increase along the thermometer r1c1, r1c2, r1c3."
TWO = "............195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
VARIANT = "killer:15=r1c1r1c2r2c1+thermo:r3c3r4c4r5c4+xsum:15=r3=left:" + "." * 80 + "5"


@pytest.fixture
def setter(open_page: Callable[..., Any]) -> Any:
    """Return a page that shows the place Set, empty."""
    page = open_page("#set", viewport={"width": 1280, "height": 1000})
    expect(page.get_by_text("type givens into the board")).to_be_visible()
    return page


def at(page: Any, row: float, column: float) -> tuple[float, float]:
    """Return the point of the window in the middle of a cell; halves are edges. A clue moves the board."""
    drawn(page)
    box = page.locator(".grid").bounding_box()
    side = box["width"] / 9
    return box["x"] + (column - 0.5) * side, box["y"] + (row - 0.5) * side


def drag(page: Any, *cells: tuple[int, int]) -> None:
    page.mouse.move(*at(page, *cells[0]))
    page.mouse.down()
    for cell in cells[1:]:
        page.mouse.move(*at(page, *cell), steps=5)
    page.mouse.up()


def choose(page: Any, kind: str) -> None:
    page.get_by_role("button", name=kind, exact=True).click()


def sentences(page: Any) -> Any:
    return page.get_by_role("list", name="Constraints of this puzzle").get_by_role("listitem")


def rules(page: Any) -> str:
    """Return the rules in the address of the page."""
    code = parse_qs(urlsplit(page.url).fragment.partition("?")[2]).get("p", [""])[0]
    return str(code.rpartition(":")[0].replace("+", " "))


def asks_about(rules: str) -> Callable[[Any], bool]:
    """Return whether a request asks the server about a puzzle of these rules."""
    return lambda request: (
        "/api/inspect" in request.url and request.post_data_json["puzzle"]["rules"]["text"] == rules
    )


def place_cage(page: Any) -> None:
    choose(page, "Killer cage")
    drag(page, (1, 1), (1, 2), (2, 2))
    page.keyboard.type("15")
    page.keyboard.press("Enter")
    expect(sentences(page)).to_have_text([CAGE])


def test_a_killer_cage_is_dragged_and_its_sum_typed(setter: Any) -> None:
    with setter.expect_request(asks_about("3x3 killer:15=r1c1r1c2r2c2")):
        place_cage(setter)
    assert rules(setter) == "3x3 killer:15=r1c1r1c2r2c2"
    expect(setter.locator(".board .clues text")).to_have_text("15")
    assert setter.locator(".board .clues path").first.get_attribute("stroke-dasharray")
    cell = setter.get_by_role("gridcell", name="row 2 column 2, empty")
    expect(cell).to_have_attribute("aria-description", CAGE)
    expect(setter.get_by_role("gridcell", name="row 1 column 1, empty")).to_have_text("")
    expect(setter.get_by_label("The puzzle as text")).to_have_value(
        "3x3 killer:15=r1c1r1c2r2c2:" + "." * 81
    )


def test_the_count_and_the_true_candidates_follow_the_constraints(
    open_page: Callable[..., Any],
) -> None:
    page = open_page(f"#set?p={TWO}", viewport={"width": 1280, "height": 1000})
    verdict = page.locator(".set-verdict")
    expect(verdict).to_have_text("2 solutions")
    page.get_by_label("True candidates").check()
    first = page.get_by_role("gridcell", name="row 1 column 1,")
    expect(first).to_have_accessible_name(re.compile("marks 3 5$"))
    choose(page, "Killer cage")
    drag(page, (1, 1), (1, 2))
    page.keyboard.type("8")
    page.keyboard.press("Enter")
    expect(verdict).to_have_text("Exactly one solution")
    expect(first).to_have_accessible_name(re.compile("marks 5$"))
    page.keyboard.press("Control+z")
    expect(verdict).to_have_text("2 solutions")


def test_a_thermometer_by_keyboard(setter: Any) -> None:
    button = setter.get_by_role("button", name="Thermometer", exact=True)
    button.focus()
    setter.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(setter.get_by_role("gridcell", name="row 1 column 1,")).to_be_focused()
    expect(setter.locator("#live")).to_have_text(re.compile("^Thermometer: drag"))
    setter.keyboard.press("Shift+ArrowRight")
    setter.keyboard.press("Shift+ArrowRight")
    setter.keyboard.press("Enter")
    expect(sentences(setter)).to_have_text([THERMO])
    setter.keyboard.press("7")  # belongs to the kind that is chosen, not to the board
    setter.keyboard.press("Escape")
    expect(button).to_have_attribute("aria-pressed", "false")
    setter.keyboard.press("7")
    expect(setter.locator(".cell .digit")).to_have_text(["7"])


def test_a_group_of_kinds_is_one_stop_of_tab(setter: Any) -> None:
    def kind(name: str) -> Any:
        return setter.get_by_role("button", name=name, exact=True)

    kind("Killer cage").focus()
    setter.keyboard.press("ArrowRight")
    expect(kind("Extra region")).to_be_focused()
    setter.keyboard.press("End")
    expect(kind("Product cage")).to_be_focused()
    setter.keyboard.press("ArrowRight")
    expect(kind("Killer cage")).to_be_focused()
    setter.keyboard.press("ArrowLeft")
    setter.keyboard.press("Tab")
    expect(kind("Thermometer")).to_be_focused()
    setter.keyboard.press("Shift+Tab")
    expect(kind("Product cage")).to_be_focused()
    setter.keyboard.press("Space")
    expect(kind("Product cage")).to_have_attribute("aria-pressed", "true")
    expect(setter.get_by_role("gridcell", name="row 1 column 1,")).to_be_focused()


def test_undo_redo_and_delete(setter: Any) -> None:
    place_cage(setter)
    setter.keyboard.press("Control+z")
    expect(setter.locator(".board .clues text")).to_have_count(0)
    assert rules(setter) == "3x3 killer:r1c1r1c2r2c2"
    setter.keyboard.press("Control+z")
    expect(sentences(setter)).to_have_count(0)
    assert rules(setter) == ""
    setter.keyboard.press("Control+y")
    setter.keyboard.press("Control+y")
    expect(sentences(setter)).to_have_text([CAGE])
    setter.get_by_role("button", name=f"Remove: {CAGE}").click()
    expect(sentences(setter)).to_have_count(0)
    setter.get_by_role("button", name="Undo").click()
    expect(sentences(setter)).to_have_text([CAGE])
    setter.get_by_role("button", name=CAGE, exact=True).click()
    expect(setter.locator(".cell[aria-selected=true]")).to_have_count(3)
    setter.keyboard.press("Delete")
    expect(sentences(setter)).to_have_count(0)
    setter.keyboard.press("Control+z")
    setter.get_by_role("button", name="Clear").click()
    expect(sentences(setter)).to_have_count(0)


def test_undo_and_redo_of_constraints_are_said(setter: Any) -> None:
    said = setter.locator("#live")
    place_cage(setter)
    setter.keyboard.press("Control+z")
    expect(said).to_have_text("Placed: No digit repeats in the cage r1c1, r1c2, r2c2.")
    setter.keyboard.press("Control+z")
    expect(said).to_have_text("Removed: No digit repeats in the cage r1c1, r1c2, r2c2.")
    setter.keyboard.press("Control+y")
    setter.keyboard.press("Control+y")
    expect(said).to_have_text(f"Placed: {CAGE}")
    drag(setter, (1, 1), (1, 2), (2, 2))
    setter.keyboard.type("16")
    setter.keyboard.press("Enter")
    expect(said).to_have_text(CAGE.replace("15", "16"))
    setter.keyboard.press("Control+z")  # one takes the place of the other
    expect(said).to_have_text(f"Placed: {CAGE}")
    setter.get_by_label("Anti-knight").check()
    expect(sentences(setter)).to_have_count(2)
    setter.get_by_role("button", name="Clear").click()
    setter.get_by_role("button", name="Undo").click()
    expect(said).to_have_text("Constraints: 2")


def test_a_reload_keeps_constraints(setter: Any) -> None:
    place_cage(setter)
    setter.reload()
    expect(sentences(setter)).to_have_text([CAGE])
    setter.goto(setter.url.partition("#")[0] + "#set")
    setter.reload()
    expect(sentences(setter)).to_have_text([CAGE])


def test_dots_on_edges_and_clues_in_the_margin(setter: Any) -> None:
    choose(setter, "White dot")
    setter.mouse.click(*at(setter, 8, 2.5))
    expect(sentences(setter)).to_have_count(1)
    choose(setter, "X: sum 10")
    setter.mouse.click(*at(setter, 4, 4))
    setter.mouse.click(*at(setter, 5, 4))
    expect(sentences(setter)).to_have_count(2)
    choose(setter, "Quadruple")
    setter.mouse.click(*at(setter, 8.5, 5.5))
    setter.keyboard.type("123")
    setter.keyboard.press("Enter")
    expect(sentences(setter)).to_have_count(3)
    choose(setter, "X-sum")
    setter.mouse.click(*at(setter, 3, 0.4))
    setter.keyboard.type("21")
    setter.keyboard.press("Enter")
    expect(sentences(setter)).to_have_count(4)
    choose(setter, "Little killer")
    setter.mouse.click(*at(setter, 0.4, 3))
    setter.keyboard.type("20")
    setter.keyboard.press("Enter")
    expect(sentences(setter)).to_have_count(5)
    setter.get_by_label("Anti-knight").check()
    expect(sentences(setter)).to_have_count(6)
    assert rules(setter).split()[1:] == [
        "antiknight",
        "littlekiller:20=r1c4=down-right",
        "quadruple:123=r8c5r8c6r9c5r9c6",
        "white:r8c2r8c3",
        "x:r4c4r5c4",
        "xsum:21=r3=left",
    ]
    setter.get_by_label("Anti-knight").uncheck()
    expect(sentences(setter)).to_have_count(5)


def test_a_constraint_in_the_place_of_another_of_its_kind_replaces_it(setter: Any) -> None:
    place_cage(setter)
    drag(setter, (2, 2), (1, 2), (1, 1))
    setter.keyboard.type("16")
    setter.keyboard.press("Enter")
    expect(sentences(setter)).to_have_text([re.compile("r1c1, r1c2, r2c2 sum to 16")])
    expect(setter.locator(".board .clues text")).to_have_text(["16"])
    choose(setter, "X-sum")
    for number in ("9", "12"):
        setter.mouse.click(*at(setter, 3, 0.4))
        setter.keyboard.type(number)
        setter.keyboard.press("Enter")
        expect(sentences(setter).last).to_contain_text(f"sum to {number},")
    assert rules(setter).split()[1:] == ["killer:16=r1c1r1c2r2c2", "xsum:12=r3=left"]
    setter.keyboard.press("Control+z")
    expect(sentences(setter).last).to_contain_text("sum to 9,")
    setter.keyboard.press("Control+z")
    setter.keyboard.press("Control+z")
    expect(sentences(setter)).to_have_text([CAGE])


def test_digits_after_a_dot_are_its_number(setter: Any) -> None:
    field = setter.get_by_label("Number", exact=True)
    choose(setter, "White dot")
    setter.mouse.click(*at(setter, 8, 2.5))
    expect(sentences(setter)).to_have_count(1)
    setter.keyboard.type("3")
    expect(setter.locator(".board .clues text")).to_have_text(["3"])
    expect(setter).to_have_url(re.compile("white:3=r8c2r8c3"))  # after a moment
    setter.keyboard.press("Enter")
    expect(field).to_have_value("")
    setter.mouse.click(*at(setter, 6, 2.5))
    expect(sentences(setter)).to_have_count(2)
    assert rules(setter).split()[1:] == ["white:r6c2r6c3", "white:3=r8c2r8c3"]
    setter.keyboard.type("4")
    setter.mouse.click(*at(setter, 4, 2.5))  # the next gesture places what is typed
    expect(sentences(setter)).to_have_count(3)
    expect(field).to_have_value("")
    assert rules(setter).split()[1:3] == ["white:r4c2r4c3", "white:4=r6c2r6c3"]
    third, first = "white:3=r8c2r8c3", "white:r8c2r8c3"
    for left in (f"white:4=r6c2r6c3%2B{third}", f"white:r6c2r6c3%2B{third}", third, first):
        setter.keyboard.press("Control+z")
        expect(setter).to_have_url(re.compile(f"3x3%2B{left}:"))


def test_a_number_is_not_for_a_dot_after_which_something_else_was_done(setter: Any) -> None:
    choose(setter, "White dot")
    setter.mouse.click(*at(setter, 8, 2.5))
    expect(sentences(setter)).to_have_count(1)
    setter.get_by_label("Anti-knight").check()
    expect(sentences(setter)).to_have_count(2)
    setter.get_by_role("gridcell", name="row 1 column 1,").focus()
    setter.keyboard.type("3")
    setter.keyboard.press("Enter")
    setter.mouse.click(*at(setter, 6, 2.5))
    expect(sentences(setter)).to_have_count(3)
    assert rules(setter).split()[1:] == ["antiknight", "white:3=r6c2r6c3", "white:r8c2r8c3"]


def test_a_line_by_keyboard_gets_its_number_afterwards(setter: Any) -> None:
    choose(setter, "German whispers")
    setter.get_by_role("gridcell", name="row 1 column 1,").focus()
    setter.keyboard.press("Shift+ArrowRight")
    setter.keyboard.press("Enter")
    expect(sentences(setter)).to_have_count(1)
    setter.keyboard.type("4")
    setter.keyboard.press("Enter")
    expect(setter).to_have_url(re.compile("whisper:4=r1c1r1c2:"))


def test_another_cage_places_the_one_before_with_its_number(setter: Any) -> None:
    field = setter.get_by_label("Number", exact=True)
    choose(setter, "Killer cage")
    drag(setter, (1, 1), (1, 2))
    setter.keyboard.type("8")
    drag(setter, (3, 1), (3, 2))
    expect(setter).to_have_url(re.compile("killer:8=r1c1r1c2"))
    expect(field).to_have_value("")
    setter.keyboard.type("7")
    expect(field).to_have_value("7")
    setter.keyboard.press("Enter")
    expect(sentences(setter)).to_have_count(2)
    drag(setter, (5, 1), (5, 2))  # kept without a number
    drag(setter, (7, 1), (7, 2))
    expect(sentences(setter)).to_have_count(4)
    setter.keyboard.type("9")
    setter.get_by_role("gridcell", name="row 7 column 2,").press("ArrowDown")
    expect(setter).to_have_url(re.compile("killer:9=r7c1r7c2:"))
    expect(field).to_have_value("")
    assert rules(setter).split()[1:] == [
        "killer:8=r1c1r1c2",
        "killer:7=r3c1r3c2",
        "killer:r5c1r5c2",
        "killer:9=r7c1r7c2",
    ]
    choose(setter, "Lunchbox")
    drag(setter, (1, 5), (1, 6))
    setter.keyboard.type("5")
    setter.keyboard.press("Backspace")
    drag(setter, (3, 5), (3, 6))
    setter.keyboard.type("6")
    setter.keyboard.press("Enter")
    expect(sentences(setter)).to_have_count(5)
    assert rules(setter).endswith("lunchbox:6=r3c5r3c6")


def test_a_cage_is_kept_when_the_pointer_is_released(setter: Any) -> None:
    choose(setter, "Killer cage")
    drag(setter, (1, 1), (1, 2), (2, 2))
    expect(sentences(setter)).to_have_count(1)
    setter.keyboard.press("Escape")
    expect(sentences(setter)).to_have_count(1)
    setter.keyboard.press("Control+z")
    expect(sentences(setter)).to_have_count(0)
    setter.keyboard.press("Control+y")
    expect(setter).to_have_url(re.compile("killer:r1c1r1c2r2c2:"))


def test_the_number_of_a_cage_is_taken_without_enter_and_undone_at_once(setter: Any) -> None:
    choose(setter, "Killer cage")
    drag(setter, (1, 1), (1, 2), (2, 2))
    setter.keyboard.press("1")
    expect(setter).to_have_url(re.compile("killer:1=r1c1r1c2r2c2:"))
    setter.keyboard.press("5")
    expect(setter).to_have_url(re.compile("killer:15=r1c1r1c2r2c2:"))
    setter.keyboard.press("Control+z")
    expect(setter).to_have_url(re.compile("killer:r1c1r1c2r2c2:"))
    setter.keyboard.press("Control+y")
    setter.keyboard.press("Escape")  # it ends the number and keeps it
    expect(sentences(setter)).to_have_text([CAGE])


def test_a_constraint_on_the_board_is_picked_and_changed_by_keyboard(setter: Any) -> None:
    said = setter.locator("#live")
    setter.locator("textarea").first.fill(f"3x3 killer:15=r1c1r1c2r2c2 antiknight:{'.' * 81}")
    expect(sentences(setter)).to_have_count(2)
    cell = setter.get_by_role("gridcell", name="row 2 column 2,")
    cell.click()
    setter.keyboard.press("Enter")
    expect(said).to_contain_text(f"{CAGE} Arrow keys or a drag move it")
    setter.keyboard.press("ArrowDown")
    setter.keyboard.press("ArrowRight")
    expect(setter).to_have_url(re.compile("killer:15=r2c2r2c3r3c3(%2B|:)"))
    expect(said).to_contain_text("r2c2, r2c3, r3c3")
    setter.keyboard.press("ArrowUp")
    setter.keyboard.press("ArrowUp")
    expect(said).to_have_text("It stays where it is: this is the edge of the board.")
    setter.keyboard.type("7")
    expect(setter).to_have_url(re.compile("killer:7=r1c2r1c3r2c3(%2B|:)"))
    setter.keyboard.press("Shift+ArrowDown")
    setter.keyboard.press("Enter")
    expect(setter).to_have_url(re.compile("killer:7=r1c2r1c3r2c3r3c3(%2B|:)"))
    setter.keyboard.press("Delete")
    assert "killer" not in rules(setter)
    for before in ("7=r1c2r1c3r2c3r3c3", "7=r1c2r1c3r2c3", "15=r1c2r1c3r2c3", "15=r2c2r2c3r3c3"):
        setter.keyboard.press("Control+z")
        expect(setter).to_have_url(re.compile(f"killer:{before}(%2B|:)"))
    setter.keyboard.press("5")
    expect(setter.locator(".cell .digit")).to_have_text(["5"])


def test_a_constraint_is_moved_by_dragging(setter: Any) -> None:
    setter.locator("textarea").first.fill(f"3x3 killer:15=r1c1r1c2r2c2 xsum:9=r3=left:{'.' * 81}")
    expect(sentences(setter)).to_have_count(2)
    setter.mouse.dblclick(*at(setter, 1, 1))
    expect(setter.locator(".cell[aria-selected=true]")).to_have_count(3)
    drag(setter, (1, 1), (4, 5))
    expect(setter).to_have_url(re.compile("killer:15=r4c5r4c6r5c6(%2B|:)"))
    setter.mouse.click(*at(setter, 9, 1))  # elsewhere: it is picked no more
    setter.keyboard.press("5")
    expect(setter.locator(".cell .digit")).to_have_text(["5"])
    setter.mouse.move(*at(setter, 3, 0.4))  # a clue beside the board
    setter.mouse.down()
    setter.mouse.move(*at(setter, 6, 0.4), steps=5)
    setter.mouse.up()
    expect(setter).to_have_url(re.compile("xsum:9=r6=left:"))
    setter.get_by_role("combobox", name="Side").select_option("right")
    expect(setter).to_have_url(re.compile("xsum:9=r6=right:"))


def test_a_press_on_one_of_the_kind_picks_it(setter: Any) -> None:
    choose(setter, "Thermometer")
    drag(setter, (1, 1), (1, 2), (1, 3))
    expect(sentences(setter)).to_have_text([THERMO])
    setter.mouse.click(*at(setter, 1, 2))
    expect(sentences(setter).get_by_role("button", name=THERMO, exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    setter.get_by_role("combobox", name=re.compile("^Kind")).select_option("Palindrome")
    expect(setter).to_have_url(re.compile("palindrome:r1c1r1c2r1c3:"))
    setter.get_by_role("button", name="Choose other cells").click()
    drag(setter, (5, 5), (6, 5), (7, 5))
    expect(setter).to_have_url(re.compile("%2Bpalindrome:r5c5r6c5r7c5:"))
    setter.get_by_label("Notation").fill("renban:r5c5r6c5")
    setter.keyboard.press("Enter")
    expect(setter).to_have_url(re.compile("renban:r5c5r6c5:"))
    setter.get_by_label("Notation").fill("diagonals")
    setter.keyboard.press("Enter")
    expect(setter.locator(".set-placing [data-bad]")).to_contain_text("houses of its own")
    setter.get_by_role("button", name="Remove", exact=True).click()
    expect(sentences(setter)).to_have_count(0)


def test_a_constraint_that_cannot_be_says_why(setter: Any) -> None:
    setter.expected_errors = "422"
    choose(setter, "Little killer")
    setter.get_by_role("gridcell", name="row 5 column 5,").click()
    setter.keyboard.type("20")
    setter.keyboard.press("Enter")
    expect(setter.locator(".set-placing [data-bad]")).to_contain_text("r5c5 is in neither")
    expect(setter.locator("#live")).to_contain_text("r5c5 is in neither")
    expect(sentences(setter)).to_have_count(0)


def test_a_text_with_constraints_of_its_own_takes_the_place_of_those_on_the_board(
    setter: Any,
) -> None:
    choose(setter, "Killer cage")
    drag(setter, (1, 1), (1, 2), (2, 2))
    setter.keyboard.type("15")
    setter.keyboard.press("Enter")
    expect(sentences(setter)).to_have_text([CAGE])
    text = setter.locator("textarea").first
    text.fill(".Thermo~R1C1~R1C2~R1C3")
    expect(sentences(setter)).to_have_text([f"thermo:r1c1r1c2r1c3 {THERMO}"])
    text.fill(TWO)  # a text that says no rules keeps those of the board
    expect(setter).to_have_url(re.compile(r"195\.{4}98"))
    expect(sentences(setter)).to_have_text([f"thermo:r1c1r1c2r1c3 {THERMO}"])


def test_a_constraint_without_a_way_to_be_met_is_named(setter: Any) -> None:
    choose(setter, "Killer cage")
    drag(setter, (1, 1), (1, 2))
    setter.keyboard.type("99")
    setter.keyboard.press("Enter")
    expect(setter.locator(".set-verdict")).to_have_text(
        "No solution: the sum of the cage r1c1, r1c2 must be 3 to 17, got 99"
    )


def test_constraints_that_contradict_each_other_are_named(
    setter: Any, faults_of_access: Callable[[Any], list[str]]
) -> None:
    cages = ("killer:4=r1c2r1c3", "killer:3=r2c1r3c1")
    setter.locator("textarea").first.fill(f"3x3 {cages[0]} antiknight {cages[1]}:" + "." * 81)
    said = "; ".join(each.text()[:-1] for each in parse_rules(" ".join(cages)).constraints)
    verdict = setter.locator(".set-verdict")
    expect(verdict).to_have_text(f"No solution: These rules contradict each other: {said}.")
    assert verdict.evaluate("node => getComputedStyle(node).fontSize") == "14px"
    assert faults_of_access(setter) == []
    setter.get_by_role("button", name="Undo").click()
    expect(verdict).not_to_contain_text("contradict")


def test_a_clue_without_a_way_to_be_met_is_named_with_the_nearest_number(setter: Any) -> None:
    choose(setter, "Sandwich sum")
    setter.mouse.click(*at(setter, 1, 0.4))
    setter.keyboard.type("99")
    setter.keyboard.press("Enter")
    sandwich = "The digits of row 1 between its lowest and its highest digit sum to 99."
    verdict = setter.locator(".set-verdict")
    expect(verdict).to_have_text(f"No solution: The largest possible number is 35. {sandwich}")
    setter.locator("textarea").first.fill("3x3 xsum:2=r3=left:" + "." * 81)
    expect(verdict).to_contain_text("No solution: The nearest possible numbers are 1 and 3. Seen")


@pytest.mark.parametrize("language", ["en", "fr", "vi", "fa"])
def test_on_a_phone_the_kinds_are_below_the_board_and_have_names(
    open_page: Callable[..., Any], language: str
) -> None:
    page = open_page("#set", viewport={"width": 360, "height": 740}, locale=language)
    kinds = page.locator(".set-kind")
    expect(kinds.first).to_be_in_viewport()
    tools, palette, text = (
        page.locator(f".set {name}").bounding_box()
        for name in (".tools", ".set-palette", ".set-entry")
    )
    assert 0 <= palette["y"] - tools["y"] - tools["height"] < 40
    assert palette["y"] + palette["height"] < text["y"]
    assert palette["height"] < 640, "a group is a row"
    assert page.evaluate("document.documentElement.scrollWidth") == 360, "rows scroll by themselves"
    for kind in kinds.all():
        kind.scroll_into_view_if_needed()
        box, name = kind.bounding_box(), kind.locator(".set-kind-name")
        found = name.bounding_box()
        assert found["height"] >= 14 and 0 <= found["x"] - box["x"] <= box["width"] - found["width"]
        assert name.inner_text() == kind.get_attribute("title")
    page.set_viewport_size({"width": 1280, "height": 800})
    rail, board = (
        page.locator(f".set {name}").bounding_box() for name in (".set-palette", ".grid")
    )
    is_left = rail["x"] + rail["width"] < board["x"]
    assert is_left if language != "fa" else board["x"] + board["width"] < rail["x"]
    assert rail["y"] + rail["height"] <= 800, "it scrolls by itself"


def test_a_kind_is_found_by_its_name(open_page: Callable[..., Any]) -> None:
    page = open_page("#set")
    search = page.get_by_role("searchbox", name="Find a constraint")
    kinds = page.locator(".set-kind:visible")
    expect(kinds.first).to_be_visible()
    every = kinds.count()
    assert every > 40
    search.fill("DOT")
    expect(kinds).to_have_text(["White dot", "Black dot"])
    expect(page.get_by_label("All dots are given")).to_be_visible()
    expect(page.get_by_label("Anti-king")).to_be_hidden()
    search.fill("no such")
    expect(page.get_by_text("No constraint has this name.")).to_be_visible()
    search.fill("therm")
    search.press("Enter")
    expect(page.get_by_role("button", name="Thermometer", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(page.get_by_role("gridcell", name="row 1 column 1,")).to_be_focused()
    search.focus()
    search.press("Escape")
    expect(kinds).to_have_count(every)


def test_the_kinds_used_last_come_first_and_can_be_forgotten(setter: Any) -> None:
    last = setter.get_by_role("toolbar", name="Used last").get_by_role("button")
    first = setter.locator(".set-kind").first
    before = first.bounding_box()
    choose(setter, "Renban line")
    choose(setter, "Odd")
    expect(last).to_have_count(2)
    assert first.bounding_box() == before, "nothing moves"
    setter.reload()
    expect(last.first).to_have_accessible_name("Odd, used last")
    last.nth(1).click()
    expect(setter.get_by_role("button", name="Renban line", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    last.first.focus()
    setter.keyboard.press("Delete")
    expect(last).to_have_count(1)
    expect(last).to_have_accessible_name("Renban line, used last")
    setter.get_by_role("button", name="Forget which constraints").click()
    expect(last).to_have_count(0)
    setter.reload()
    expect(setter.locator(".set-kind").first).to_be_visible()
    expect(last).to_have_count(0)


def test_a_cage_by_touch(open_page: Callable[..., Any]) -> None:
    page = open_page("#set", viewport={"width": 360, "height": 740}, has_touch=True)
    page.get_by_role("button", name="Killer cage", exact=True).tap()
    page.get_by_role("gridcell", name="row 1 column 1,").tap()
    page.get_by_role("button", name="7, 9 left").tap()
    page.get_by_role("button", name="Place", exact=True).tap()
    expect(sentences(page)).to_have_count(1)
    assert rules(page) == "3x3 killer:7=r1c1"


def listed_rules(page: Any) -> Any:
    """Return the rules beside the board of Play."""
    return page.get_by_role("region", name="Rules of this puzzle").get_by_role("listitem")


@pytest.mark.parametrize("width", [1280, 768, 360])
def test_play_shows_the_rules_at_once(open_page: Callable[..., Any], width: int) -> None:
    code = f"3x3+diagonals+killer:15=r1c1r1c2r2c1+strictxv:{'.' * 81}"
    page = open_page(f"#play?p={code}", viewport={"width": width, "height": 1024})
    expect(page.locator(".board .clues text").first).to_be_visible()
    rules = parse_rules(code.rpartition(":")[0].replace("+", " "))
    cage, xv = (each.text() for each in rules.constraints)
    # What nothing on the board shows comes first.
    said = [xv, "No digit repeats on either of the two long diagonals.", cage]
    button = page.get_by_role("button", name="Rules of this puzzle")
    if width > 599:
        expect(listed_rules(page)).to_have_text(said)
        expect(listed_rules(page).last).to_be_in_viewport()
        expect(button).to_be_hidden()
        return
    expect(listed_rules(page)).to_have_count(0)
    expect(button).to_have_text("Rules")
    button.click()
    flyout = page.get_by_role("group", name="Rules of this puzzle")
    expect(flyout.get_by_role("listitem")).to_have_text(said)


def test_play_draws_constraints_names_them_and_marks_what_breaks_them(
    open_page: Callable[..., Any],
) -> None:
    page = open_page(f"#play?p={VARIANT}")
    expect(page.get_by_role("heading", name="Killer cage, Thermometer, X-sum")).to_be_visible()
    expect(listed_rules(page)).to_have_count(3)
    page.get_by_role("gridcell", name="row 1 column 1,").click()
    page.keyboard.press("9")
    page.get_by_role("gridcell", name="row 1 column 2,").click()
    page.keyboard.press("8")
    expect(page.get_by_role("gridcell", name="row 1 column 2, 8, conflict")).to_be_visible()
    page.keyboard.press("2")
    expect(page.get_by_role("gridcell", name="row 1 column 2, 2")).to_be_visible()
    expect(page.locator(".cell.conflict")).to_have_count(0)


def test_play_and_its_sheets_say_extra_houses_too(open_page: Callable[..., Any]) -> None:
    page = open_page(f"#play?p=3x3+diagonals+windoku:{'.' * 81}")
    first = listed_rules(page).first
    expect(first).to_have_text("No digit repeats on either of the two long diagonals.")
    expect(listed_rules(page)).to_have_count(2)
    sheet = printed(page)
    expect(sheet.locator("figcaption")).to_contain_text("Diagonals, Windows")
    expect(sheet.locator(".constraint-list li")).to_have_count(2)


def printed(page: Any) -> Any:
    """Return the sheet of Play, which nothing prints here."""
    page.evaluate("window.print = () => {}; 0")
    page.locator("[data-flyout=share]").click()
    form = page.locator("form:has(button)", has=page.locator("select")).last
    form.locator("xpath=..").locator("summary").click()
    form.get_by_role("button").click()
    page.locator(".sheet").wait_for(state="attached")
    page.emulate_media(media="print")
    return page.locator(".sheet")


def test_a_sheet_has_labels_where_its_sentences_name_cells(open_page: Callable[..., Any]) -> None:
    page = open_page(f"#play?p=3x3+killer:15=r1c1r1c2:{'.' * 81}")
    numbers = [str(number) for pair in range(1, 10) for number in (pair, pair)]
    expect(printed(page).locator("svg text")).to_have_text(["15", *numbers])
    other = open_page(f"#play?p=3x3+antiknight:{'.' * 81}")
    expect(printed(other).locator("svg text")).to_have_count(0)


def test_a_sheet_from_right_to_left_has_the_sum_in_its_cage(open_page: Callable[..., Any]) -> None:
    page = open_page(f"#play?p=3x3+killer:15=r1c1r1c2:{'.' * 81}", locale="fa-IR")
    left = printed(page).locator("svg text").first.evaluate("(text) => text.getBBox().x")
    assert left > 0


@pytest.mark.parametrize("locale", ["en-GB", "fa-IR"])
def test_play_on_paper_says_the_rules(open_page: Callable[..., Any], locale: str) -> None:
    code = f"3x3+diagonals+{VARIANT.rpartition(':')[0]}+antiknight:{'.' * 81}".replace(" ", "+")
    page = open_page(f"#play?p={code}", locale=locale)
    expect(page.locator(".board .clues text").first).to_be_visible()
    title, said = page.locator(".head h1"), page.locator(".paper-rules li")
    expect(said).to_have_count(5)
    expect(said.last).to_be_hidden()
    page.evaluate("document.querySelector('.board').classList.add('without-labels')")
    page.emulate_media(media="print")
    expect(said.last).to_be_visible()
    expect(page.locator(".labels.rows")).to_be_visible()
    assert title.inner_text().count("،" if locale == "fa-IR" else ",") == 4
    assert title.evaluate("(h1) => h1.scrollWidth <= h1.clientWidth")
    assert title.evaluate("(h1) => getComputedStyle(h1).whiteSpace") == "normal"
    if locale == "en-GB":
        expect(said.nth(1)).to_contain_text("move apart hold different digits.")


@pytest.mark.parametrize("place", ["play", "set"])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"color_scheme": "dark", "viewport": {"width": 360, "height": 740}},
        {"locale": "fa-IR", "viewport": {"width": 768, "height": 1024}},
    ],
)
def test_access(
    open_page: Callable[..., Any],
    faults_of_access: Callable[[Any], list[str]],
    place: str,
    options: dict[str, Any],
) -> None:
    page = open_page(f"#{place}?p={VARIANT}", **options)
    expect(page.locator(".board .clues text").first).to_be_visible()
    assert faults_of_access(page) == []
    width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]


@pytest.mark.parametrize("language", ["en", "vi"])
def test_play_says_what_breaks_a_constraint(open_page: Callable[..., Any], language: str) -> None:
    page = open_page(f"#play?p={VARIANT}&m=r1c1=1", locale=language)
    page.get_by_role("gridcell").nth(1).click()
    page.keyboard.press("2")
    rules = parse_rules("killer:15=r1c1r1c2r2c1")
    [violation] = rules.violations([1, 2, *[0] * 79])
    note = page.locator(".hint-note")
    expect(note).to_have_text(violation.text(language))
    fault = page.locator(".head .note .fault")
    expect(fault).to_be_hidden()
    page.set_viewport_size({"width": 360, "height": 740})
    expect(fault).to_be_visible()
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.locator("#live")).to_have_text(violation.text(language))
    page.keyboard.press("Control+z")
    expect(note).not_to_have_text(violation.text(language))
    expect(fault).to_have_count(0)


def test_play_says_the_newest_mistake_first(open_page: Callable[..., Any]) -> None:
    words = "3x3 killer:15=r1c1r1c2r2c1 thermo:r3c3r3c4 x:r5c5r5c6"
    page = open_page(f"#play?p={words.replace(' ', '+')}:{'.' * 80}1")
    expect(page.get_by_role("gridcell", name="row 9 column 9, 1, given")).to_be_visible()
    rules = parse_rules(words)
    digits = [0] * 80 + [1]
    expected: list[str] = []
    live, note = page.locator("#live"), page.locator(".hint-note")
    # The second cell of each breaks it, in the opposite order to that of the rules.
    for cell, digit in [(40, 4), (41, 4), (20, 8), (21, 3), (0, 1), (1, 2)]:
        page.get_by_role("gridcell").nth(cell).click()
        page.keyboard.press(str(digit))
        digits[cell] = digit
        sentences = [violation.text() for violation in rules.violations(digits)]
        new = [each for each in sentences if each not in expected]
        if new:
            expected = new + expected
            expect(live).to_have_text(new[0])
            expect(note).to_have_text(" ".join(expected))
    assert len(expected) == 3
    page.keyboard.press("Control+z")
    expect(note).to_have_text(" ".join(expected[1:]))


def test_what_breaks_a_constraint_is_said_however_late_the_hints_are_loaded(
    open_page: Callable[..., Any],
) -> None:
    page = open_page("#set")
    held: list[Any] = []
    page.route("**/js/learn/hints.js", lambda route: held.append(route))
    page.evaluate("(place) => void (location.hash = place)", f"#play?p={VARIANT}&m=r1c1=1")
    page.locator(".play .cell").nth(1).click()
    page.keyboard.press("2")
    [violation] = parse_rules("killer:15=r1c1r1c2r2c1").violations([1, 2, *[0] * 79])
    expect(page.locator("#live")).to_have_text(violation.text())
    [route] = held
    route.continue_()
    expect(page.locator(".hint-note")).to_have_text(violation.text())


def test_constraints_of_several_groups(setter: Any) -> None:
    choose(setter, "Clones")
    drag(setter, (1, 1), (1, 2))
    drag(setter, (4, 4), (4, 5))
    expect(sentences(setter)).to_have_count(0)
    setter.keyboard.press("Enter")
    expect(sentences(setter)).to_have_count(1)
    choose(setter, "Equal sums")
    drag(setter, (7, 1), (7, 2))
    setter.get_by_role("gridcell", name="row 9 column 1,").click()
    setter.keyboard.press("Enter")
    expect(sentences(setter)).to_have_count(2)
    choose(setter, "Pill arrow")
    drag(setter, (2, 7), (2, 8))
    drag(setter, (3, 8), (4, 8), (5, 8))
    expect(sentences(setter)).to_have_count(3)
    choose(setter, "Slow thermometer")
    drag(setter, (9, 9), (8, 9))
    expect(sentences(setter)).to_have_count(4)
    choose(setter, "Lunchbox")
    drag(setter, (6, 1), (6, 2), (6, 3))
    setter.keyboard.type("4")
    setter.keyboard.press("Enter")
    expect(sentences(setter)).to_have_count(5)
    assert rules(setter).split()[1:] == [
        "clone:r1c1r1c2/r4c4r4c5",
        "equalsums:r7c1r7c2/r9c1",
        "lunchbox:4=r6c1r6c2r6c3",
        "pillarrow:r2c7r2c8=r3c8r4c8r5c8",
        "thermo:slow=r9c9r8c9",
    ]


def test_escape_gives_up_the_groups_first(setter: Any) -> None:
    choose(setter, "Clones")
    drag(setter, (1, 1), (1, 2))
    expect(setter.locator(".board .clues path")).not_to_have_count(0)
    setter.keyboard.press("Escape")
    setter.keyboard.press("Escape")
    expect(setter.locator(".board .clues path")).to_have_count(0)
    expect(setter.get_by_role("button", name="Clones", exact=True)).to_have_attribute(
        "aria-pressed", "false"
    )


def paste(page: Any, text: str) -> None:
    """Put a text in the place of what the field has, as pasting it does."""
    page.get_by_label("The puzzle as text").evaluate(
        """(field, text) => {
            field.value = text;
            field.dispatchEvent(new InputEvent("input", { inputType: "insertFromPaste" }));
        }""",
        text,
    )


def test_a_pasted_puzzle_has_no_constraints_of_the_puzzle_before(setter: Any) -> None:
    place_cage(setter)
    paste(setter, TWO)
    expect(setter).to_have_url(re.compile(r"p=\.{12}195"))
    expect(sentences(setter)).to_have_count(0)
    note = setter.locator("#set-note")
    expect(note).to_have_text(
        "The constraints of the puzzle before are removed; Undo brings them back."
    )
    setter.get_by_role("button", name="Undo").click()
    expect(sentences(setter)).to_have_text([CAGE])


def test_constraints_from_a_text_have_their_notation_and_drawn_ones_do_not(setter: Any) -> None:
    paste(setter, "killer:15=r1c1r1c2r2c2")
    notation = sentences(setter).locator("code")
    expect(notation).to_have_text(["killer:15=r1c1r1c2r2c2"])
    choose(setter, "Thermometer")
    drag(setter, (5, 1), (5, 2))
    expect(sentences(setter)).to_have_count(2)
    expect(notation).to_have_count(1)
    setter.reload()
    expect(sentences(setter)).to_have_count(2)
    expect(notation).to_have_text(["killer:15=r1c1r1c2r2c2"])
    sentences(setter).first.get_by_role("button").first.click()
    setter.keyboard.press("ArrowDown")
    expect(notation).to_have_text(["killer:15=r2c1r2c2r3c2"])
    sentences(setter).last.get_by_role("button").first.click()
    setter.keyboard.press("ArrowDown")
    expect(sentences(setter).last).to_contain_text("r6c1, r6c2")
    expect(notation).to_have_count(1)


def test_what_a_pasted_link_has_and_nonet_does_not_read_is_said(setter: Any) -> None:
    place_cage(setter)
    rules = parse_rules("3x3 thermo:r1c1r2c1r3c1")
    link = nonet.formats.format(nonet.Puzzle(TWO, rules=rules), "sudokupad")
    paste(setter, link)
    expect(setter.locator(".set-verdict")).to_have_text("2 solutions")
    expect(sentences(setter)).to_have_count(0)
    unread = "Not read: lines (1), underlays (1); rules that are only drawn are missing."
    expect(setter.locator("#set-note")).to_contain_text(unread)


def test_what_is_not_read_is_said_in_play(open_page: Callable[..., Any]) -> None:
    page = open_page("#play")
    link = nonet.formats.format(nonet.Puzzle(TWO, rules="3x3 thermo:r1c1r2c1r3c1"), "sudokupad")
    expect(page.get_by_role("gridcell").first).to_be_visible()
    page.evaluate(
        """(text) => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text", text);
            document.body.dispatchEvent(new ClipboardEvent("paste", {clipboardData, bubbles: true}));
        }""",
        link,
    )
    unread = page.locator(".place.play").get_by_text("Not read: lines (1), underlays (1)")
    expect(unread).to_be_visible()
    page.evaluate("location.hash = '#play?p=' + '.'.repeat(80) + '1'")
    expect(unread).to_have_count(0)
    page.get_by_role("button", name="Share").first.click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open a file").click()
    chooser.value.set_files({"name": "a.txt", "mimeType": "text/plain", "buffer": link.encode()})
    expect(unread).to_be_visible()


def test_rules_without_a_board_are_for_the_givens_that_are_shown(setter: Any) -> None:
    paste(setter, TWO)
    expect(setter.locator(".set-verdict")).to_have_text("2 solutions")
    paste(setter, "killer:15=r1c1r1c2r2c2 antiknight")
    expect(sentences(setter).last).to_have_text(f"killer:15=r1c1r1c2r2c2 {CAGE}")
    expect(setter).to_have_url(re.compile(r"antiknight%2Bkiller:15=r1c1r1c2r2c2:\.{12}195"))
    assert rules(setter) == "3x3 antiknight killer:15=r1c1r1c2r2c2"
    setter.expected_errors = "422"
    paste(setter, "the killer of the board")
    expect(setter.locator("#set-note[data-bad]")).to_contain_text("expected a puzzle")


def test_pasted_rules_replace_the_houses_too(setter: Any) -> None:
    head = setter.locator(".set-rules summary")
    paste(setter, "windoku diagonals")
    expect(head).to_have_text(re.compile(r"^Rules: 9.9, boxes 3.3, Diagonals, Windows$"))
    paste(setter, "antiknight")
    expect(head).to_have_text(re.compile(r"^Rules: 9.9, boxes 3.3$"))
    expect(setter.locator(".set-verdict")).to_contain_text("solutions")
    assert rules(setter) == "3x3 antiknight"
    paste(setter, "antiknight windoku windows windoku")
    expect(head).to_have_text(re.compile(r"^Rules: 9.9, boxes 3.3, Windows$"))
    assert rules(setter) == "3x3 windoku antiknight"
    paste(setter, "3x3 diagonals")
    expect(head).to_have_text(re.compile(r"^Rules: 9.9, boxes 3.3, Diagonals$"))
    paste(setter, "2x3")
    expect(setter.get_by_role("gridcell")).to_have_count(36)
    setter.expected_errors = "422"  # the server is asked for a board of 16 cells first
    paste(setter, "jigsaw:AAABACBBCCBDCDDD")
    expect(head).to_have_text("Rules: Jigsaw")
    paste(setter, "diagonals")
    expect(head).to_have_text("Rules: Jigsaw, Diagonals")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("thermo:r1c1r1c10", "thermo: r1c10 is outside a 9x9 board"),
        ("killer:10=r1c1r10c1 antiknight", "killer: r10c1 is outside a 9x9 board"),
        ("kiler:10=r1c1r1c2", "did you mean 'killer'?"),
        ("thermo r1c1r1c2", "is a colon missing after 'thermo'?"),
        ("thermo:5", "thermo: expected thermo:[slow=]LINE"),
        ("diagonals antiknigt", "did you mean 'antiknight'?"),
    ],
)
def test_what_is_wrong_with_pasted_rules_is_said(setter: Any, line: str, why: str) -> None:
    setter.expected_errors = "422"
    paste(setter, line)
    expect(setter.locator("#set-note[data-bad]")).to_contain_text(why)


def test_what_was_wrong_is_forgotten_with_the_next_text(setter: Any) -> None:
    setter.expected_errors = "422"
    paste(setter, "antiknight")
    expect(sentences(setter)).to_have_count(1)
    choose(setter, "Little killer")
    setter.get_by_role("gridcell", name="row 5 column 5,").click()
    setter.keyboard.type("20")
    setter.keyboard.press("Enter")
    problem = setter.locator(".set-placing").get_by_text("r5c5 is in neither")
    expect(problem).to_be_visible()
    setter.evaluate("document.getElementById('live').textContent = 'before'")
    paste(setter, "thermo:r1c1r1c10")
    expect(setter.locator("#set-note[data-bad]")).to_contain_text("outside a 9x9 board")
    expect(problem).to_have_count(0)
    expect(setter.locator("#live")).to_have_text("")
    expect(setter.locator(".set-placing [data-bad]")).to_have_count(0)


def test_a_puzzle_whose_constraints_may_be_redundant_is_not_called_minimal(
    open_page: Callable[..., Any],
) -> None:
    """One cage of the whole row says no more than the row."""
    puzzle = nonet.Puzzle(TWO.replace(".", "3", 1)).minimise()
    code = f"3x3+killer:45=r1c1r1c2r1c3r1c4r1c5r1c6r1c7r1c8r1c9:{puzzle.givens.text()}"
    page = open_page(f"#set?p={code}")
    expect(page.locator(".set-verdict")).to_have_text("Exactly one solution")
    fact = page.locator(".set-facts dt", has_text="Redundant givens").locator("+ dd")
    expect(fact).to_have_text("no given is redundant")


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1280, 900)])
def test_what_to_do_with_a_kind_is_in_view_with_the_board(
    open_page: Callable[..., Any], width: int, height: int
) -> None:
    page = open_page("#set", viewport={"width": width, "height": height})
    choose(page, "Killer cage")
    number = page.get_by_label("Number", exact=True)
    expect(number).to_be_visible()
    expect(number).to_be_in_viewport(ratio=1)
    expect(page.get_by_text("Killer cage: ").first).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("gridcell", name="row 1 column 1,")).to_be_in_viewport(ratio=1)


SEEN = "3x3+diagonals+sandwich:10=r3+littlekiller:20=r1c3=down-left+antiknight"


@pytest.mark.parametrize("place", ["play", "set"])
def test_a_cell_is_described_by_what_looks_at_it(open_page: Callable[..., Any], place: str) -> None:
    page = open_page(f"#{place}?p={SEEN}:{'.' * 80}5")
    expect(page.get_by_role("gridcell", name="row 9 column 9, 5")).to_be_visible()
    for name, said in {
        "row 3 column 5": "Sandwich sum 10.",
        "row 2 column 2": "Diagonals. Little killer 20.",
        "row 1 column 1": "Diagonals.",
        "row 9 column 9": "Diagonals.",
    }.items():
        cell = page.get_by_role("gridcell", name=re.compile(f"^{name},"))
        expect(cell).to_have_attribute("aria-description", said)
    named = page.get_by_role("gridcell", name=re.compile("^row 1 column 3,"))
    expect(named).to_have_attribute(
        "aria-description", "The digits on the diagonal from r1c3 down to the left sum to 20."
    )
    plain = page.get_by_role("gridcell", name=re.compile("^row 4 column 5,"))
    assert plain.get_attribute("aria-description") is None
    expect(page.get_by_role("grid")).to_have_attribute(
        "aria-description", re.compile("^Cells a knight.s move apart hold different digits[.]$")
    )


# -- numbers beside the board ---------------------------------------------------------------------


def wants(page: Any, *constraints: str) -> None:
    """Expect the constraints of the puzzle, in any order."""
    expect(sentences(page)).to_have_count(len(constraints))
    until(page, lambda: sorted(rules(page).split()[1:]) == sorted(constraints))


def beside(page: Any, row: int, number: str) -> None:
    page.mouse.click(*at(page, row, 0.4))
    page.keyboard.type(number)


def test_a_number_beside_the_board_is_placed_whatever_comes_next(setter: Any) -> None:
    choose(setter, "Sandwich sum")
    beside(setter, 1, "11")
    beside(setter, 2, "12")  # another row
    setter.keyboard.press("ArrowDown")  # the next row, by key
    setter.keyboard.type("13")
    setter.keyboard.press("Enter")
    beside(setter, 4, "14")
    setter.keyboard.press("Tab")
    beside(setter, 5, "15")
    setter.mouse.click(*at(setter, 8, 8))  # a cell
    beside(setter, 6, "16")
    setter.get_by_label("The puzzle as text").click()
    beside(setter, 7, "17")
    choose(setter, "X-sum")  # another kind
    beside(setter, 8, "18")
    wants(setter, *(f"sandwich:1{n}=r{n}" for n in range(1, 8)), "xsum:18=r8=left")  # after a pause
    # A digit that comes after the pause continues the number.
    setter.keyboard.press("Backspace")
    setter.keyboard.type("9")
    setter.keyboard.press("Enter")
    until(setter, lambda: rules(setter).endswith("xsum:19=r8=left"))


@pytest.mark.parametrize(
    ("kind", "word"),
    [
        ("Skyscraper", "skyscraper:3=r3=left"),
        ("Numbered room", "numberedroom:3=r3=left"),
        ("Little killer", "littlekiller:3=r4c1=down-right"),
    ],
)
def test_each_clue_beside_the_board_is_placed_on_leaving(setter: Any, kind: str, word: str) -> None:
    choose(setter, kind)
    beside(setter, 3, "3")
    setter.evaluate("location.hash = '#learn'")
    expect(setter.locator(".learn .family").first).to_be_visible()
    setter.evaluate("location.hash = '#set'")
    wants(setter, word)


def test_what_is_typed_is_part_of_the_link_and_of_play(setter: Any) -> None:
    choose(setter, "Sandwich sum")
    beside(setter, 2, "12")
    setter.get_by_role("link", name="Play this").click()
    expect(setter.locator(".play .cell")).to_have_count(81)
    assert "sandwich:12=r2" in unquote(setter.url)


def test_a_number_of_no_kind_waits_for_its_kind(setter: Any) -> None:
    beside(setter, 3, "15")
    expect(setter.locator(".set-placing .set-note")).to_have_text(
        "What stands here? Choose its kind."
    )
    assert "15" in setter.locator(".board").inner_text()
    setter.mouse.click(*at(setter, 5, 5))  # it is not forgotten
    setter.keyboard.press("Enter")
    expect(setter.get_by_label("Number", exact=True)).to_have_value("15")
    setter.locator(".set-placing label", has_text="Kind").locator("select").select_option("xsum")
    wants(setter, "xsum:15=r3=left")
    setter.keyboard.press("Escape")
    setter.keyboard.press("Escape")
    # From the palette, too; Escape drops it, and digits are givens again.
    beside(setter, 4, "16")
    choose(setter, "Sandwich sum")
    wants(setter, "xsum:15=r3=left", "sandwich:16=r4")
    choose(setter, "Sandwich sum")
    beside(setter, 5, "17")
    setter.keyboard.press("Escape")
    setter.mouse.click(*at(setter, 1, 1))
    setter.keyboard.type("5")
    expect(setter.locator(".set .cell").first).to_have_text("5")
    wants(setter, "xsum:15=r3=left", "sandwich:16=r4")


def test_what_cannot_be_placed_stays_to_be_corrected(setter: Any) -> None:
    setter.expected_errors = "ERR_FAILED"
    setter.route("**/api/read", lambda route: route.abort())
    choose(setter, "Skyscraper")
    beside(setter, 3, "5")
    setter.keyboard.press("Enter")
    expect(setter.locator(".set-placing [data-bad]")).to_contain_text("does not answer")
    expect(setter.get_by_label("Number", exact=True)).to_have_value("5")
    setter.unroute("**/api/read")
    setter.keyboard.press("Backspace")
    setter.keyboard.type("4")
    setter.keyboard.press("Enter")
    wants(setter, "skyscraper:4=r3=left")


def test_a_text_that_is_no_number_is_refused_in_its_field(setter: Any) -> None:
    field = setter.get_by_label("Number", exact=True)
    choose(setter, "Skyscraper")
    setter.mouse.click(*at(setter, 3, 0.4))
    field.fill("12-15")
    expect(setter.locator(".set-placing .set-note")).to_contain_text("up to 4 digits")
    field.fill("\u06f1\u06f5")  # the digits of Persian
    expect(field).to_have_value("15")
    field.press("Tab")
    setter.get_by_label("The puzzle as text").focus()
    wants(setter, "skyscraper:15=r3=left")


def test_a_total_may_be_within_bounds_or_of_a_set(setter: Any) -> None:
    field = setter.get_by_label("Number", exact=True)
    choose(setter, "Sandwich sum")
    setter.mouse.click(*at(setter, 3, 0.4))
    field.press_sequentially("10-12", delay=400)  # with a pause, a number would be taken
    expect(field).to_have_value("10-12")
    field.press("Enter")
    wants(setter, "sandwich:10-12=r3")
    expect(setter.locator(".board text", has_text="10\u201312")).to_be_visible()
    choose(setter, "Killer cage")
    setter.mouse.click(*at(setter, 5, 5))
    field.press_sequentially("<=8")
    field.press("Enter")
    wants(setter, "killer:..8=r5c5", "sandwich:10-12=r3")


def test_closing_the_page_asks_about_a_number_that_is_not_placed(setter: Any) -> None:
    asked: list[str] = []

    def stay(dialog: Any) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    setter.on("dialog", stay)
    choose(setter, "Sandwich sum")
    setter.keyboard.type("15")  # no row is chosen
    setter.close(run_before_unload=True)
    until(setter, lambda: bool(asked))
    assert asked == ["beforeunload"]
    expect(setter.get_by_label("Number", exact=True)).to_have_value("15")
    setter.keyboard.press("Enter")
    wants(setter, "sandwich:15=r1")
