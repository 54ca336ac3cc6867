"""Techniques of your own: Python functions in a profile. The test runs the example of the guide."""

from __future__ import annotations

import importlib
import pickle
import re
import sys
from collections.abc import Callable, Iterator
from doctest import DocTestParser
from itertools import islice
from pathlib import Path
from types import ModuleType

import pytest
from console import EASY, FOUR, run

import nonet
from nonet import Position, Puzzle, Step, UnsoundStep, own_technique, render
from nonet.puzzle.errors import Stuck
from nonet.steps import LEVELS, OwnTechnique, Premise, Profile, profile

ROOT = Path(__file__).parents[1]
GUIDE = ROOT / "docs" / "guides" / "own_technique.md"
PUZZLE = Puzzle(".4.2.6.7...1..........34....1..2.5..27.8.9.1..8........3..5.7..........89......61")


def guide_module() -> str:
    """Return the program of the guide: its function, as a module of a person has it."""
    examples = DocTestParser().get_examples(GUIDE.read_text("utf-8"))
    function = next(each.source for each in examples if "def almost_locked_pair" in each.source)
    return f"import nonet\n\n\n{function}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Yield a folder with the module of the guide, and the profile that names its function."""
    made = tmp_path_factory.mktemp("mine")
    (made / "my_techniques.py").write_text(guide_module())
    toml = re.search(r"```toml\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    assert toml is not None
    (made / "mine.toml").write_text(toml[1])
    yield made
    sys.modules.pop("my_techniques", None)


@pytest.fixture(scope="module")
def mine(folder: Path) -> Profile:
    return Profile.read(folder / "mine.toml", allow_own=True)


@pytest.fixture(scope="module")
def plain() -> ModuleType:
    """Return the four classic techniques of examples/techniques.py."""
    sys.path.insert(0, str(ROOT / "examples"))
    try:
        return importlib.import_module("techniques")
    finally:
        sys.path.pop(0)


@own_technique("Nothing", rating=0.5)
def nothing(position: Position) -> Iterator[Step]:
    """Never there."""
    yield from ()


def conclusions(steps: tuple[Step, ...]) -> set[object]:
    return {(step.places, frozenset(step.removes.items())) for step in steps}


def digit_of(step: Step) -> int:
    return min(digit for digits in step.removes.values() for digit in digits)


def positions(puzzle: Puzzle, order: Profile) -> Iterator[tuple[Position, Step]]:
    position = Position(puzzle)
    for step in puzzle.steps(profile=order):
        yield position, step
        position = position.after(step)


# -- in a profile ---------------------------------------------------------------------------------


def test_the_profile_has_it_at_its_place_with_its_rating(mine: Profile) -> None:
    ids = [row.technique.id for row in mine.rows]
    assert ids.index("almost_locked_pair") == ids.index("xy_wing") + 1
    assert mine.row("almost_locked_pair").rating == 4.4
    assert [row for row in mine.rows if row.technique not in mine.own] == list(
        profile("nonet").rows
    )


def test_without_a_place_it_comes_before_harder_techniques() -> None:
    rows = profile("nonet").added(nothing, rating=3.0).rows
    place = next(i for i, row in enumerate(rows) if row.technique == nothing)
    assert rows[place - 1].rating <= 3.0 < rows[place + 1].rating


def test_a_place_can_be_chosen_and_changed() -> None:
    mine = profile("se").added(nothing, before="x_wing")
    assert [row.technique.id for row in mine.rows][
        mine.rows.index(mine.row("nothing")) + 1
    ] == "x_wing"
    assert mine.moved("nothing", after="bug_1").without("nothing").own == ()
    with pytest.raises(ValueError, match=r"the profile se\* has nothing already"):
        mine.added(nothing)
    with pytest.raises(ValueError, match="the profile se has no w_wing"):
        profile("se").added(nothing, after="w_wing")


def test_points_need_a_rating_and_the_level_is_that_of_the_neighbour() -> None:
    with pytest.raises(ValueError, match="the profile hodoku counts points; give nothing a rating"):
        profile("hodoku").added(nothing)
    mine = profile("hodoku").added(nothing, rating=160, after="xy_wing")
    assert mine.row("nothing") == (nothing, 160, profile("hodoku").row("xy_wing").level)


@pytest.mark.parametrize("name", ["nonet", "se", "hodoku"])
@pytest.mark.parametrize("after", ["full_house", "naked_pair", "xy_wing", "unique_rectangle_1"])
def test_a_technique_without_steps_changes_nothing(name: str, after: str) -> None:
    rating = 60 if name == "hodoku" else 3.0
    order = profile(name).added(nothing, rating=rating, after=after)
    assert list(PUZZLE.steps(profile=order)) == list(PUZZLE.steps(profile=name))
    if name != "hodoku":
        one, other = PUZZLE.rate(profile=order), PUZZLE.rate(profile=name)
        assert (one.er, one.ep, one.ed, one.counts) == (other.er, other.ep, other.ed, other.counts)


def test_its_step_comes_in_the_order_of_the_profile(mine: Profile) -> None:
    own = mine.own[0]
    place = [row.technique for row in mine.rows].index(own)
    before = mine.only(*(row.technique for row in mine.rows[:place]))
    seen = 0
    path = list(positions(PUZZLE, mine))
    place_on_path = next(i for i, (_, step) in enumerate(path) if step.technique == own)
    for position, step in path[place_on_path - 8 : place_on_path + 8]:
        easier = bool(position.all_steps(profile=before))
        there = bool(position.all_steps(profile=mine, techniques=[own]))
        assert (step.technique == own) == (there and not easier)
        assert position.hint(profile=mine) == step
        seen += step.technique == own
    assert seen == 1


def test_all_steps_come_in_the_order_of_the_profile(mine: Profile) -> None:
    places = {row.technique.id: place for place, row in enumerate(mine.rows)}
    for position, _ in islice(positions(PUZZLE, mine), 0, 40, 3):
        found = position.all_steps(profile=mine)
        order = [places[step.technique.id] for step in found]
        assert order == sorted(order)
        theirs = [step for step in found if step.technique not in mine.own]
        own = [step for step in found if step.technique in mine.own]
        if theirs != list(position.all_steps()):  # chains are listed only where nothing is easier
            assert own and not theirs
        assert len(conclusions(tuple(own))) == len(own)


def test_no_chain_is_listed_beside_an_easier_step_of_your_own() -> None:
    @own_technique("Small step", rating=1.0)
    def small_step(position: Position) -> Iterator[Step]:
        yield small_step.step(removes={cell: digits for cell, digits in spare.items()})

    hard = Puzzle(
        "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"
    )
    path = positions(hard, profile("nonet"))
    position, step = next(each for each in path if each[1].technique.family == "chains")
    spare = dict(step.removes)
    order = profile("nonet").added(small_step)
    assert all(each.chains for each in position.all_steps())
    assert [each.technique for each in position.all_steps(profile=order)] == [small_step]


def test_a_rating_counts_its_steps(mine: Profile) -> None:
    rating = PUZZLE.rate(profile=mine)
    path = list(PUZZLE.steps(profile=mine))
    assert rating.counts[mine.own[0]] == 1 and rating.steps == len(path)
    assert rating.er == max(step.rating for step in path)
    assert PUZZLE.rate(profile=mine.rated("almost_locked_pair", 11.0)).er == 11.0
    points = profile("hodoku").added(mine.own[0], rating=170)
    scored = PUZZLE.rate(profile=points)
    assert scored.score == sum(step.rating for step in PUZZLE.steps(profile=points))
    assert scored.level in dict(points.levels)


def test_a_rating_says_where_techniques_do_not_suffice(mine: Profile) -> None:
    few = mine.only("hidden_single_box", "almost_locked_pair")
    assert PUZZLE.rate(profile=few).er == 20.0
    with pytest.raises(Stuck):
        list(PUZZLE.steps(profile=few))


def test_functions_of_the_core_alone_refuse_it(mine: Profile) -> None:
    said = "only the techniques of nonet; leave almost_locked_pair out of the profile"
    with pytest.raises(ValueError, match=said):
        nonet.batch.rate([PUZZLE], profile=mine)
    with pytest.raises(ValueError, match=f"generate has {said}"):
        nonet.generate(seed=1, profile=mine)


def test_it_is_not_tried_where_too_little_is_known() -> None:
    @own_technique("Given", rating=1.0, needs=Premise.GIVENS)
    def given(position: Position) -> Iterator[Step]:
        assert position.givens_known
        yield given.step(places=(position.grid.empty.__iter__().__next__(), 8))

    order = profile("nonet").added(given)
    position = Position(PUZZLE)
    hint, blind = position.hint(profile=order), position.with_givens("unknown").hint(profile=order)
    assert hint is not None and hint.technique == given
    assert blind is not None and blind.technique != given


# -- steps ----------------------------------------------------------------------------------------


def test_a_step_says_only_what_changes() -> None:
    @own_technique("Line", rating=1.0)
    def line(position: Position) -> Iterator[Step]:
        yield line.step(removes={10: 4, 1: [4, 9]})  # r1c2 is 4, and r2c2 sees it
        yield line.step(removes={cell: [4, 9] for cell in range(3)}, marks={"base": {1: [4]}})

    step = Position(PUZZLE).hint(profile=profile("nonet").added(line))
    assert step is not None
    candidates = PUZZLE.candidates()
    assert step.removes == {cell: {9} for cell in (0, 2) if 9 in candidates[cell]}
    roles = [mark.role.value for mark in step.marks]
    assert roles == ["base", *["target"] * len(step.removes)]
    assert step.board == candidates and step.givens == PUZZLE.givens


@pytest.mark.parametrize(
    ("says", "message"),
    [
        ({"places": (0, 3)}, "places 3 in r1c1, where the solution has 8; correct the function"),
        (
            {"removes": {8: [1, 5]}},
            "eliminates {digit} from r1c9, where the solution has {digit}; ",
        ),
    ],
)
def test_a_step_that_contradicts_the_solution_is_an_error(
    says: dict[str, object], message: str
) -> None:
    digit = PUZZLE.solution()["r1c9"]

    @own_technique("Wrong", rating=1.0)
    def wrong(position: Position) -> Iterator[Step]:
        yield wrong.step(removes={8: set(range(1, 10)) - {digit}})
        if "removes" in says:
            yield wrong.step(removes={8: [digit]})
        else:
            yield wrong.step(**says)  # type: ignore[arg-type]

    order = profile("nonet").added(wrong)
    position = Position(PUZZLE)
    hint = position.hint(profile=order)  # the first step is right, and the second is not requested
    assert hint is not None and hint.technique == wrong
    for ask in (
        lambda: position.all_steps(profile=order),
        lambda: list(position.steps(profile=order)),
    ):
        with pytest.raises(UnsoundStep) as caught:
            ask()
        assert message.format(digit=digit) in str(caught.value)
        assert str(caught.value).startswith(f"{__name__}:test_a_step_that_contradicts")
        assert caught.value.step is not None and caught.value.position is not None
        again = pickle.loads(pickle.dumps(UnsoundStep("x", position=position)))
        assert again.position == position


@pytest.mark.parametrize(
    ("yielded", "kind", "message"),
    [
        (lambda own: (0, 3), TypeError, "expected a Step, as bad.step() makes it, got tuple"),
        (lambda own: own.step(removes={81: [1]}), ValueError, "expected a cell 0 to 80, got 81"),
        (
            lambda own: own.step(houses=[27], removes={}),
            ValueError,
            "expected a house 0 to 26, got 27",
        ),
        (lambda own: dict[str, int]()["lost"], RuntimeError, "bad failed: KeyError('lost')"),
    ],
)
def test_a_mistake_in_the_function_names_the_function(
    yielded: Callable[[OwnTechnique], object], kind: type[Exception], message: str
) -> None:
    @own_technique("Bad", rating=1.0)
    def bad(position: Position) -> Iterator[Step]:
        yield yielded(bad)  # type: ignore[misc]

    with pytest.raises(kind) as caught:
        PUZZLE.hint(profile=profile("nonet").added(bad))
    assert bad.source in str(caught.value) or "bad failed" in str(caught.value)
    assert message in str(caught.value)


def test_its_step_is_described_and_drawn(mine: Profile) -> None:
    step = next(step for step in PUZZLE.steps(profile=mine) if step.technique in mine.own)
    assert step.text("name") == step.title() == "Almost locked pair"
    assert "box 1 and row 3 cross" in step.text("where")
    picture = render.svg(step)
    assert "Almost locked pair" in picture and step.text() in picture  # for a screen reader
    assert "pincer   in box 1, row 3" in render.text(step)
    for language in ("fr", "vi", "fa"):
        for level in LEVELS:
            assert step.text(level, language)
    assert pickle.loads(pickle.dumps(step)) == step


def test_words_are_built_from_the_step_or_given_by_language() -> None:
    @own_technique({"en": "Pair", "fr": "Paire"}, rating=1.0)
    def silent(position: Position) -> Iterator[Step]:
        yield silent.step(removes={2: [9]}, houses=[0], marks={"cause": {0: [3, 5], 4: [8]}})

    step = next(silent(Position(PUZZLE)))
    assert step.text() == "Pair in row 1 with r1c1=35, r1c5=8, so r1c3 cannot be 9."
    assert step.text("where") == "Look at r1c1, r1c5." and step.title("fr") == "Paire"
    with pytest.raises(ValueError, match="expected plural or select"):
        own_technique("Odd", rating=1.0, why="{cells, of, what {}}")
    with pytest.raises(ValueError, match="nonet has a technique x_wing; choose another name"):
        own_technique("Mine", rating=1.0)(x_wing)


def x_wing(position: Position) -> Iterator[Step]:
    """A function with the name of a technique."""
    yield from ()


# -- classic techniques, written again ------------------------------------------------------------

TWINS = {
    "naked_single": "plain_naked_single",
    "hidden_pair": "plain_hidden_pair",
    "x_wing": "plain_x_wing",
    "xy_wing": "plain_xy_wing",
}


def test_readable_finders_find_what_the_core_finds(plain: ModuleType) -> None:
    own = {id: getattr(plain, name) for id, name in TWINS.items()}
    order = profile("nonet")
    for each in own.values():
        order = order.added(each)
    asked, found = 0, dict.fromkeys(TWINS, 0)
    for seed in (1, 4, 7):
        for position, _ in islice(positions(nonet.generate(seed=seed), profile("nonet")), 8, 42):
            asked += 1
            for id, twin in own.items():
                mine = position.all_steps(profile=order, techniques=[twin])
                if (
                    id == "x_wing"
                ):  # as Sudoku Explainer, the core leaves out digits with three cells left
                    mine = tuple(s for s in mine if list(position.grid).count(digit_of(s)) <= 5)
                theirs = position.all_steps(techniques=[id])
                if id == "naked_single":
                    assert {s.places for s in mine} == {s.places for s in theirs}
                else:
                    assert conclusions(mine) == conclusions(theirs)
                found[id] += len(mine)
    assert asked >= 100 and min(found.values()) >= 10, found


def test_they_work_on_other_boards_as_well(plain: ModuleType, mine: Profile) -> None:
    board = Puzzle(FOUR)
    order = profile("nonet").added(plain.plain_naked_single, before="full_house")
    for position, step in positions(board, order):
        singles = position.all_steps(techniques=["naked_single"])
        assert (step.technique == plain.plain_naked_single) == bool(singles)
    jigsaw = Puzzle(next(nonet.read(ROOT / "examples" / "boards.jsonl")))
    assert not jigsaw.rules.is_classic
    own = mine.own[0]
    for position, _ in positions(jigsaw, profile("nonet")):
        for step in own(position):  # sound on every board; UnsoundStep says if it is not
            assert step.removes
        position.all_steps(profile=mine, techniques=[own])


# -- on the command line --------------------------------------------------------------------------


def test_a_file_names_it_on_the_command_line(folder: Path) -> None:
    order = "--profile", str(folder / "mine.toml"), "--allow-own"
    path = run("steps", "--full", *order, "-", stdin=PUZZLE.givens.text())
    assert path.code == 0, path.err
    assert "  4.4  Almost locked pair: r2c2<>6, r3c4<>9, r3c7<>29, r3c9<>29\n" in path.out
    assert "In row 3, r3c8 has one of 2 and 9" in path.out
    columns = ("--to", "jsonl", "--columns", "counts")
    rated = run("rate", *columns, *order, "-", stdin=PUZZLE.givens.text())
    assert '"almost_locked_pair": 1' in rated.out, rated.err
    named = ("--all", "--technique", "almost_locked_pair")
    assert run("steps", *named, *order, EASY).code == 0
    assert run("hint", *order, EASY).out == run("hint", EASY).out


def test_a_file_runs_code_only_where_that_is_allowed(folder: Path) -> None:
    """The sender of a profile must not run code on the machine of its user."""
    (folder / "my_techniques.py").write_text("raise SystemExit('this code ran')\n")
    file = folder / "mine.toml"
    with pytest.raises(ValueError, match=r"runs Python code.*allow_own=True"):
        Profile.read(file)
    for verb in (
        ("hint", EASY),
        ("steps", EASY),
        ("rate", EASY),
        ("generate",),
        ("practise", "x_wing"),
    ):
        refused = run(*verb, "--profile", file)
        assert refused.code == 2 and "runs Python code" in " ".join(refused.err.split())
        assert "mine.toml" in refused.err and "this code ran" not in refused.err


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ('"nowhere_at_all:thing"', "nowhere_at_all:thing: there is no module nowhere_at_all in "),
        (
            '"my_techniques:thing"',
            "my_techniques:thing: expected a function with @nonet.own_technique",
        ),
        ('"my_techniques"', "expected \"module:function\", got 'my_techniques'"),
        ("3", 'own: expected a list such as ["my_techniques:almost_locked_pair"], got [3]'),
    ],
)
def test_a_wrong_name_in_a_file_is_an_error(folder: Path, entry: str, message: str) -> None:
    (folder / "wrong.toml").write_text(f'extends = "nonet"\nown = [{entry}]\n')
    with pytest.raises(ValueError, match=re.escape(message)):
        Profile.read(folder / "wrong.toml", allow_own=True)


def test_an_unsound_step_ends_a_command_with_its_sentence(tmp_path: Path) -> None:
    (tmp_path / "unsound_finder.py").write_text(
        "import nonet\n"
        "@nonet.own_technique('Wrong', rating=1.0)\n"
        "def wrong(position):\n"
        "    yield wrong.step(places=(0, 3))\n"
    )
    (tmp_path / "wrong.toml").write_text('extends = "nonet"\nown = ["unsound_finder:wrong"]\n')
    found = run("hint", "--allow-own", "--profile", tmp_path / "wrong.toml", PUZZLE.givens.text())
    assert (found.code, found.out) == (1, "")
    assert found.err.strip() == (
        "unsound_finder:wrong places 3 in r1c1, where the solution has 8; correct the function"
    )


def test_no_name_of_a_profile_runs_code(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    sys.modules.pop("my_techniques", None)
    for name in ("mine.toml", "my_techniques:almost_locked_pair", str(folder / "mine.toml")):
        with pytest.raises(ValueError, match="unknown profile"):
            PUZZLE.hint(profile=name)
        with pytest.raises(ValueError, match="unknown profile"):
            nonet.generate(seed=1, profile=name)
    assert "my_techniques" not in sys.modules
