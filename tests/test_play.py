"""The terminal player: what is on the screen, by keys, by mouse, through Textual's pilot and in a real terminal."""

from __future__ import annotations

import asyncio
import html
import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import kept
import pytest
from console import run
from kinds import layout as jigsaw

from nonet import Grid, Puzzle, words
from nonet.base.digits import symbols_of
from nonet.game import Game
from nonet.game.keys import GROUPS, key_table
from nonet.game.saves import read_save, write_save
from nonet.generating import generate
from nonet.play import files
from nonet.play.layout import layout_for
from nonet.play.look import COLOUR_SYMBOLS, LOOKS
from nonet.play.panel import hint_text, message_text
from nonet.play.picture import board_lines
from nonet.play.session import Hint, Session
from nonet.steps import LEVELS, TECHNIQUES, Step

pytest.importorskip("textual", reason='needs the extra: pip install "nonet[play]"')

from textual.pilot import Pilot

from nonet.play.app import Player
from nonet.play.screens import key_name
from nonet.play.widgets import BoardWidget, Lines

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
CHAINS = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
FOUR = "1.....3..4.....2"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep the games of a test in a folder of its own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    return tmp_path


def session(cells: str = EASY, rules: str | None = None) -> Session:
    return Session(Game(Puzzle(cells, rules=rules)))


def drawn(play: Session, columns: int = 51, lines: int = 23) -> list[str]:
    """Return the board as the terminal shows it."""
    layout = layout_for(play.game.puzzle.rules, columns, lines)
    assert layout is not None
    symbols = symbols_of(play.game.size)
    found = board_lines(play, layout, LOOKS["dark"], symbols)
    return ["".join(segment.text for segment in line) for line in found]


# -- the session ----------------------------------------------------------------------------------


def test_the_cursor_leaves_at_one_side_and_comes_in_at_the_other() -> None:
    play = session()
    play.go_to(0)
    play.move(-1, 0)
    assert play.cursor == 72
    play.move(0, -1)
    assert play.cursor == 80
    assert play.selected == {80}


def test_shift_extends_the_selection_and_stops_at_the_edge() -> None:
    play = session()
    play.go_to(7)
    play.move(0, 1, extend=True)
    play.move(0, 1, extend=True)
    play.move(1, 0, extend=True)
    assert play.selected == {7, 8, 17}
    play.move(1, 0)
    assert play.selected == {26}


def test_single_cells_are_added_to_the_selection_and_removed() -> None:
    play = session()
    play.go_to(2)
    play.toggle()
    play.move(1, 0)
    play.move(1, 0)
    play.toggle()
    assert play.selected == {2, 20}
    play.toggle()
    assert play.selected == {2}
    play.cancel()
    assert play.selected == {20} == {play.cursor}


def test_each_mode_enters_its_own_thing_in_all_selected_cells() -> None:
    play = session()
    play.selected = {0, 2, 3}
    for mode, field, expected in (
        ("corner", "corner", [0, 16, 16]),
        ("centre", "centre", [0, 16, 16]),
        ("colour", "colours", [16, 16, 16]),
    ):
        play.mode = mode  # type: ignore[assignment]
        play.enter(5)
        values = getattr(play.game.entries, field)
        assert [values[cell] for cell in (0, 2, 3)] == expected
    play.mode = "digit"
    play.enter(4)
    assert [play.game.entries.digits[cell] for cell in (0, 2, 3)] == [5, 4, 4]
    play.selected = {0}
    play.enter(4)
    assert play.message is not None and play.message.key == "terminal.givens_stay"


def test_a_wrong_digit_is_reported_before_any_step_and_without_its_place() -> None:
    play = session()
    play.game.play("r1c3=1,r1c4+2")
    hint = play.hint_for(play.game.snapshot())
    assert (hint.step, hint.cells, hint.marks) == (None, (2,), (3,))
    play.hint = hint
    assert not play.hint.shows_mistakes
    assert "!" not in "".join(drawn(play))
    assert play.more() and play.hint.shows_mistakes
    assert "1!" in drawn(play)[1]
    assert not play.more()


@pytest.mark.parametrize("rules", ["thermo:r1c1r2c2r3c3", "killer:3=r1c1r1c2"])
def test_a_hint_of_several_solutions_says_that_it_holds_in_all(rules: str) -> None:
    play = session("." * 81, rules)
    play.hint = play.hint_for(play.game.snapshot())
    assert play.hint.step == Puzzle("." * 81, rules=rules).hint()
    for _ in LEVELS:
        said = hint_text(play.hint, words.catalogue("en"), LOOKS["light"]).plain
        assert said.startswith("The puzzle has several solutions; this step holds in all of them.")
        play.more()


def test_back_to_the_last_right_position_can_be_redone() -> None:
    play = session()
    for move in ("r1c3=4", "r1c4=2", "r2c2=7"):
        play.game.play(move)
    play.return_to_last_right()
    assert play.game.at == 1 and len(play.game.moves) == 3
    play.redo()
    assert play.game.at == 2


# -- the drawing ----------------------------------------------------------------------------------


def test_a_classic_board_with_marks_fits_the_smallest_terminal() -> None:
    play = session()
    play.fill_candidates()
    lines = drawn(play, 80 - 29, 24 - 1)
    assert len(lines) == 22 and max(map(len, lines)) <= 51
    assert lines[0] == "  ┌──1────2────3──┬──4────5────6──┬──7────8────9──┐"
    assert lines[1].startswith("1 │  5    3  [   ]│")
    assert lines[2].startswith("  │           124 │")


@pytest.mark.parametrize("lines", [23, 32, 40])
def test_every_mark_of_every_cell_is_on_the_board(lines: int) -> None:
    play = session(HARD)
    play.fill_candidates()
    play.game.play("r1c2+^3,r1c2+^7")
    text = "".join(drawn(play, 91, lines))
    count = sum(mask.bit_count() for mask in play.game.entries.centre)
    shown = sum(text.count(str(digit)) for digit in range(1, 10)) + text.count("…")
    given = sum(1 for digit in play.game.givens if digit)
    hidden = 3  # the cell with corner marks has less room in the smallest drawing
    assert count - hidden <= shown - given - 18 <= count + 1
    assert "³⁷" in text


def test_nothing_is_shown_by_colour_alone() -> None:
    play = session()
    play.go_to(2)
    play.selected = {2, 3}
    assert "[   ](   )" in drawn(play)[1].replace("│", "")
    play.game.play("r1c3=5,r2c3+#1,r2c4+#2")
    lines = drawn(play)
    assert "5!" in lines[1] and lines[1].count("!") == 2
    assert COLOUR_SYMBOLS[0] in lines[4] and COLOUR_SYMBOLS[1] not in lines[1]


def test_a_paused_board_shows_no_digit() -> None:
    play = session()
    play.fill_candidates()
    play.is_paused = True
    assert not set("".join(line[3:] for line in drawn(play)[1:])) & set("123456789")


KINDS = [
    ("2x2", 80, 24),
    ("2x3", 80, 24),
    ("3x3 diagonals", 80, 24),
    ("jigsaw", 80, 24),
    ("3x4", 80, 24),
    ("4x4", 80, 24),
    ("latin7", 80, 24),
    ("5x5", 88, 34),
]


@pytest.mark.parametrize(("kind", "columns", "lines"), KINDS, ids=[kind[0] for kind in KINDS])
def test_boards_of_every_size_fit_and_show_each_digit(kind: str, columns: int, lines: int) -> None:
    rules = f"jigsaw:{jigsaw(9, 3)}" if kind == "jigsaw" else kind
    size = {"2x2": 4, "2x3": 6, "3x4": 12, "4x4": 16, "5x5": 25, "latin7": 7}.get(kind, 9)
    digits = bytes(cell % (size + 1) for cell in range(size * size))
    play = Session(Game(Puzzle(Grid(digits), rules=rules)))
    text = drawn(play, columns - (29 if size <= 9 else 24), lines - 1)
    assert len(text) < lines
    body = "\n".join(line[3:] for line in text[1:])
    symbols = symbols_of(size)
    for digit in range(1, size + 1):
        assert body.count(symbols[digit - 1]) == digits.count(digit)
    layout = layout_for(play.game.puzzle.rules, columns - (29 if size <= 9 else 24), lines - 1)
    assert layout is not None
    for cell in range(size * size):
        row, column = divmod(cell, size)
        assert layout.cell_at(layout.lefts[column] + 1, layout.tops[row]) == cell
    assert layout.width > 2 or size == 25
    assert layout.cell_at(0, 0) is None


def test_a_jigsaw_has_lines_between_its_regions_and_no_others() -> None:
    play = Session(Game(Puzzle(Grid(bytes(16)), rules="jigsaw:AAABACBBCCDBCDDD")))
    layout = layout_for(play.game.puzzle.rules, 25, 10)
    assert layout is not None and layout.height == 1
    found = board_lines(play, layout, LOOKS["light"], "1234")
    lines = ["".join(segment.text for segment in line) for line in found]
    assert lines == [
        "  ┌─1───2───3─┬─4─┐",
        "1 │[·]  ·   · │ · │",
        "  │   ┌───┬───┘   │",
        "2 │ · │ · │ ·   · │",
        "  ├───┘   ├───┐   │",
        "3 │ ·   · │ · │ · │",
        "  │   ┌───┘   └───┤",
        "4 │ · │ ·   ·   · │",
        "  └───┴───────────┘",
    ]


# -- the app --------------------------------------------------------------------------------------


def play_app(
    app: Player, steps: Callable[[Pilot[None]], Awaitable[None]], size: tuple[int, int] = (80, 24)
) -> None:
    """Run steps against the player in a terminal of a size."""

    async def main() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await steps(pilot)

    asyncio.run(main())


def screen_of(app: Player) -> str:
    """Return what the terminal shows, as a picture that holds its text."""
    return html.unescape(app.export_screenshot()).replace("\xa0", " ")


async def settled(app: Player, pilot: Pilot[None]) -> None:
    """Wait for the searches that were asked for."""
    await app.workers.wait_for_complete()
    await pilot.pause()


def screen_text(app: Player) -> str:
    """Return the text beside and below the board."""
    return "\n".join(str(lines.render()) for lines in app.main.query(Lines))


@pytest.mark.slow
def test_a_whole_puzzle_by_keys(home: Path) -> None:
    solution = list(Puzzle(EASY).solution())
    app = Player(Game(Puzzle(EASY)))

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+home")
        for row in range(9):
            for column in range(9):
                cell = 9 * row + column
                if not app.main.session.game.givens[cell]:
                    await pilot.press(str(solution[cell]))
                await pilot.press("right")
            await pilot.press("down")
        await settled(app, pilot)
        assert app.main.session.game.is_solved
        assert "Solved in 0:" in screen_text(app)
        assert "rated 1.2 (Easy)" in screen_text(app)

    play_app(app, steps)
    saved = read_save(files.path_for(Puzzle(EASY)).read_text(encoding="utf-8"))
    assert saved.is_solved and len(saved.moves) == EASY.count(".")


@pytest.mark.slow
def test_a_whole_puzzle_by_mouse() -> None:
    solution = list(Puzzle(FOUR).solution())
    app = Player(Game(Puzzle(FOUR)))

    async def steps(pilot: Pilot[None]) -> None:
        layout = app.main.query_one(BoardWidget).board_layout
        assert layout is not None
        for cell, digit in enumerate(solution):
            if not app.main.session.game.givens[cell]:
                row, column = divmod(cell, 4)
                at = layout.lefts[column] + 2, layout.tops[row] + 1
                await pilot.click("#board", offset=at)
                assert app.main.session.selected == {cell}
                await pilot.click("#status", offset=(3 * digit - 2 + 1, 3))
        assert app.main.session.game.is_solved

    play_app(app, steps)


def test_dragging_and_ctrl_click_select_several_cells() -> None:
    app = Player(Game(Puzzle(EASY)))

    async def steps(pilot: Pilot[None]) -> None:
        layout = app.main.query_one(BoardWidget).board_layout
        assert layout is not None

        def at(cell: int) -> tuple[int, int]:
            return layout.lefts[cell % 9] + 1, layout.tops[cell // 9]

        await pilot.mouse_down("#board", offset=at(2))
        await pilot.hover("#board", offset=at(3))
        await pilot.hover("#board", offset=at(12))
        await pilot.mouse_up("#board", offset=at(12))
        assert app.main.session.selected == {2, 3, 12}
        await pilot.click("#board", offset=at(80), control=True)
        assert app.main.session.selected == {2, 3, 12, 80}
        await pilot.press("c", "1")
        assert [c for c, mask in enumerate(app.main.session.game.entries.centre) if mask] == [2, 3]

    play_app(app, steps)


@pytest.mark.slow
def test_the_hint_ladder_to_the_end_of_a_hard_puzzle() -> None:
    app = Player(Game(Puzzle(HARD)))
    seen: set[str] = set()

    async def steps(pilot: Pilot[None]) -> None:
        play = app.main.session
        while not play.game.is_full:
            await pilot.press("h")
            await settled(app, pilot)
            assert play.hint is not None and play.hint.step is not None
            step = play.hint.step
            seen.add(step.technique.id)
            if len(play.game.moves) < 6:
                for level in LEVELS:
                    assert LEVELS[play.hint.level] == level
                    sentence = step.text(level).splitlines()[0]
                    assert sentence in screen_text(app)
                    await pilot.press("h" if level != "full" else "enter")
                assert play.hint is None
            else:
                await pilot.press("enter")
        assert play.game.is_solved
        await pilot.press("h")
        await settled(app, pilot)
        assert "Solved in" in screen_text(app)

    play_app(app, steps, (100, 40))
    assert len(seen) >= 4


@pytest.mark.slow
def test_random_keys_never_break_and_undo_returns_the_start() -> None:
    rng = random.Random(5)
    keys = [key for row in key_table() for key in row.terminal]
    avoid = {"q", "ctrl+q", "o", "ctrl+o", "w", "ctrl+s", "n", "1…9", "l", "s", "g", "?", "f1", "p"}
    keys = [key for key in keys if key not in avoid] + list("123456789") * 4
    app = Player(Game(Puzzle(EASY)))

    async def steps(pilot: Pilot[None]) -> None:
        start = app.main.session.game.entries.copy()
        for _ in range(120):
            await pilot.press(textual_key(rng.choice(keys)))
        await settled(app, pilot)
        assert len(app.main.session.game.moves) > 10
        while app.main.session.game.at:
            await pilot.press("u")
        assert app.main.session.game.entries == start

    play_app(app, steps)


def textual_key(key: str) -> str:
    return {",": "comma", ".": "full_stop", "?": "question_mark"}.get(key, key)


@pytest.mark.slow
def test_save_points_and_files(home: Path) -> None:
    app = Player(Game(Puzzle(EASY), title="Test"))
    path = home / "mine.nonet"

    async def steps(pilot: Pilot[None]) -> None:
        game = app.main.session.game
        await pilot.press("4", "s", *"ab", "enter")
        await pilot.pause()
        assert list(game.saves) == ["ab"]
        await pilot.press("1", "l", "enter")
        await pilot.pause()
        assert game.entries.digits[2] == 4 and game.at == 3
        await pilot.press("w", *map(letter, str(path)), "enter")
        await pilot.pause()
        assert f"Saved to {path}." in screen_text(app).replace("\n", "")

    def letter(character: str) -> str:
        return {"/": "slash", ".": "full_stop", "-": "minus", "_": "underscore"}.get(
            character, character
        )

    play_app(app, steps, (120, 30))
    saved = json.loads(path.read_text(encoding="utf-8"))
    assert saved["moves"] == ["r1c3=4", "r1c3=1", "r1c3=4"] and saved["title"] == "Test"
    opened = Player(files.load(path), path)

    async def more(pilot: Pilot[None]) -> None:
        await pilot.press("u", "u", "u", "u")
        assert "nothing to undo" in screen_text(opened)

    play_app(opened, more)
    assert read_save(path.read_text(encoding="utf-8")).at == 0


def test_the_help_lists_every_key_of_the_table() -> None:
    app = Player(Game(Puzzle(EASY)))

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("question_mark")
        await pilot.pause()
        from textual.widgets import Static

        text = str(app.screen.query_one(Static).render())
        for key in key_table():
            for name in key.terminal:
                assert key_name(name) in text
        await pilot.press("escape")
        assert app.screen is app.main

    play_app(app, steps)


@pytest.mark.parametrize(("lines", "scrolls"), [(24, True), (80, False)])
def test_the_help_says_that_it_scrolls_where_it_does(lines: int, scrolls: bool) -> None:
    app = Player(Game(Puzzle(EASY)))

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("question_mark")
        await pilot.pause()
        assert "Esc closes this page." in screen_of(app)
        assert ("↑ ↓ PgUp PgDn scroll." in screen_of(app)) == scrolls
        assert ("Quit" in screen_of(app)) != scrolls
        await pilot.press("end")
        await pilot.pause(0.5)
        assert "Quit" in screen_of(app)
        await pilot.press("escape")
        assert app.screen is app.main

    play_app(app, steps, size=(80, lines))


@pytest.mark.parametrize("language", [code for code in words.languages() if code != "en"])
def test_the_player_speaks_the_language(language: str) -> None:
    app = Player(Game(Puzzle(EASY)), language=language)
    catalogue = words.catalogue(language)

    async def steps(pilot: Pilot[None]) -> None:
        assert catalogue.app("terminal.mode.colour") in screen_text(app)
        await pilot.press("h")
        await settled(app, pilot)
        await pilot.press("h")
        assert app.main.session.hint is not None and app.main.session.hint.step is not None
        assert app.main.session.hint.step.text("name", language) in screen_text(app)
        assert catalogue.digits[4] in "".join(map(str, app.main.symbols))

    play_app(app, steps)


def test_digits_of_any_script_are_accepted() -> None:
    app = Player(Game(Puzzle(EASY)))

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("۴")
        assert app.main.session.game.moves == ["r1c3=4"]

    play_app(app, steps)


def test_large_boards_take_letters_as_digits_and_shift_for_the_rest() -> None:
    app = Player(Game(Puzzle(Grid(bytes(256)))))

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("p", "right", "u", "a")
        assert app.main.session.game.moves == ["r1c1=16", "r1c2=1"]
        await pilot.press("upper_u", "U")
        assert app.main.session.game.at == 1

    play_app(app, steps)


def test_a_terminal_that_is_too_small_gets_a_sentence() -> None:
    app = Player(Game(Puzzle(Grid(bytes(625)))))

    async def steps(pilot: Pilot[None]) -> None:
        sentence = "The board needs 83 columns and 32 lines; this terminal has 80 and 24."
        assert sentence in screen_text(app)
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert app.main.query_one(BoardWidget).board_layout is not None

    play_app(app, steps)


def test_the_pause_hides_the_board_and_stops_the_clock() -> None:
    app = Player(Game(Puzzle(EASY)))

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("p", "4")
        before = app.main.session.game.seconds
        app.main.tick()
        assert app.main.session.game.seconds == before and not app.main.session.game.moves
        await pilot.press("p", "4")
        app.main.tick()
        assert app.main.session.game.seconds > before and app.main.session.game.moves

    play_app(app, steps)


def test_a_board_that_is_not_classic_has_hints() -> None:
    app = Player(Game(Puzzle(FOUR)))

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("h")
        await settled(app, pilot)
        assert "A house has only one empty cell." in screen_text(app) or "In a box" in screen_text(
            app
        )
        for _ in range(3):
            await pilot.press("h")
        assert "Box" in screen_text(app) or "box" in screen_text(app)
        await pilot.press("enter")
        assert sum(map(bool, app.main.session.game.entries.digits)) == 5
        await pilot.press("k")
        await settled(app, pilot)
        assert "Nothing is wrong so far." in screen_text(app)

    play_app(app, steps)


@pytest.mark.parametrize("language", ["en", "fa"])
def test_a_violated_constraint_is_said_in_the_language(language: str) -> None:
    game = Game(Puzzle("." * 16, rules="2x2 thermo:r1c1r1c2r1c3"))
    game.play("r1c2=1")
    [violation] = game.violations
    found = message_text(Session(game), words.catalogue(language), LOOKS["light"])
    assert found.plain == violation.text(language)


def test_a_long_chain_is_shown_and_can_be_scrolled() -> None:
    app = Player(Game(Puzzle(CHAINS)))

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("f")
        for _ in range(5):
            await pilot.press("h")
            await settled(app, pilot)
            hint = app.main.session.hint
            if hint is None or (hint.step is not None and hint.step.chains):
                break
            await pilot.press("enter")
        await pilot.press("h", "h", "h")
        hint = app.main.session.hint
        assert hint is not None and hint.step is not None and hint.is_full
        await pilot.press("pagedown")
        await pilot.pause()
        assert app.main.query_one("#scroll").scroll_y > 0

    play_app(app, steps)


def test_a_new_puzzle_keeps_the_old_game() -> None:
    app = Player(Game(Puzzle(EASY)))

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("4", "n", "up", "enter")
        await settled(app, pilot)
        assert app.main.session.game.title == "Easy"
        assert app.main.session.game.puzzle != Puzzle(EASY)
        await pilot.press("1")
        assert len(app.main.session.game.moves) == 1

    play_app(app, steps)
    assert files.load(files.path_for(Puzzle(EASY))).moves == ["r1c3=4"]
    latest = files.latest_game()
    assert latest is not None and latest[0].puzzle == app.main.session.game.puzzle


def test_a_file_that_is_no_game_gets_a_sentence_and_changes_nothing(home: Path) -> None:
    (home / "bad").write_text('{"nonet": 1}', encoding="utf-8")
    app = Player(Game(Puzzle(EASY)))

    async def steps(pilot: Pilot[None]) -> None:
        for name, sentence in (("bad", "puzzle: expected an object"), ("none", "No such file")):
            await pilot.press("o", *name, "enter")
            await pilot.pause()
            assert sentence in screen_text(app)
        assert app.main.session.game.puzzle == Puzzle(EASY)

    before = Path.cwd()
    os.chdir(home)
    try:
        play_app(app, steps)
    finally:
        os.chdir(before)


def test_theme_and_language_change_while_playing() -> None:
    app = Player(Game(Puzzle(EASY)), theme="dark")

    async def steps(pilot: Pilot[None]) -> None:
        assert app.main.look_name == "dark"
        await pilot.press("t")
        assert app.main.look_name == "light"
        known = words.languages()
        await pilot.press("g", *["down"] * (len(known) - 1 - known.index("en")), "enter")
        await pilot.pause()
        assert words.catalogue(known[-1]).app("terminal.mode.digit") in screen_text(app)

    play_app(app, steps)


def test_every_action_of_the_key_table_is_handled() -> None:
    app = Player(Game(Puzzle(EASY)))
    expected = {key.action for key in key_table() if key.terminal} - {"enter"}
    assert set(app.main._actions) == expected


# -- the command ----------------------------------------------------------------------------------


def test_the_command_needs_a_terminal() -> None:
    done = run("play", EASY)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("nonet play: playing needs a terminal; nonet serve plays in")
    done = run("play", EASY, "--seed", "3")
    assert done.code == 2 and "PUZZLE and --difficulty or --seed cannot be combined" in done.err


def test_without_textual_the_command_that_installs_it_is_printed() -> None:
    script = (
        "import sys; sys.modules['textual'] = None\n"
        "from nonet.cli.commands.play import _play\n"
        f"print(_play({EASY!r}, None, None, False, None, 'en', None, None))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout == "1\n"
    assert done.stderr == 'the terminal player needs more packages: pip install "nonet[play]"\n'


def test_the_last_unsolved_game_is_continued(home: Path) -> None:
    assert files.latest_game() is None
    old, new = Game(Puzzle(EASY)), Game(Puzzle(HARD))
    new.play("r1c2=6")
    files.save(old, files.path_for(old.puzzle))
    os.utime(files.path_for(old.puzzle), (1, 1))
    files.save(new, files.path_for(new.puzzle))
    found = files.latest_game()
    assert found is not None and write_save(found[0]) == write_save(new)
    (files.games_folder() / "broken.nonet").write_text("{", encoding="utf-8")
    assert files.latest_game() is not None


def test_a_real_terminal(tmp_path: Path) -> None:
    if shutil.which("tmux") is None:
        pytest.skip("needs tmux")
    server = ["tmux", "-L", f"nonet{os.getpid()}"]
    command = f"{sys.executable} -m nonet play {EASY} --language en"
    env = {**os.environ, "XDG_STATE_HOME": str(tmp_path), "TERM": "xterm-256color"}
    start = [*server, "-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", command]
    subprocess.run(start, check=True, env=env)

    def seen(text: str) -> str:
        for _ in range(300):
            done = subprocess.run([*server, "capture-pane", "-p"], capture_output=True, text=True)
            if text in done.stdout:
                return done.stdout
            time.sleep(0.1)
        raise AssertionError(f"{text!r} is not in\n{done.stdout}{done.stderr}")

    def send(*keys: str) -> None:
        subprocess.run([*server, "send-keys", *keys], check=True)

    try:
        assert "1 │  5    3  [   ]│" in seen("[Digit] Corner")
        send("4")
        seen("[ 4 ]")
        send("h")
        seen("h: show more")
        send("C-z")
        seen("0/1")
        send("Down", "1")
        seen("1/1")
        send("q")
        saved = files.path_for(Puzzle(EASY))
        for _ in range(100):
            if subprocess.run([*server, "has-session"], capture_output=True).returncode:
                break
            time.sleep(0.1)
        assert read_save(saved.read_text(encoding="utf-8")).moves == ["r2c3=1"]
    finally:
        subprocess.run([*server, "kill-server"], capture_output=True)


def test_generated_titles_follow_the_difficulty() -> None:
    from nonet.cli.commands.play import _game_without_argument

    game, path, message = _game_without_argument("easy", 3, None, "en")
    assert game.title == "Easy" and message == ""
    assert game.puzzle == generate(seed=3, difficulty="easy")
    game.play("r1c1=5" if not game.givens[0] else "r1c2=5" if not game.givens[1] else "r1c3=5")
    files.save(game, path)
    again, _, message = _game_without_argument(None, None, None, "en")
    assert again.moves == game.moves and message == "terminal.continued"


def test_a_hint_shows_its_places_only_from_the_third_level_on() -> None:
    step = Step(TECHNIQUES[0], 1.0)
    shown = [Hint(step, level).shown_step is not None for level in range(4)]
    assert shown == [False, False, True, True]


@pytest.mark.parametrize("is_left", [False, True])
def test_a_search_that_nobody_waits_for_ends(is_left: bool) -> None:
    """It ends with the player, and with the game that it was for."""
    app = Player(Game(Puzzle(EASY)))
    found: list[int] = []

    async def steps(pilot: Pilot[None]) -> None:
        app.main._search(
            lambda: int(Puzzle("." * 81, rules="diagonals").count(10**15)), found.append
        )
        await pilot.pause()
        if not is_left:
            app.main.start(Game(Puzzle(EASY)), None)
            await settled(app, pilot)

    play_app(app, steps)
    assert found == []


def test_the_page_lists_the_keys_of_the_table() -> None:
    page = Path(__file__).parents[1] / "docs" / "play.md"
    english = words.catalogue("en")
    rows = ["| key | |", "|---|---|"]
    for group in GROUPS:
        rows.append(f"| **{english.app(f'keys.group.{group}')}** | |")
        for key in key_table():
            if key.group == group and key.terminal:
                names = ", ".join(f"`{key_name(name)}`" for name in key.terminal)
                rows.append(f"| {names} | {english.app(key.label)} |")
    text = page.read_text(encoding="utf-8")
    before, _, rest = text.partition("<!-- keys -->\n")
    _, end, after = rest.partition("<!-- end of keys -->")
    real = f"{before}<!-- keys -->\n" + "\n".join(rows) + f"\n{end}{after}"
    kept.compare(real, page)


def test_the_save_file_of_the_page_can_be_read() -> None:
    page = (Path(__file__).parents[1] / "docs" / "play.md").read_text(encoding="utf-8")
    game = read_save(page.partition("```json\n")[2].partition("```")[0])
    assert (game.title, game.at, game.seconds) == ("Monday", 2, 251)
