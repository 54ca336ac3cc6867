"""The drawing of constraints: every mark is seen, without colours too, and the browser draws the same."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path as Path_
from typing import Any

import javascript
import kept
import pytest
from clue_marks import CAGES, PICTURES, cells
from test_completeness import DOCUMENTED

import nonet.render.boards_svg as boards_svg
from nonet import Puzzle, Rules, render
from nonet.formats.sudokupad_look import drawing
from nonet.render import Charset
from nonet.render.boards import marks_of
from nonet.render.clues import Letters, Part, Path, clues_of, labelled_cells
from nonet.render.clues_svg import _color
from nonet.render.clues_text import surrounded
from nonet.render.looks import OUTLINES
from nonet.render.themes import THEMES, contrast
from nonet.rules.constraints import Cage, PillArrow, Thermo, kinds
from nonet.rules.constraints.fields import Flag, Number, OptionalNumber
from nonet.rules.constraints.looks import badges, bulbs, frames, lines
from nonet.rules.constraints.marks import Bulb, Dot, Line, Mark, Outline, Outside, mark_json
from nonet.rules.variants import parse_rules

GOLDEN = Path_(__file__).parent / "golden" / "render"
PUZZLE = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")

DRAWN = """
const {cluesOf} = await load("board/clues");
return data.map((marks) => {
  const {parts, margins, labelled, crossed} = cluesOf(marks, 9);
  const sets = [labelled, crossed].map((set) => [...set].sort((a, b) => a - b));
  return {parts, margins, labelled: sets[0], crossed: sets[1]};
});
"""


def as_json(part: Part) -> dict[str, Any]:
    """Return a part as the browser has it."""
    found = asdict(part)
    if "at_start" in found:
        found["atStart"] = found.pop("at_start")
    return {name: round(v, 6) if isinstance(v, float) else v for name, v in found.items()}


def test_the_browser_draws_the_same() -> None:
    made = javascript.run(DRAWN, [[mark_json(m) for m in marks] for marks in PICTURES.values()])
    for name, marks, drawn in zip(PICTURES, PICTURES.values(), made, strict=True):
        clues = clues_of(marks, 9, 9)
        parts = [
            {k: round(v, 6) if isinstance(v, float) else v for k, v in p.items()}
            for p in drawn["parts"]
        ]
        assert parts == [as_json(part) for part in clues.parts], name
        assert drawn["margins"] == clues.margins._asdict(), name
        assert drawn["labelled"] == sorted(labelled_cells(marks, 9)), name


def paths(marks: Sequence[Mark]) -> list[Path]:
    return [part for part in clues_of(marks, 9, 9).parts if isinstance(part, Path)]


def letters(marks: Sequence[Mark]) -> list[Letters]:
    return [part for part in clues_of(marks, 9, 9).parts if isinstance(part, Letters)]


@pytest.mark.parametrize(
    "area",
    [
        "r1c1",
        "r1c1 r1c2 r2c1",
        "r1c1 r1c2 r1c3 r2c1 r2c3 r3c1 r3c2 r3c3",
        "r2c2 r3c3",
        "r5c5 r5c6 r4c6 r4c7",
    ],
)
def test_the_border_of_a_cage_runs_inside_its_cells_and_is_closed(area: str) -> None:
    inset = OUTLINES["cage"].inset
    [path] = paths([Outline(cells(area), "cage")])
    inside = {(int(name[1]) - 1, int(name[3]) - 1) for name in cells(area)}
    assert path.d.count("M") == path.d.count("z")
    for loop in path.d.split("M")[1:]:
        points = [tuple(map(float, point.split())) for point in loop.rstrip("z").split("L")]
        for (x, y), (to_x, to_y) in itertools.pairwise([*points, points[0]]):
            assert (x == to_x) != (y == to_y), "sides are level or upright"
            for share in (0.001, 0.25, 0.5, 0.75, 0.999):
                at = (y + share * (to_y - y), x + share * (to_x - x))
                assert (int(at[0] // 100), int(at[1] // 100)) in inside
        assert all(min(v % 100, -v % 100) == inset for point in points for v in point)


def test_a_sum_is_at_the_top_left_in_a_gap_of_the_border() -> None:
    [path], [label] = paths(CAGES[:1]), letters(CAGES[:1])
    assert label.text == "15" and label.at_start and label.x < 10 and label.y < 30
    assert not path.d.endswith("z")
    start = float(path.d[1:].split(" ")[0])
    assert start > label.x + 0.5 * label.height * len(label.text)
    assert labelled_cells(CAGES[:1], 9) == {0}


def test_sums_of_cages_that_begin_in_one_cell_are_side_by_side() -> None:
    marks = [Outline(cells(f"r1c1 {other}"), "cage", "17") for other in ("r1c2", "r2c1")]
    first, second = letters(marks)
    assert second.x > first.x + 0.5 * first.height * len(first.text)
    starts = [float(path.d[1:].split(" ")[0]) for path in paths(marks)]
    assert min(starts) > second.x + 0.5 * second.height * len(second.text), "no border in a sum"


def test_a_line_joins_the_cells_of_a_dot_that_have_no_common_edge() -> None:
    [tie, *_] = paths([Dot(cells("r1c1 r1c4"), "white")])
    assert tie.d == "M50 50L350 50" and not tie.above
    assert len(paths([Dot(cells("r1c1 r2c2"), "x")])) == 2
    assert len(paths([Dot(cells("r1c1 r1c2"), "x")])) == 1
    puzzle = Puzzle("." * 81, rules="white:r1c1r1c4 x:r2c1r2c2")
    lines = drawing(puzzle.rules)["lines"]
    assert [line["wayPoints"] for line in lines] == [[[0.5, 0.5], [0.5, 3.5]]]


@pytest.mark.parametrize(
    ("line", "way"),
    [
        ("r3c2 r4c2", "r2c2 r3c2 r4c2"),  # beside the first cell of the pill
        ("r2c4 r2c5", "r2c3 r2c4 r2c5"),
        ("r3c3 r4c3", "r2c3 r3c3 r4c3"),
        ("r7c7 r7c8", "r2c3 r7c7 r7c8"),
    ],
)
def test_the_line_of_a_pill_leaves_the_cell_beside_it(line: str, way: str) -> None:
    pill = PillArrow("r2c2 r2c3", line)
    drawn = [mark for mark in pill.marks(Rules().space) if isinstance(mark, Line)]
    assert drawn == [Line(tuple(way.split()), "arrow")]


def test_the_line_of_a_pill_leaves_the_last_of_two_cells_that_are_as_near() -> None:
    pill = PillArrow("r1c1 r2c2", "r1c2 r1c3")
    assert Line(cells("r2c2 r1c2 r1c3"), "arrow") in pill.marks(Rules().space)


@pytest.mark.parametrize("name", THEMES)
def test_a_black_dot_is_black_and_a_white_dot_is_white_on_dark_paper_too(name: str) -> None:
    theme = THEMES[name]
    colors = {tone: _color(theme, "grey", tone) for tone in ("black", "white", "ink", "paper")}
    for role in ("black", "white"):
        [ring, label] = clues_of([Dot(cells("r1c1 r1c2"), role, "3")], 9, 9).parts
        assert isinstance(ring, Path) and isinstance(label, Letters)
        assert ring.fill == role and label.tone != role
        assert contrast(colors[ring.fill], colors[label.tone]) > 7
        assert contrast(colors[ring.stroke], colors["paper"]) > 7, "the ring is seen"
    assert contrast(colors["black"], "#ffffff") > contrast(colors["white"], "#ffffff")


def test_lines_that_meet_become_one_shape() -> None:
    marks: list[Mark] = [
        Line(cells("r1c1 r1c2"), "thermo"),
        Bulb(cells("r1c1"), "thermo"),
        Line(cells("r1c1 r2c1"), "thermo"),
    ]
    tones = [path.stroke for path in paths(marks)]
    assert tones == sorted(tones, key="edge body".index), "an edge never lies on a body"


def test_every_role_can_be_told_from_the_others_without_colour() -> None:
    ends = {role: bulb._replace(role="", family="") for role, bulb in bulbs().items()}
    plain = [(look.strokes, look.head, ends.get(role)) for role, look in lines().items()]
    assert len(set(plain)) == len(plain)
    assert len(set(frames().values())) == len(frames())
    assert len({look.path for look in badges().values()}) == len(badges())
    assert len({(o.stroke, o.area, o.inset) for o in OUTLINES.values()}) == len(OUTLINES)


def test_clues_outside_get_a_margin_and_are_drawn_one_behind_another() -> None:
    assert clues_of(CAGES, 9, 9).margins == (0, 0, 0, 0)
    one = Outside(("row", 5), "right", "sandwich", "3")
    two = Outside(("row", 5), "right", "skyscraper", "4")
    single, double = clues_of([one], 9, 9).margins, clues_of([one, two], 9, 9).margins
    assert single.right > 0 and single.left == single.top == single.bottom == 0
    assert double.right == 2 * single.right
    first, second = letters([one, two])
    assert second.x - first.x == single.right


def test_cells_that_are_not_on_the_board_are_left_out() -> None:
    marks: list[Mark] = [Line(("r1c1", "x1"), "renban"), Outline(("x1",), "cage", "3")]
    assert clues_of(marks, 9, 9).parts == ()


def test_a_line_of_an_unknown_role_is_drawn_all_the_same() -> None:
    assert paths([Line(cells("r1c1 r1c2"), "of the future")])


@pytest.mark.parametrize("name", THEMES)
def test_digits_can_be_read_on_every_line_and_lines_stand_out(name: str) -> None:
    theme = THEMES[name]
    families = {look.family for kind in kinds().values() for look in kind.looks}
    families |= {look.family for look in OUTLINES.values()}
    assert families <= theme.clues.keys()
    for family, (body, edge) in theme.clues.items():
        for color in (theme.ink, theme.digit, theme.faint):
            assert contrast(color, body) >= 4.5, f"{color} on {family} {body}"
        assert contrast(edge, theme.paper) >= 3, f"{family} {edge} on paper"
        assert contrast(edge, body) >= 3, f"{family} {edge} on {body}"


@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.parametrize("theme", ["light", "print"])
def test_golden_pictures(monkeypatch: pytest.MonkeyPatch, name: str, theme: str) -> None:
    """``NONET_GOLDEN=write`` writes them again; then look at each of them."""
    monkeypatch.setattr(boards_svg, "marks_of", lambda rules: PICTURES[name])
    kept.compare(render.svg(PUZZLE, theme=theme), GOLDEN / f"clues-{name}-{theme}.svg")


@pytest.mark.parametrize("charset", ["unicode", "ascii"])
def test_clues_are_written_around_a_board_of_characters(charset: Charset) -> None:
    framed = render.text(PUZZLE, charset=charset).split("\n")
    columns, rows = [2, 4, 6, 10, 12, 14, 18, 20, 22], [1, 2, 3, 5, 6, 7, 9, 10, 11]
    drawn = surrounded(framed, columns, rows, PICTURES["outside"], charset)
    text = "\n".join(line.rstrip() for line in drawn) + "\n"
    kept.compare(text, GOLDEN / f"clues-outside-{charset}.txt")


def test_every_constraint_is_a_sentence_where_it_cannot_be_drawn() -> None:
    rules = Rules(constraints=[Cage("r1c1 r1c2 r2c1", sum=15), Thermo("r3c3 r4c4 r5c4")])
    puzzle = Puzzle("." * 81, rules=rules)
    cage = "The digits in the cage r1c1, r1c2, r2c1 sum to 15, no digit twice."
    assert cage in render.text(puzzle).split("\n")
    assert f"<li>{cage}</li>" in render.html(puzzle)
    assert cage in render.svg(puzzle)  # in the description
    assert "thermomètre" in render.html(puzzle, language="fr")


def caption_of(picture: str) -> str:
    """Return what is written below a picture."""
    below = re.search(r'<g class="rules".*?</g>', picture)
    return " ".join(re.findall(r">([^<]+)</text>", below[0])) if below else ""


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("killer:15=r1c1r1c2 thermo:r3c3r4c4 sandwich:9=r1 diagonals", ""),
        (
            "antiknight killer:15=r1c1r1c2",
            "Cells a knight\u2019s move apart hold different digits.",
        ),
        ("antiking", "Cells that touch, also at a corner, hold different digits."),
        ("nonconsecutive", "Neighbouring cells do not hold consecutive digits."),
        (
            "anyof:thermo:r1c1r1c2/sandwich:9%3Dr1",
            "At least one of these holds: Digits increase along the thermometer r1c1, r1c2; "
            "The digits of row 1 between its lowest and its highest digit sum to 9.",
        ),
        (
            "allof:killer:9%3Dr1c1r1c2/antiking",
            "All of this holds: The digits in the cage r1c1, r1c2 sum to 9, no digit twice; "
            "Cells that touch, also at a corner, hold different digits.",
        ),
        ("disjoint", "Cells at the same place in their boxes hold different digits."),
    ],
)
def test_a_rule_that_no_drawing_shows_is_written_below_the_board(rules: str, said: str) -> None:
    puzzle = Puzzle("." * 81, rules=rules)
    assert caption_of(render.svg(puzzle)) == said
    plain = render.svg(Puzzle("." * 81))
    height = re.compile(r'viewBox="0 0 [0-9.]+ ([0-9.]+)"')
    higher = [
        float(found[1]) for each in (render.svg(puzzle), plain) if (found := height.search(each))
    ]
    assert (higher[0] > higher[1] + 10) or not said
    assert render.html(puzzle).count(said) == 1 + 1 or not said, "in the description and the list"
    assert caption_of(render.html(puzzle)) == ""


UNSEEN = {
    "contains": ("contains:12=r1c1r1c2", "contains:exact=12=r1c1r1c2"),
    "line": (None, "line:1.=r1c1r1c2"),
    "lockout": ("lockout:r1c1r1c2r1c3", "lockout:3=r1c1r1c2r1c3"),
    "modular": ("modular:3=r1c1r1c2r1c3", "modular:2=r1c1r1c2r1c3"),
    "pairs": (None, "pairs:1:2=r1c1r1c2"),
    "sum": ("sum:9=r1c1r1c2", "sum:1,2,=9=r1c1r1c2"),
    "sumline": (None, "sumline:10=r1c1r1c2r1c3"),
    "thermo": ("thermo:r1c1r1c2", "thermo:slow=r1c1r1c2"),
    "whisper": ("whisper:r1c1r1c2", "whisper:4=r1c1r1c2"),
}


@pytest.mark.parametrize(("usual", "other"), UNSEEN.values(), ids=UNSEEN)
def test_a_field_that_no_mark_shows_is_written_below_the_board(
    usual: str | None, other: str
) -> None:
    puzzle = Puzzle("." * 81, rules=other)
    assert caption_of(render.svg(puzzle)) == puzzle.rules.constraints[0].text()
    assert usual is None or caption_of(render.svg(Puzzle("." * 81, rules=usual))) == ""


@pytest.mark.parametrize("word", kinds())
def test_an_optional_field_is_drawn_or_written_below(word: str) -> None:
    if word in (
        "allgiven",
        "automaton",
        "connected",
        "fullrank",
        "pairs",
        "regioncount",
        "regionrun",
        "regions",
    ):
        return  # a name means nothing, models have no pictures, others are written below, except ties
    rules = parse_rules(DOCUMENTED[word][2].strip("`"))
    (usual,) = rules.constraints
    for name, field in kinds()[word].parameters.items():
        if isinstance(field, (Number, OptionalNumber, Flag)) and not field.is_required:
            value = (
                not getattr(usual, name) if isinstance(field, Flag) else 3 + (field.default == 3)
            )
            other = kinds()[word](**{**usual.fields, name: value})
            plain = kinds()[word](**{**usual.fields, name: field.default})
            if other != plain:
                assert list(other.marks(rules.space)) != list(plain.marks(rules.space)), name


def test_choices_are_faint_and_nothing_else_is() -> None:
    both = "thermo:r1c1r1c2 sandwich:9=r1 {}:thermo:r5c5r5c6/white:r5c5r5c6/sandwich:7%3Dr2"
    drawn = {}
    for word in ("anyof", "allof"):
        puzzle = Puzzle("." * 81, rules=both.format(word))
        drawn[word] = clues_of(marks_of(puzzle.rules), 9, 9).parts
        assert ('opacity="0.45"' in render.svg(puzzle)) == (word == "anyof")
    assert not any(part.faint for part in drawn["allof"])
    faint = [part for part in drawn["anyof"] if part.faint]
    assert [part.text for part in faint if isinstance(part, Letters)] == ["7"]
    assert {part.above for part in faint} == {True, False}
    certain = clues_of(marks_of(Rules(constraints=[Thermo("r1c1 r1c2")])), 9, 9).parts
    assert certain == drawn["anyof"][len(faint) - 2 :][: len(certain)], "after the choices"


def test_a_clue_that_is_only_a_choice_is_not_drawn_with_characters() -> None:
    puzzle = Puzzle("." * 81, rules="anyof:thermo:r1c1r1c2/sandwich:9%3Dr1")
    drawn = render.text(puzzle).split("\n")
    assert drawn[1].startswith("│ .")
    assert drawn[13].startswith("At least one of these holds: ")


def test_a_caption_is_readable_on_a_telephone_and_never_wider_than_the_board() -> None:
    for shape in ("2x2", "3x3", "4x4"):
        picture = render.svg(
            Puzzle(
                "." * Rules(size=int(shape[0]) ** 2).size ** 2, rules=f"{shape} disjoint antiknight"
            )
        )
        width, letter = (
            float(found[1])
            for pattern in (r'viewBox="0 0 ([0-9.]+) ', r'class="rules" font-size="([0-9.]+)"')
            if (found := re.search(pattern, picture))
        )
        assert letter * 360 / width > 10
        below = re.search(r'<g class="rules".*?</g>', picture)
        assert below is not None
        longest = max(map(len, re.findall(r">([^<]+)</text>", below[0])))
        assert longest * letter * 0.55 <= width
    persian = render.svg(Puzzle("." * 81, rules="antiknight"), language="fa")
    assert 'direction="rtl"' in persian


def test_extra_houses_are_written_below_a_board_of_characters() -> None:
    drawn = render.text(Puzzle("." * 81, rules="diagonals windoku disjoint house:my_pair=r1c1r9c8"))
    assert drawn.split("\n")[13:] == [
        "No digit repeats on either of the two long diagonals.",
        "No digit repeats in a window. The windows have 3x3 cells and begin at r2c2, r2c6, r6c2 and r6c6.",
        "Cells at the same place in their boxes hold different digits.",
        "No digit repeats in my pair: r1c1, r9c8.",
    ]
    assert "two long diagonals" in render.svg(Puzzle("." * 81, rules="diagonals"))


def test_the_constraint_that_a_step_rests_on_stands_out() -> None:
    cages = "4=r1c1r1c2 7=r1c3r2c3 3=r1c4r2c4 9=r2c1r2c2r3c2 7=r3c1r4c1r4c2 5=r3c3r3c4 5=r4c3r4c4"
    puzzle = Puzzle("." * 16, rules="2x2 " + " ".join(f"killer:{cage}" for cage in cages.split()))
    step = puzzle.hint()
    assert step is not None and step.basis is not None
    assert step.basis.constraints == (Cage("r1c1 r1c2", sum=4),)
    # All cages fade, and the one of the step is drawn again.
    picture, board = render.svg(step), render.svg(puzzle)
    labels = [
        text for text in re.findall(r'<text x="[0-9.]+" y="[0-9.]+" [^>]*>([0-9]+)<', picture)
    ]
    assert picture.count('opacity="0.25"') == 1 and "opacity" not in board
    assert labels.count("4") - labels.count("9") == 1
    classic = PUZZLE.hint()
    assert classic is not None and 'opacity="0.25"' not in render.svg(classic)
