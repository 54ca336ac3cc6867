"""Sharing in the browser: what leaves the page is read back, by the page and by nonet."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

import nonet
from nonet.game.saves import read_save

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
MOVES = "r1c3=4;r1c4+2,r1c4+6;r2c2=7"
RULES = "3x3 diagonals killer:15=r1c1r1c2r2c1 sandwich:10=r3 antiknight"


def share(page: Any) -> Any:
    expect(page.get_by_role("grid")).to_be_visible()
    page.get_by_role("button", name="Share").click()
    return page.get_by_role("group", name="Share")


def copied(page: Any) -> str:
    return str(page.evaluate("navigator.clipboard.readText()"))


def open_puzzle(open_page: Callable[..., Any]) -> Any:
    permissions = ["clipboard-read", "clipboard-write"]
    return open_page(f"#play?p={PUZZLE}&m={quote(MOVES)}", permissions=permissions)


def test_a_link_with_moves_opens_the_same_position(open_page: Callable[..., Any]) -> None:
    panel = share(page := open_puzzle(open_page))
    panel.get_by_role("button", name="Copy with my moves").click()
    expect(panel.get_by_text("Copied.")).to_be_visible()
    link = copied(page)
    other = open_page(link.partition("/#")[2].join(["#", ""]))
    expect(other.get_by_role("gridcell", name="row 1 column 3, 4")).to_be_visible()
    expect(other.get_by_role("gridcell", name="row 1 column 4, empty, marks 2 6")).to_be_visible()
    assert other.evaluate("location.search") == "", "nothing of a puzzle reaches the server"


def test_texts_are_read_by_nonet(open_page: Callable[..., Any]) -> None:
    panel = share(page := open_puzzle(open_page))
    for name in ("One line", "Grid", "Grid with candidates"):
        panel.get_by_role("button", name=name, exact=True).click()
        expect(panel.get_by_text("Copied.")).to_be_visible()
        text = copied(page)
        puzzle = nonet.parse(text)
        assert puzzle.solution() == nonet.Puzzle(PUZZLE).solution(), name
        page.evaluate("navigator.clipboard.writeText('')")
        page.get_by_role("button", name="Close").first.click()
        panel = share(page)


@pytest.mark.parametrize("rules", [RULES, "3x3 diagonals"])
def test_texts_of_a_variant_hold_its_rules(open_page: Callable[..., Any], rules: str) -> None:
    permissions = ["clipboard-read", "clipboard-write"]
    code = f"{rules.replace(' ', '+')}:{'.' * 80}5"
    page = open_page(f"#play?p={code}&m=r1c3=3", permissions=permissions)
    expect(page.get_by_role("gridcell", name="row 9 column 9, 5, given")).to_be_visible()
    panel = share(page)
    texts = panel.get_by_role("heading", name="Text to copy").locator("+ .buttons")
    names = ["One line", "ISS string", "YAML", "f-puzzles link", "SudokuPad link"]
    expect(texts.get_by_role("button")).to_have_text(names)
    wanted = nonet.Puzzle("." * 80 + "5", rules=rules).rules
    for name in names:
        texts.get_by_role("button", name=name, exact=True).click()
        expect(panel.get_by_text("Copied.")).to_be_visible()
        puzzle = nonet.parse(copied(page))
        assert puzzle.givens[80] == 5, name
        if name != "SudokuPad link":  # it draws the rules, and says them
            assert puzzle.rules == wanted, name
        page.get_by_role("button", name="Close").first.click()
        share(page)
    # Without a server nothing is offered that only the server writes.
    page.evaluate("document.documentElement.dataset.server = 'none'")
    page.get_by_role("button", name="Close").first.click()
    share(page)
    expect(texts.get_by_role("button")).to_have_text(["One line"])


def test_a_format_says_which_kind_it_does_not_hold(open_page: Callable[..., Any]) -> None:
    page = open_page(f"#play?p=3x3+fullrank:7=r1=left:{'.' * 80}5")
    page.expected_errors = "422"
    expect(page.get_by_role("gridcell", name="row 9 column 9, 5, given")).to_be_visible()
    panel = share(page)
    panel.get_by_role("button", name="f-puzzles link").click()
    expect(panel.get_by_role("status")).to_contain_text("fullrank")


def test_pictures(open_page: Callable[..., Any], tmp_path: Path) -> None:
    panel = share(page := open_puzzle(open_page))
    with page.expect_download() as download:
        panel.get_by_role("button", name="Save as SVG").click()
    download.value.save_as(tmp_path / "a.svg")
    svg = (tmp_path / "a.svg").read_text("utf-8")
    assert svg.startswith("<svg") and svg.count("<text") == 30 + 2 + 2 and "var(" not in svg
    with page.expect_download() as download:
        panel.get_by_role("button", name="Save as PNG").click()
    download.value.save_as(tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"


def test_a_saved_game_is_opened_again_by_both_players(
    open_page: Callable[..., Any], tmp_path: Path
) -> None:
    panel = share(page := open_puzzle(open_page))
    with page.expect_download() as download:
        panel.get_by_role("button", name="Save the game").click()
    path = tmp_path / "a.nonet"
    download.value.save_as(path)
    game = read_save(path.read_text("utf-8"))
    assert list(game.moves) == MOVES.split(";")
    other = open_page()
    expect(other.get_by_role("grid")).to_be_visible()
    with other.expect_file_chooser() as chooser:
        share(other).get_by_role("button", name="Open a file").click()
    chooser.value.set_files(path)
    expect(other.get_by_role("gridcell", name="row 2 column 2, 7")).to_be_visible()


def test_a_pasted_text_of_any_format_opens(page: Any) -> None:
    expect(page.get_by_role("grid")).to_be_visible()
    rows = "\n".join(PUZZLE[i : i + 9] for i in range(0, 81, 9))
    page.evaluate(
        """(text) => {
          const data = new DataTransfer();
          data.setData("text", text);
          document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data }));
        }""",
        rows,
    )
    expect(page.get_by_role("gridcell", name="row 1 column 1, 5, given")).to_be_visible()


def test_sheets_for_the_printer(open_page: Callable[..., Any]) -> None:
    page = open_puzzle(open_page)
    page.evaluate(
        "window.print = () => { window.printed = document.querySelector('.sheets').innerHTML; }; 0"
    )
    panel = share(page)
    panel.locator("summary").click()
    panel.get_by_label("Solutions on another page").check()
    panel.get_by_role("button", name="Print").click()
    page.locator(".sheets").wait_for(state="attached")
    assert page.evaluate("window.printed.match(/<svg/g).length") == 2
    page.emulate_media(media="print")
    expect(page.locator(".sheet").first).to_be_visible()
    expect(page.locator(".bar")).to_be_hidden()


def test_puzzles_played_are_listed_and_can_be_taken_along(
    open_page: Callable[..., Any], tmp_path: Path
) -> None:
    page = open_puzzle(open_page)
    expect(page.get_by_role("gridcell", name="row 1 column 3, 4")).to_be_visible()
    page.get_by_role("gridcell", name="row 9 column 1, empty").click()
    page.keyboard.press("3")
    page.get_by_role("button", name="New", exact=True).click()
    panel = page.get_by_role("group", name="New puzzle")
    expect(panel.locator(".history li")).to_have_count(1)
    with page.expect_download() as download:
        panel.get_by_role("button", name="Save all as a file").click()
    path = tmp_path / "history.json"
    download.value.save_as(path)
    assert list(json.loads(path.read_text("utf-8"))["games"]) == [PUZZLE]
    panel.get_by_role("button", name="Delete").click()
    expect(panel.locator(".history a")).to_have_count(0)
    panel.get_by_role("button", name="Undo").click()
    expect(panel.locator(".history a")).to_have_count(1)
    panel.get_by_role("button", name="Delete").click()
    with page.expect_file_chooser() as chooser:
        panel.get_by_role("button", name="Load from a file").click()
    chooser.value.set_files(path)
    expect(panel.get_by_text("1 puzzle loaded.")).to_be_visible()
    expect(panel.locator(".history a")).to_have_count(1)
