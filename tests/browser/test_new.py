"""New puzzles in the browser: of the day, of a difficulty, with requirements, and without a server."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from nonet import Puzzle
from nonet.generating import daily
from nonet.generating.daily import from_stock
from nonet.generating.technique_stock import technique_stock

from .conftest import NO_ENGINE

OTHER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def puzzle_of(page: Any) -> Puzzle:
    expect(page).to_have_url(re.compile("p="))
    fragment = urlsplit(page.url).fragment
    return Puzzle(parse_qs(fragment.partition("?")[2])["p"][0])


def open_flyout(page: Any) -> Any:
    expect(page.get_by_role("grid")).to_be_visible()
    page.get_by_role("button", name="New", exact=True).click()
    return page.get_by_role("group", name="New puzzle")


def test_the_first_visit_shows_an_easy_puzzle_and_invites_to_others(page: Any) -> None:
    """The puzzle of the day is an expert's on Sundays."""
    puzzle = puzzle_of(page)
    assert puzzle == from_stock("easy", seed=int(f"{datetime.date.today():%Y%m%d}"))
    assert puzzle.rate().difficulty == "easy"
    expect(page.get_by_role("heading", level=1)).to_have_text("Easy")
    start = page.get_by_role("navigation", name="New puzzle")
    words = ["Today", "Easy", "Medium", "Hard", "Expert", "Extreme", "New"]
    expect(start.locator(".start-link")).to_have_text(words)
    page.goto(f"{page.url.split('#')[0]}#play?p={OTHER}")
    expect(page.locator(".head .note")).to_contain_text("51 empty cells")
    start.get_by_role("link", name="Today").click()
    today = daily()
    expect(page.get_by_role("heading", level=1)).to_contain_text(
        today.info["difficulty"].capitalize()
    )
    assert puzzle_of(page) == today


def test_a_page_is_named_after_its_place_and_puzzle(open_page: Callable[..., Any]) -> None:
    page = open_page(f"#play?p={OTHER}&t=Monday")
    expect(page).to_have_title("Monday · Play · nonet")
    live = page.locator("#live")
    page.get_by_role("link", name="Learn").click()
    expect(page).to_have_title("Techniques · Learn · nonet")
    expect(live).to_have_text("Techniques · Learn · nonet")
    page.goto(f"{page.url.split('#')[0]}#learn/x_wing")
    expect(page).to_have_title("X-wing · Learn · nonet")
    page.go_back()
    page.go_back()
    expect(page).to_have_title("Monday · Play · nonet")


def test_a_link_to_a_day_or_a_difficulty(open_page: Callable[..., Any]) -> None:
    page = open_page("#play/2026-12-24")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Dec")
    assert puzzle_of(page) == daily(datetime.date(2026, 12, 24))
    page.goto(f"{page.url.split('#')[0]}#play/expert")
    expect(page.get_by_role("heading", level=1)).to_have_text("Expert")
    assert puzzle_of(page).rate().difficulty == "expert"
    page.goto(f"{page.url.split('#')[0]}#play/2026-02-30")
    expect(page.get_by_role("alert")).to_contain_text("2026-02-30")


@pytest.mark.parametrize("language", ["en", "fa"])
@pytest.mark.parametrize("width", [320, 360, 768, 1280])
def test_no_word_of_the_first_view_is_cut(
    open_page: Callable[..., Any], language: str, width: int
) -> None:
    """A window of 640 pixels is one of 1280 at a zoom of 200%."""
    for each in (width, width // 2 if width > 900 else width):
        page = open_page(locale=language, viewport={"width": each, "height": 800})
        expect(page.locator(".mode").first).to_be_visible()
        cut = page.evaluate(
            """[...document.querySelectorAll(".play :is(a, button, .note, h1)")]
                .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1)
                .map((each) => each.className + " " + each.textContent)"""
        )
        assert cut == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_message_is_never_cut(open_page: Callable[..., Any]) -> None:
    """What does not fit into its line is whole all the same, and moves nothing."""
    page = open_page(f"#play?p={OTHER}", viewport={"width": 360, "height": 640})
    page.expected_errors = "422"
    note, stage = page.locator(".note"), page.locator(".stage")
    expect(note).to_contain_text("ER 1.2")
    before = stage.bounding_box()
    page.keyboard.press("Control+Home")
    page.evaluate(
        """() => {
            const data = new DataTransfer();
            data.setData("text/plain", "what is no puzzle ".repeat(20));
            const paste = new ClipboardEvent("paste", { clipboardData: data, bubbles: true });
            document.querySelector(".play").dispatchEvent(paste);
        }"""
    )
    expect(note).not_to_contain_text("ER 1.2")
    assert note.evaluate("(note) => note.scrollWidth <= note.clientWidth + 1")
    assert stage.bounding_box() == before


def test_the_rating_says_what_it_means(open_page: Callable[..., Any]) -> None:
    page = open_page(f"#play?p={OTHER}")
    rating = page.locator(".head .rating")
    expect(rating).to_have_text(re.compile("ER 1.2.*11.9 the hardest known"))
    expect(rating).to_have_attribute(
        "title", re.compile("Sudoku Explainer rating: 1.0 is very easy")
    )


def test_the_puzzle_of_another_day(page: Any) -> None:
    panel = open_flyout(page)
    panel.get_by_label("Day").fill("2026-12-24")
    panel.get_by_role("button", name="Play").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Dec")
    assert puzzle_of(page) == daily(datetime.date(2026, 12, 24))


def test_another_board_of_a_difficulty(page: Any) -> None:
    panel = open_flyout(page)
    panel.get_by_text("More choices").click()
    panel.get_by_label("Difficulty").select_option(label="Medium")
    panel.get_by_label("Board").select_option(label="9×9 with windows")  # noqa: RUF001
    expect(panel.get_by_label("Difficulty")).to_have_value("")  # which has no medium ones
    panel.get_by_label("Board").select_option(value="classic")
    panel.get_by_label("Hardest technique").select_option(value="xy_wing")
    panel.get_by_label("Board").select_option(
        value="windoku"
    )  # techniques are chosen for classic ones
    panel.get_by_label("Difficulty").select_option(label="Hard")
    panel.get_by_role("button", name="Generate", exact=True).click()
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("9×9 with windows · Hard")  # noqa: RUF001
    puzzle = Puzzle(puzzle_of(page), rules="windoku")
    assert puzzle.rate().difficulty == "hard"


def test_a_puzzle_of_a_difficulty(page: Any) -> None:
    before = puzzle_of(page)
    open_flyout(page).get_by_role("link", name="Hard").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Hard")
    assert puzzle_of(page) != before and puzzle_of(page).rate().difficulty == "hard"


def test_a_puzzle_that_needs_a_technique_from_a_seed(page: Any) -> None:
    panel = open_flyout(page)
    panel.get_by_text("More choices").click()
    panel.get_by_label("Hardest technique").select_option(label="XY-wing")
    panel.get_by_label("Random seed").fill("7")
    panel.get_by_role("button", name="Generate").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("XY-wing")
    rating = puzzle_of(page).rate()
    assert rating.hardest is not None and rating.hardest.id == "xy_wing"


def test_the_hardest_techniques_are_those_that_can_be_made(page: Any) -> None:
    panel = open_flyout(page)
    panel.get_by_text("More choices").click()
    menu = panel.get_by_label("Hardest technique")
    expect(menu.locator("option")).to_have_count(1 + len(technique_stock()))
    groups = menu.evaluate(
        "(menu) => [...menu.querySelectorAll('optgroup')].map((each) => each.label)"
    )
    assert groups[:4] == ["Singles", "Intersections", "Subsets", "Fish"]
    assert menu.locator("option", has_text="Exocet").count() == 0
    menu.select_option(label="Jellyfish")
    expect(panel.get_by_label("Symmetry")).to_have_value("none")
    panel.get_by_role("button", name="Generate").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Jellyfish")
    assert puzzle_of(page).givens.text() in technique_stock()["jellyfish"].puzzles.values()


def test_a_technique_of_another_profile(page: Any) -> None:
    panel = open_flyout(page)
    panel.get_by_text("More choices").click()
    panel.get_by_label("Hardest technique").select_option(label="Skyscraper")
    panel.get_by_role("button", name="Generate").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Skyscraper")
    rating = puzzle_of(page).rate(profile="hodoku")
    assert rating.hardest is not None and rating.hardest.id == "skyscraper"


def test_a_small_board(page: Any) -> None:
    panel = open_flyout(page)
    panel.get_by_text("More choices").click()
    panel.get_by_label("Board").select_option(value="2x3")
    expect(panel.get_by_label("Hardest technique")).to_be_disabled()
    panel.get_by_role("button", name="Generate").click()
    expect(page.get_by_role("gridcell")).to_have_count(36)


def test_a_new_puzzle_without_a_server_and_without_the_engine(
    start_server: Callable[..., Any], open_page: Callable[..., Any]
) -> None:
    server = start_server()
    page = open_page(url=server.url, script=NO_ENGINE, service_workers="allow")
    page.expected_errors = "ERR_CONNECTION_REFUSED|ERR_FAILED"
    expect(page.get_by_role("grid")).to_be_visible()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    server.stop()
    open_flyout(page).get_by_role("link", name="Extreme").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Extreme")
    assert puzzle_of(page).rate().difficulty == "extreme"


def test_a_killer_is_generated(open_page: Callable[..., Any]) -> None:
    page = open_page("#play")
    flyout = open_flyout(page)
    flyout.get_by_text("More choices").click()
    flyout.get_by_label("Board").select_option(value="killer")
    flyout.get_by_role("button", name="Generate", exact=True).click()
    expect(page).to_have_url(re.compile("killer:"))
    expect(page.locator(".board .clues text").first).to_be_visible()
