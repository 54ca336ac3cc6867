"""Pictures of steps: everything that a step says is to be seen, in every theme, with and without colours."""

from __future__ import annotations

import itertools
import math
import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonet import Candidates, Puzzle, render, words
from nonet.base.cells import cell_index
from nonet.render.arrows import route
from nonet.render.boards import shown_of
from nonet.render.scene import scene_of
from nonet.render.themes import SHAPES, THEMES, contrast
from nonet.steps import TECHNIQUES, Cause, Chain, Inference, Mark, Placement, Role, Step, technique

SVG = "{http://www.w3.org/2000/svg}"
BOARD = Puzzle(
    "98.7..6..75..6..8...6......5....4....4..3.2....78...5.1.......3..59...6.....2...1"
).candidates()


def at(name: str) -> int:
    return cell_index(name)


Node = tuple[str, int, bool, Cause, tuple[int, ...]]

INSIDE = Step(
    technique("pointing"),
    2.6,
    removes={at("r3c2"): frozenset({2})},
    houses=(18, 2),
    marks=(Mark(Role.CAUSE, at("r1c3"), frozenset({2})),),
)


def chain(*nodes: Node) -> Chain:
    """Return a chain of nodes whose cells are names."""
    return Chain(
        tuple(
            Inference(at(cell), digit, on, cause, parents, INSIDE if cause is Cause.STEP else None)
            for cell, digit, on, cause, parents in nodes
        )
    )


WING = Step(
    technique("xy_wing"),
    4.2,
    removes={at("r3c6"): frozenset({1, 5})},
    houses=(0, 19),
    marks=(
        Mark(Role.PIVOT, at("r1c5"), frozenset({1, 4})),
        Mark(Role.PINCER, at("r2c4"), frozenset({4})),
    ),
)
SINGLE = Step(
    technique("hidden_single_box"),
    1.2,
    places=Placement(at("r1c3"), 4),
    houses=(18,),
    marks=(
        Mark(Role.TARGET, at("r1c3"), frozenset({4})),
        Mark(Role.CAUSE, at("r4c6"), frozenset({4})),
    ),
)
FORCING = Step(
    technique("forcing_chain"),
    7.0,
    places=Placement(at("r1c3"), 1),
    chains=(
        chain(
            ("r1c3", 1, False, Cause.ASSUMPTION, ()),
            ("r1c3", 4, True, Cause.CELL, (0,)),
            ("r1c5", 4, False, Cause.ROW, (1,)),
            ("r3c1", 4, False, Cause.STEP, (1, 2)),
            ("r1c3", 1, True, Cause.BOX, (3,)),
        ),
    ),
)
BOTH = Step(
    technique("cell_forcing_chain"),
    8.2,
    removes={at("r3c6"): frozenset({1})},
    chains=(
        chain(("r6c5", 1, True, Cause.ASSUMPTION, ()), ("r3c6", 1, False, Cause.BOX, (0,))),
        chain(("r6c5", 9, True, Cause.ASSUMPTION, ()), ("r3c6", 1, False, Cause.BOX, (0,))),
    ),
)
STEPS = {"wing": WING, "single": SINGLE, "forcing": FORCING, "both": BOTH}


def drawn(picture: str) -> dict[tuple[float, float, str], list[ET.Element]]:
    """Return the groups of digits by their place, with all that is drawn there."""
    board = ET.fromstring(picture).findall(SVG + "g")[0]
    found = {}
    for group in board.findall(SVG + "g"):
        where = re.fullmatch(r"translate\((\S+) (\S+)\)", group.get("transform", ""))
        texts = group.findall(SVG + "text")
        if where and texts:
            key = float(where[1]), float(where[2]), texts[-1].text or ""
            found[key] = list(group.iter())
    return found


def look(picture: str, name: str, digit: int) -> tuple[set[str], ET.Element]:
    """Return the paths that are drawn at a candidate, and its letter."""
    column, row = at(name) % 9 * 40 + 20, at(name) // 9 * 40 + 20
    for (x, y, text), parts in drawn(picture).items():
        if text == str(digit) and abs(x - column) < 20 and abs(y - row) < 20:
            paths = {part.get("d", part.tag.removeprefix(SVG)) for part in parts[1:]}
            return paths, [part for part in parts if part.tag == SVG + "text"][-1]
    raise AssertionError(f"{name} has no {digit}")


def shape(role: Role) -> str:
    return SHAPES[role].path


@pytest.mark.parametrize("name", THEMES)
def test_everything_can_be_read_in_every_theme(name: str) -> None:
    theme = THEMES[name]
    assert set(theme.roles) == set(Role)
    inks = {role.name: color for role, color in theme.roles.items()}
    inks |= {f"chains[{i}]": color for i, color in enumerate(theme.chains)}
    inks |= {part: getattr(theme, part) for part in ("ink", "faint", "placed")}
    papers = {"paper": theme.paper, "tints[0]": theme.tints[0], "tints[1]": theme.tints[1]}
    for (ink, color), (paper, below) in itertools.product(inks.items(), papers.items()):
        found = contrast(color, below)
        assert found >= 4.5, f"{ink} {color} on {paper} {below} has a contrast of {found:.2f}"
    # the lines around the cells separate the tints from the paper; the tints differ from each other
    assert len({theme.paper, *theme.tints}) == 3
    assert f'"{name}"' in str(render.svg.__doc__), f"the docstring of svg() does not name {name!r}"


@pytest.mark.parametrize("name", [name for name in THEMES if name != "print"])
def test_what_is_true_looks_like_what_is_placed_and_what_is_false_like_what_is_gone(
    name: str,
) -> None:
    theme = THEMES[name]

    def apart(one: str, other: str) -> float:
        parts = [[int(color[i : i + 2], 16) for i in (1, 3, 5)] for color in (one, other)]
        return math.dist(*parts)

    on, off = theme.roles[Role.COLOUR_A], theme.roles[Role.COLOUR_B]
    for like, color, other in (
        (theme.placed, on, off),
        (theme.roles[Role.TARGET], off, on),
    ):
        assert apart(like, color) < apart(like, other)


def test_every_role_has_a_shape_and_signs_of_its_own() -> None:
    for part in ("path", "symbol", "ascii"):
        assert len({getattr(SHAPES[role], part) for role in Role}) == len(Role), part
    for language in words.languages():
        said = {words.catalogue(language).role(role.value) for role in Role}
        assert len(said) == len(Role), f"{language}: two roles have the same word"
    for role in Role:
        assert SHAPES[role].ascii.isascii() and len(SHAPES[role].ascii) == 1
        assert len(SHAPES[role].symbol) == 1 and not SHAPES[role].symbol.isalnum()


# How the eye of a person without red or green receptors sees linear RGB (Viénot, Brettel, Mollon 1999).
DEFECTS = {
    "protan": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "deutan": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
}


@pytest.mark.parametrize("defect", DEFECTS)
def test_the_theme_for_every_eye_keeps_what_is_and_what_is_not_apart(defect: str) -> None:
    theme = THEMES["colour-blind"]

    def seen(color: str) -> tuple[float, ...]:
        linear = [(int(color[i : i + 2], 16) / 255) ** 2.2 for i in (1, 3, 5)]
        rows = DEFECTS[defect]
        return tuple(
            max(0.0, sum(a * b for a, b in zip(row, linear, strict=True))) ** (1 / 2.2)
            for row in rows
        )

    out, on, off = (theme.roles[r] for r in (Role.TARGET, Role.COLOUR_A, Role.COLOUR_B))
    for one, other in (
        (out, on),
        (out, theme.placed),
        (on, off),
        (out, theme.roles[Role.CAUSE]),
    ):
        assert math.dist(seen(one), seen(other)) > 0.3, (one, other)
    plain = THEMES["light"]
    assert math.dist(seen(plain.roles[Role.TARGET]), seen(plain.placed)) < 0.3  # why it is needed


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", STEPS)
def test_a_picture_is_safe_alone_and_beside_others(name: str, theme: str) -> None:
    step = STEPS[name]
    picture = render.svg(BOARD, step=step, theme=theme)
    root = ET.fromstring(picture)
    assert (
        root.find(SVG + "title") is not None and root.get("viewBox") and root.get("role") == "img"
    )
    assert root.findtext(SVG + "title") == step.title()
    assert root.findtext(SVG + "desc") == step.text()
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in {
            *("svg", "title", "desc", "g", "rect", "path", "text", "circle")
        }
        assert not {"id", "class", "style", "href"} & set(element.attrib)
    assert "url(" not in picture
    assert THEMES[theme].paper in picture


def test_marks_have_the_shape_and_the_colour_of_their_role() -> None:
    picture = render.svg(BOARD, step=WING)
    roles = THEMES["light"].roles
    paths, letter = look(picture, "r1c5", 4)
    assert shape(Role.PIVOT) in paths and letter.get("fill") == THEMES["light"].paper
    assert shape(Role.PINCER) in look(picture, "r2c4", 4)[0]
    paths, letter = look(picture, "r3c6", 5)
    assert shape(Role.TARGET) in paths and letter.get("fill") == roles[Role.TARGET]
    assert not look(picture, "r3c6", 2)[0] & {s.path for s in SHAPES.values()}
    assert picture.count(shape(Role.TARGET)) == 2 + 1  # and the legend
    words = {e.text for e in ET.fromstring(picture).iter(SVG + "text")}
    assert {"pivot", "pincer", "eliminated"} <= words and not {"cause", "placed", "true"} & words


def test_the_houses_of_the_step_are_tinted_and_their_crossings_more() -> None:
    light = THEMES["light"]
    picture = render.svg(BOARD, step=WING)
    paths = {p.get("fill"): p.get("d", "") for p in ET.fromstring(picture).iter(SVG + "path")}
    assert [paths[tint].count("M") for tint in light.tints] == [12, 3]  # row 1 and box 2
    assert "M120 0h" in paths[light.tints[1]] and "M0 0h" in paths[light.tints[0]]


def test_all_cells_of_a_little_killer_are_tinted() -> None:
    puzzle = Puzzle("." * 81, rules="littlekiller:20=r1c3=down-left")
    step = puzzle.hint()
    assert step is not None
    picture = render.svg(puzzle, step=step)
    paths = {p.get("fill"): p.get("d", "") for p in ET.fromstring(picture).iter(SVG + "path")}
    assert paths[THEMES["light"].tints[0]].count("M") == 3


def test_a_digit_that_is_placed_stands_alone_and_is_not_crossed_out() -> None:
    picture = render.svg(BOARD, step=SINGLE)
    paths, letter = look(picture, "r1c3", 4)
    assert shape(Role.TARGET) not in paths and "circle" in paths
    assert letter.get("font-size") == look(picture, "r1c1", 9)[1].get("font-size")
    with pytest.raises(AssertionError):
        look(picture, "r1c3", 2)
    assert shape(Role.CAUSE) in look(picture, "r4c6", 4)[0]  # a given that takes part


def test_a_chain_shows_each_implication_as_an_arrow() -> None:
    scene = scene_of(shown_of(BOARD), FORCING)
    links = [(arrow.start, arrow.end, arrow.link) for arrow in scene.arrows]
    r1c3, r1c5, r3c1 = at("r1c3"), at("r1c5"), at("r3c1")
    assert links == [
        ((r1c3, 1), (r1c3, 4), "strong"),
        ((r1c3, 4), (r1c5, 4), "weak"),
        ((r1c3, 4), (r3c1, 4), "step"),
        ((r1c5, 4), (r3c1, 4), "step"),
        ((r3c1, 4), (r1c3, 1), "strong"),
    ]
    picture = render.svg(BOARD, step=FORCING)
    curves = [p for p in ET.fromstring(picture).iter(SVG + "path") if "Q" in p.get("d", "")]
    assert len(curves) == 5 + 3  # and one of each kind in the legend
    assert len({p.get("stroke-dasharray") for p in curves}) == 3
    paths, letter = look(picture, "r1c3", 4)  # stays where the arrow ends, though r1c3 is 1
    assert shape(Role.COLOUR_A) in paths
    assert float(letter.get("font-size", "0")) < 12
    assert "circle" in look(picture, "r1c3", 1)[0]


def test_chains_have_numbers() -> None:
    picture = render.svg(BOARD, step=BOTH, theme="print")
    numbers = [
        e.text for e in ET.fromstring(picture).iter(SVG + "text") if e.get("font-size") == "6.2"
    ]
    assert numbers == ["1", "2"]
    paths = look(picture, "r3c6", 1)[0]
    assert {shape(Role.TARGET), shape(Role.END)} <= paths
    assert shape(Role.START) in look(picture, "r6c5", 9)[0]


def test_an_arrow_goes_around_a_candidate_in_its_way() -> None:
    start, middle, end = (10.0, 50.0), (50.0, 50.0), (90.0, 50.0)
    free = route([(start, end)], {}, side=360, radius=6)[0]
    assert free.control == middle
    bent = route([(start, end)], {middle: 6.0}, side=360, radius=6)[0]
    assert min(math.dist(point, middle) for point in bent.points()) > 5
    assert math.dist(bent.start, start) == pytest.approx(6)
    near = route([(start, (22.0, 50.0))], {}, side=360, radius=6)[0]
    assert max(abs(y - 50) for _, y in near.points()) > 4, "neighbours are joined by a bow"


def test_two_arrows_between_the_same_candidates_do_not_lie_on_each_other() -> None:
    ends = (20.0, 20.0), (200.0, 120.0)
    one, other = route([ends, ends], {}, side=360, radius=6)
    assert math.dist(one.at(0.5), other.at(0.5)) > 3


def test_text_has_the_signs_and_says_what_they_mean() -> None:
    text = render.text(BOARD, step=WING)
    assert text.splitlines()[1].split("│")[2].split() == ["7", "◆1◆45", "1235"]
    assert "\N{MULTIPLICATION SIGN}123\N{MULTIPLICATION SIGN}589" in text
    assert text.splitlines()[-1] == (
        "\N{MULTIPLICATION SIGN} eliminated   ◆ pivot   ⬢ pincer   in row 1, box 2"
    )
    assert max(map(len, text.splitlines())) < 80
    ascii_text = render.text(BOARD, step=WING, charset="ascii")
    assert ascii_text.isascii() and "x123x589" in ascii_text
    assert "=4" in render.text(BOARD, step=SINGLE) and "■4" in render.text(BOARD, step=SINGLE)


@pytest.mark.parametrize("name", STEPS)
def test_colours_change_nothing_but_colours(name: str) -> None:
    step = STEPS[name]
    coloured = render.text(BOARD, step=step, color=True)
    assert coloured != render.text(BOARD, step=step)
    assert re.sub("\x1b\\[[0-9;]*m", "", coloured) == render.text(BOARD, step=step)


def test_what_cannot_be_drawn_is_an_error() -> None:
    with pytest.raises(
        ValueError, match="unknown theme 'pink'; nonet has light, dark, colour-blind, print"
    ):
        render.svg(BOARD, step=WING, theme="pink")
    with pytest.raises(ValueError, match="expected a 9x9 board for the step, got 4x4"):
        render.svg(Candidates.full(4), step=WING)
    with pytest.raises(ValueError, match="charset must be unicode or ascii, got 'latin'"):
        render.text(BOARD, step=WING, charset="latin")  # type: ignore[arg-type]


EMPTY = [cell for cell, digit in enumerate(BOARD.placed) if not digit]
CANDIDATE = st.tuples(st.sampled_from(EMPTY), st.integers(1, 9))


@st.composite
def chains(draw: st.DrawFn) -> Chain:
    """Return some chain: each node behind its parents."""
    nodes = []
    for number in range(draw(st.integers(1, 8))):
        cell, digit = draw(CANDIDATE)
        parents = draw(st.sets(st.integers(0, number - 1), min_size=1)) if number else set()
        cause = draw(st.sampled_from(list(Cause)[1:])) if number else Cause.ASSUMPTION
        nodes.append(Inference(cell, digit, draw(st.booleans()), cause, tuple(parents)))
    return Chain(tuple(nodes))


DIGITS = st.frozensets(st.integers(1, 9), min_size=1)
ANY_STEP = st.builds(
    Step,
    st.sampled_from(TECHNIQUES),
    st.just(1.0),
    st.none() | CANDIDATE,
    st.dictionaries(st.integers(0, 80), DIGITS, max_size=5),
    st.lists(st.integers(0, 26), max_size=5).map(tuple),
    st.lists(st.builds(Mark, st.sampled_from(Role), st.integers(0, 80), DIGITS), max_size=8).map(
        tuple
    ),
    st.lists(chains(), max_size=3).map(tuple),
)


@given(ANY_STEP)
def test_everything_in_a_step_is_in_its_picture(step: Step) -> None:
    alone = {cell for cell, digit in enumerate(BOARD.placed) if digit}
    scene = scene_of(shown_of(BOARD), step)
    spots = {(spot.cell, spot.digit): spot for spot in scene.spots}
    assert len(spots) == len(scene.spots)
    arrows = {end for arrow in scene.arrows for end in (arrow.start, arrow.end)}
    assert arrows <= set(spots)
    drawn = {(arrow.start, arrow.end) for arrow in scene.arrows}
    links = {(link.start, link.end) for link in step.links}
    assert drawn == links if len(scene.arrows) == scene.total else drawn < links
    if step.places is not None:
        alone.add(step.places[0])
    marked = {(mark.cell, digit, mark.role) for mark in step.marks for digit in mark.digits}
    for cell, digit, role in marked:
        if cell not in alone and role is not Role.COLOUR_B and role is not Role.END:
            here = spots[cell, digit].roles
            assert role in here or (role is Role.CAUSE and Role.START in here)
    for cell, digits in step.removes.items():
        if cell not in alone:
            assert all(Role.TARGET in spots[cell, digit].roles for digit in digits)
