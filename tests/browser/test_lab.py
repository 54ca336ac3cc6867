"""The Lab in a browser: two runs side by side, every moment by link, keyboard and scrubber, on a phone too."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from browser.waiting import until
from nonet import teach
from nonet.teach import Trace
from nonet.teach.lines import LineRecorder, line_of, source_files

SMALL = "2x2:1.....3..4.....2"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
MEDIUM = ".....2.3...58..9..9....5....134.6.8..6.....7..8.5.164....3....6..2..74...7.6....."
LUCKY = "98.....6......81.24.2.........43...8........3.71.6..5..5....9....82....5..6....2."
WAIT = 30_000  # milliseconds, for a machine with much else to do


def films(page: Any, count: int) -> Any:
    """Return the films of a page, when there are as many as expected."""
    from playwright.sync_api import expect

    found = page.locator(".film")
    expect(found).to_have_count(count, timeout=WAIT)
    return found


def digits(film: Any) -> list[int]:
    """Return the digits on the board of a film."""
    return [int(text or 0) for text in film.locator(".cell").all_inner_texts()]


def board_at(puzzle: str, name: str, moment: int) -> list[int]:
    """Return the board after a number of events."""
    trace = teach.solve(puzzle, name, trace=True).trace
    assert isinstance(trace, Trace)
    frames = list(teach.replay([int(c) for c in puzzle.replace(".", "0")], trace[:moment]))
    return list(frames[-1].digits)


def length(puzzle: str) -> int:
    """Return the number of events of plain backtracking."""
    return len(teach.solve(puzzle, "backtracking", trace=True).trace or ())


def test_the_first_visit_shows_two_runs(open_page: Callable[..., Any]) -> None:
    from playwright.sync_api import expect

    page = open_page("#lab")
    found = films(page, 2)
    expect(found.nth(0).locator("h2")).to_have_text("Recursive backtracking, scanning form")
    expect(page.locator(".shelf-words")).to_contain_text("4,208")
    expect(page.locator(".counters")).to_contain_text("33,444")
    expect(page.locator(".verdict")).to_contain_text("51: 83 times fewer")
    assert "app." not in page.locator("main").inner_text()
    assert not re.search(r"\blab\.\w", page.locator("main").inner_text())


def test_a_link_shows_its_moment(open_page: Callable[..., Any]) -> None:
    from playwright.sync_api import expect

    page = open_page(f"#lab?p={LUCKY}&a=backtracking,norvig&by=event&at=300")
    found = films(page, 2)
    expect(page.locator(".timeline-count")).to_have_text(f"300 of {length(LUCKY):,}")
    assert digits(found.nth(0)) == board_at(LUCKY, "backtracking", 300)
    assert digits(found.nth(1)) == board_at(LUCKY, "norvig", 300)


def test_a_link_with_an_unknown_algorithm_says_which(open_page: Callable[..., Any]) -> None:
    from playwright.sync_api import expect

    page = open_page(f"#lab?p={SMALL}&a=backtracking,dancing_lynx,guesswork:shuffled")
    films(page, 1)
    status = page.locator(".lab-status")
    sentence = "The link names algorithms that the Lab does not know: {}."
    expect(status).to_have_text(sentence.format("dancing_lynx, guesswork"))
    page.evaluate(f"location.hash = '#lab?p={SMALL}&a=backtracking'")
    expect(status).to_have_text("")
    page.evaluate(f"location.hash = '#lab?p={SMALL}&a=tabu'")  # none is known: those of the shelf
    films(page, 2)
    expect(status).to_have_text(sentence.format("tabu"))
    page.evaluate(f"location.hash = '#lab?p={SMALL}&a=norvig'")
    films(page, 1)
    expect(status).to_have_text("")


def test_a_link_with_unknown_orders_or_five_runs_says_what_is_left_out(
    open_page: Callable[..., Any],
) -> None:
    from playwright.sync_api import expect

    runs = "backtracking:sideways,norvig:shuffled,backtracking,norvig"
    page = open_page(f"#lab?p={SMALL}&a={runs}")
    films(page, 4)
    orders = "The link names orders of digits that the Lab does not know: sideways."
    status = page.locator(".lab-status")
    expect(status).to_have_text(orders)
    page.evaluate(f"location.hash = '#lab?p={SMALL}&a={runs},tabu,backtracking:up,exact_cover'")
    unknown = "The link names algorithms that the Lab does not know: tabu."
    more = "The Lab shows four runs; these of the link are left out: backtracking, exact_cover."
    expect(status).to_have_text(f"{unknown} {orders} {more}")
    films(page, 4)
    page.evaluate(f"location.hash = '#lab?p={SMALL}&a=norvig'")
    films(page, 1)
    expect(status).to_have_text("")


def test_the_running_line_is_the_one_that_reports_the_event(open_page: Callable[..., Any]) -> None:
    recorder = LineRecorder("rules_then_search", most=60)
    teach.solve(MEDIUM, "rules_then_search", trace=recorder)
    page = open_page(f"#lab?p={MEDIUM}&a=rules_then_search&at=57")
    films(page, 1)
    line = line_of(recorder.places[56])[1]
    text = source_files("rules_then_search")[0].text.splitlines()
    wanted = text[line - source_files("rules_then_search")[0].first_line]
    running = page.locator(".source-lines [aria-current]")
    assert running.locator("code").inner_text() == wanted
    assert running.locator(".source-number").inner_text() == str(line)
    page.keyboard.press("End")
    assert page.locator(".source-name").inner_text() == "backtracking_iterative.py"


def test_the_keyboard_steps_and_the_screen_reader_hears(open_page: Callable[..., Any]) -> None:
    from playwright.sync_api import expect

    page = open_page(f"#lab?p={SMALL}&a=backtracking")
    films(page, 1)
    page.locator("body").press("ArrowRight")
    expect(page.locator(".film-words")).to_have_text("Try 1 in r1c2.")
    expect(page.locator("#live")).to_contain_text("Try 1 in r1c2.")
    page.locator("body").press("b")
    expect(page.locator(".film-words")).to_contain_text("Go back")
    trace = teach.solve("1... ..3. .4.. ...2", "backtracking", trace=True).trace
    kinds = [event.kind for event in trace or ()]
    first = kinds.index("backtrack") + 1
    expect(page.locator(".timeline-count")).to_contain_text(f"{first} of 88")
    page.locator("body").press("End")
    expect(page.locator(".film-words")).to_contain_text("Solved")
    page.locator("body").press("Home")
    expect(page.locator(".film-words")).to_contain_text("The givens")


def test_the_question_mark_shows_the_keys_of_the_lab(open_page: Callable[..., Any]) -> None:
    from playwright.sync_api import expect

    page = open_page("#lab")
    films(page, 2)
    page.keyboard.press("?")
    keys = page.get_by_role("group", name="Keys")
    for key, action in (("Space", "Play"), ("→", "One event forward"), ("B", "Next step back")):
        expect(keys.locator("dt", has_text=key).locator("+ dd")).to_contain_text(action)
    page.keyboard.press("Escape")
    expect(keys).to_have_count(0)
    page.get_by_role("button", name="Keys").click()
    expect(keys).to_be_visible()
    page.get_by_role("link", name="Play", exact=True).click()
    page.get_by_role("link", name="Lab", exact=True).click()
    expect(keys).to_have_count(0)


def test_the_scrubber_moves_all_runs_and_the_link_follows(open_page: Callable[..., Any]) -> None:
    from playwright.sync_api import expect

    page, last = open_page(f"#lab?p={LUCKY}&a=backtracking,rules_then_search"), length(LUCKY)
    found = films(page, 2)
    slider = page.get_by_role("slider")
    slider.focus()
    slider.press("End")
    for film in (found.nth(0), found.nth(1)):
        expect(film.locator(".film-words")).to_contain_text("Solved")
    expect(page).to_have_url(re.compile(f"at={last}"))
    page.reload()
    films(page, 2)
    count = page.locator(".timeline-count")
    expect(count).to_have_text(f"{last:,} of {last:,}", timeout=WAIT)
    page.locator(".chart-plot").first.click()  # in the middle
    expect(count).not_to_have_text(f"{last:,} of {last:,}")
    expect(page).not_to_have_url(re.compile(f"at={last}"))
    moment = int(count.inner_text().split()[0].replace(",", ""))
    assert abs(moment / last - 0.5) < 0.01


def test_play_and_pause(open_page: Callable[..., Any]) -> None:
    from playwright.sync_api import expect

    page = open_page(f"#lab?p={SMALL}&a=backtracking")
    films(page, 1)
    page.locator(".timeline-menu select").first.select_option("100")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".film-words")).to_contain_text("Solved", timeout=WAIT)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_a_change_of_the_runs_changes_the_link(open_page: Callable[..., Any]) -> None:
    from playwright.sync_api import expect

    page = open_page(f"#lab?p={SMALL}&a=backtracking")
    films(page, 1)
    page.get_by_role("button", name="Add an algorithm").click()
    films(page, 2)
    page.get_by_label("Algorithm").nth(1).select_option("norvig")
    expect(page).to_have_url(re.compile(r"a=backtracking,norvig"))
    expect(page.locator(".shelf-words")).to_have_text("Your choice of algorithms on this board.")
    expect(page.locator(".film h2").nth(1)).to_contain_text("Norvig", timeout=WAIT)
    page.get_by_label("Order in which digits are tried").first.select_option("descending")
    expect(page).to_have_url(re.compile(r"a=backtracking:descending,norvig"))
    page.go_back()
    expect(page.locator(".film h2").first).not_to_contain_text("descending", timeout=WAIT)


def test_a_pasted_puzzle_is_run_and_nonsense_is_refused(open_page: Callable[..., Any]) -> None:
    from playwright.sync_api import expect

    page = open_page(f"#lab?p={SMALL}&a=norvig")
    page.expected_errors = "422"
    films(page, 1)
    field = page.get_by_label("Your own puzzle")
    field.fill("12x")
    field.press("Enter")
    expect(page.get_by_role("alert")).not_to_be_empty()
    field.fill(MEDIUM.replace(".", "0"))
    field.press("Enter")
    expect(page).to_have_url(re.compile(re.escape(MEDIUM)))
    expect(page.locator(".cell")).to_have_count(81, timeout=WAIT)


def test_a_board_that_cannot_run_says_why_and_shows_no_other(open_page: Callable[..., Any]) -> None:
    from playwright.sync_api import expect

    page = open_page(f"#lab?p={SMALL}&a=norvig")
    page.expected_errors = "422"
    films(page, 1)
    page.evaluate(f"location.hash = '#lab?p=55{LUCKY[2:]}&a=norvig'")
    expect(page.locator(".lab-status")).to_have_text("r1c1 and r1c2 are both 5", timeout=WAIT)
    expect(page.locator(".film")).to_have_count(0)
    expect(page.locator(".timeline")).to_be_hidden()


def test_the_puzzle_of_play_is_on_the_shelf(open_page: Callable[..., Any]) -> None:
    from playwright.sync_api import expect

    page = open_page(f"#play?p={MEDIUM[::-1]}")
    expect(page.locator(".cell")).to_have_count(81, timeout=WAIT)
    page.evaluate("location.hash = '#lab?a=norvig'")
    films(page, 1)
    page.get_by_role("link", name="Your puzzle").click()
    expect(page).to_have_url(re.compile(re.escape(MEDIUM[::-1])))
    expect(page.locator(".exhibit[aria-current]")).to_contain_text("Your puzzle", timeout=WAIT)


def test_a_phone_shows_one_run_at_a_time(open_page: Callable[..., Any]) -> None:
    from playwright.sync_api import expect

    page = open_page(
        f"#lab?p={SMALL}&a=backtracking,norvig&at=20", viewport={"width": 360, "height": 780}
    )
    films(page, 2)
    expect(page.locator(".film:visible")).to_have_count(1)
    page.get_by_role("tab").nth(1).click()
    expect(page.locator(".film:visible").locator(".film-words")).not_to_be_empty()
    expect(page.get_by_role("tabpanel")).to_have_attribute("aria-label", re.compile("Norvig"))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("width", [768, 1440])
def test_persian_reads_from_right_to_left(open_page: Callable[..., Any], width: int) -> None:
    from playwright.sync_api import expect

    page = open_page(
        f"#lab?p={SMALL}&a=backtracking,norvig&at=20",
        viewport={"width": width, "height": 900},
        locale="fa-IR",
    )
    films(page, 2)
    expect(page.locator(".timeline-count")).to_contain_text("۲۰")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    left = [page.locator(".film").nth(i).bounding_box()["x"] for i in (0, 1)]
    assert left[0] > left[1]


def test_counters_that_are_wider_than_the_window_are_scrolled_by_keys(
    open_page: Callable[..., Any],
) -> None:
    page = open_page(
        f"#lab?p={EASY}&a=backtracking,norvig,exact_cover",
        viewport={"width": 360, "height": 740},
    )
    table = page.get_by_role("group", name="What it took")
    table.focus()
    page.keyboard.press("ArrowRight")
    until(page, lambda: table.evaluate("node => node.scrollLeft") > 0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(
    open_page: Callable[..., Any], faults_of_access: Callable[[Any], list[str]], scheme: str
) -> None:
    page = open_page(f"#lab?p={EASY}&a=backtracking,norvig&at=100", color_scheme=scheme)
    films(page, 2)
    assert faults_of_access(page) == []
