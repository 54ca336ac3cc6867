"""Everybody can use the page: with a screen reader, keyboard or finger, on a phone, with colours of their own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import kept
import pytest

from browser.waiting import drawn, until
from nonet import Puzzle

expect: Any = pytest.importorskip("playwright.sync_api").expect

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SMALL = "2x2:1.....3..4.....2"
LINK = f"#play?p={PUZZLE}&t=Monday"
WRONG = f"{LINK}&m=r1c3=4;r1c4=2"
GOLDEN = Path(__file__).parents[1] / "golden" / "browser"
LANGUAGES = ("en", "fr", "vi", "fa")
FLYOUTS = ("new", "share", "settings", "help", "saves", "marks", "check", "steps")
LEVELS = ("nudge", "name", "where", "why")

Open = Callable[..., Any]


def cell(page: Any, index: int) -> Any:
    return page.locator(".play .cell").nth(index)


def open_play(open_page: Open, fragment: str = LINK, **options: Any) -> Any:
    """Open a puzzle, and wait until all of Play is there."""
    page = open_page(fragment, **options)
    expect(page.locator(".hint-bar .main")).to_be_attached()
    if fragment.startswith(f"#play?p={PUZZLE}"):
        expect(page.locator(".head .note")).to_contain_text("·")  # the rating has come
    return page


def open_flyout(page: Any, name: str) -> Any:
    opener = page.locator(f"[data-flyout={name}]")
    (opener if name != "steps" else page.locator(".hint-extra button").first).click()
    flyout = page.locator(f".flyout-{name}")
    expect(flyout).to_be_visible()
    if name == "check":
        expect(flyout).not_to_contain_text("Checking")
    return flyout


def climb(page: Any, level: str) -> None:
    """Ask for a hint up to a level."""
    for each in LEVELS[: LEVELS.index(level) + 1]:
        page.locator(".hint-bar .main").click()
        expect(page.locator(".rung[aria-current]")).to_have_text(each.title())


def focused(page: Any) -> str:
    """Return what has the focus: its name, or "" for the page itself."""
    return str(
        page.evaluate(
            """() => {
                const node = document.activeElement;
                if (!node || node === document.body || !node.checkVisibility()) return "";
                return node.matches(".cell") ? "cell"
                    : node.getAttribute("aria-label") || node.innerText.trim() || node.className || node.tagName;
            }"""
        )
    )


# -- What a screen reader finds ---------------------------------------------------------------------


def play_start(page: Any) -> str:
    return ".play"


def play_marks(page: Any) -> str:
    cell(page, 2).click()
    page.keyboard.press("f")
    page.keyboard.press("5")
    page.locator(".mode").nth(1).click()
    return ".play"


def in_flyout(name: str) -> Callable[[Any], str]:
    def show(page: Any) -> str:
        open_flyout(page, name)
        return f".flyout-{name}"

    return show


def at_level(level: str) -> Callable[[Any], str]:
    def show(page: Any) -> str:
        climb(page, level)
        return ".hint"

    return show


def learn(page: Any) -> str:
    page.goto(page.url.split("#")[0] + "#learn")
    expect(page.locator(".technique").first).to_be_visible()
    return ".learn"


def lesson(page: Any) -> str:
    page.goto(page.url.split("#")[0] + "#learn/x_wing")
    expect(page.locator(".ladder .said")).to_be_visible()
    return ".learn"


def lab(page: Any) -> str:
    page.goto(page.url.split("#")[0] + f"#lab?p={SMALL}&a=backtracking")
    expect(page.locator(".film")).to_have_count(1)
    expect(page.locator(".counters")).to_be_visible()
    return ".lab"


def setter(page: Any) -> str:
    page.goto(page.url.split("#")[0] + f"#set?p={PUZZLE}")
    expect(page.locator(".set-verdict")).to_have_text("Exactly one solution")
    expect(page.locator(".set-stats")).to_contain_text("ER 1.2")
    expect(page.locator(".set-facts")).to_contain_text("half turn")
    return ".set"


def odds(page: Any) -> str:
    page.goto(page.url.split("#")[0] + "#set?p=2x2:1.....3..4......")
    page.get_by_role("checkbox", name="Odds").check()
    for answer in (".set-verdict", ".set-odds-status"):
        expect(page.locator(answer)).to_contain_text("3 solutions")
    return ".set"


SNAPSHOTS: dict[str, Callable[[Any], str]] = {
    "play": play_start,
    "play_marks": play_marks,
    **{f"hint_{level}": at_level(level) for level in LEVELS},
    "new": in_flyout("new"),
    "share": in_flyout("share"),
    "learn": learn,
    "lesson": lesson,
    "lab": lab,
    "set": setter,
    "set_odds": odds,
}


def _without_times(text: str) -> str:
    """Remove what differs from run to run: times of the clock and of the runs, dates, and seeds."""
    text = re.sub(r"\b\d+:\d\d\b", "0:00", text)
    text = re.sub(r"\b\d{4}-\d\d-\d\d\b", "2026-01-01", text)
    text = re.sub(r"\bdrill=\d+", "drill=1", text)
    text = re.sub(r"takes [\d.,]+ times", "takes 9 times", text)
    text = re.sub(
        r'(row "Time, in units of the core )[\d.,]+( 1":\n.*\n *- cell ")[\d.,]+',
        r"\g<1>9\g<2>9",
        text,
    )
    return re.sub(r"[\d.,]+ ?(?:µs|ms|s)\b", "0 ms", text)


@pytest.mark.parametrize("name", SNAPSHOTS)
def test_what_a_screen_reader_finds(open_page: Open, name: str) -> None:
    page = open_play(open_page, reduced_motion="reduce")
    page.clock.pause_at("2035-01-01T12:00:00")
    page.clock.resume()
    found = _without_times(page.locator(SNAPSHOTS[name](page)).aria_snapshot()) + "\n"
    kept.compare(found, GOLDEN / f"{name}.yml")


LOOKS: dict[str, dict[str, Any]] = {
    "light": {},
    "dark": {"color_scheme": "dark"},
    "contrast": {"contrast": "more"},
    "dark_contrast": {"color_scheme": "dark", "contrast": "more"},
    "forced": {"forced_colors": "active"},
}


COLOURS = ("color-contrast", "link-in-text-block")
"""What depends on the look of a page."""


@pytest.mark.parametrize(
    ("look", "width"),  # contrasts do not depend on the width
    [
        *((look, 1440) for look in LOOKS if look != "dark_contrast"),
        ("light", 360),
        pytest.param("dark_contrast", 1440, marks=pytest.mark.long),
        pytest.param("dark", 360, marks=pytest.mark.long),
    ],
)
def test_no_place_and_no_flyout_has_a_fault(
    open_page: Open, faults_of_access: Callable[..., list[str]], look: str, width: int
) -> None:
    size: dict[str, Any] = {"viewport": {"width": width, "height": 800}}
    only = () if look == "light" else COLOURS
    page = open_play(open_page, **size, **LOOKS[look], reduced_motion="reduce")
    found = {}
    play_marks(page)
    for mode in range(5):
        page.locator(".mode").nth(mode).click()
        found[f"mode {mode}"] = faults_of_access(page, only)
    page.locator(".mode").first.click()
    page.keyboard.press("u")  # steps need a board without a conflict
    for name in FLYOUTS:
        if name == "steps" and width == 360:
            continue  # on a phone, after the first hint
        flyout = open_flyout(page, name)
        if name == "new":
            flyout.locator("summary").first.click()
        found[name] = faults_of_access(page, only)
        flyout.locator(".flyout-head button").click()
    for level in LEVELS:
        page.keyboard.press("h")
        expect(page.locator(".rung[aria-current]")).to_have_text(level.title())
        found[level] = faults_of_access(page, only)
    for place in (learn, lesson, lab, setter):
        place(page)
        found[place.__name__] = faults_of_access(page, only)
    assert not {where: faults for where, faults in found.items() if faults}


# -- The keyboard -----------------------------------------------------------------------------------


def tabs(page: Any) -> Iterator[str]:
    """Press Tab through the whole page; yield a short name of each stop. Each must be seen, and show the focus."""
    page.evaluate(
        "document.activeElement?.blur(); getSelection().removeAllRanges(); scrollTo(0, 0)"
    )
    seen = set()
    for _ in range(400):
        page.keyboard.press("Tab")
        stop = page.evaluate(
            """() => {
                const node = document.activeElement;
                if (!node || node === document.body) return null;
                const shown = node.closest("label") ?? node;
                const isFramed = (each) => each.outlineStyle !== "none" && parseFloat(each.outlineWidth) >= 1;
                const parts = ["bar", "start", "head", "board", "pad-host", "tools", "rest"];
                window.stops ??= new Map();
                if (!window.stops.has(node)) window.stops.set(node, window.stops.size);
                return {
                    number: window.stops.get(node),
                    isSeen: node.checkVisibility() && node.matches(":focus-visible"),
                    hasFrame: node.matches(".cell") || [node, shown].some((each) => isFramed(getComputedStyle(each))),
                    part: parts.find((name) => node.closest("." + name)) ?? "",
                    name: node.getAttribute("aria-label") || node.textContent.trim() || node.type || node.tagName,
                };
            }"""
        )
        if stop is None or stop["number"] in seen:
            return
        seen.add(stop["number"])
        assert stop["isSeen"], stop
        assert stop["hasFrame"], stop
        yield f"{stop['part']}: {stop['name']}"
    raise AssertionError("Tab never returns to the start")


def test_tab_passes_everything_in_play_in_the_order_of_the_page(open_page: Open) -> None:
    page = open_play(open_page)
    stops = list(tabs(page))
    parts = [stop.partition(":")[0] for stop in stops]
    assert list(dict.fromkeys(parts)) == [
        "bar",
        "start",
        "head",
        "board",
        "pad-host",
        "tools",
        "rest",
    ]
    assert parts.count("board") == 1
    reachable = page.evaluate(
        """[...document.querySelectorAll('button:not(:disabled), a[href], select')]
            .filter((each) => each.checkVisibility()).length"""
    )
    assert len(stops) == reachable + 1


@pytest.mark.parametrize("place", [learn, lesson, lab, setter])
def test_tab_passes_every_control_of_a_place(open_page: Open, place: Any) -> None:
    page = open_play(open_page)
    place(page)
    stops = list(tabs(page))
    reachable = page.evaluate(
        """[...document.querySelectorAll('button, a[href], select, summary, input:not([type=radio])')]
            .filter((each) => each.checkVisibility() && each.tabIndex >= 0 && !each.disabled).length"""
    )
    assert len(stops) >= reachable
    assert stops[0].startswith("bar: nonet")


def test_tab_leaves_the_board_in_every_mode(open_page: Open) -> None:
    page = open_play(open_page)
    for mode in range(5):
        page.locator(".mode").nth(mode).click()
        cell(page, 40).click()
        page.keyboard.press("Tab")
        assert focused(page) not in ("", "cell")
        cell(page, 40).click()
        page.keyboard.press("Shift+Tab")
        assert focused(page) not in ("", "cell")


@pytest.mark.parametrize("name", FLYOUTS)
def test_escape_closes_a_flyout_and_the_focus_returns(open_page: Open, name: str) -> None:
    page = open_play(open_page)
    opener = page.locator(f"[data-flyout={name}]")
    if name == "steps":
        opener = page.locator(".hint-extra button").first
    opener.focus()
    page.keyboard.press("Enter")
    flyout = page.locator(f".flyout-{name}")
    expect(flyout).to_be_visible()
    if name == "check":  # one plays on while it is open
        expect(opener).to_be_focused()
    else:
        expect(flyout.locator(":focus")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(flyout).to_have_count(0)
    expect(opener).to_be_focused()
    opener.click()
    flyout.locator(".flyout-head button").focus()
    page.keyboard.press("Enter")
    expect(flyout).to_have_count(0)
    until(page, lambda: focused(page) != "")


def test_the_focus_survives_whatever_its_button_does(open_page: Open) -> None:
    page = open_play(open_page, WRONG)

    def press(button: Any) -> None:
        button.focus()
        page.keyboard.press("Enter")
        drawn(page)
        until(page, lambda: focused(page) != "")

    main, extra = page.locator(".hint-bar .main"), page.locator(".hint-extra")
    press(main)  # a digit is wrong: the button is hidden
    expect(extra.get_by_role("button", name="Show me")).to_be_visible()
    until(page, lambda: focused(page) != "")
    press(extra.get_by_role("button", name="Show me"))
    press(extra.get_by_role("button", name="Back to the last right position"))
    undo, redo = (page.get_by_role("button", name=n, exact=True) for n in ("Undo", "Redo"))
    press(undo)
    expect(undo).to_be_disabled()
    press(redo)
    press(redo)
    press(page.locator("[data-flyout=check]"))
    press(page.locator(".flyout").get_by_role("button", name="Show where"))
    press(page.locator(".flyout").get_by_role("button", name="Back to the last right position"))
    expect(page.locator(".flyout .buttons button")).to_have_count(0)
    until(page, lambda: focused(page) != "")
    page.keyboard.press("Escape")
    expect(page.locator(".flyout")).to_have_count(0)
    for level in LEVELS:
        press(main)
        expect(page.locator(".rung[aria-current]")).to_have_text(level.title())
    press(page.get_by_role("button", name="Nudge"))
    press(page.get_by_role("button", name="Name", exact=True))
    press(extra.get_by_role("button", name="Close"))
    press(main)
    expect(page.locator(".rung").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".rung")).to_have_count(0)
    until(page, lambda: focused(page) != "")


def test_a_new_puzzle_and_another_language_keep_the_focus(open_page: Open) -> None:
    page = open_play(open_page)
    open_flyout(page, "new").get_by_role("link", name="Easy").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".head h1")).to_have_text(re.compile("Easy"))
    expect(page.locator(".cell:focus")).to_have_count(1)
    page.locator(".bar-language select").focus()
    page.locator(".bar-language select").select_option("fr")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.locator(".bar-language select")).to_be_focused()


def test_a_link_to_another_place_takes_the_focus_there(open_page: Open) -> None:
    page = open_play(open_page)
    climb(page, "why")
    page.locator(".learn-link").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_be_focused()


# -- What a screen reader says ------------------------------------------------------------------------


def test_what_is_said_while_playing(open_page: Open) -> None:
    page = open_play(open_page)
    live = page.locator("#live")
    cell(page, 2).click()
    page.keyboard.press("4")
    expect(live).to_have_text("row 1 column 3, 4")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("5")
    expect(live).to_have_text("row 1 column 4, 5, conflict")
    page.keyboard.press("u")
    expect(live).to_have_text("row 1 column 4, empty")
    page.keyboard.press("Control+6")
    expect(live).to_have_text("row 1 column 4, empty, marks 6")
    page.keyboard.press("2")
    page.keyboard.press("k")
    expect(live).to_have_text("1 digit is wrong.")
    page.locator(".flyout").get_by_role("button", name="Show where").click()
    expect(live).to_have_text("Look at r1c4.")
    expect(cell(page, 3)).to_have_accessible_name("row 1 column 4, 2, wrong")
    page.locator(".flyout").get_by_role("button", name="Back to the last").click()
    expect(live).to_have_text("Back at the last right position. Nothing is wrong so far.")
    expect(cell(page, 3)).to_have_accessible_name("row 1 column 4, empty, marks 6")
    page.keyboard.press("u")
    page.keyboard.press("u")
    page.keyboard.press("u")
    expect(live).to_have_text("Nothing to undo")


def test_each_level_of_a_hint_is_said(open_page: Open) -> None:
    page = open_play(open_page)
    step = Puzzle(PUZZLE).hint()
    assert step is not None
    for level in ("nudge", "name", "where", "full"):
        page.keyboard.press("h")
        expect(page.locator("#live")).to_have_text(step.text(level))
    page.keyboard.press("Enter")
    expect(page.locator("#live")).to_have_text("Done: r1c6 is 8.")


# -- Two tabs -------------------------------------------------------------------------------------------


def test_two_tabs_take_turns_without_losing_a_move(open_page: Open) -> None:
    one = open_play(open_page)
    two = one.context.new_page()
    two.goto(one.url)
    expect(two.locator(".mode").first).to_be_visible()
    solution = list(Puzzle(PUZZLE).solution())
    empty = [index for index, digit in enumerate(PUZZLE) if digit == "."][:12]
    for number, index in enumerate(empty):
        page, other = (one, two) if number % 2 else (two, one)
        cell(page, index).click()
        page.keyboard.press(str(solution[index]))
        expect(cell(other, index).locator(".digit")).to_have_text(str(solution[index]))
    one.reload()
    expect(one.locator(".cell:not(.given) .digit")).to_have_count(len(empty))


def test_tabs_with_two_puzzles_leave_each_other_alone(open_page: Open) -> None:
    one = open_play(open_page)
    two = one.context.new_page()
    two.goto(one.url.split("#")[0] + f"#play?p={SMALL}")
    expect(two.locator(".cell")).to_have_count(16)
    cell(one, 2).click()
    one.keyboard.press("4")
    cell(two, 1).click()
    two.keyboard.press("2")
    expect(one.locator(".cell:not(.given) .digit")).to_have_text(["4"])
    expect(two.locator(".cell:not(.given) .digit")).to_have_text(["2"])
    for page, text in ((one, "4"), (two, "2")):
        page.reload()
        expect(page.locator(".cell:not(.given) .digit")).to_have_text([text])


# -- Motion, colours, paper -----------------------------------------------------------------------------


def test_nothing_moves_where_motion_is_unwanted(open_page: Open) -> None:
    page = open_play(open_page, reduced_motion="reduce")
    running = "document.getAnimations().filter((each) => each.playState === 'running').length"
    cell(page, 2).click()
    page.keyboard.press("4")
    assert page.evaluate(running) == 0
    open_flyout(page, "new")
    assert page.evaluate(running) == 0
    page.keyboard.press("Escape")
    climb(page, "why")
    assert page.evaluate(running) == 0
    solution = Puzzle(PUZZLE).solution()
    moves = ";".join(
        f"r{i // 9 + 1}c{i % 9 + 1}={digit}"
        for i, digit in enumerate(solution)
        if PUZZLE[i] == "." and i != 2
    )
    page.goto(page.url.split("#")[0] + f"#play?p={PUZZLE}&m={moves}")
    cell(page, 2).click()
    page.keyboard.press("4")
    expect(page.locator(".board.solved")).to_have_count(1)
    assert page.evaluate(running) == 0


def test_forced_colours_keep_every_difference(open_page: Open) -> None:
    page = open_play(open_page, forced_colors="active")
    cell(page, 2).click()
    page.keyboard.press("5")  # a conflict with the given beside it
    style = "(e, [part, name]) => getComputedStyle(e, part)[name]"
    expect(page.locator(".cell.conflict")).not_to_have_count(0)
    assert cell(page, 2).evaluate(style, ["::after", "content"]) == '"!"'
    cell(page, 3).click()
    page.keyboard.press("2")
    placed, given = cell(page, 3).locator(".digit"), cell(page, 1).locator(".digit")
    for name in ("color", "fontWeight"):
        assert placed.evaluate(style, [None, name]) != given.evaluate(style, [None, name]), name
    expect(page.locator("path.frame")).not_to_have_attribute("d", "")
    assert cell(page, 3).evaluate(style, [None, "outlineStyle"]) == "solid"
    pressed = page.locator(".mode[aria-pressed=true]").evaluate(style, [None, "outlineStyle"])
    assert pressed == "solid"


def test_paper_shows_the_board_alone(open_page: Open) -> None:
    page = open_play(open_page)
    cell(page, 2).click()
    page.keyboard.press("Control+4")
    page.emulate_media(media="print")
    for part in (".bar", ".pad-host", ".tools", ".rest", ".time", ".clock"):
        expect(page.locator(part)).to_be_hidden()
    expect(page.locator(".stage")).to_be_visible()
    expect(page.locator("path.frame")).to_be_hidden()
    assert cell(page, 2).evaluate("(e) => getComputedStyle(e).boxShadow") == "none"


# -- A phone --------------------------------------------------------------------------------------------

PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 640},
    "has_touch": True,
    "is_mobile": True,
}


def overlaps(page: Any) -> list[str]:
    """Return the pairs of parts of Play that lie over each other, and what leaves the window."""
    return list(
        page.evaluate(
            """() => {
                const parts = [".bar", ".start", ".head", ".stage", ".modes", ".pad:not([hidden])", ".tools"];
                const boxes = parts.map((each) => document.querySelector(each).getBoundingClientRect());
                const bad = document.documentElement.scrollWidth > innerWidth ? ["scrolls sideways"] : [];
                boxes.forEach((a, i) => {
                    const isInside = a.left >= 0 && a.right <= innerWidth + 0.5 && a.bottom <= innerHeight + 0.5;
                    if (!isInside) bad.push(parts[i] + " is cut");
                    boxes.slice(i + 1).forEach((b, j) => {
                        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
                        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
                        if (across > 0.5 && down > 0.5) bad.push(parts[i] + " and " + parts[i + 1 + j]);
                    });
                });
                return bad;
            }"""
        )
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone(open_page: Open, language: str) -> None:
    page = open_play(open_page, **PHONE, locale=language)
    expect(page.locator("html")).to_have_attribute("lang", language)
    assert overlaps(page) == []
    cell(page, 2).tap()
    page.locator(".pad:not(.colours) .key").nth(3).tap()
    expect(cell(page, 2).locator(".digit")).to_have_text("۴" if language == "fa" else "4")
    page.locator(".tools .narrow").tap()
    for rung in range(4):
        expect(page.locator(".rung").nth(rung)).to_have_attribute("aria-current", "step")
        sheet = page.locator(".rest").bounding_box()
        stage = page.locator(".stage").bounding_box()
        assert sheet["y"] + sheet["height"] <= 640.5
        assert stage["y"] + stage["height"] <= sheet["y"] + 0.5, "the hint covers the board"
        assert overlaps(page) == []
        said, bar = (page.locator(part).bounding_box() for part in (".said", ".hint-bar"))
        assert said["y"] + said["height"] <= bar["y"] + 0.5, "the sentence is cut"
        button = page.locator(".hint-bar .main")
        button.scroll_into_view_if_needed()
        button.tap()
    expect(page.locator(".cell:not(.given) .digit")).to_have_count(2)
    assert overlaps(page) == []
    for mode in range(5):
        page.locator(".mode").nth(mode).tap()
        assert overlaps(page) == []


def test_fingers_have_44_pixels(open_page: Open) -> None:
    page = open_play(open_page, **PHONE)
    small = """() => [...document.querySelectorAll('button, select, a[href], input, summary')].filter((each) => {
            const box = each.getBoundingClientRect();
            return box.width && !each.closest('.cell, .bar-name') && each.checkVisibility()
                && !each.matches('input[type=checkbox], input[type=radio], .quiet a, .bar-name')
                && (box.height < 44 || box.width < 44);
        }).map((each) => [each.className, each.textContent, each.offsetWidth, each.offsetHeight].join(" "))"""
    assert page.evaluate(small) == []
    for name in ("new", "share", "settings", "saves", "marks", "check"):
        open_flyout(page, name)
        assert page.evaluate(small) == [], name
        page.locator(".flyout-head button").click()
    page.locator(".tools .narrow").tap()
    expect(page.locator(".rung").first).to_be_visible()
    assert page.evaluate(small) == []
