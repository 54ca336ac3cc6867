"""What a person does on a site after its host was killed: a table of tasks, each a row here.

The page is visited once, with one request that needs nonet's Python. From then on the service worker has everything.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any
from urllib.parse import quote

import page_python
import pytest

import nonet
from nonet import Puzzle, generate
from nonet.generating.layouts import VARIANTS
from nonet.web.page_python import page_files
from nonet.web.site import write_site
from nonet.web.wire import board_object

sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright")
expect = sync_api.expect

from .conftest import FOLDER, Host  # noqa: E402
from .test_site import EASY, wait_until_stored  # noqa: E402  (it needs playwright, too)

Task = Callable[[Any], None]

PATIENCE = 60_000  # milliseconds; a machine that tests on all processors starts Python slowly
SIZES = ("2x2", "2x3", "diagonals", "windoku", "latin5")
KINDS = {
    "killer": "killer:14=r1c1r1c2r2c1",
    "thermo": "thermo:r1c2r1c3r1c4",
    "arrow": "arrow:r4c4=r4c5r4c6",
    "sandwich": "sandwich:0=r3",
    "kropki": "white:r1c2r1c3",
    "whisper": "whisper:r6c3r6c4r6c5",
    "renban": "renban:r1c1r1c2r1c3",
    "littlekiller": "littlekiller:20=r1c6=down-right",
    "xsum": "xsum:1=r3=left",
    "xv": "x:r9c4r9c5",
}
"""Constraints that the solution of `EASY` meets."""
SITES = ("sudokupad", "f-puzzles", "sudokuwiki", "sudoku-coach")
TEXTS = {"ISS string": "iss", "f-puzzles link": "f-puzzles", "SudokuPad link": "sudokupad"}


def code_of(puzzle: Puzzle) -> str:
    """Return the code of a puzzle in a link."""
    words = "" if puzzle.rules.is_classic else nonet.variants.format_rules(puzzle.rules) + ":"
    return quote(words.replace(" ", "+"), safe="+:=") + puzzle.givens.text()


def goto(page: Any, fragment: str) -> None:
    page.goto(f"{page.url.partition('#')[0]}#{fragment}")


def ask(page: Any, verb: str, request: dict[str, Any]) -> Any:
    """Return what the page answers, as all of its parts ask."""
    question = f"""async ([verb, request]) => {{
        const {{ ask }} = await import("/{quote(FOLDER)}/js/ask.js");
        return ask(verb, request);
    }}"""
    return page.evaluate(question, [verb, request])


def opened(page: Any, name: str, button: str = "") -> Any:
    """Return a panel, opened by its button if it is not open."""
    panel = page.get_by_role("group", name=name)
    if not panel.is_visible():
        page.get_by_role("button", name=button or name, exact=True).click()
    return panel


def unfold(summary: Any) -> None:
    """Unfold what a summary names, which may be on its way already."""
    summary.evaluate("(summary) => { summary.parentElement.open = true; }")


def played(page: Any, puzzle: Puzzle) -> None:
    """Go to Play with a puzzle, and wait until nothing of the task before is left: its board and its panel."""
    goto(page, f"play?p={code_of(puzzle)}")
    shown = ["" if char == "." else char for char in puzzle.givens.text()]
    expect(page.get_by_role("gridcell")).to_have_text(shown, timeout=PATIENCE)
    expect(page.locator(".flyout")).to_have_count(0)
    expect(page.locator(".board .clues").first).to_be_attached(timeout=PATIENCE)


# -- tasks ----------------------------------------------------------------------------------------


def a_hint_is_played(page: Any, rules: str | None = None, variant: str | None = None) -> None:
    wanted: dict[str, Any] = {"variant": variant} if variant else {"rules": rules}
    puzzle = generate(seed=3, **wanted)
    step = puzzle.hint()
    goto(page, f"play?p={code_of(puzzle)}")
    shown = ["" if char == "." else char for char in puzzle.givens.text()]
    expect(page.get_by_role("gridcell")).to_have_text(shown, timeout=PATIENCE)
    if variant:
        expect(page.locator(".board .clues").first).to_be_attached()
    button = page.locator(".hint-bar .main")
    button.click()
    expect(page.locator("#live")).to_have_text(step.text("nudge"), timeout=PATIENCE)
    for _ in range(3):
        button.click()
    expect(page.locator("#live")).to_have_text(step.text())


def a_puzzle_is_generated(page: Any, board: str) -> None:
    goto(page, f"play?p={EASY}")
    expect(page.get_by_role("gridcell")).to_have_count(81)
    panel = opened(page, "New puzzle", "New")
    unfold(panel.get_by_text("More choices"))
    panel.get_by_label("Board").select_option(value=board)
    panel.get_by_label("Random seed").fill("5")
    panel.get_by_role("button", name="Generate", exact=True).click()
    expect(page).not_to_have_url(re.compile(f"p={EASY}"), timeout=PATIENCE)
    wanted: dict[str, Any] = {"rules": board}
    if board in VARIANTS:
        wanted = {"variant": board, "solvable": True}
    puzzle = generate(seed=5, symmetry="rotational", **wanted)
    expect(page).to_have_url(re.compile(re.escape(puzzle.givens.text()) + r"(&|$)"))


def a_constraint_is_set(page: Any, words: str) -> None:
    puzzle = Puzzle(EASY, rules=f"3x3 {words}")
    goto(page, f"set?p={code_of(puzzle)}")
    expect(page.locator(".set-verdict")).to_have_text("Exactly one solution", timeout=PATIENCE)
    items = page.get_by_role("list", name="Constraints of this puzzle").get_by_role("listitem")
    expect(items).to_have_count(1)


def a_link_is_read(page: Any, site: str) -> None:
    text = nonet.formats.format(Puzzle(EASY), site)
    goto(page, "set")
    page.get_by_role("textbox", name="Puzzle as text").fill(text)
    expect(page.locator(".set-verdict")).to_have_text("Exactly one solution", timeout=PATIENCE)
    expect(page.get_by_role("gridcell", name="row 1 column 1,")).to_contain_text("5")


def a_text_is_copied(page: Any, name: str) -> None:
    puzzle = generate(seed=3, variant="thermo")
    played(page, puzzle)
    panel = opened(page, "Share")
    panel.get_by_role("button", name=name, exact=True).click()
    expect(panel.get_by_text("Copied.")).to_be_visible(timeout=PATIENCE)
    copied = nonet.parse(page.evaluate("navigator.clipboard.readText()"))
    assert copied.givens == puzzle.givens
    if TEXTS[name] != "sudokupad":  # which shows a thermometer, and does not say what it means
        assert copied.solution() == puzzle.solution()


def odds_are_shown(page: Any, cells: str, words: str) -> None:
    goto(page, f"set?p={cells}")
    box = page.get_by_role("checkbox", name="Odds")
    box.check()
    expect(page.locator(".set-odds-status")).to_contain_text(words, timeout=PATIENCE)
    box.uncheck()


def a_lesson_is_practised(page: Any) -> None:
    goto(page, "learn/x_wing")
    page.get_by_role("button", name="Practise").first.click()
    expect(page).to_have_url(re.compile("#play"), timeout=PATIENCE)


def a_drill_is_gone_through(page: Any) -> None:
    goto(page, "learn/naked_triple?drill=5")
    check = page.get_by_role("button", name="Check", exact=True)
    expect(check).to_be_enabled(timeout=PATIENCE)
    page.get_by_role("button", name="Another position").click()
    expect(page).to_have_url(re.compile("n=1"))
    expect(check).to_be_enabled(timeout=PATIENCE)


def a_path_is_listed(page: Any) -> None:
    puzzle = generate(seed=3, variant="killer")
    goto(page, f"play?p={code_of(puzzle)}")
    expect(page.locator(".board .clues").first).to_be_attached(timeout=PATIENCE)
    page.get_by_role("button", name="Steps").click()
    rows = page.locator(".steps-list .step-row")
    expect(rows).to_have_count(len(puzzle.all_steps()), timeout=PATIENCE)


def sheets_are_printed(page: Any) -> None:
    puzzle = generate(seed=3, variant="xv")
    played(page, puzzle)
    page.evaluate(
        "window.print = () => { window.printed = document.querySelector('.sheets').innerHTML; }; 0"
    )
    panel = opened(page, "Share")
    unfold(panel.locator("summary"))
    panel.get_by_label("Solutions on another page").check()
    panel.get_by_role("button", name="Print").click()
    page.locator(".sheets").wait_for(state="attached", timeout=PATIENCE)
    assert page.evaluate("window.printed.match(/<svg/g).length") == 2


def an_answer_is(page: Any, verb: str, request: dict[str, Any], part: str) -> None:
    assert part in json.dumps(ask(page, verb, request))


ONE_WRONG = EASY[:-1] + "8"
SMALL = board_object(Puzzle("1... .... ..3. ...4"))
ANSWERS: dict[str, tuple[str, dict[str, Any], str]] = {
    "a puzzle is repaired": ("repair", {"puzzle": ONE_WRONG}, '"changes"'),
    "a puzzle is made minimal": ("minimise", {"puzzle": EASY}, '"board"'),
    "a puzzle has a canonical form": ("canonical", {"puzzle": EASY}, '"automorphisms": "1"'),
    "a board is drawn": ("convert", {"puzzle": EASY, "to": "svg"}, "<svg"),
    "a grid is read": (
        "read",
        {"text": "\n".join(["53..7...."] + ["." * 9] * 8)},
        '"format": "grid"',
    ),
    "a table is read": ("read", {"text": f"puzzle,note\n{EASY},one\n"}, '"note": "one"'),
    "hints come in French": ("hint", {"puzzle": EASY, "language": "fr"}, "dans un bloc"),
    "an algorithm runs": ("trace", {"puzzle": SMALL, "algorithm": "norvig"}, '"result": "solved"'),
    "a reason is given": (
        *(
            "violations",
            {"puzzle": {"givens": [5, *[0] * 79, 5], "rules": "antiknight"}, "impossible": True},
        ),
        '"violations"',
    ),
}

TASKS: dict[str, Task] = {
    **{f"a hint on {name}": partial(a_hint_is_played, variant=name) for name in VARIANTS},
    **{f"a hint on {name}": partial(a_hint_is_played, rules=name) for name in SIZES},
    **{f"a new puzzle: {name}": partial(a_puzzle_is_generated, board=name) for name in VARIANTS},
    **{f"a new puzzle: {name}": partial(a_puzzle_is_generated, board=name) for name in SIZES[:4]},
    **{f"set {name}": partial(a_constraint_is_set, words=words) for name, words in KINDS.items()},
    **{f"a link of {site} is read": partial(a_link_is_read, site=site) for site in SITES},
    **{f"{name} is copied": partial(a_text_is_copied, name=name) for name in TEXTS},
    "odds of an empty board": partial(odds_are_shown, cells="." * 81, words="6,670,903,752"),
    "odds of a small board": partial(
        odds_are_shown, cells="2x2:1.....3..4......", words="3 solutions"
    ),
    "a lesson is practised": a_lesson_is_practised,
    "a drill is gone through": a_drill_is_gone_through,
    "all steps are listed": a_path_is_listed,
    "sheets are printed": sheets_are_printed,
    **{
        name: partial(an_answer_is, verb=v, request=r, part=p)
        for name, (v, r, p) in ANSWERS.items()
    },
}
"""What can be done, by its name."""


# -- the page -------------------------------------------------------------------------------------


def the_line_that_python_loads(page: Any) -> list[str]:
    """Return what is seen and heard while Python loads, and wait for it."""
    line = page.locator(".loading")
    expect(line).to_be_visible(timeout=PATIENCE)
    heard = page.locator("#live")
    expect(heard).to_have_text(re.compile(r"nonet's Python: \d+% loaded"), timeout=PATIENCE)
    seen = [line.inner_text(), line.get_by_role("progressbar").get_attribute("aria-label")]
    expect(line).to_have_count(0, timeout=PATIENCE)
    return seen


@pytest.fixture(scope="module")
def page(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Return a page whose host was killed after one visit; what it writes to the console as an error is a fault."""
    folder = tmp_path_factory.mktemp("tasks")
    write_site(folder / FOLDER, python=page_files(page_python.files()), recorded=[])
    host = Host(folder)
    options = {"viewport": {"width": 1280, "height": 1000}, "locale": "en-GB"}
    context = browser.new_context(**options, permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.faults = []
    page.on("console", lambda m: m.type == "error" and page.faults.append(m.text))
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    page.goto(f"{host.url}/")
    wait_until_stored(page)
    page.reload()
    goto(page, f"play?p={code_of(Puzzle('.' * 16, rules='2x2 killer:4=r1c1r1c2'))}")
    page.seen = the_line_that_python_loads(page)
    host.stop()
    page.reload()
    ask(page, "generate", {"rules": "2x2", "seed": 1})  # from the store, however long it takes
    yield page
    context.close()


@pytest.mark.parametrize("name", TASKS)
def test_it_is_done_without_the_host(page: Any, name: str) -> None:
    page.faults.clear()
    TASKS[name](page)
    assert [one for one in page.faults if "ERR_CONNECTION_REFUSED" not in one] == []


def test_a_line_says_that_python_loads(page: Any) -> None:
    assert page.seen == ["Loading nonet's Python, once"] * 2


def test_there_are_many() -> None:
    assert len(TASKS) >= 50
