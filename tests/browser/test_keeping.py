"""What the page says that it keeps is kept, or it says that it is not: full storage, files, other tabs."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from browser.waiting import drawn, until

expect: Any = pytest.importorskip("playwright.sync_api").expect

PUZZLE = "...5..829.28.1.3........6.43.9..7.....29.61.....3..9.62.4........6.9.58.983..1..."
OTHER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
THIRD = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
JS = Path(__file__).parents[2] / "src" / "nonet" / "web" / "static" / "js"

FORBIDDEN = """Object.defineProperty(window, "localStorage", {
    get() { throw new DOMException("The operation is insecure.", "SecurityError"); },
});"""
NO_ROOM = (
    """Storage.prototype.setItem = () => { throw new DOMException("", "QuotaExceededError"); };"""
)
START = "if (!localStorage.length) Object.assign(localStorage, VALUES);"
GAME = {"save": "{}", "change": 1, "tab": "a"}
FILL = """() => {
    for (let size = 2 ** 22, at = 0; size; size = Math.floor(size / 2)) {
        for (;;) {
            try { localStorage.setItem(`filling.${at++}`, "x".repeat(size)); } catch { break; }
        }
    }
}"""
"""Fills the storage to the last character."""
EMPTY = """() => Object.keys(localStorage).filter((key) => key.startsWith("filling."))
    .forEach((key) => localStorage.removeItem(key))"""


def play(page: Any, code: str = PUZZLE) -> None:
    page.evaluate("(hash) => { location.hash = hash; }", f"#play?p={code}")
    first = next(char for char in code if char != ".")
    expect(page.locator(".play .cell").nth(code.index(first))).to_have_text(first)


def place(page: Any, cell: int, digit: int) -> None:
    page.locator(".play .cell").nth(cell).click()
    page.keyboard.press(str(digit))
    expect(page.locator(".play .cell").nth(cell)).to_have_text(str(digit))


def kept(page: Any, name: str) -> Any:
    text = page.evaluate("(key) => localStorage.getItem(key)", f"nonet.{name}")
    return None if text is None else json.loads(text)


def notice(page: Any) -> Any:
    return page.locator(".notice")


def saved(page: Any, press: Any, path: Path) -> Any:
    """Press a button that saves a file; return what is in it."""
    with page.expect_download() as download:
        press.click()
    download.value.save_as(path)
    return json.loads(path.read_text("utf-8"))


def panel(page: Any) -> Any:
    """Open the list of puzzles played."""
    group = page.get_by_role("group", name="New puzzle")
    if not group.is_visible():
        page.get_by_role("button", name="New", exact=True).click()
    expect(group).to_be_visible()
    if not group.get_by_role("button", name="Load from a file").is_visible():
        group.get_by_text("Puzzles you have played").click()
    return group


def load(page: Any, path: Path) -> None:
    with page.expect_file_chooser() as chooser:
        panel(page).get_by_role("button", name="Load from a file").click()
    chooser.value.set_files(path)


def stored(page: Any) -> dict[str, str]:
    """Return all that is stored, but for what belongs to the page that is open."""
    found = page.evaluate("Object.fromEntries(Object.entries(localStorage))")
    return {k: v for k, v in found.items() if k not in ("nonet.last", "nonet.title", "nonet.plan")}


# -- storage --------------------------------------------------------------------------------------


def test_one_module_alone_writes_to_the_browser() -> None:
    stores = re.compile(r"\b(localStorage|sessionStorage|indexedDB|document\.cookie)\b")
    found = {
        path.relative_to(JS).as_posix()
        for path in JS.rglob("*.js")
        if stores.search(re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text("utf-8"), flags=re.S))
    }
    # The theme is read before the first paint, when there is no module yet.
    assert found == {"store.js", "early.js"}
    early = (JS / "early.js").read_text("utf-8")
    assert re.findall(r"localStorage\.(\w+)", early) == ["getItem"]


@pytest.mark.parametrize(
    ("script", "sentence"),
    [(FORBIDDEN, "stores nothing for the page"), (NO_ROOM, "stores nothing for the page")],
    ids=["forbidden", "no room at all"],
)
def test_a_browser_that_keeps_nothing_says_so_once_and_plays_on(
    open_page: Callable[..., Any], tmp_path: Path, script: str, sentence: str
) -> None:
    page = open_page(script=script)
    expect(page.locator(".play .cell")).to_have_count(81)
    expect(notice(page)).to_have_count(0)  # nothing is lost yet
    play(page)
    place(page, 0, 6)
    expect(notice(page)).to_have_count(1)
    expect(page.get_by_role("alert")).to_contain_text(sentence)
    file = saved(page, notice(page).get_by_role("button", name="Save as a file"), tmp_path / "all")
    assert json.loads(file["games"][PUZZLE])["moves"] == ["r1c1=6"]
    notice(page).get_by_role("button", name="Close").click()
    expect(notice(page)).to_have_count(0)
    place(page, 1, 7)
    page.get_by_role("button", name="Settings").click()
    page.locator(".flyout-settings select").first.select_option("dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(notice(page)).to_have_count(0)  # the message was shown
    # As long as the page is open, nothing is lost.
    play(page, OTHER)
    play(page, PUZZLE)
    expect(page.locator(".play .cell").nth(1)).to_have_text("7")
    # The file brings it to a browser that keeps it.
    other = open_page(f"#play?p={PUZZLE}")
    load(other, tmp_path / "all")
    expect(other.locator(".play .cell").nth(0)).to_have_text("6")


def test_full_storage_is_said_and_what_did_not_fit_is_kept_when_there_is_room(
    open_page: Callable[..., Any], tmp_path: Path
) -> None:
    page = open_page(f"#play?p={PUZZLE}")
    place(page, 0, 6)
    assert kept(page, f"game.{PUZZLE}")
    page.evaluate(FILL)
    for cell, digit in enumerate("47"):
        place(page, 1 + cell, int(digit))
    expect(page.get_by_role("alert")).to_contain_text("storage of this browser is full")
    expect(notice(page)).to_have_count(1)
    file = saved(page, notice(page).get_by_role("button", name="Save as a file"), tmp_path / "all")
    assert len(json.loads(file["games"][PUZZLE])["moves"]) == 3
    play(page, OTHER)
    play(page, PUZZLE)
    expect(page.locator(".play .cell").nth(2)).to_have_text("7")
    assert len(json.loads(kept(page, f"game.{PUZZLE}")["save"])["moves"]) < 3
    page.evaluate(EMPTY)
    place(page, 4, 3)
    expect(notice(page)).to_have_count(0)
    assert len(json.loads(kept(page, f"game.{PUZZLE}")["save"])["moves"]) == 4
    page.reload()
    expect(page.locator(".play .cell").nth(4)).to_have_text("3")
    # The message comes again when it happens again.
    page.evaluate("localStorage.removeItem('nonet.plan')")
    page.evaluate(FILL)
    place(page, 5, 4)
    place(page, 9, 5)
    expect(notice(page)).to_have_count(1)


def test_what_can_be_found_again_makes_room(open_page: Callable[..., Any]) -> None:
    page = open_page(f"#play?p={PUZZLE}")
    place(page, 0, 6)
    page.evaluate("localStorage.setItem('nonet.plan', 'x'.repeat(50000))")
    page.evaluate(FILL)
    place(page, 1, 4)
    place(page, 2, 7)
    assert len(json.loads(kept(page, f"game.{PUZZLE}")["save"])["moves"]) == 3
    expect(notice(page)).to_have_count(0)


def test_old_games_are_not_forgotten(open_page: Callable[..., Any]) -> None:
    one = {"title": "Old", "filled": 1, "cells": 50, "seconds": 9, "solved": False, "at": 1}
    codes = [f"{n:03}{PUZZLE[3:]}" for n in range(600)]
    values = {f"nonet.game.{code}": json.dumps(GAME) for code in codes}
    values["nonet.played"] = json.dumps({code: one for code in codes})
    page = open_page(f"#play?p={PUZZLE}", script=START.replace("VALUES", json.dumps(values)))
    place(page, 0, 6)
    assert len(kept(page, "played")) == 601
    assert kept(page, f"game.{codes[0]}")
    links = panel(page).locator(".history a")
    expect(links).to_have_count(50)
    panel(page).get_by_role("button", name="Show more").click()
    expect(links).to_have_count(100)


# -- files ----------------------------------------------------------------------------------------


def test_a_file_is_merged_by_date_and_given_back(
    open_page: Callable[..., Any], tmp_path: Path
) -> None:
    first = open_page(f"#play?p={PUZZLE}")
    place(first, 0, 6)
    play(first, OTHER)
    place(first, 2, 4)
    file = saved(first, panel(first).get_by_role("button", name="Save all"), tmp_path / "all")
    assert set(file["games"]) == {PUZZLE, OTHER}
    file["records"] = {"best": {"easy": 100, "hard": 50}, "days": ["2026-01-01"]}
    file["drills"] = {"xy_wing": {"found": 10, "done": True, "at": 5}}
    file["settings"] = {**(file.get("settings") or {}), "theme": "dark", "timer": False}
    (tmp_path / "all").write_text(json.dumps(file), "utf-8")

    own = {
        "nonet.records": json.dumps({"best": {"easy": 80}, "days": ["2026-02-02"]}),
        "nonet.settings": json.dumps({"theme": "light"}),
    }
    page = open_page(f"#play?p={PUZZLE}", script=START.replace("VALUES", json.dumps(own)))
    place(page, 1, 7)  # later than the file: this game stays
    play(page, THIRD)
    before = stored(page)
    load(page, tmp_path / "all")
    status = panel(page).locator(".new-more").get_by_role("status")
    expect(status).to_contain_text("1 puzzle loaded.")
    expect(status).to_contain_text("Of 1 puzzle the game here is newer")
    games = {code: json.loads(kept(page, f"game.{code}")["save"]) for code in (PUZZLE, OTHER)}
    assert games[OTHER]["moves"] == ["r1c3=4"]
    assert games[PUZZLE]["moves"] == ["r1c2=7"] and games[PUZZLE]["saves"] == {
        "From the file": "r1c1=6"
    }
    records = kept(page, "records")
    assert records == {"best": {"easy": 80, "hard": 50}, "days": ["2026-01-01", "2026-02-02"]}
    assert kept(page, "drills")["xy_wing"]["done"]
    expect(page.locator("html")).to_have_attribute("data-theme", "light")  # chosen here
    expect(page.locator(".time")).to_be_hidden()  # not chosen here
    # The same file brings nothing more.
    again = stored(page)
    load(page, tmp_path / "all")
    expect(panel(page).get_by_text("All of this file is here already.")).to_be_visible()
    assert stored(page) == again
    # It is given back, also after the list was closed.
    page.keyboard.press("Escape")
    panel(page).get_by_role("button", name="Undo").click()
    expect(panel(page).get_by_text("All is as it was before the file.")).to_be_visible()
    after = stored(page)
    for name in ("played", "settings", "records"):
        old, new = (json.loads(each[f"nonet.{name}"]) for each in (before, after))
        assert {k: v for k, v in new.items() if old.get(k) is not None} == old
    assert json.loads(kept(page, f"game.{PUZZLE}")["save"]).get("saves") is None
    assert kept(page, f"game.{OTHER}") is None and kept(page, "drills") in (None, {})
    expect(page.locator(".time")).to_be_visible()


def test_what_was_played_since_stays_when_a_file_is_given_back(
    open_page: Callable[..., Any], tmp_path: Path
) -> None:
    first = open_page(f"#play?p={PUZZLE}")
    place(first, 0, 6)
    saved(first, panel(first).get_by_role("button", name="Save all"), tmp_path / "all")
    page = open_page(f"#play?p={OTHER}")
    load(page, tmp_path / "all")
    expect(panel(page).get_by_role("button", name="Undo")).to_be_visible()
    play(page, PUZZLE)
    place(page, 1, 7)
    panel(page).get_by_role("button", name="Undo").click()
    assert json.loads(kept(page, f"game.{PUZZLE}")["save"])["moves"] == ["r1c1=6", "r1c2=7"]
    assert PUZZLE in kept(page, "played")


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        ("cut", "expected JSON"),
        ("seconds", "seconds: expected a whole number"),
        ("move", "move 1: "),
        ("puzzle", "expected a game of this puzzle"),
        ("version", "nonet_history: expected one of 1"),
        ("story", "times"),
        ("unlisted", 'under “played”|under "played"'),
    ],
)
def test_a_damaged_file_changes_nothing_and_says_where(
    open_page: Callable[..., Any], tmp_path: Path, damage: str, sentence: str
) -> None:
    page = open_page(f"#play?p={PUZZLE}")
    place(page, 0, 6)
    play(page, OTHER)
    place(page, 2, 4)
    path = tmp_path / "all"
    file = saved(page, panel(page).get_by_role("button", name="Save all"), path)
    # The sound part of it would come first.
    del file["played"][PUZZLE], file["games"][PUZZLE]
    file["played"] = {THIRD: {**file["played"][OTHER]}, **file["played"]}
    file["games"][THIRD] = file["games"][OTHER].replace(OTHER, THIRD).replace("r1c3=4", "r1c2=4")
    sound = json.dumps(file)
    if damage == "seconds":
        file["played"][OTHER]["seconds"] = "long"
    elif damage == "move":
        file["games"][OTHER] = file["games"][OTHER].replace("r1c3=4", "r1c1=4")
    elif damage == "puzzle":
        file["games"][OTHER] = file["games"][THIRD]
    elif damage == "version":
        file["nonet_history"] = 2
    elif damage == "story":
        file["stories"] = {OTHER: {"times": "soon", "hints": []}}
    elif damage == "unlisted":
        del file["played"][OTHER]
    path.write_text(sound[:-40] if damage == "cut" else json.dumps(file), "utf-8")
    before = stored(page)
    load(page, path)
    expect(panel(page).get_by_text("Nothing was loaded.")).to_contain_text(re.compile(sentence))
    assert stored(page) == before
    path.write_text(sound, "utf-8")
    load(page, path)
    expect(panel(page).get_by_text("1 puzzle loaded.")).to_be_visible()


def test_a_file_that_does_not_fit_changes_nothing(
    open_page: Callable[..., Any], tmp_path: Path
) -> None:
    first = open_page(f"#play?p={PUZZLE}")
    place(first, 0, 6)
    saved(first, panel(first).get_by_role("button", name="Save all"), tmp_path / "all")
    page = open_page(f"#play?p={OTHER}")
    expect(page.locator(".play .cell")).to_have_count(81)
    page.evaluate(FILL)
    before = stored(page)
    load(page, tmp_path / "all")
    expect(panel(page).get_by_text("has no room for all of it")).to_be_visible()
    assert stored(page) == before
    expect(notice(page)).to_have_count(0)


def test_a_clock_that_was_ahead_does_not_win(open_page: Callable[..., Any], tmp_path: Path) -> None:
    page = open_page(f"#play?p={PUZZLE}")
    place(page, 0, 6)
    path = tmp_path / "all"
    file = saved(page, panel(page).get_by_role("button", name="Save all"), path)
    file["games"][PUZZLE] = file["games"][PUZZLE].replace("r1c1=6", "r1c2=7")
    file["played"][PUZZLE]["at"] = 9 * 10**12
    path.write_text(json.dumps(file), "utf-8")
    load(page, path)
    game = json.loads(kept(page, f"game.{PUZZLE}")["save"])
    # Whichever is on the board, the other one is a save point.
    assert {*game["moves"], *game["saves"].values()} == {"r1c1=6", "r1c2=7"}
    assert kept(page, "played")[PUZZLE]["at"] < 9 * 10**12


def drop(page: Any, content: str, name: str = "game.nonet") -> None:
    page.evaluate(
        """([content, name]) => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([content], name));
            const board = document.querySelector(".board-host");
            board.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
        }""",
        [content, name],
    )


def test_a_save_file_keeps_what_was_on_the_board(open_page: Callable[..., Any]) -> None:
    page = open_page(f"#play?p={PUZZLE}")
    place(page, 0, 6)
    save = json.loads(kept(page, f"game.{PUZZLE}")["save"])
    drop(page, json.dumps({**save, "moves": ["r1c2=7"], "at": 1}))
    expect(page.locator(".play .cell").nth(1)).to_have_text("7")
    expect(page.locator(".play .cell").nth(0)).to_have_text("")
    game = json.loads(kept(page, f"game.{PUZZLE}")["save"])
    assert game["saves"] == {"Before opening": "r1c1=6"}
    # One with a move that cannot be leaves all as it is.
    drop(page, json.dumps({**save, "moves": ["r1c4=1"], "at": 1}))
    expect(page.locator(".note")).to_contain_text("move 1")
    assert json.loads(kept(page, f"game.{PUZZLE}")["save"])["moves"] == ["r1c2=7"]


def test_a_file_with_all_games_can_be_dropped_on_the_board(
    open_page: Callable[..., Any], tmp_path: Path
) -> None:
    first = open_page(f"#play?p={PUZZLE}")
    place(first, 0, 6)
    saved(first, panel(first).get_by_role("button", name="Save all"), tmp_path / "all")
    page = open_page(f"#play?p={OTHER}")
    expect(page.locator(".play .cell")).to_have_count(81)
    drop(page, (tmp_path / "all").read_text("utf-8"), "nonet-history.json")
    expect(page.locator(".note")).to_contain_text("1 puzzle loaded.")
    assert json.loads(kept(page, f"game.{PUZZLE}")["save"])["moves"] == ["r1c1=6"]


# -- other tabs -----------------------------------------------------------------------------------


def second_tab(page: Any, fragment: str) -> Any:
    """Return another tab of the same browser."""
    tab = page.context.new_page()
    tab.goto(page.url.split("#")[0] + fragment)
    return tab


def test_settings_of_two_tabs_add_up_and_are_followed(open_page: Callable[..., Any]) -> None:
    one = open_page(f"#play?p={PUZZLE}")
    two = second_tab(one, f"#play?p={OTHER}")
    for page in (one, two):
        expect(page.locator(".play .cell")).to_have_count(81)
    one.get_by_role("button", name="Settings").click()
    one.locator(".flyout-settings select").first.select_option("dark")
    expect(two.locator("html")).to_have_attribute("data-theme", "dark")
    two.get_by_role("button", name="Settings").click()
    two.get_by_label("Show the time").uncheck()
    expect(one.locator(".time")).to_be_hidden()
    two.get_by_label("Language").select_option("fr")
    expect(one.locator("html")).to_have_attribute("lang", "fr")
    expect(one.locator("html")).to_have_attribute("data-theme", "dark")
    now = kept(one, "settings")
    assert (now["theme"], now["timer"], now["language"]) == ("dark", False, "fr")


def test_a_tab_that_did_not_hear_keeps_what_the_other_chose(
    open_page: Callable[..., Any],
) -> None:
    """Events may come late; what is written is based on what is stored."""
    deaf = "addEventListener('storage', (event) => event.stopImmediatePropagation(), true);"
    one = open_page(f"#play?p={PUZZLE}", script=deaf)
    two = second_tab(one, f"#play?p={OTHER}")
    for page in (one, two):
        expect(page.locator(".play .cell")).to_have_count(81)
    one.get_by_role("button", name="Dark theme").click()
    until(two, lambda: (kept(two, "settings") or {}).get("theme") == "dark")
    two.get_by_role("button", name="Settings").click()
    two.get_by_label("Show the time").uncheck()
    assert (kept(two, "settings")["theme"], kept(two, "settings")["timer"]) == ("dark", False)


def test_games_and_ticks_of_two_tabs_add_up(open_page: Callable[..., Any]) -> None:
    one = open_page(f"#play?p={PUZZLE}")
    two = second_tab(one, f"#play?p={OTHER}")
    expect(two.locator(".play .cell")).to_have_count(81)
    panel(one)
    place(two, 2, 4)
    expect(panel(one).locator(".history a")).to_have_count(1)  # the open list follows
    one.keyboard.press("Escape")
    place(one, 0, 6)
    place(two, 3, 6)
    assert set(kept(one, "played")) == {PUZZLE, OTHER}
    drawn(one)


def drafts(page: Any) -> Any:
    page.get_by_text("Earlier puzzles").click()
    return page.locator(".set .history a")


def test_a_puzzle_that_was_set_is_not_lost_to_the_next_one(open_page: Callable[..., Any]) -> None:
    page = open_page("#set")
    expect(page.locator(".set .cell")).to_have_count(81)
    expect(page.get_by_text("Earlier puzzles")).to_be_hidden()
    page.locator(".set .cell").first.click()
    page.keyboard.type("123")
    expect(page).to_have_url(re.compile(r"123\.\.\."))
    two = second_tab(page, f"#set?p={OTHER}")
    expect(two.locator(".set .cell").first).to_have_text("5")
    two.locator(".set .cell").nth(2).click()
    two.keyboard.type("1")
    page.evaluate("(code) => { location.hash = `#set?p=${code}`; }", PUZZLE)
    expect(page.locator(".set .cell").nth(3)).to_have_text("5")
    page.reload()
    found = drafts(page)
    expect(found).to_have_count(2)  # of this tab, and of the other
    found.filter(has_text="123").click()
    expect(page.locator(".set .cell").nth(2)).to_have_text("3")
    # It continues, as one draft.
    page.locator(".set .cell").nth(3).click()
    page.keyboard.type("4")
    expect(page).to_have_url(re.compile("1234"))
    assert sorted(code[:4] for code in kept(page, "drafts")) == ["1234", "531."]
    # An empty board is not a draft, and the previous draft stays.
    page.get_by_role("button", name="Clear", exact=True).click()
    expect(page.get_by_text("0 givens")).to_be_visible()
    assert len(kept(page, "drafts")) == 2
    page.locator(".set .history li", has_text="1234").get_by_role("button").click()
    assert len(kept(page, "drafts")) == 1
    page.get_by_role("button", name="Undo", exact=True).last.click()
    assert len(kept(page, "drafts")) == 2
