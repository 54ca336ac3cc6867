"""The app as static files: sent by a plain web server from a folder below its root, then with that server gone."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nonet import Puzzle
from nonet.web import files, pages
from nonet.web.site import runs, write_site

from .conftest import FOLDER, Host

sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright")
expect = sync_api.expect

from .test_many import answered  # noqa: E402  (it needs playwright, too)

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
MEDIUM = ".....2.3...58..9..9....5....134.6.8..6.....7..8.5.164....3....6..2..74...7.6....."
NEARLY = "53..789126721953481983425678597614234268.3791713924856961537.84287419635345286..9"
BOARDS = ("small", "easy")  # with recorded runs
PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
GONE = "ERR_CONNECTION_REFUSED|Failed to fetch|ERR_FAILED"

Open = Callable[..., Any]


@pytest.fixture(scope="module")
def root(make_root: Callable[..., Path]) -> Path:
    """Return a folder that has the app in a folder below."""
    if files.find("core.wasm") is None:
        pytest.skip("needs core.wasm (make wasm)")
    return make_root("host", make)


def make(site: Path) -> None:
    """Write the app, with pages in three languages and the runs of small boards."""
    every_page = pages.technique_pages
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pages, "technique_pages", lambda: every_page(["en", "fr", "fa"]))
        recorded = [run for run in runs() if run.is_on_shelf and run.board in BOARDS]
        write_site(site, recorded=recorded)


@pytest.fixture
def visit(host: Host, open_page: Open) -> Open:
    """Return a function that opens the site; a request that leaves its folder is a fault."""

    def visit_one(fragment: str = "", **options: Any) -> Any:
        def check(request: Any) -> None:
            if request.url.startswith("http") and not request.url.startswith(f"{host.url}/"):
                page.faults.append(f"a request left the folder: {request.url}")

        page = open_page(fragment, url=host.url, service_workers="allow", **options)
        page.context.on("request", check)
        page.reload()
        return page

    return visit_one


def wait_until_stored(page: Any) -> None:
    """Wait until the service worker has all files."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")


def solve_by_hints(page: Any, puzzle: str) -> None:
    """Play a whole puzzle: ask for each step, and do it."""
    solution = Puzzle(puzzle).solution().text()
    empty = puzzle.count(".")
    for left in range(empty, 0, -1):
        expect(page.locator(".head .note")).to_contain_text(str(left))
        page.keyboard.press("h")
        expect(page.locator(".ladder h2")).to_be_visible()
        page.keyboard.press("Enter")
        expect(page.locator(".ladder h2")).to_have_count(0)
    expect(page.get_by_role("gridcell")).to_have_text(list(solution))


def test_a_whole_puzzle_is_played_with_hints_after_the_host_was_killed(
    host: Host, visit: Open
) -> None:
    page = visit(f"#play?p={EASY}")
    page.expected_errors = GONE
    expect(page.get_by_role("grid")).to_be_visible()
    wait_until_stored(page)
    host.stop()
    page.reload()
    expect(page.locator(".hint-bar .main")).to_be_visible()
    solve_by_hints(page, EASY)
    page.keyboard.press("h")
    expect(page.locator(".hint-note")).to_have_text("Solved. Well done.")


def test_places_open_without_the_host(host: Host, visit: Open) -> None:
    page = visit()
    page.expected_errors = GONE
    wait_until_stored(page)
    host.stop()
    page.goto(f"{host.url}/#learn/x_wing")
    expect(page.get_by_role("heading", level=1)).to_have_text("X-wing")
    page.goto(f"{host.url}/#lab")
    expect(page.locator(".film")).to_have_count(2)
    page.goto(f"{host.url}/techniques/x_wing.html")  # a plain page leads to its lesson then
    expect(page).to_have_url(re.compile("#learn/x_wing$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("X-wing")


def test_the_lab_shows_recorded_runs_and_offers_no_others(visit: Open) -> None:
    page = visit("#lab")
    expect(page.locator(".film")).to_have_count(2)
    expect(page.locator(".counters")).to_contain_text("33,444")
    expect(page.locator(".verdict")).to_contain_text("51: 83 times fewer")
    expect(page.locator(".counters")).not_to_contain_text("Time")
    expect(page.locator(".paste")).to_contain_text("recorded runs of these boards")
    expect(page.locator(".choice-rest")).to_be_hidden()
    options = page.locator(".choice-run select").first.locator("option:not([disabled])")
    expect(options).to_have_count(4)
    page.goto(page.url.partition("#")[0] + f"#lab?p={MEDIUM}&a=norvig")
    expect(page.locator(".lab-status")).to_contain_text("This run is not recorded here.")


def test_a_lesson_and_its_plain_page_lead_to_each_other(visit: Open) -> None:
    page = visit("#learn/x_wing")
    page.get_by_role("link", name="Plain page of this technique").click()
    expect(page).to_have_title("X-wing · nonet")
    expect(page.locator("figure svg")).to_be_visible()
    page.get_by_role("link", name="Français").click()
    expect(page.get_by_role("heading", level=2).first).to_have_text("Comment la trouver")
    page.get_by_role("link", name="Parcourir cet exemple").click()
    expect(page).to_have_url(re.compile("#learn/x_wing$"))
    expect(page.locator(".lesson .ladder")).to_be_visible()


def test_plain_pages_have_no_faults_of_access(
    visit: Open, host: Host, faults_of_access: Callable[[Any], list[str]]
) -> None:
    page = visit()
    for name in ("index.html", "x_wing.html", "fa/nested_multiple_chain.html"):
        page.goto(f"{host.url}/techniques/{name}")
        assert faults_of_access(page) == [], name


def test_without_python_set_says_what_needs_a_server(visit: Open) -> None:
    page = visit(f"#set?p={EASY}")
    expect(page.get_by_text("Exactly one solution")).to_be_visible()
    expect(page.locator(".set-palette")).to_have_count(0)
    expect(page.locator(".set-entry textarea")).not_to_have_attribute(
        "placeholder", re.compile("CSV")
    )
    expect(page.get_by_text("Constraints need nonet serve.")).to_be_visible()
    page.get_by_role("textbox", name="Puzzle as text").fill("<puzzle/>")
    expect(page.locator("#set-note")).to_contain_text("The app reads one line of 81 characters")


def test_a_link_with_constraints_says_that_it_needs_the_server(visit: Open) -> None:
    words = "killer:10=r1c1r1c2+thermo:r4c1r4c2"
    page = visit(f"#set?p={words}:{81 * '.'}")
    verdict = page.locator(".set-verdict")
    expect(verdict).to_contain_text("Without its server (nonet serve), the app does not read this")
    assert page.locator(".set-entry textarea").input_value().startswith(words.replace("+", " "))
    expect(page.get_by_role("link", name="Play this")).to_have_attribute("aria-disabled", "true")
    page.get_by_role("textbox", name="Puzzle as text").fill(EASY[:-1] + "0" + EASY)
    expect(verdict).to_contain_text("Without its server")
    page.get_by_role("textbox", name="Puzzle as text").fill(EASY)
    expect(verdict).to_have_text("Exactly one solution")


def test_without_python_odds_need_a_server(visit: Open) -> None:
    page = visit(f"#set?p={EASY}")
    page.get_by_role("checkbox", name="Odds").check()
    expect(page.locator(".set-odds-status")).to_have_text("Odds need nonet serve.")


def test_without_python_a_proof_needs_a_server(visit: Open) -> None:
    page = visit(f"#set?p={EASY}")
    expect(page.get_by_text("Exactly one solution")).to_be_visible()
    page.locator(".set .cell").nth(2).click()
    page.get_by_role("button", name="Why not?").click()
    page.get_by_role("button", name="1: in no solution").click()
    expect(page.locator(".flyout-why")).to_contain_text("This needs nonet serve")


def test_many_puzzles_are_answered_without_a_server(visit: Open) -> None:
    page = visit("#many")
    rows = answered(page, f"{EASY}\n{EASY[1:]}\n", "rate")
    assert [(row["status"], row["er"]) for row in rows] == [("unique", "1.2"), ("unreadable", "")]


@pytest.fixture
def disk(root: Path, open_page: Open) -> Any:
    """Return the app, opened by its index.html from the folder; any request but for files and memory is a fault."""
    url = f"file://{root}/{FOLDER}"

    def check(request: Any) -> None:
        if not request.url.startswith((url.replace(" ", "%20"), "blob:", "data:")):
            page.faults.append(f"a request left the folder: {request.url}")

    page = open_page(f"index.html#play?p={NEARLY}", url=url)
    page.on("request", check)
    expect(page).to_have_url(re.compile("/open.html#play"))
    return page


def test_from_a_disk_all_places_of_the_app_open(disk: Any) -> None:
    solve_by_hints(disk, NEARLY)
    disk.keyboard.press("h")
    expect(disk.locator(".hint-note")).to_have_text("Solved. Well done.")
    disk.get_by_role("link", name="Set").click()
    disk.get_by_role("textbox", name="Puzzle as text").fill(EASY)
    expect(disk.get_by_text("Exactly one solution")).to_be_visible()
    disk.get_by_role("link", name="Lab").click()
    expect(disk.locator(".film")).to_have_count(2)
    expect(disk.locator(".counters")).to_contain_text("33,444")
    disk.evaluate("location.hash = '#many'")
    (row,) = answered(disk, EASY)
    assert row["solution"] == Puzzle(EASY).solution().text()


def test_from_a_disk_links_languages_and_games_stay(disk: Any, root: Path) -> None:
    disk.get_by_role("button", name="Share").click()
    disk.get_by_role("button", name="Copy the puzzle").click()
    expect(disk.get_by_text("it opens nowhere else")).to_be_visible()
    solve_by_hints(disk, NEARLY)
    disk.goto(f"file://{root}/{FOLDER}/techniques/fr/x_wing.html")
    disk.get_by_role("link", name="Parcourir cet exemple").click()
    expect(disk).to_have_url(re.compile("/open.html#learn/x_wing$"))
    disk.get_by_role("combobox", name="Language").select_option("fr")
    expect(disk.get_by_role("heading", name="Comment la trouver")).to_be_visible()
    disk.get_by_role("link", name="Jouer").click()
    expect(disk.get_by_role("gridcell")).to_have_text(list(Puzzle(EASY).solution().text()))


def test_a_slow_phone_plays_with_its_fingers(visit: Open) -> None:
    page = visit(f"#play?p={EASY}", **PHONE)
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 6})
    expect(page.get_by_role("grid")).to_be_visible()
    page.get_by_role("gridcell").nth(2).tap()
    page.get_by_role("button", name="4, 7 left").tap()
    expect(page.get_by_role("gridcell").nth(2)).to_contain_text("4")
    page.get_by_role(
        "button", name="Hint", exact=True
    ).tap()  # it opens a sheet, which has the rest
    hint = page.locator(".hint-bar .main")
    for level in ("Nudge", "Name", "Where", "Why"):
        expect(page.locator(".rung[aria-current]")).to_have_text(level)
        hint.tap()
    expect(page.locator(".hint-note")).to_contain_text("Done")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
