"""Strings of Interactive Sudoku Solver: their grammar, what they mean, and that nothing is lost."""

from __future__ import annotations

import io
import itertools
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from meaning import holds
from quick import examples

from nonet import formats
from nonet.base.errors import ParseError
from nonet.formats.iss import parse_iss
from nonet.formats.iss_text import format_items, parse_items
from nonet.formats.iss_writing import write_iss
from nonet.puzzle import Puzzle
from nonet.puzzle.errors import PuzzleError
from nonet.puzzle.model import Model, Unknowns
from nonet.rules import Rules
from nonet.rules.constraints import (
    AllOf,
    AnyOf,
    Arrow,
    AutomatonRule,
    Between,
    Cage,
    Clone,
    ConnectedDigits,
    Constraint,
    Contains,
    Difference,
    Entropic,
    Greater,
    LineRule,
    LittleKiller,
    Maximum,
    Minimum,
    Odd,
    OneOf,
    PairRule,
    PillArrow,
    Quadruple,
    Ratio,
    RegionSumLine,
    Renban,
    Sandwich,
    Skyscraper,
    StrictKropki,
    Sum,
    SumLine,
    Thermo,
    Whisper,
    XSum,
)
from nonet.rules.constraints.iss_codes import (
    Transitions,
    decode_automaton,
    decode_bits,
    encode_automaton,
    encode_bits,
)
from nonet.rules.variants import diagonals, disjoint_groups, parse_rules, windoku


def puzzle(text: str) -> Puzzle:
    found = parse_iss(text)
    assert isinstance(found, Puzzle)
    return found


def model(text: str) -> Model:
    found = parse_iss(text)
    assert isinstance(found, Model)
    return found


def constraints(text: str) -> tuple[Constraint, ...]:
    found = parse_iss(text)
    return found.rules.constraints if isinstance(found, Puzzle) else found.constraints


# -- boards -----------------------------------------------------------------------------------------


def test_the_board_of_a_puzzle() -> None:
    assert puzzle(".~R1C1_5") == Puzzle("5" + "." * 80)
    assert puzzle(".Shape~4x4").rules == Rules(size=4)
    assert puzzle(".Shape~6x6").rules == Rules(box_rows=2, box_columns=3)
    assert puzzle(".Shape~7x7").rules == Rules(size=7, regions=())
    assert puzzle(".NoBoxes").rules == Rules(size=9, regions=())
    jigsaw = puzzle(".Shape~4x4.NoBoxes.Jigsaw~AAAABBCCBBCCDDDD").rules
    assert jigsaw == Rules(regions="AAAABBCCBBCCDDDD")


def test_diagonals_windows_and_disjoint_groups_are_houses() -> None:
    rules = puzzle(".Diagonal~1.Diagonal~-1.Windoku.DisjointSets").rules
    assert rules.extra == (*diagonals(9), *windoku(9), *disjoint_groups())
    assert puzzle(".Diagonal~1").rules.extra == diagonals(9)[1:]


def test_marks_are_the_candidates_of_a_cell() -> None:
    found = puzzle(".~R1C1_5~R1C2_1_2.~R1C2_2_3~R1C3_4_6")
    assert found.givens[0] == 5 and found.givens[1] == 2
    assert found.marks is not None
    assert found.marks["r1c3"] == {4, 6}


def test_other_digits_shapes_and_cells_make_a_model() -> None:
    zero = model(".Shape~9x9~0-9.~R1C1_0_1")
    assert zero.digits == range(10)
    assert zero.givens == {"r1c1": frozenset({0, 1})}
    assert len(zero.houses) == 27
    wide = model(".Shape~4x6.Cage~5~R4C6~R3C6")
    assert (wide.rows, wide.columns, wide.digits) == (4, 6, range(1, 7))
    raw = model(".Shape~2x3~4~Raw")
    assert (raw.houses, raw.digits) == ((), range(1, 5))
    extra = model(".Var~L~my%20loop~6x6.Var~K.ConnectedValues~VL~1_2~5.AllDifferent~VK~VL36")
    assert extra.unknowns == (Unknowns("k"), Unknowns("l", 36, 6, "my loop"))
    assert extra.constraints[0].layer[5][5] == "l36"  # type: ignore[attr-defined]
    assert extra.constraints[1].cells == ("k1", "l36")
    squashed = model(".Shape~6x6~9.RegionSize~9")
    assert [len(house.cells) for house in squashed.houses] == [6] * 12 + [9] * 4


# -- constraints ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (".Cage~9~R1C1~R1C2", Cage("r1c1 r1c2", sum=9)),
        (".Cage~0~R1C1~R1C2", Cage("r1c1 r1c2")),
        (".Sum~4_=_1_-2~R1C1~R1C2", Sum("r1c1 r1c2", 4, coefficients=[1, -2])),
        (".Arrow~R1C1~R1C2~R1C3", Arrow("r1c1", "r1c2 r1c3")),
        (".Thermo~R1C1~R2C2", Thermo("r1c1 r2c2")),
        (".Whisper~R1C1~R1C2", Whisper("r1c1 r1c2")),
        (".Whisper~4~R1C1~R1C2~R2C2~R1C1", Whisper("r1c1 r1c2 r2c2 r1c1", difference=4)),
        (".SumLine~10~R1C1~R1C2~R2C2~LOOP", SumLine("r1c1 r1c2 r2c2", 10, loop=True)),
        (".LittleKiller~62~R1C9", LittleKiller("r1c9", "down left", sum=62)),
        (".LittleKiller~6~R3C9", LittleKiller("r3c9", "up left", sum=6)),
        (".LittleKiller~6~R9C3", LittleKiller("r9c3", "up right", sum=6)),
        (".Sandwich~0~C5", Sandwich("c5", 0)),
        (".XSum~C7~~16", XSum("c7", "bottom", 16)),
        (".Quad~R1C1~3~3", Quadruple("r1c1 r1c2 r2c1 r2c2", [3, 3])),
        (".ContainExact~1_2~R1C1~R1C2", Contains("r1c1 r1c2", [1, 2], exact=True)),
        (".SameValues~2~R1C1~R1C2~R5C5~R5C6", Clone(["r1c1 r1c2", "r5c5 r5c6"])),
        (".Regex~MTIq~R1C1~R1C2", LineRule("r1c1 r1c2", "12*")),
        (".ConnectedValues~~1_3", ConnectedDigits([1, 3])),
        (".Or.Thermo~R1C1~R1C2.~R5C5_1_2.End", AnyOf([Thermo("r1c1 r1c2"), OneOf("r5c5", [1, 2])])),
        (
            ".Or.And.Thermo~R1C1~R1C2.X~R1C1~R1C2.End.~R5C5_1.End",
            None,
        ),
    ],
)
def test_a_type_is_a_kind(text: str, expected: Constraint | None) -> None:
    found = constraints(text)
    if expected is not None:
        assert found == (expected,)
    else:
        assert isinstance(found[0], AnyOf) and isinstance(found[0].parts[0], AllOf)


def test_marks_between_cells_follow_adjacency_not_order() -> None:
    found = constraints(".GreaterThan~R1C2~R1C1~R2C2~R9C9")
    assert found == (Greater("r1c2 r1c1"), Greater("r1c2 r2c2"))


def test_copies_are_written_out() -> None:
    found = constraints(".Replicate~FB.Thermo~R1C1~R2C2.End")
    assert found == (Thermo("r1c1 r2c2"), Thermo("r1c3 r2c4"), Thermo("r1c7 r2c8"))
    boxes = model(".Var~S~~4.Replicate~P~VS1.~VS1_1_2.End")
    assert set(boxes.givens) == {"s1", "s2", "s3", "s4"}


def test_a_line_that_meets_itself_is_cut() -> None:
    found = constraints(".Whisper~5~R1C1~R1C2~R2C2~R1C2~R1C3")
    assert found == (Whisper("r1c1 r1c2 r2c2"), Whisper("r2c2 r1c2 r1c3"))


def test_relations_and_automata_are_tables_of_digits() -> None:
    key = parse_items(write_iss(Model(4, 4, constraints=[PairRule("r1c1 r1c2", "1:23,4:4")])))
    assert constraints(format_items(key)) == (PairRule("r1c1 r1c2", "1:23,4:4"),)
    rule = AutomatonRule(["r1c1", "r1c2 r1c3"], "0;1;0:12>0,0:*>1,1:34>1", name="a gap")
    assert constraints(write_iss(Model(4, 4, constraints=[rule]))) == (rule,)


# -- errors ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        (
            ".Cage~9~R1C1~R1C2.Thermos~R1C1",
            18,
            "nonet does not know the ISS type 'Thermos'; did you mean 'Thermo'?",
        ),
        (".Cage~x~R1C1", 1, "expected a number, found 'x'"),
        (".Cage~9~R1Cz", 1, "expected a cell such as R1C2, found 'R1Cz'"),
        (".Shape~4x4.Cage~9~R1C5", 11, "the board has no cell R1C5"),
        (".~R1C1_5~R1C2_12", 1, "expected digits 1 to 9, found '12'"),
        (".Or.Thermo~R1C1~R1C2", 1, ".Or has no .End"),
        (".Thermo~R1C1~R1C2.End", 18, ".End closes nothing"),
        (".WhiteDot~R1C1~R5C5", 1, "expected cells that touch"),
        (".Shape~40x40", None, "expected at most 16 rows and columns"),
        (".Jigsaw~123", None, "expected a layout of 81 cells, found 3"),
        (".NFA~***~R1C1", 1, "expected base64, found '***'"),
        (".NumberedRoom~D1~3", 1, "expected a row or column"),
        (".Thermo", 1, ".Thermo has no arguments"),
        (".Cage~9", 1, "killer: expected at least 1 cell, got 0"),
    ],
)
def test_an_error_names_the_item(text: str, column: int | None, message: str) -> None:
    with pytest.raises(ParseError) as found:
        parse_iss(text)
    assert message in found.value.reason
    assert found.value.column == column


def test_a_misspelt_type_at_the_begin_is_named() -> None:
    with pytest.raises(ParseError, match="'Kage'; did you mean 'Cage'"):
        formats.parse(".Kage~9~R1C1~R1C2")


def test_an_error_in_several_lines_names_its_line() -> None:
    [record] = formats.records(["# a remark", ".Shape~4x4", ".Cage~9~R1C5"], format="iss")
    assert record.error is not None
    assert (record.error.line, record.error.column) == (3, 1)


# -- files -----------------------------------------------------------------------------------------


def test_lines_are_strings_or_items() -> None:
    one = ".Shape~4x4.Cage~3~R1C1~R1C2"
    assert len(formats.parse_all(f"{one}\n{one}\n")) == 2
    items = ".Shape~4x4\n.Cage~3~R1C1~R1C2\n.Or\n.Thermo~R1C1~R2C1\n.~R4C4_1\n.End"
    [found] = formats.parse_all(items)
    assert len(found.rules.constraints) == 2
    assert formats.parse_all(f"{items}\n\n{items}") == [found] * 2


def test_lines_of_givens_that_name_a_cell_twice_are_puzzles() -> None:
    """Classic puzzles are written so, one per line."""
    puzzles = [Puzzle("12" + "." * 79), Puzzle("1" + "." * 80), Puzzle(".3" + "." * 79)]
    out = io.StringIO()
    formats.write(puzzles, out, format="iss")
    assert formats.parse_all(out.getvalue()) == puzzles
    assert len(formats.parse_all(".~R1C1_1\n.~R1C2_3~R1C3_4\n")) == 1
    assert len(formats.parse_all(".~R1C1_1\n.~R1C1_1\n.Windoku\n")) == 1


def test_a_reader_of_puzzles_says_what_a_model_is() -> None:
    with pytest.raises(ParseError, match="expected a puzzle, found a 9x9 model with digits 0 to 9"):
        formats.parse(".Shape~9x9~0-9")
    assert formats.parse_model(".Shape~9x9~0-9").digits == range(10)
    assert formats.parse_model(".Shape~9x9~0-8").digits == range(9)
    assert formats.parse_model("." * 81).rows == 9
    [record] = formats.records([".Shape~9x9~0-9"])
    assert record.puzzle is None and record.model is not None


def test_only_iss_holds_models() -> None:
    found = formats.parse_model(".Shape~9x9~0-8")
    assert formats.format(found, "iss") == ".Shape~9x9~0-8"
    out = io.StringIO()
    assert formats.write([found, Puzzle("." * 81)], out, format="iss") == 2
    assert out.getvalue() == ".Shape~9x9~0-8\n.Shape~9x9\n"
    with pytest.raises(PuzzleError, match="holds puzzles, and this is a 9x9 model"):
        formats.format(found, "jsonl")
    with pytest.raises(PuzzleError, match="up to 16x16 with digits from 0 or 1"):
        formats.format(Model(3, 3, digits=range(2, 9)), "iss")


# -- laws -------------------------------------------------------------------------------------------

LAWS = settings(deadline=None, max_examples=examples(150))


@given(st.sets(st.integers(0, 300)))
@LAWS
def test_law_bits(numbers: set[int]) -> None:
    assert decode_bits(encode_bits(numbers)) == sorted(numbers)


@st.composite
def machines(draw: st.DrawFn) -> Transitions:
    states = draw(st.integers(1, 6))
    place = st.integers(0, states - 1)
    moves = draw(st.sets(st.tuples(place, st.integers(0, 9), place), max_size=20))
    start = draw(st.sets(place, min_size=1))
    return Transitions(states, tuple(sorted(start)), tuple(draw(st.sets(place))), tuple(moves))


def accepted(machine: Transitions, word: tuple[int, ...]) -> bool:
    states = set(machine.start)
    for symbol in word:
        states = {b for a, s, b in machine.moves if a in states and s == symbol}
    return bool(states & set(machine.accept))


@given(machines())
@LAWS
def test_law_automata(machine: Transitions) -> None:
    found = decode_automaton(encode_automaton(machine))
    for length in range(4):
        for word in itertools.product(range(0, 10, 3), repeat=length):
            assert accepted(found, word) == accepted(machine, word)
    assert encode_automaton(found) == encode_automaton(decode_automaton(encode_automaton(found)))


SIZES = st.sampled_from([(4, 4), (6, 6), (9, 9), (4, 6), (14, 15)])


@st.composite
def boards(draw: st.DrawFn) -> Model:
    rows, columns = draw(SIZES)
    most = max(rows, columns)
    low = draw(st.sampled_from([0, 1, 1, 1]))
    digits = range(low, low + draw(st.integers(most, min(most + 2, 15))))
    unknowns = draw(
        st.sampled_from([(), (Unknowns("x", 3),), (Unknowns("k"), Unknowns("z", 8, 4, "~ a.b"))])
    )
    empty = Model(rows, columns, digits=digits, unknowns=unknowns)
    rng = random.Random(draw(st.integers(0, 2**32)))
    found = [kind(rng, empty) for kind in draw(st.lists(st.sampled_from(KINDS), max_size=6))]
    names = rng.sample(empty.space.names, 3)
    givens = {name: rng.sample(digits, rng.randint(1, 3)) for name in names}
    return Model(rows, columns, digits=digits, unknowns=unknowns, constraints=found, givens=givens)


def _path(rng: random.Random, board: Model, length: int) -> list[str]:
    return rng.sample(board.space.names, length)


def _pair(rng: random.Random, board: Model) -> tuple[str, str]:
    return rng.choice(list(board.space.pairs((0, 1), (1, 0))))


KINDS = [
    lambda rng, b: Cage(_path(rng, b, 3), sum=rng.choice([None, 9])),
    lambda rng, b: Sum(_path(rng, b, 3), 7, coefficients=rng.choice([(), (1, -1, 2)])),
    lambda rng, b: Thermo(_path(rng, b, 3)),
    lambda rng, b: Whisper(_path(rng, b, 4), difference=rng.randint(1, 6)),
    lambda rng, b: Renban(_path(rng, b, 4)),
    lambda rng, b: Between(_path(rng, b, 4)),
    lambda rng, b: Contains(_path(rng, b, 4), [1, 2, 2]),
    lambda rng, b: Difference(_pair(rng, b)),
    lambda rng, b: Greater(_pair(rng, b)),
    lambda rng, b: StrictKropki(),
    lambda rng, b: Clone([_path(rng, b, 2), _path(rng, b, 2)]),
    lambda rng, b: XSum("r1", "right", 9),
    lambda rng, b: Skyscraper("c2", "top", 2),
    lambda rng, b: PairRule(_path(rng, b, 3), {1: [2, 3], 2: [1]}),
    lambda rng, b: PairRule(_path(rng, b, 3), {1: [2, 3], 2: [1], 3: [1]}, all_pairs=True),
    lambda rng, b: LineRule(_path(rng, b, 4), "[12]*3?.*"),
    lambda rng, b: AutomatonRule([_path(rng, b, 2), _path(rng, b, 1)], "0;1;0:12>0,0:*>1,1:3>1"),
    lambda rng, b: AnyOf([Thermo(_path(rng, b, 2)), OneOf(_path(rng, b, 1), [1, 2])]),
    lambda rng, b: AnyOf(
        [AllOf([Thermo(_path(rng, b, 2)), Cage(_path(rng, b, 2))]), Renban(_path(rng, b, 2))]
    ),
    lambda rng, b: ConnectedDigits([1, 2], size=rng.choice([None, 4])),
]


@given(boards())
@LAWS
def test_law_models_are_kept(board: Model) -> None:
    text = write_iss(board)
    assert formats.parse_model(text, format="iss") == board
    assert write_iss(formats.parse_model(text)) == text


FOREIGN = [
    Thermo("r1c1 r1c2 r1c3", slow=True),
    Difference("r1c1 r1c2", difference=2),
    Ratio("r1c1 r1c2", ratio=3),
    Minimum("r1c1"),
    Maximum("r1c2"),
    Odd("r1c1 r1c3"),
    StrictKropki("white"),
]


@pytest.mark.parametrize("constraint", FOREIGN, ids=repr)
def test_what_iss_does_not_know_keeps_its_meaning(constraint: Constraint) -> None:
    board = Model(1, 3, digits=range(1, 5), constraints=[constraint])
    # Without the labels it is what ISS reads.
    again = formats.parse_model(re.sub("~_[^~]+", "~_", write_iss(board)))
    assert board.constraints != again.constraints or constraint.word == "odd"
    for values in itertools.product(range(1, 5), repeat=3):
        cells = dict(zip(board.space.names, values, strict=True))
        expected = not list(board.violations(cells))
        assert (not list(again.violations(cells))) == expected
        allowed = all(d in again.givens.get(name, again.digits) for name, d in cells.items())
        solved = all(holds(p, values, board.digits) for p in again.primitives)
        assert (allowed and solved) == expected


@pytest.mark.parametrize(
    "rules",
    [
        "thermo:slow=r1c1r1c2r2c2 thermo:r5c1r5c2",
        "minimum:r5c5 minimum:r5c6 maximum:r1c1",
        "strictkropki:black black:r1c1r1c2 white:r2c1r2c2",
        "strictkropki:white",
        "strictxv:v v:r1c1r1c2",
        "odd:r1c1r2c2 even:r3c3",
        "odd:r1c1 oneof:135=r1c2",
        "black:3=r1c1r1c2 white:3=r1c1r3c3",
        "killer:10-12=r1c1r1c2 sum:..10=r2c1r2c2 xsum:1,3=r1=left sandwich:..4=r3",
        "nabner:r1c1r1c2r1c3 boxindexing:r1c1r5c5 diagonalnonconsecutive",
        "sequence:r1c1r1c2r1c3 samedifference:r2c1r2c2r3c2 indexline:r5c1r5c2",
        "allgiven:3=white white:3=r1c1r1c2 not:greater:r1c1r1c2",
        "anyof:thermo:r1c1r1c2/odd:r1c1 pairs:1:2,2:1=r5c5r5c6",
        "anyof:thermo:slow=r1c1r1c2/minimum:r5c5/killer:3=r2c1r2c2",
        "anyof:allof:sequence:r1c1r1c2r1c3%2Fantiking/nabner:r4c1r4c2r4c3 anyof:x:r1c1r1c2/v:r1c1r1c2",
    ],
)
def test_a_kind_that_iss_does_not_have_comes_back_by_its_name(rules: str) -> None:
    puzzle = Puzzle("." * 80 + "7", rules=rules)
    again = formats.parse(formats.format(puzzle, "iss"))
    assert isinstance(again, Puzzle)
    kept = {each for each in puzzle.rules.constraints if each.word != "oneof"}
    assert {*again.rules.constraints} == kept and again.givens == puzzle.givens
    held = again.marks["r1c2"] if again.marks else None
    assert held == ({1, 3, 5} if "oneof" in rules else None)


def test_iss_gets_pairs_where_its_dots_are_others() -> None:
    rules = "strictkropki white:3=r1c1r1c2"
    puzzle = Puzzle("." * 36, rules=f"2x3 {rules}")
    written = formats.format(puzzle, "iss")
    assert ".StrictKropki" not in written and formats.parse(written) == puzzle
    assert ".StrictKropki" in formats.format(Puzzle("." * 36, rules="2x3 strictkropki"), "iss")


def test_a_label_means_nothing_if_what_it_names_is_not_there() -> None:
    text = formats.format(Puzzle("." * 81, rules="thermo:slow=r1c1r1c2r1c3"), "iss")
    first, _, second = text.rpartition(".Pair")
    for changed in (
        first,
        text.replace("thermo%3Aslow", "thermo%3Aslo"),
        f"{first}.Pair{second[:-1]}4",
    ):
        found = formats.parse(changed).rules.constraints
        assert {each.word for each in found} == {"pairs"}, changed
    assert formats.parse(f"{text}.Thermo~R1C1~R1C2").rules == parse_rules(
        "thermo:slow=r1c1r1c2r1c3 thermo:r1c1r1c2"
    )


def test_cells_with_all_odd_digits_are_odd_unless_an_item_has_others_too() -> None:
    text = ".Shape~6x6.~R1C1_1_3_5~R1C2_1_3_5.~R2C1_2_4_6~R2C2_1_2.~R3C3_1"
    puzzle = formats.parse(text)
    assert isinstance(puzzle, Puzzle) and puzzle.marks is not None
    assert [each.notation for each in puzzle.rules.constraints] == ["odd:r1c1r1c2"]
    assert puzzle.marks["r2c1"] == {2, 4, 6} and puzzle.marks["r1c1"] == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize(
    ("pill", "kept"),
    [
        ("r1c1 r1c2", True),
        ("r1c1 r2c1 r3c2", True),
        ("r1c2 r1c1", False),  # ISS would read it from left to right
        ("r1c2 r2c1", False),
        ("r1c1 r1c3", False),
    ],
)
def test_a_pill_that_iss_would_read_in_another_way_is_written_as_a_sum(
    pill: str, kept: bool
) -> None:
    rules = Rules(constraints=[constraint := PillArrow(pill, "r4c4 r4c5")])
    puzzle = Puzzle("." * 81, rules=rules)
    [again] = formats.parse(formats.format(puzzle, "iss")).rules.constraints
    assert (again == constraint) == kept
    [(sums, total)] = again.sums(rules.space)  # type: ignore[attr-defined]
    assert [(sums, total)] == list(constraint.sums(rules.space))


@pytest.mark.parametrize(
    ("word", "written"),
    [
        (
            "littlekiller:20=r9c1=up-right",
            ".LittleKiller~20~R1C9",
        ),  # ISS knows each diagonal by one end
        ("littlekiller:20=r9c9=up-left", ".LittleKiller~20~R1C1"),
        ("littlekiller:20=r9c3=up-right", ".LittleKiller~20~R9C3"),
        ("littlekiller:20=r3c9=down-left", ".LittleKiller~20~R9C3"),
        ("littlekiller:20=r3c1=up-right", ".LittleKiller~20~R1C3"),
        ("littlekiller:20=r7c9=up-left", ".LittleKiller~20~R7C9"),
        ("littlekiller:4=r1c1=up-right", ".Sum~4~R1C1"),
        ("pairs:all_pairs=1:2=r1c1r1c2", ".Pair~AI~_~R1C1~R1C2"),  # not the same in both directions
        ("pairs:all_pairs=1:2,2:1=r1c1r1c2", ".PairX~AI~_~R1C1~R1C2"),
        ("xsum:0=r1=left", ".Or"),
        ("xsum:9=r1=left", ".XSum~R1~9"),
        (
            "anyof:antiknight/thermo:r1c1r1c2",
            ".Or.And.AllDifferent~",
        ),  # no rule for the whole board
        ("anyof:rellik:5=r1c1r1c2/thermo:r3c1r3c2", ".Or.And.AllDifferent~R1C1~R1C2.NFA~"),
        ("rellik:5=r1c1r1c2", ".RellikCage~5~R1C1~R1C2"),
    ],
)
def test_what_iss_refuses_is_written_in_another_way(word: str, written: str) -> None:
    puzzle = Puzzle("." * 81, rules=word)
    text = formats.format(puzzle, "iss")
    key = re.sub(r"~[^~]*~_~", "~AI~_~", text)
    assert key.startswith(written), text
    assert formats.parse(text).rules.constraints


def test_of_two_quadruples_of_one_square_one_is_written_as_contained_digits() -> None:
    rules = Rules(
        constraints=[Quadruple("r1c1 r1c2 r2c1 r2c2", digits) for digits in ([9], [1, 5])]
    )
    text = formats.format(Puzzle("." * 81, rules=rules), "iss")
    assert text == ".Quad~R1C1~9.ContainAtLeast~1_5~R1C1~R1C2~R2C1~R2C2"


def test_kinds_of_nine_digits_are_written_as_what_they_are_made_of_on_other_boards() -> None:
    six = Rules(size=6, box_rows=2, box_columns=3, constraints=[Entropic("r1c1 r1c2 r1c3 r1c4")])
    puzzle = Puzzle("1" + "." * 35, rules=six)
    assert "Entropic" not in (text := formats.format(puzzle, "iss"))
    assert formats.parse(text).count(limit=50_000) == puzzle.count(limit=50_000)


@pytest.mark.parametrize(
    "word", ["anyof:connected:12/killer:3=r1c1r1c2", "pillarrow:r1c1r1c2r1c3r1c4=r4c4r4c5"]
)
def test_what_iss_cannot_hold_is_named(word: str) -> None:
    with pytest.raises(PuzzleError, match=r"cannot hold (connected:12|pillarrow:r1c1)"):
        formats.format(Puzzle("." * 81, rules=word), "iss")


def test_regions_that_a_line_of_equal_sums_needs_are_kept() -> None:
    text = ".Shape~6x6~9.NoBoxes.RegionSize~9.Jigsaw~001111200101220001233011223333222333"
    board = model(text + ".RegionSumLine~R1C1~R1C2~R1C3~R1C4")
    assert isinstance(board.constraints[0], RegionSumLine)
    assert model(write_iss(board)) == board


def test_a_region_that_is_also_a_row_stays_a_region() -> None:
    puzzle = Puzzle("." * 16, rules=Rules(regions="1111233423342244"))
    assert formats.parse(formats.format(puzzle, "iss")) == puzzle


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("valueindexing:r1c1r1c2r1c3r1c1", ".ValueIndexing~R1C1~R1C2~R1C3~R1C1"),
        ("whisper:r1c1r1c2r2c2r1c1", ".Whisper~5~R1C1~R1C2~R2C2~R1C1"),
    ],
)
def test_a_line_that_names_its_first_cell_again_keeps_its_type(word: str, text: str) -> None:
    puzzle = Puzzle("." * 81, rules=word)
    assert formats.format(puzzle, "iss").strip() == text
    assert formats.parse(text).rules == puzzle.rules


@pytest.mark.parametrize("word", ["modular:2", "modular:3", "entropic"])
def test_a_loop_is_written_as_what_it_means(word: str) -> None:
    for line in ("r1c1r1c2r2c2r1c1", "r1c1r1c2r1c3r2c3r2c2r2c1r1c1"):
        puzzle = Puzzle("." * 81, rules=f"{word}{'=' if ':' in word else ':'}{line}")
        again = formats.parse(formats.format(puzzle, "iss"))
        assert again.count(limit=1) == puzzle.count(limit=1)
