"""The place Set: a puzzle as text and as a board, what is known about it, and what can be done with it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from nonet import Puzzle, formats

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
OTHER = "...5..829.28.1.3........6.43.9..7.....29.61.....3..9.62.4........6.9.58.983..1..."
SPARSE = "..79...........5.3....376.........4.......1....6..3.........3......9...5.1......9"
ONE = "Exactly one solution"


@pytest.fixture
def setter(open_page: Callable[..., Any]) -> Any:
    """Return a page that shows the place Set, empty."""
    page = open_page("#set")
    expect(page.get_by_text("type givens into the board")).to_be_visible()
    return page


def text(page: Any) -> Any:
    return page.get_by_label("The puzzle as text")


def verdict(page: Any) -> Any:
    return page.locator(".set-verdict")


def fact(page: Any, name: str) -> Any:
    return page.locator(".set-facts dt", has_text=name).locator("+ dd")


def cell(page: Any, row: int, column: int) -> Any:
    return page.get_by_role("gridcell", name=f"row {row} column {column},")


def code(page: Any) -> str:
    fragment: str = urlsplit(page.url).fragment
    return parse_qs(fragment.partition("?")[2]).get("p", [""])[0]


def test_a_pasted_puzzle_is_judged(setter: Any) -> None:
    text(setter).fill(EASY)
    expect(verdict(setter)).to_have_text(ONE)
    expect(cell(setter, 1, 1)).to_have_accessible_name("row 1 column 1, 5, given")
    expect(fact(setter, "Redundant givens")).to_have_text("22")
    expect(setter.locator(".set-stats span")).to_have_text(["30 givens", "", "Easy, ER 1.2"])
    expect(fact(setter, "Hardest technique")).to_have_text("Hidden single in a box")
    expect(fact(setter, "Symmetry")).to_have_text("half turn")
    assert code(setter) == EASY


def test_digits_typed_into_the_board_become_text(setter: Any) -> None:
    setter.keyboard.type("55")
    expect(verdict(setter)).to_have_text("No solution: r1c1 and r1c2 are both 5 in row 1")
    assert text(setter).input_value() == "55" + "." * 79
    setter.keyboard.press("Control+z")
    expect(verdict(setter)).to_contain_text("At least 1000 solutions")
    setter.get_by_role("button", name="Erase").click()
    cell(setter, 1, 1).click()
    setter.keyboard.press("Delete")
    expect(verdict(setter)).to_contain_text("Paste a puzzle")
    assert text(setter).input_value() == ""


def test_a_row_is_typed_as_on_a_typewriter(setter: Any) -> None:
    setter.keyboard.type("53..7")
    expect(text(setter)).to_have_value("53..7" + "." * 76)
    setter.keyboard.press("Backspace")  # the cursor is after the 7
    expect(text(setter)).to_have_value("53" + "." * 79)
    setter.keyboard.type("9")
    expect(text(setter)).to_have_value("53..9" + "." * 76)


def test_a_line_that_is_being_typed_fills_the_board(setter: Any) -> None:
    text(setter).press_sequentially("53..7")
    expect(cell(setter, 1, 5)).to_have_text("7")
    expect(setter.get_by_text("5 of 81 cells")).to_be_visible()
    assert text(setter).input_value() == "53..7"


def test_a_text_that_cannot_be_read_offers_nothing(setter: Any) -> None:
    """The board of the previous text stays, and it is clear that it is not that of this text."""
    setter.expected_errors = "422"
    text(setter).fill(EASY)
    expect(verdict(setter)).to_have_text(ONE)
    play = setter.get_by_role("link", name="Play this")
    expect(play).to_have_attribute("aria-disabled", "false")
    text(setter).fill(EASY + "1")
    note = setter.get_by_text("line 1, column 82: expected 81 cells, found 82")
    expect(note).to_be_visible()
    expect(text(setter)).to_have_attribute("aria-invalid", "true")
    assert text(setter).input_value() == EASY + "1"
    expect(verdict(setter)).to_contain_text("No puzzle was read")
    expect(play).to_have_attribute("aria-disabled", "true")
    expect(play).not_to_have_attribute("href", re.compile("."))
    for name in ("Copy link", "Make minimal", "Repair", "Equivalent puzzle"):
        expect(setter.get_by_role("button", name=name)).to_be_disabled()
    setter.get_by_role("link", name="Learn", exact=True).click()
    setter.get_by_role("link", name="Set", exact=True).click()
    expect(play).to_have_attribute("aria-disabled", "true")
    text(setter).fill(EASY)
    expect(note).to_have_count(0)
    expect(verdict(setter)).to_have_text(ONE)
    expect(play).to_have_attribute("href", re.compile(re.escape(EASY)))


def test_a_digit_on_the_board_replaces_a_text_that_cannot_be_read(setter: Any) -> None:
    setter.expected_errors = "422"
    text(setter).fill("53 what is this?")
    expect(verdict(setter)).to_contain_text("No puzzle was read")
    cell(setter, 1, 1).click()
    setter.keyboard.press("5")
    expect(setter.get_by_role("link", name="Play this")).to_have_attribute("aria-disabled", "false")
    assert text(setter).input_value() == "5" + "." * 80


def test_the_first_given_does_not_mark_the_whole_board(setter: Any) -> None:
    setter.keyboard.type("5")
    expect(fact(setter, "Cells that differ")).to_have_text("80")
    expect(setter.locator(".board .set-differ")).to_have_attribute("d", "")


def test_one_of_several_puzzles_is_chosen(setter: Any) -> None:
    text(setter).fill(f"{EASY}\n{OTHER}\n")
    expect(setter.get_by_text("2 puzzles in the text")).to_be_visible()
    setter.get_by_label("Puzzle in the text").select_option(index=1)
    expect(cell(setter, 1, 4)).to_have_text("5")
    expect(setter).to_have_url(re.compile(re.escape(OTHER)))
    assert text(setter).input_value() == f"{EASY}\n{OTHER}\n"


def test_a_link_that_is_refused_stays_in_the_address(open_page: Callable[..., Any]) -> None:
    code = "killer:15=r1c1r1c2+thermo:r9c9r10c9:" + "." * 81
    page = open_page(f"#set?p={EASY}")
    expect(verdict(page)).to_have_text(ONE)
    page.expected_errors = "422"
    page.evaluate("(code) => (location.hash = `#set?p=${code}`)", code)
    expect(page.locator("#set-note")).to_have_text("line 1: thermo: r10c9 is outside a 9x9 board")
    expect(verdict(page)).to_contain_text("No puzzle was read")
    assert page.url.endswith(code)
    assert text(page).input_value() == code.replace("+", " ")
    page.reload()
    expect(page.locator("#set-note")).to_have_text("line 1: thermo: r10c9 is outside a 9x9 board")
    assert page.url.endswith(code)
    page.goto(page.url.split("#")[0] + "#play")
    page.goto(page.url.split("#")[0] + "#set")
    expect(cell(page, 1, 1)).to_have_text("5")  # the puzzle before is kept


def test_a_file_is_opened(setter: Any, tmp_path: Path) -> None:
    file = tmp_path / "mine.csv"
    file.write_text(f"puzzle,name\n{OTHER},mine\n")
    with setter.expect_file_chooser() as chosen:
        setter.get_by_role("button", name="Open a file").click()
    chosen.value.set_files(file)
    expect(cell(setter, 1, 4)).to_have_text("5")
    expect(verdict(setter)).to_have_text(ONE)


def test_a_file_is_dropped_and_a_text_is_pasted_beside_the_field(setter: Any) -> None:
    drop = """(text) => {
        const data = new DataTransfer();
        data.items.add(new File([text], "mine.txt"));
        return data;
    }"""
    data = setter.evaluate_handle(drop, OTHER)
    setter.get_by_role("grid").dispatch_event("drop", {"dataTransfer": data})
    expect(cell(setter, 1, 4)).to_have_text("5")
    assert text(setter).input_value() == OTHER
    paste = """(text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text", text);
        document.body.dispatchEvent(new ClipboardEvent("paste", {clipboardData, bubbles: true}));
    }"""
    setter.evaluate(paste, "1...\n..2.\n.3..\n...4")
    expect(setter.get_by_role("gridcell")).to_have_count(16)
    expect(cell(setter, 4, 4)).to_have_text("4")


def paste(page: Any, content: str) -> None:
    """Paste into the field of the text, as a person does."""
    text(page).evaluate(
        """(field, text) => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text/plain", text);
            const options = { clipboardData, bubbles: true, cancelable: true };
            if (!field.dispatchEvent(new ClipboardEvent("paste", options))) return;
            field.value = text;
            field.dispatchEvent(new InputEvent("input", { inputType: "insertFromPaste" }));
        }""",
        content,
    )


def test_a_long_text_is_read_and_stays_out_of_the_field(setter: Any) -> None:
    """A browser works for a minute where a field with a megabyte is selected."""
    paste(setter, f"{OTHER}\n{EASY}\n" * 6000)
    expect(cell(setter, 1, 4)).to_have_text("5")
    expect(setter.locator("#set-note")).to_have_text(
        "The first 50 of 12000 puzzles: The text has 984,000 characters and is not shown here."
    )
    expect(text(setter)).to_have_value("")
    setter.get_by_label("Puzzle in the text").select_option(index=1)
    expect(cell(setter, 1, 1)).to_have_text("5")
    paste(setter, f"{EASY}\n" * 12000)
    paste(setter, OTHER)  # the newest text wins
    expect(cell(setter, 1, 4)).to_have_text("5")
    expect(verdict(setter)).to_have_text(ONE)
    expect(text(setter)).to_have_value(OTHER)
    expect(setter.locator("#set-note")).to_have_text("")
    paste(setter, "." * 1_000_001)
    expect(setter.locator("#set-note")).to_contain_text(
        "The text has 1,000,001 characters, expected at most 1,000,000. Paste a part of it"
    )


def test_digits_by_touch(open_page: Callable[..., Any]) -> None:
    page = open_page("#set", viewport={"width": 360, "height": 740}, has_touch=True)
    cell(page, 2, 3).tap()
    page.get_by_role("button", name="7, 9 left").tap()
    expect(cell(page, 2, 3)).to_have_accessible_name("row 2 column 3, 7, given")
    page.get_by_role("button", name="Erase").tap()
    expect(cell(page, 2, 3)).to_have_accessible_name("row 2 column 3, empty")


def test_a_link_leads_back_to_the_puzzle(open_page: Callable[..., Any]) -> None:
    board = "2x3 diagonals:1....." + "." * 30
    page = open_page(
        f"#set?p={board.replace(' ', '+')}", permissions=["clipboard-read", "clipboard-write"]
    )
    expect(page.get_by_role("gridcell")).to_have_count(36)
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    again = open_page(urlsplit(link)._replace(scheme="", netloc="", path="").geturl())
    expect(again.get_by_role("gridcell")).to_have_count(36)
    expect(cell(again, 1, 1)).to_have_text("1")
    expect(again.locator(".board .diagonal")).to_have_count(2)


def test_the_key_table_follows_the_board(open_page: Callable[..., Any]) -> None:
    page = open_page(f"#set?p=4x4:{'.' * 256}")
    expect(page.get_by_role("gridcell")).to_have_count(256)
    page.get_by_role("gridcell").first.focus()
    page.keyboard.press("?")
    keys = page.get_by_role("group", name="Keys").locator("dt")
    expect(keys.get_by_text("A…P", exact=True)).to_be_visible()
    expect(keys.get_by_text("Alt+U", exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    page = open_page("#set?p=2x2:" + "." * 16)
    page.get_by_role("gridcell").first.focus()
    page.keyboard.press("?")
    expect(page.get_by_role("group", name="Keys").get_by_text("1…4", exact=True)).to_be_visible()


def test_placeholders_run_as_the_language_does(open_page: Callable[..., Any]) -> None:
    page = open_page("#set", locale="fa-IR")
    field = page.locator(".set-entry textarea")
    expect(field).to_have_css("direction", "rtl")
    field.fill(EASY)
    expect(field).to_have_css("direction", "ltr")


def test_keys_belong_to_the_place_that_is_shown(setter: Any) -> None:
    setter.keyboard.press("?")
    expect(setter.get_by_role("group", name="Keys")).to_be_visible()
    setter.keyboard.press("5")
    expect(cell(setter, 1, 1)).to_have_text("5")
    kept = code(setter)
    setter.get_by_role("link", name="Play", exact=True).click()
    expect(setter.get_by_role("grid", name="Sudoku board")).to_be_visible()
    setter.keyboard.press("Control+z")
    setter.get_by_role("link", name="Set", exact=True).click()
    expect(verdict(setter)).to_contain_text("solutions")
    assert code(setter) == kept


def test_keys_work_after_a_link_to_another_puzzle(open_page: Callable[..., Any]) -> None:
    page = open_page(f"#set?p={EASY}")
    expect(verdict(page)).to_have_text(ONE)
    page.get_by_role("link", name="Play", exact=True).click()
    expect(page.get_by_role("grid", name="Sudoku board")).to_be_visible()
    page.evaluate("(code) => (location.hash = `#set?p=${code}`)", OTHER)
    cell(page, 1, 1).click()
    page.keyboard.press("7")
    expect(cell(page, 1, 1)).to_have_text("7")


def test_where_solutions_differ(open_page: Callable[..., Any]) -> None:
    board = list(EASY)
    for at in (0, 1, 4, 9):
        board[at] = "."
    assert Puzzle("".join(board)).count(1000) > 1
    differ = Puzzle("".join(board)).differences()
    page = open_page(f"#set?p={''.join(board)}")
    expect(fact(page, "Cells that differ")).to_have_text(str(len(differ)))
    drawn = page.locator(".board .set-differ").get_attribute("d")
    assert drawn.count("z") == len(differ)
    page.get_by_label("True candidates").check()
    at = next(iter(differ))
    marks = " ".join(str(digit) for digit in sorted(differ[at]))
    expect(cell(page, at // 9 + 1, at % 9 + 1)).to_have_accessible_name(
        re.compile(f"marks {marks}$")
    )
    page.get_by_label("Mark redundant givens and cells that differ").uncheck()
    expect(page.locator(".board .set-differ")).to_have_attribute("d", "")


def odds_of(page: Any) -> Any:
    return page.locator(".set-odds-status")


def test_the_odds_of_each_candidate(open_page: Callable[..., Any]) -> None:
    page = open_page(f"#set?p={SPARSE}")
    page.get_by_role("checkbox", name="Odds").check()
    expect(odds_of(page)).to_have_text("32,462,650 solutions. Darkest: 68.7%")
    odds = Puzzle(SPARSE).odds()
    digits = (1, 2, 3, 4, 5, 6, 8)
    shares = [f"{digit} {100 * float(odds.share(0, digit)):.1f}%" for digit in digits]
    name = f"row 1 column 1, empty, odds {', '.join(shares)}"
    expect(cell(page, 1, 1)).to_have_accessible_name(name)
    expect(cell(page, 2, 8)).to_have_accessible_name("row 2 column 8, empty, odds 7 100%")
    shown = page.locator(".set-odds-cell")
    cell(page, 1, 1).hover()
    expect(shown).to_contain_text("r1c1")
    expect(shown.get_by_text("3 49.6%")).to_have_attribute("title", "16,116,506")
    cell(page, 2, 8).hover()
    expect(shown).to_have_text("r2c87 100%")
    cell(page, 1, 3).click()  # a given has no odds
    expect(shown).to_have_text("")
    page.keyboard.press("ArrowLeft")
    page.mouse.move(5, 5)
    expect(shown).to_contain_text("r1c2")
    page.get_by_role("checkbox", name="Odds").uncheck()
    expect(odds_of(page)).to_be_hidden()
    expect(cell(page, 1, 1)).to_have_accessible_name("row 1 column 1, empty")


def test_more_likely_candidates_are_larger_too(open_page: Callable[..., Any]) -> None:
    """The heat map can be read without colours."""
    page = open_page(f"#set?p={SPARSE}")
    page.get_by_role("checkbox", name="Odds").check()
    expect(odds_of(page)).to_contain_text("solutions")
    widths = [
        page.locator(f".mark[data-level='{level}']").first.evaluate(
            "(mark) => parseFloat(getComputedStyle(mark, '::before').width)"
        )
        for level in range(1, 6)
    ]
    assert widths == sorted(set(widths))


def test_odds_of_counts_that_a_page_rounds(setter: Any) -> None:
    """All digits of the number are shown, and a share is right however large the numbers are."""
    found = setter.evaluate(
        """async () => {
            const { heatMap } = await import("/js/set/odds.js");
            const count = "6670903752021072936960";
            const odds = [["741211528002341437440", "1", "0"], [count]];
            const { total, most, cells } = heatMap({ count, odds }, String);
            const flat = ({ digit, number, level }) => [digit, String(number), level];
            return [String(total), most, cells.map((cell) => cell.map(flat))];
        }"""
    )
    assert found[0] == "6670903752021072936960" and abs(found[1] - 1 / 9) < 1e-11
    assert found[2] == [
        [[1, "741211528002341437440", 5], [2, "1", 1]],
        [[1, found[0], 6]],
    ]


def test_odds_follow_the_puzzle_and_an_earlier_question_is_given_up(setter: Any) -> None:
    asked: list[Any] = []

    def hold(route: Any) -> None:
        asked.append(route)  # the first question is never answered
        if len(asked) > 1:
            route.continue_()

    setter.route("**/api/odds", hold)
    with setter.expect_request("**/api/odds"):
        setter.get_by_role("checkbox", name="Odds").check()
    expect(odds_of(setter)).to_have_text("Counting the odds…")
    with setter.expect_event("requestfailed", lambda request: request.url.endswith("/api/odds")):
        expect(odds_of(setter)).to_be_visible()
        text(setter).fill(SPARSE)
    expect(odds_of(setter)).to_contain_text("32,462,650 solutions")
    text(setter).fill(EASY)
    expect(odds_of(setter)).to_have_text(ONE)
    expect(cell(setter, 1, 3)).to_have_accessible_name("row 1 column 3, empty, odds 4 100%")


@pytest.mark.parametrize(
    ("board", "sentence"),
    [
        ("55" + "." * 79, "No solution, so there are no odds."),
        ("2x3:" + "." * 36, "With these rules, odds need fewer than 20,000 solutions"),
    ],
)
def test_why_there_are_no_odds(open_page: Callable[..., Any], board: str, sentence: str) -> None:
    page = open_page(f"#set?p={board}")
    page.expected_errors = "422"
    page.get_by_role("checkbox", name="Odds").check()
    expect(odds_of(page)).to_contain_text(sentence)


def test_odds_that_take_too_long(setter: Any) -> None:
    error = '{"error": {"code": "limit_reached", "message": "the time limit is reached"}}'
    setter.expected_errors = "422"
    setter.route("**/api/odds", lambda route: route.fulfill(status=422, body=error))
    setter.get_by_role("checkbox", name="Odds").check()
    expect(odds_of(setter)).to_contain_text("take too long to count")


def test_symmetric_placement(setter: Any) -> None:
    setter.get_by_label("Symmetric placement").select_option("half turn")
    cell(setter, 1, 2).click()
    setter.keyboard.press("4")
    partner = setter.locator(".board .set-open")
    expect(partner).to_have_attribute("d", "M714 814h72v72h-72z")
    cell(setter, 9, 8).click()
    setter.keyboard.press("6")
    expect(partner).to_have_attribute("d", "")
    expect(fact(setter, "Symmetry")).to_contain_text("half turn")
    setter.keyboard.press("Delete")
    expect(cell(setter, 1, 2)).to_have_text("")
    setter.keyboard.press("Control+z")
    expect(cell(setter, 1, 2)).to_have_text("4")
    expect(cell(setter, 9, 8)).to_have_text("6")


def test_a_minimal_puzzle(open_page: Callable[..., Any]) -> None:
    page = open_page(f"#set?p={EASY}")
    expect(verdict(page)).to_have_text(ONE)
    page.get_by_role("button", name="Make minimal").click()
    expect(page.get_by_text("givens removed")).to_be_visible()
    expect(fact(page, "Redundant givens")).to_contain_text("minimal")
    found = Puzzle(code(page))
    assert found.is_minimal and found.solution() == Puzzle(EASY).solution()
    page.get_by_role("button", name="Undo").click()
    expect(fact(page, "Redundant givens")).to_have_text("22")


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_why_there_is_no_solution(open_page: Callable[..., Any], locale: str) -> None:
    wrong = f"{EASY[:2]}1{EASY[3:]}"
    (why,) = Puzzle(wrong).check(language=locale[:2]).problems
    page = open_page(f"#set?p={wrong}", locale=locale)
    expect(verdict(page)).to_contain_text(why)
    page = open_page(f"#set?p={EASY}", locale=locale)
    page.get_by_role("gridcell").nth(2).click()
    page.keyboard.type("1")  # requests after a touch are answered in the page
    expect(verdict(page)).to_contain_text(why)


def test_repairs_are_shown_before_they_are_applied(open_page: Callable[..., Any]) -> None:
    page = open_page(f"#set?p={EASY[:-1]}1")
    expect(verdict(page)).to_contain_text("No solution")
    page.get_by_role("button", name="Repair").click()
    expect(page.get_by_text("r9c9: change 1 to 9")).to_be_visible()
    assert code(page) == EASY[:-1] + "1"
    page.get_by_role("button", name="Apply").click()
    expect(verdict(page)).to_have_text(ONE)
    assert code(page) == EASY


def test_the_equivalent_puzzle_and_play(open_page: Callable[..., Any]) -> None:
    page = open_page(f"#set?p={EASY}")
    expect(verdict(page)).to_have_text(ONE)
    page.get_by_role("button", name="Equivalent puzzle").click()
    expect(page.get_by_text("canonical form")).to_be_visible()
    assert Puzzle(code(page)) == Puzzle(EASY).canonical()
    page.get_by_role("link", name="Play this").click()
    expect(page.get_by_role("grid", name="Sudoku board")).to_be_visible()
    assert Puzzle(code(page)) == Puzzle(EASY).canonical()
    page.go_back()
    expect(verdict(page)).to_have_text(ONE)


def exported(page: Any, name: str) -> Any:
    rows = page.get_by_role("group", name="Export").get_by_role("listitem")
    return rows.filter(has=page.get_by_role("heading", name=name, exact=True))


@pytest.mark.parametrize(
    "options", [{}, {"color_scheme": "dark", "viewport": {"width": 360, "height": 740}}]
)
def test_each_way_out_says_what_it_loses(
    open_page: Callable[..., Any],
    faults_of_access: Callable[[Any], list[str]],
    options: dict[str, Any],
) -> None:
    words = "3x3 killer:15=r1c1r1c2 thermo:r3c3r3c4 antiknight entropy"
    puzzle = Puzzle("." * 80 + "5", rules=words)
    page = open_page(f"#set?p={words.replace(' ', '+')}:{'.' * 80}5", **options)
    page.expected_errors = "422"
    page.get_by_role("button", name="Export").click()
    pad = exported(page, "SudokuPad")
    expect(pad).to_contain_text("A link of SudokuPad only draws entropy, thermo")
    link = pad.get_by_role("link", name="Open: SudokuPad")
    assert link.get_attribute("href") == formats.format(puzzle, "sudokupad")
    expect(exported(page, "f-puzzles")).to_contain_text("does not have the constraint entropy")
    expect(exported(page, "f-puzzles").get_by_role("button")).to_have_count(0)
    expect(exported(page, "Interactive Sudoku Solver")).to_contain_text("Nothing is lost.")
    picture = exported(page, "Picture")
    expect(picture).to_contain_text("Not drawn: Cells a knight")
    with page.expect_download() as saved:
        picture.get_by_role("button", name="SVG").click()
    assert saved.value.path().read_text("utf-8").startswith("<svg")
    with page.expect_download() as saved:
        exported(page, "YAML").get_by_role("button", name="Save").click()
    read = formats.parse(saved.value.path().read_text("utf-8"))
    assert read.givens == puzzle.givens and read.rules == puzzle.rules
    assert faults_of_access(page) == []
    page.evaluate("window.print = () => {}; 0")
    exported(page, "PDF or paper").get_by_role("button", name="Print").click()
    page.emulate_media(media="print")
    expect(page.locator(".sheet .constraint-list li")).to_have_count(4)


def test_other_rules(setter: Any) -> None:
    setter.expected_errors = "422"
    setter.get_by_text("Rules: 9").click()
    setter.get_by_role("combobox", name="Board", exact=True).select_option("2x3")
    expect(setter.get_by_role("gridcell")).to_have_count(36)
    setter.get_by_label("Diagonals").check()
    expect(setter.locator(".board .diagonal")).to_have_count(2)
    cell(setter, 1, 1).click()
    setter.keyboard.press("3")
    cell(setter, 6, 6).click()
    setter.keyboard.press("3")
    expect(verdict(setter)).to_contain_text("both 3 in the main diagonal")
    assert code(setter).startswith("2x3+diagonals:3") or code(setter).startswith("2x3 diagonals:3")
    setter.get_by_label("Windows").check()
    expect(setter.get_by_text("windows need square boxes")).to_be_visible()


def test_undo_leads_back_to_the_board_of_other_rules(setter: Any) -> None:
    thermo = "thermo:r1c1r1c2r1c3"
    text(setter).fill(f"{thermo}:{OTHER}")
    listed = setter.get_by_role("list", name="Constraints of this puzzle").get_by_role("listitem")
    expect(listed).to_have_count(1)
    setter.get_by_text("Rules: 9").click()
    setter.get_by_label("Diagonals").check()
    expect(text(setter)).to_have_value(f"3x3 diagonals {thermo}:{OTHER}")
    setter.get_by_role("combobox", name="Board", exact=True).select_option("2x3")
    expect(setter.get_by_role("gridcell")).to_have_count(36)
    cell(setter, 1, 1).click()
    setter.keyboard.type("5")
    expect(text(setter)).to_have_value(re.compile(r"5\.{35}$"))
    undo, redo = (setter.get_by_role("button", name=name, exact=True) for name in ("Undo", "Redo"))
    undo.click()
    undo.press("Enter")
    expect(setter.get_by_role("gridcell")).to_have_count(81)
    expect(undo).to_be_focused()
    expect(setter.locator("#live")).to_contain_text("Diagonals")
    expect(text(setter)).to_have_value(f"3x3 diagonals {thermo}:{OTHER}")
    expect(listed).to_have_count(1)
    undo.click()
    expect(text(setter)).to_have_value(f"3x3 {thermo}:{OTHER}")
    expect(setter.get_by_label("Diagonals")).not_to_be_checked()
    undo.click()  # of the text
    expect(text(setter)).to_have_value("")
    expect(undo).to_be_disabled()
    cell(setter, 1, 1).focus()
    for _ in range(4):
        setter.keyboard.press("Control+y")
    expect(setter.get_by_role("gridcell")).to_have_count(36)
    expect(cell(setter, 1, 1)).to_have_text("5")
    expect(cell(setter, 1, 2)).to_be_focused()  # the cursor, after the digit
    expect(redo).to_be_disabled()


def test_another_language_keeps_what_undo_takes_back(setter: Any) -> None:
    cell(setter, 1, 1).click()
    setter.keyboard.type("53")
    expect(text(setter)).to_have_value("53" + "." * 79)
    setter.locator(".bar-language select").select_option("fr")
    expect(setter.locator("html")).to_have_attribute("lang", "fr")
    first, second = (setter.get_by_role("gridcell").nth(place) for place in (0, 1))
    expect(second).to_have_text("3")
    undo, redo = (
        setter.get_by_role("button", name=name, exact=True) for name in ("Annuler", "Rétablir")
    )
    undo.click()
    expect(second).to_have_text("")
    undo.click()
    expect(first).to_have_text("")
    expect(undo).to_be_disabled()
    redo.click()
    expect(first).to_have_text("5")
    expect(setter).to_have_url(re.compile(r"p=5\.{80}$"))


def test_ticking_diagonals_shows_in_the_text_without_constraints(setter: Any) -> None:
    setter.get_by_text("Rules: 9").click()
    setter.get_by_label("Diagonals").check()
    expect(text(setter)).to_have_value("3x3 diagonals:" + "." * 81)
    setter.get_by_label("Diagonals").uncheck()
    expect(text(setter)).to_have_value("")


def test_a_jigsaw_by_its_layout(setter: Any) -> None:
    setter.expected_errors = "422"
    setter.get_by_text("Rules: 9").click()
    setter.get_by_role("combobox", name="Board", exact=True).select_option("Jigsaw")
    layout = setter.get_by_label("Layout of the regions")
    layout.fill("AABB\nAABB")
    expect(layout).to_have_attribute("aria-invalid", "true")
    layout.fill("AAAB\nACBB\nCCBD\nCDDD")
    expect(setter.get_by_role("gridcell")).to_have_count(16)
    expect(layout).to_have_attribute("aria-invalid", "false")
    setter.reload()
    expect(setter.get_by_role("gridcell")).to_have_count(16)
    expect(setter.get_by_text("Rules: Jigsaw")).to_be_visible()


def test_the_last_puzzle_is_kept(open_page: Callable[..., Any]) -> None:
    page = open_page(f"#set?p={EASY}")
    expect(verdict(page)).to_have_text(ONE)
    page.get_by_role("link", name="Play", exact=True).click()
    expect(page.get_by_role("grid", name="Sudoku board")).to_be_visible()
    page.get_by_role("link", name="Set", exact=True).click()
    expect(verdict(page)).to_have_text(ONE)
    expect(page).to_have_url(re.compile(re.escape(EASY)))


@pytest.mark.parametrize(
    "options", [{}, {"color_scheme": "dark", "viewport": {"width": 360, "height": 740}}]
)
def test_access(
    open_page: Callable[..., Any],
    faults_of_access: Callable[[Any], list[str]],
    options: dict[str, Any],
) -> None:
    page = open_page(f"#set?p={EASY}", **options)
    expect(verdict(page)).to_have_text(ONE)
    assert faults_of_access(page) == []
    page.goto(page.url.replace(EASY, SPARSE))
    page.get_by_role("checkbox", name="Odds").check()
    expect(odds_of(page)).to_contain_text("solutions")
    assert faults_of_access(page) == []
    width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]


def before_the_key_table(open_page: Callable[..., Any]) -> tuple[Any, list[Any]]:
    """Return a page that waits for its key table, and the requests that are held."""
    page = open_page("#set")
    held: list[Any] = []
    page.route("**/keys.json", lambda route: held.append(route))
    page.reload()
    expect(page.get_by_text("type givens into the board")).to_be_visible()
    return page, held


def test_a_key_that_is_pressed_before_the_key_table_came_is_not_lost(
    open_page: Callable[..., Any],
) -> None:
    page, held = before_the_key_table(open_page)
    page.keyboard.press("5")
    page.keyboard.press("?")
    expect(cell(page, 1, 1)).to_have_text("5")
    expect(page.get_by_role("group", name="Keys")).to_have_count(0)
    for route in held:
        route.continue_()
    expect(page.get_by_role("group", name="Keys")).to_be_visible()


def test_keys_pressed_before_the_key_table_came_keep_their_order(
    open_page: Callable[..., Any],
) -> None:
    page, held = before_the_key_table(open_page)
    page.keyboard.type("53..7")
    expect(cell(page, 1, 2)).to_have_text("3")
    for route in held:
        route.continue_()
    expect(cell(page, 1, 5)).to_have_text("7")
    expect(text(page)).to_have_value("53..7" + "." * 76)


def test_a_puzzle_is_completed_with_clues_of_chosen_kinds(setter: Any) -> None:
    text(setter).fill("renban:r1c1r1c2r1c3 thermo:r5c5r4c5r3c5")
    expect(verdict(setter)).to_contain_text("At least")
    setter.get_by_text("Complete", exact=True).click()
    setter.get_by_label("Add a kind").select_option(label="Quadruple")
    setter.get_by_label("Add a kind").select_option(label="Givens")
    kinds = setter.get_by_label("Kinds", exact=True)
    expect(kinds).to_have_value("quadruple given")
    kinds.fill("quadruple:5 given")
    setter.get_by_label("Difficulty").last.select_option("hard")
    setter.get_by_role("button", name="Add clues").click()
    expect(verdict(setter)).to_have_text(ONE)
    expect(
        setter.get_by_text("Done: the puzzle has one solution. You can undo this.")
    ).to_be_visible()
    words = text(setter).input_value()
    assert words.count("quadruple:") == 5 and "renban:r1c1r1c2r1c3" in words
    assert "thermo:r5c5r4c5r3c5" in words
    setter.expected_errors = "400"
    kinds.fill("quadrupel")
    setter.get_by_role("button", name="Add clues").click()
    expect(setter.get_by_text("did you mean 'quadruple'?")).to_be_visible()
    cell(setter, 1, 1).focus()
    setter.keyboard.press("Control+z")
    expect(verdict(setter)).to_contain_text("At least")
