"""Named houses against the oracle's own drawing of them, and the notation of rules in words."""

from __future__ import annotations

import re
from html import unescape

import oracle
import pytest
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st
from quick import examples

from nonet import words
from nonet.base.cells import board_name
from nonet.base.errors import RulesError
from nonet.puzzle import Puzzle
from nonet.render import html
from nonet.rules import CLASSIC, House, Rules, box_shapes
from nonet.rules.constraints import AntiKnight, Cage, Thermo, X, kinds
from nonet.rules.variants import (
    diagonals,
    disjoint_groups,
    format_rules,
    latin_square,
    parse_rules,
    sentences_of_kinds,
    windoku,
)

SQUIGGLY = "AAABCADBCCDBCDDB"
SHAPES = [(1, 1), (2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (4, 3), (4, 4), (5, 5), (6, 6), (1, 5)]


def cells_of(houses: tuple[House, ...]) -> list[list[int]]:
    return [list(house.cells) for house in houses]


# -- houses --------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", range(1, 37))
def test_diagonals(size: int) -> None:
    assert cells_of(diagonals(size)) == oracle.diagonals(size)
    assert [house.name for house in diagonals(size)] == ["diagonal down", "diagonal up"]
    assert {house.cells.size for house in diagonals(size)} == {size}


def test_diagonals_of_the_classic_board() -> None:
    down, up = diagonals()
    assert down.cells.names == tuple(f"r{i}c{i}" for i in range(1, 10))
    assert up.cells.names == tuple(f"r{i}c{10 - i}" for i in range(1, 10))


@pytest.mark.parametrize("size", [4, 9, 16, 25, 36])
def test_windows(size: int) -> None:
    assert cells_of(windoku(size)) == oracle.windows(size)
    side = round(size**0.5)
    assert len(windoku(size)) == (side - 1) ** 2
    assert {len(house.cells) for house in windoku(size)} == {size}


def test_windows_of_the_classic_board() -> None:
    first, _, _, last = windoku()
    assert " ".join(first.cells.names) == "r2c2 r2c3 r2c4 r3c2 r3c3 r3c4 r4c2 r4c3 r4c4"
    assert last.cells.names[::4] == ("r6c6", "r7c7", "r8c8")
    assert [house.name for house in windoku()] == [f"window {i}" for i in range(1, 5)]


@pytest.mark.parametrize("size", [1, 2, 6, 8, 12, 35])
def test_no_windows(size: int) -> None:
    with pytest.raises(RulesError, match=f"windows need square boxes; {board_name(size)} has none"):
        windoku(size)


@pytest.mark.parametrize("shape", SHAPES)
def test_disjoint_groups(shape: tuple[int, int]) -> None:
    rules = Rules(box_rows=shape[0], box_columns=shape[1])
    assert cells_of(disjoint_groups(rules)) == oracle.disjoint_groups(*shape)
    assert [h.name for h in disjoint_groups(rules)] == [
        f"group {i}" for i in range(1, rules.size + 1)
    ]


@pytest.mark.parametrize("rules", [Rules(regions=SQUIGGLY), latin_square(9)])
def test_no_disjoint_groups(rules: Rules) -> None:
    with pytest.raises(RulesError, match="disjoint groups need boxes that are equal rectangles"):
        disjoint_groups(rules)


def test_latin_squares() -> None:
    for size in (1, 2, 7, 36):
        assert latin_square(size) == Rules(size=size, regions=())
        assert cells_of(latin_square(size).houses) == oracle.lines(size)
    with pytest.raises(RulesError, match="size must be 1 to 36, got 37"):
        latin_square(37)


# -- notation ------------------------------------------------------------------------------------


HOUSE = House("my house", "r1c1 r2c3")
WRITTEN = [
    ("3x3", CLASSIC),
    ("2x2", Rules(size=4)),
    ("2x3", Rules(box_rows=2, box_columns=3)),
    ("3x2", Rules(box_rows=3, box_columns=2)),
    ("10x3", Rules(box_rows=10, box_columns=3)),
    ("1x7", Rules(box_rows=1, box_columns=7)),
    ("latin1", latin_square(1)),
    ("latin9", latin_square(9)),
    ("latin36", latin_square(36)),
    ("jigsaw:1112314233423442", Rules(regions=SQUIGGLY)),
    ("3x3 diagonals", Rules(extra=diagonals())),
    ("4x4 windoku", Rules(size=16, extra=windoku(16))),
    ("2x3 disjoint", Rules(size=6, box_rows=2, box_columns=3).with_extra(
        *disjoint_groups(Rules(box_rows=2, box_columns=3))
    )),
    ("3x3 diagonals windoku disjoint",
     Rules(extra=[*diagonals(), *windoku(), *disjoint_groups()])),
    ("3x3 diagonals windoku disjoint",
     Rules(extra=[*disjoint_groups(), *windoku(), *diagonals()])),
    ("jigsaw:1112314233423442 diagonals", Rules(regions=SQUIGGLY, extra=diagonals(4))),
    ("latin5 diagonals", latin_square(5).with_extra(*diagonals(5))),
    ("3x3 house:my_house=r1c1r2c3", Rules(extra=[HOUSE])),
    ("3x3 windoku house:my_house=r1c1r2c3", Rules(extra=[HOUSE, *windoku()])),
    ("3x3 house:diagonal_up=r1c9r2c8r3c7r4c6r5c5r6c4r7c3r8c2r9c1", Rules(extra=diagonals()[1:])),
    ("3x3 diagonals antiknight killer:10=r1c1r1c2 thermo:r1c1r2c1", Rules(
        extra=diagonals(), constraints=[Cage("r1c1r1c2", sum=10), Thermo("r1c1r2c1"), AntiKnight()]
    )),
    ("4x4 house:extra_region_1=r16c16", Rules(size=16, extra=[House("", "r16c16", size=16)])),
]  # fmt: skip


@pytest.mark.parametrize(("text", "rules"), WRITTEN, ids=[text for text, _ in WRITTEN])
def test_notation(text: str, rules: Rules) -> None:
    assert format_rules(rules) == text
    assert parse_rules(text) == rules
    assert parse_rules(text, size=rules.size) == rules
    assert parse_rules(f"\t{text.replace(' ', '  ')}\n") == rules
    assert parse_rules(text.replace(" ", "+")) == rules


@given(strategies.rules())
def test_every_rule_can_be_written_down(rules: Rules) -> None:
    text = format_rules(rules)
    assert parse_rules(text) == parse_rules(text, size=rules.size) == rules
    assert format_rules(parse_rules(text)) == text
    assert len(text.split("\n")) == 1


@pytest.mark.parametrize(
    "name",
    ["", " ", "a_b", "a b", "a  b", "a+b", "a%b", "%5F", "100%", "a:b", ":", "jigsaw", "JIGSAW",
     "jigsaw:x", "latin5", "2x3", "diagonals", "tab\there", "line\nend", "\u2003", "\u00e9", "_", "r1c1"],
)  # fmt: skip
def test_every_name_of_a_house_can_be_written_down(name: str) -> None:
    rules = Rules(extra=[House(name, "r1c1 r9c9")])
    text = format_rules(rules)
    assert parse_rules(text) == rules
    assert len(text.split()) == 2


@pytest.mark.parametrize(
    ("text", "size", "rules"),
    [
        ("", None, CLASSIC),
        ("", 16, Rules(size=16)),
        ("x x:r1c1r1c2", None, Rules(extra=diagonals(), constraints=[X("r1c1 r1c2")])),
        ("ANTIKNIGHT", None, Rules(constraints=[AntiKnight()])),
        ("Killer:10=R1C1,R1C2 2x2", None, Rules(size=4, constraints=[Cage("r1c1 r1c2", sum=10)])),
        ("", 4, Rules(size=4)),
        ("3X3", None, CLASSIC),
        ("x", None, Rules(extra=diagonals())),
        ("Diagonal", 4, Rules(size=4, extra=diagonals(4))),
        ("HYPER", None, Rules(extra=windoku())),
        ("windows", None, Rules(extra=windoku())),
        ("X-Sudoku", None, Rules(extra=diagonals())),
        ("hyper-sudoku", None, Rules(extra=windoku())),
        ("diagonals 2x3", None, Rules(box_rows=2, box_columns=3, extra=diagonals(6))),
        ("latin", None, latin_square(9)),
        ("Latin", 5, latin_square(5)),
        ("LATIN7", None, latin_square(7)),
        ("Jigsaw:" + SQUIGGLY, 4, Rules(regions=SQUIGGLY)),
        ("jigsaw:AABBAABBCCDDCCDD", None, Rules(size=4)),
        ("house:a=R1C1R2C2", None, Rules(extra=[House("a", "r1c1 r2c2")])),
        ("House:a=r1c1,r2c2,", None, Rules(extra=[House("a", "r1c1 r2c2")])),
    ],
)
def test_what_else_is_read(text: str, size: int | None, rules: Rules) -> None:
    assert parse_rules(text, size=size) == rules


def test_letters_of_a_layout_are_not_folded() -> None:
    layout = "".join(chr(code) * 2 for code in b"aA") * 2 + "bbBB" * 2
    assert parse_rules(f"jigsaw:{layout}") == Rules(size=4)


@pytest.mark.parametrize(
    ("text", "size", "message"),
    [
        ("killer11=r1c1r2c1", None, "is a colon missing after 'killer'? write killer:11=r1c1r2c1"),
        ("thermo r9c1r9c2", None, "is a colon missing after 'thermo'? write thermo:r9c1r9c2"),
        ("sandwich 20=r3", None, "is a colon missing after 'sandwich'? write sandwich:20=r3"),
        ("littlekiller:20=r1c3=downward", None, "expected one of down-right, down-left, up-right"),
        ("antiknight left", None, "'left' is a direction, expected a rule"),
        ("antiknight,antiking", None, "'antiknight,antiking' is several rules in one; write a space between rules"),
        (".Cage~10~R1C1~R1C2", None, "is an item of an ISS string, expected a rule such as killer:10=r1c1r1c2"),
        ("antiknight arrow:=r1c1 arrow:r2c2=r2c3", None, "'arrow:=r1c1': arrow: expected 1 cell"),
        ("zzz", None, "unknown rule 'zzz'; known rules: a box shape such as 2x3,"),
        ("r.yaml", None, "expected rules such as antiknight, got the file 'r.yaml'; a YAML or JSON file"),
        ("killer:10=r1c1 r1c2", None, "'r1c2' is a cell, expected a rule; write the cells of a rule without spaces"),
        ("jigsaw", None, "jigsaw: expected the layout of the regions, a character for each cell"),
        ("cage:10=r1c1r1c2", None, "unknown rule 'cage:10=r1c1r1c2'; did you mean 'killer'?"),
        ("kropki:r1c1r1c2", None, "unknown rule 'kropki:r1c1r1c2'; did you mean 'white' or 'black'?"),
        ("anti knight", None, "unknown rule 'anti'; did you mean 'antiknight'?"),
        ("16x16", None, "boxes of 16 rows and 16 columns make 256; a 16x16 board has boxes of 4x4: write 4x4"),
        ("12x12", None, "a 12x12 board has boxes of 2x6, 3x4, 4x3 or 6x2: write one of these"),
        ("knight", 6, "unknown rule 'knight'; did you mean 'antiknight'?"),
        ("2x", None, "unknown rule '2x'"),
        ("0x3", None, "unknown rule '0x3'"),
        ("latin0", None, "unknown rule 'latin0'"),
        ("a:", None, "unknown rule 'a:'"),
        ("house:a=r1c1x", None, "house: expected a name and cells such as house:pair=r1c1r2c2, got 'house:a=r1c1x'"),
        ("killr", None, "unknown rule 'killr'; did you mean 'killer'?"),
        ("termo:r1c1r2c1", None, "unknown rule 'termo:r1c1r2c1'; did you mean 'thermo'?"),
        ("killer", None, "killer: expected killer:[SUM=]CELLS, got 'killer'"),
        ("killer:", None, "killer: expected killer:[SUM=]CELLS, got 'killer'"),
        ("killer:ten=r1c1", None, "killer: expected a number or numbers such as 10-12, ..12 and 8,10 for SUM"),
        ("killer:10=r1", None, "killer: expected a cell such as r1c1, got 'r1'"),
        ("killer:10=1,1", None, "killer: expected cells such as r1c1r1c2 for CELLS, got '1,1'; write killer:"),
        ("killer:10=r0c1r0c2", None, "killer: expected a cell such as r1c1, got 'r0c1'; rows and columns start at 1"),
        ("odd:r1c0", None, "odd: expected a cell such as r1c1, got 'r1c0'; rows and columns start at 1"),
        ("clone:r1c1r1c2/r2c1r2c100", None, "clone: expected a cell such as r1c1, got 'r2c100'"),
        ("killer:1234567890=r1c1", None, "sum: expected a number from -999999999 to 999999999, got 1234567890"),
        ("killer:1=2=r1c1", None, "killer: expected killer:[SUM=]CELLS, got 'killer:1=2=r1c1'"),
        ("thermo:r1c1", None, "thermo: expected at least 2 cells, got 1 (r1c1)"),
        ("thermo:slow=r1c1r1c1", None, "thermo: r1c1 is named twice"),
        ("thermo:r1c1r5c5", 4, "thermo: r5c5 is outside a 4x4 board"),
        ("littlekiller:20=r2c2=down-left", None, "down left starts in row 1 or in column 9, at the edge"),
        ("antiknight:r1c1", None, "antiknight: expected antiknight, got 'antiknight:r1c1'"),
        ("dragonals", None, "unknown rule 'dragonals'; did you mean 'diagonals'?"),
        ("Windoko", None, "unknown rule 'Windoko'; did you mean 'windoku'?"),
        ("2x3 3x2", None, "'3x2' is a second shape in '2x3 3x2', expected one"),
        ("latin5 jigsaw:1", None, "'jigsaw:1' is a second shape in"),
        ("2x3", 9, "the board is 9x9, the rules '2x3' are for 6x6; 2x3 means boxes of 2 rows and 3 columns"),
        ("6x6", 6, "the board is 6x6, the rules '6x6' are for 36x36"),
        ("latin7", 9, "the board is 9x9, the rules 'latin7' are for 7x7"),
        ("diagonals", 6, "a 6x6 board can have boxes of 2x3 or 3x2 cells (rows x columns) or none"),
        ("", 7, "a 7x7 board has no boxes that are rectangles"),
        ("9x9", None, "size must be 1 to 36; boxes of 9 rows and 9 columns"),
        ("latin37", None, "size must be 1 to 36, got 37"),
        ("jigsaw:AAAB", None, "region 'A' has 3 cells (r1c1 r1c2 r2c1), expected"),
        ("jigsaw:ABCD", None, "the layout has 4 regions: A (1), B (1), C (1), D (1); expected 2"),
        ("jigsaw:AABBAABBCCDDCCD", None, "the layout has 15 characters, expected 81"),
        ("jigsaw:AABBAABBCCDDCCCD", None, "region 'C' has 5 cells (r3c1 r3c2 r4c1 r4c2 r4c3)"),
        ("2x3 windoku", None, "windows need square boxes; a 6x6 board has none"),
        ("latin9 disjoint", None, "disjoint groups need boxes that are equal rectangles"),
        ("house:mine=r1c1r10c1", None, "mine: r10c1 is outside a 9x9 board"),
        ("house:mine=r1c1r0c1", None, "mine: expected a cell name such as 'r4c5', got 'r0c1'"),
        ("house:my_house=r1c1r2c2r1c1", None, "my house: r1c1 is named twice"),
        ("2x2 house:a=r1c1r1c2r1c3r1c4r2c1", None, "a: expected at most 4 cells"),
    ],
)  # fmt: skip
def test_wrong_words(text: str, size: int | None, message: str) -> None:
    with pytest.raises(RulesError) as caught:
        parse_rules(text, size=size)
    assert message in str(caught.value)


@given(st.text(max_size=60) | st.text("jigsaw:ABrc12 x_%+", max_size=40))
def test_any_text_is_rules_or_an_error(text: str) -> None:
    try:
        rules = parse_rules(text)
    except RulesError:
        return
    assert parse_rules(format_rules(rules)) == rules


@settings(max_examples=examples(400))
@given(
    st.sampled_from(sorted(kinds())),
    st.lists(
        st.text("r1c29=/,-:%x.slow", max_size=8)
        | st.sampled_from(["r1c1", "r1c2r2c2", "r9c9", "=", "5", "slow=", "left", "down-right"]),
        max_size=6,
    ),
    st.sampled_from([None, 1, 4, 9]),
)
def test_any_word_of_a_kind_is_a_constraint_or_an_error(
    word: str, parts: list[str], size: int | None
) -> None:
    try:
        rules = parse_rules(f"{word}:{''.join(parts)}", size=size)
    except RulesError as error:
        assert str(error)
        return
    assert parse_rules(format_rules(rules)) == rules
    space = rules.space
    for constraint in rules.constraints:
        assert constraint.text()
        assert list(constraint.marks(space)) is not None
        assert list(constraint.primitives(space)) is not None
        list(constraint.violations({"r1c1": 1}, space))


@pytest.mark.parametrize("size", range(2, 37))
def test_every_shape_of_a_size(size: int) -> None:
    for rows, columns in box_shapes(size):
        rules = parse_rules(f"{rows}x{columns}", size=size)
        assert (rules.size, rules.box_rows, rules.box_columns) == (size, rows, columns)


@pytest.mark.parametrize("language", words.languages())
def test_a_list_of_rules_beside_a_drawing_says_each_kind_once(language: str) -> None:
    rules = parse_rules(
        "diagonals killer:9=r1c1r1c2 antiknight killer:8=r2c1r2c2 whisper:4=r4c1r4c2 whisper:4=r5c1r5c2"
        " whisper:r6c1r6c2 thermo:r9c1r9c2"
    )
    said = sentences_of_kinds(rules, language)
    alone = [each.text(language) for each in rules.constraints]
    assert len(said) == 6 and said[1] == alone[0] and said[3] == alone[3] and said[5] == alone[6]
    killers, whispers = said[2], said[4]
    assert killers not in alone and whispers not in alone
    assert words.catalogue(language).number(4) in whispers
    page = html(Puzzle("." * 81, rules=rules), language=language)
    assert page.count("<li>") == 6 and killers in unescape(page)


@pytest.mark.parametrize("language", words.languages())
def test_what_all_of_a_kind_say_names_no_cells(language: str) -> None:
    sentences = words.catalogue(language)._sections["constraints"]
    shared = {key: text for key, text in sentences.items() if key.endswith(".each")}
    of_kinds = {key.partition(".")[0] for key in shared}
    alike = {key for key in sentences if key.partition(".")[0] in of_kinds} - set(shared)
    assert {f"{key}.each" for key in alike} == set(shared), "each sentence of such a kind has one"
    for key, text in shared.items():
        fields = kinds()[key.partition(".")[0]].parameters.values()
        named = {field.name for field in fields if field.is_place}
        assert set(re.findall(r"{(\w+)", text)).isdisjoint(named)
        assert key.removesuffix(".each") in sentences
