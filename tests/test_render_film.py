"""Films show what happened: each frame is the board of the replay, and a film that is cut says so."""

from __future__ import annotations

import builtins
import io
import json
import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest
from films import SVG, digits, frozen, roles, shown
from hypothesis import given
from hypothesis import strategies as st

from nonet import MissingExtra, Puzzle, render, teach
from nonet.base.digits import symbols_of
from nonet.render.drawing import COLORS
from nonet.render.film import ROLES, Stage
from nonet.teach import Event, replay
from nonet.teach.trace import KINDS

FOUR = Puzzle("1.....3..4.....2")
SIX = Puzzle("1...5..........26...2.4...3.2.6....3", rules="2x3")
JIGSAW = Puzzle(".3..2.....1.3...", rules="jigsaw:AAABACBBCCBDCDDD")
EASY = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")

EVENTS = st.lists(
    st.builds(Event, st.sampled_from(KINDS), st.integers(0, 3), st.integers(1, 4), st.just("")),
    max_size=40,
)


@given(EVENTS)
def test_the_stage_shows_what_a_replay_shows_in_both_directions(
    events: list[Event],
) -> None:
    stage, givens = Stage([1, 0, 0, 0]), [1, 0, 0, 0]
    boards = [bytes(givens), *(frame.digits for frame in replay(givens, events))]
    for event, board in zip(events, boards[1:], strict=True):
        stage.forward(event)
        assert bytes(stage.digits) == board
    for board in reversed(boards[:-1]):
        stage.back()
        assert bytes(stage.digits) == board
    assert not any(stage.counts.values())
    with pytest.raises(IndexError):
        stage.back()
    for event, board in zip(events, boards[1:], strict=True):  # nothing was lost on the way back
        stage.forward(event)
        assert bytes(stage.digits) == board


@pytest.mark.parametrize("puzzle", [FOUR, SIX, JIGSAW], ids=["4x4", "6x6", "jigsaw"])
@pytest.mark.parametrize("name", ["backtracking", "norvig", "exact_cover"])
def test_every_moment_of_an_svg_is_the_board_of_that_step(puzzle: Puzzle, name: str) -> None:
    size = puzzle.rules.size
    film = render.record(puzzle, name, frames=60)
    picture = render.svg_film(film, pace=0.5)
    trace = teach.solve(puzzle, name, trace=True).trace
    assert trace is not None
    steps = list(replay(bytes(puzzle.givens), trace))[:60]
    assert len(steps) == len(film)
    for number, (event, board) in enumerate(steps):
        expected = {cell: symbols_of(size)[d - 1] for cell, d in enumerate(board) if d}
        moment = 0.5 * number + 0.25
        assert digits(picture, moment, size) == expected
        assert roles(picture, moment) == ({event.kind} if event.cell >= 0 else set())


def test_the_last_picture_says_how_the_run_ended_or_that_it_continues() -> None:
    def words(film: render.Film) -> str:
        root = frozen(render.svg_film(film), 0.4 * len(film) + 2)
        return " ".join(e.text or "" for e in shown(root) if e.tag == SVG + "text")

    whole = render.record(FOUR, "backtracking")
    assert whole.is_whole and whole.frames[-1].digits == bytes(FOUR.solution())
    assert "Solved" in words(whole)
    cut = render.record(FOUR, "backtracking", frames=10, from_step=5)
    assert not cut.is_whole and len(cut) == 10
    assert "Shows steps 5 to 14; the run continues" in words(cut)
    assert cut.start == whole.frames[3].digits and cut.frames == whole.frames[4:14]
    nothing = render.record(Puzzle("12.. ..3. .... ...."), "norvig")
    assert "No solution" in words(nothing)
    spent = render.record(FOUR, "backtracking", budget=20)
    assert "Stopped without a solution" in words(spent)


def test_a_film_lasts_more_than_a_minute_before_it_is_cut() -> None:
    film = render.record(EASY, "backtracking")
    assert not film.is_whole and len(film) == 300
    picture = render.svg_film(film)
    assert roles(picture, 0.4 * 200 + 0.2) == {film.frames[200].event.kind}


def test_an_svg_has_no_script_and_loads_nothing() -> None:
    picture = render.svg_film(render.record(SIX, "backtracking"))
    root = ET.fromstring(picture)
    assert root.find(SVG + "title") is not None
    for element in root.iter():
        assert element.tag not in (SVG + "script", SVG + "foreignObject", SVG + "image")
        for name, value in element.attrib.items():
            assert not name.startswith("on")
            assert not name.endswith("href") or value.startswith("#")
    assert "url(" not in picture and "@import" not in picture
    assert "prefers-color-scheme:dark" in picture
    assert len(picture) < 60_000


def film_data(page: str) -> dict[str, Any]:
    """Return what a page knows about its film."""
    found = re.search(r'<script type="application/json" id="film">(.*?)</script>', page, re.S)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


@pytest.mark.parametrize("puzzle", [FOUR, SIX, JIGSAW], ids=["4x4", "6x6", "jigsaw"])
def test_the_changes_in_a_page_lead_to_the_solution(puzzle: Puzzle) -> None:
    data = film_data(render.html_film(render.record(puzzle, "norvig", frames=10_000)))
    board = data["start"]
    for kind, cell, _, words, changes in data["steps"]:
        assert kind in ROLES and -1 <= cell < len(board) and words
        for place, digit in zip(changes[::2], changes[1::2], strict=True):
            board[place] = digit
    assert "".join(board) == puzzle.solution().text()
    assert data["ending"] == "solved"


def test_a_page_is_complete_in_itself_and_says_so_to_the_browser() -> None:
    page = render.html_film(render.record(SIX, "backtracking", frames=40))
    assert "default-src 'none'" in page
    assert not re.search(r'(src|href)="(?!#)', page) and "url(" not in page
    assert len(film_data(page)["steps"]) == 40
    for word in ('id="play"', 'id="back"', 'id="next"', 'type="range" min="0" max="39"'):
        assert word in page


def test_a_title_with_signs_of_html_does_no_harm() -> None:
    film = render.record(FOUR, "backtracking", frames=3)
    nasty = render.Film(
        "</script><b>&", film.rules, film.givens, film.start, film.frames, 1, "</b>"
    )
    assert "<b>" not in render.html_film(nasty) and "<b>" not in render.svg_film(nasty)
    ET.fromstring(render.svg_film(nasty))
    assert film_data(render.html_film(nasty))["ending"] == "</b>"


def test_large_boards_and_single_frames_can_be_filmed() -> None:
    sixteen = Puzzle("A" + "." * 255)
    film = render.record(sixteen, "backtracking", frames=30)
    assert digits(render.svg_film(film), 11.8, 16)[1] == "B"
    one = render.record(FOUR, "backtracking", frames=1)
    assert digits(render.svg_film(one), 0.1, 4) == {0: "1", 6: "3", 9: "4", 15: "2"}


def test_a_gif_has_a_picture_for_each_step() -> None:
    image = pytest.importorskip("PIL.Image", reason="the extra 'pictures' is not installed")
    content = render.gif_film(render.record(FOUR, "backtracking", frames=12))
    with image.open(io.BytesIO(content)) as picture:
        assert (picture.format, picture.n_frames) == ("GIF", 12)


def test_without_pillow_a_gif_is_a_missing_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def refuse(name: str, *rest: Any, **more: Any) -> Any:
        if name.startswith("PIL"):
            raise ImportError(name)
        return real(name, *rest, **more)

    film = render.record(FOUR, "backtracking", frames=2)
    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(MissingExtra, match=r'pip install "nonet\[pictures\]"'):
        render.gif_film(film)


def test_wrong_options_are_errors() -> None:
    with pytest.raises(
        ValueError, match="from_step must be at most 88, the length of the run, got 89"
    ):
        render.record(FOUR, "backtracking", from_step=89)
    with pytest.raises(ValueError, match="must be at least 1, got 0 and 1"):
        render.record(FOUR, "backtracking", frames=0)
    film = render.record(FOUR, "backtracking", frames=2)
    for make in (render.svg_film, render.html_film, render.gif_film):
        with pytest.raises(ValueError, match=r"pace must be .* seconds.*, got 0"):
            make(film, pace=0)


def luminance(color: str) -> float:
    """Return the relative luminance of a colour, as the accessibility guidelines define it."""
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_colours_stand_out_and_every_role_has_a_sign_of_its_own(theme: str) -> None:
    paper = luminance(COLORS[theme]["paper"])
    colors = {kind: getattr(role, theme) for kind, role in ROLES.items()}
    colors |= {name: COLORS[theme][name] for name in ("ink", "digit")}
    for name, color in colors.items():
        low, high = sorted((paper, luminance(color)))
        assert (high + 0.05) / (low + 0.05) >= 4.5, name
    assert set(ROLES) == set(KINDS)
    assert (
        len({role.symbol for role in ROLES.values()}) == len({r.lines for r in ROLES.values()}) == 8
    )


def test_a_step_on_the_terminal_has_a_sign_and_perhaps_a_colour() -> None:
    plain = render.text_frame(
        bytes(EASY.givens), bytes(EASY.givens), EASY.rules, Event("try", 2, 4)
    )
    assert "  5  3 ▶4 │" in plain.splitlines()[1] and "\x1b" not in plain
    colored = render.text_frame(
        bytes(EASY.givens), bytes(EASY.givens), EASY.rules, Event("conflict", 2, 4), color=True
    )
    assert re.search("\x1b\\[1;7;31m\N{MULTIPLICATION SIGN}4\x1b", colored)


def test_a_plot_has_a_dot_for_each_run() -> None:
    lines = {"a": [(1.0, False), (100.0, False), (0.0, False)], "b & c": [(5.0, True)]}
    root = ET.fromstring(render.plot_svg(lines, title="t <1>", axis="calls"))
    places = [float(e.attrib["cx"]) for e in root.iter(SVG + "circle")]
    assert len(places) == 3 and places == sorted(places)
    assert len([e for e in root.iter() if e.get("class") == "open"]) == 1
    texts = [element.text for element in root.iter(SVG + "text")]
    assert {"a", "b & c", "t <1>", "calls", "0", "1", "10", "100"} <= set(texts)
    with pytest.raises(ValueError, match="values must be 0 or more"):
        render.plot_svg({"a": []}, title="", axis="")
