"""A puzzle that Sudoku Explainer rates 7.1 is played to its end with keys alone, fingers alone, and ears alone.

Each step of its path is done by hand, as a person does it: pencil marks are filled in, ruled out one by one, and digits
placed. After each step the board must hold what the step left.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Protocol

import pytest

from browser.waiting import until
from nonet import Puzzle, Step
from nonet.words import LEVELS

expect: Any = pytest.importorskip("playwright.sync_api").expect

PUZZLE = ".....6.2.7......84.1.9..5..5....937....3.....1...87..2........8.2...3.5...5.4.9.."
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
NAME = re.compile(r"row (\d) column (\d), (?:empty(?:, marks ([\d ]+))?|(\d)(?:, given)?)")

Open = Callable[..., Any]
Board = dict[int, str]
"""The content of each cell: "=7", or its marks, "13"."""


@cache
def path() -> tuple[Step, ...]:
    return tuple(Puzzle(PUZZLE).steps(profile="se"))


class Hand(Protocol):
    """A way to play."""

    def fill(self) -> None:
        """Fill in all marks."""

    def place(self, cell: int, digit: int) -> None:
        """Place a digit."""

    def rule_out(self, cell: int, digits: list[int]) -> None:
        """Remove marks."""

    def board(self) -> Board:
        """Return the content of the board."""


def boards() -> Iterator[Board]:
    """Yield the board after each step."""
    board = Puzzle(PUZZLE).candidates()
    for step in path():
        board = board.after(step)
        yield {
            cell: f"={digit}"
            if digit
            else "".join(str(d) for d in range(1, 10) if mask >> d - 1 & 1)
            for cell, (digit, mask) in enumerate(zip(board.placed, board.masks, strict=True))
        }


def read(names: list[str]) -> Board:
    """Return a board whose cells have these names."""
    found = {}
    for name in names:
        match = NAME.match(name)
        assert match, name
        row, column, marks, digit = match.groups()
        found[9 * int(row) + int(column) - 10] = (
            f"={digit}" if digit else (marks or "").replace(" ", "")
        )
    return found


def play(page: Any, hand: Hand, until_step: int | None = None) -> None:
    """Do the steps of the path; see after each of them that nothing else has changed."""

    def stands(board: Board) -> Callable[[], bool]:
        return lambda: hand.board() == board

    hand.fill()
    for step, board in zip(path()[:until_step], boards(), strict=False):
        if step.places:
            hand.place(step.places.cell, step.places.digit)
        for cell, digits in step.removes.items():
            hand.rule_out(cell, sorted(digits))
        until(page, stands(board))


class OnPage:
    """What is seen on the page."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def board(self) -> Board:
        names = "(all) => all.map((each) => each.getAttribute('aria-label'))"
        return read(self.page.locator(".play .cell").evaluate_all(names))


# -- Keys -------------------------------------------------------------------------------------------


class Keys(OnPage):
    """The keyboard: Tab leads to the board, arrows to its cells."""

    def __init__(self, page: Any) -> None:
        super().__init__(page)
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.matches('.cell')"):
                break
        page.keyboard.press("Control+Home")
        self.at = 0

    def fill(self) -> None:
        self.page.keyboard.press("f")

    def go(self, cell: int) -> None:
        for ahead, keys in (
            (cell // 9 - self.at // 9, ("ArrowUp", "ArrowDown")),
            (cell % 9 - self.at % 9, ("ArrowLeft", "ArrowRight")),
        ):
            for _ in range(abs(ahead)):
                self.page.keyboard.press(keys[ahead > 0])
        self.at = cell

    def place(self, cell: int, digit: int) -> None:
        self.go(cell)
        self.page.keyboard.press(str(digit))

    def rule_out(self, cell: int, digits: list[int]) -> None:
        self.go(cell)
        for digit in digits:
            self.page.keyboard.press(f"Control+{digit}")


def test_by_keyboard_alone(open_page: Open) -> None:
    page = open_page(f"#play?p={PUZZLE}")
    expect(page.locator(".hint-bar .main")).to_be_attached()
    play(page, Keys(page))
    expect(page.locator(".head .note")).to_contain_text("Solved in")
    expect(page.locator(".flyout-ending")).to_be_visible()


# -- Fingers ----------------------------------------------------------------------------------------


class Fingers(OnPage):
    """A phone: each tap must reach what is aimed at."""

    mode = "Digit"

    def fill(self) -> None:
        self.page.get_by_role("button", name="Marks", exact=True).tap()
        self.page.get_by_role("button", name=re.compile("^Fill in")).tap()
        self.page.get_by_role("button", name="Close").tap()

    def enter(self, cell: int, digits: list[int], mode: str) -> None:
        if mode != self.mode:
            self.page.get_by_role("button", name=mode, exact=True).tap()
            self.mode = mode
        self.page.locator(".play .cell").nth(cell).tap()
        for digit in digits:
            self.page.locator(".pad:not(.colours) .key").nth(digit - 1).tap()

    def place(self, cell: int, digit: int) -> None:
        self.enter(cell, [digit], "Digit")

    def rule_out(self, cell: int, digits: list[int]) -> None:
        self.enter(cell, digits, "Centre")


def test_by_touch_alone(open_page: Open) -> None:
    page = open_page(f"#play?p={PUZZLE}", **PHONE)
    expect(page.locator(".hint-bar .main")).to_be_attached()
    play(page, Fingers(page))
    expect(page.locator(".flyout-ending")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 360


# -- Ears -------------------------------------------------------------------------------------------


class Ears:
    """The accessibility tree, as a screen reader has it: things are found by role and name, and focused or pressed.

    No pointer, and nothing that only the document says.
    """

    def __init__(self, page: Any) -> None:
        self.page = page
        self.debugger = page.context.new_cdp_session(page)
        self.debugger.send("Accessibility.enable")

    def find(self, role: str, name: str | None = None) -> list[dict[str, Any]]:
        """Return the nodes of a role, in the order of the page."""
        root = self.debugger.send("DOM.getDocument", {"depth": 0})["root"]
        wanted = {"nodeId": root["nodeId"], "role": role}
        if name is not None:
            wanted["accessibleName"] = name
        nodes = self.debugger.send("Accessibility.queryAXTree", wanted)["nodes"]
        return [node for node in nodes if not node["ignored"]]

    def focus(self, node: dict[str, Any]) -> None:
        self.debugger.send("DOM.focus", {"backendNodeId": node["backendDOMNodeId"]})

    def press(self, name: str, role: str = "button") -> None:
        """Do what a control is for: a screen reader focuses it, and clicks without a pointer."""
        found = self.find(role, name)
        assert len(found) == 1, (role, name, len(found))
        self.focus(found[0])
        node = {"backendNodeId": found[0]["backendDOMNodeId"]}
        call = {
            "objectId": self.debugger.send("DOM.resolveNode", node)["object"]["objectId"],
            "functionDeclaration": "function () { this.click(); }",
        }
        self.debugger.send("Runtime.callFunctionOn", call)

    def cell(self, cell: int) -> dict[str, Any]:
        begins = f"row {cell // 9 + 1} column {cell % 9 + 1},"
        [node] = [n for n in self.find("gridcell") if n["name"]["value"].startswith(begins)]
        return node

    def fill(self) -> None:
        self.press("Marks")
        [button] = [n for n in self.find("button") if n["name"]["value"].startswith("Fill in")]
        self.press(button["name"]["value"])
        self.press("Close")

    def place(self, cell: int, digit: int) -> None:
        self.focus(self.cell(cell))
        self.page.keyboard.press(str(digit))

    def rule_out(self, cell: int, digits: list[int]) -> None:
        self.focus(self.cell(cell))
        self.press("Centre")
        for digit in digits:
            [key] = [
                n for n in self.find("button") if re.match(f"{digit}, \\d left", n["name"]["value"])
            ]
            self.press(key["name"]["value"])
        self.press("Digit")

    def board(self) -> Board:
        return read([node["name"]["value"] for node in self.find("gridcell")])

    def said(self) -> str:
        """Return the announcements, by the parts of the page that make them."""
        texts = []
        for node in self.find("status"):
            children = self.debugger.send("Accessibility.getChildAXNodes", {"id": node["nodeId"]})
            texts += [each["name"]["value"] for each in children["nodes"] if "name" in each]
        return " ".join(texts)

    def hears(self, text: str) -> None:
        """Wait until a text is announced."""
        until(self.page, lambda: text in self.said())


def test_with_a_screen_reader_alone(open_page: Open) -> None:
    page = open_page(f"#play?p={PUZZLE}")
    expect(page.locator(".hint-bar .main")).to_be_attached()
    ears = Ears(page)
    given = Puzzle(PUZZLE).givens.text()
    assert [ears.board()[cell] for cell in range(81)] == [
        f"={d}" if d != "." else "" for d in given
    ]
    play(page, ears, until_step=-1)
    step = path()[-1]
    assert step.places
    for button, level in zip(("Hint", "Name", "Where", "Why"), LEVELS, strict=True):
        ears.press(button)
        ears.hears(step.text(level))
    ears.place(step.places.cell, step.places.digit)
    ears.hears("Solved in")
    until(page, lambda: bool(ears.find("group", "Solved")))
    [ending] = ears.find("group", "Solved")
    assert ending
