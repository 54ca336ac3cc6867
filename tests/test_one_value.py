"""Rules are one value: in any order of their words, with any names of houses, through every format."""

from __future__ import annotations

import itertools
import pickle
import random
from collections.abc import Iterable, Iterator, Sequence

import pytest

import nonet
from nonet import House, Position, Puzzle, PuzzleError, Rules, Transform, formats
from nonet.constraints import Cage
from nonet.generating import generate
from nonet.generating.layouts import HOUSES
from nonet.rules.constraints import Constraint
from nonet.rules.houses import named, usual
from nonet.rules.variants import (
    diagonals,
    disjoint_groups,
    extra_by_word,
    format_rules,
    parse_rules,
    windoku,
)

Words = tuple[str, ...]

OWN = "house:own=r1c1r5c6r9c2"
WORDS = (
    *("diagonals", "windoku", "disjoint", OWN, "antiknight", "killer:10=r1c1r1c2"),
    *("house:mine=r1c1r2c2r3c3r4c4r5c5r6c6r7c7r8c8r9c9", "killer:5=r1c3r1c4", "sandwich:9=r2"),
    *("thermo:r4c4r5c5r6c6", "white:r1c5r1c6"),
)
JIGSAW = f"jigsaw:111122333112222333111222333{3 * '444555666'}{3 * '777888999'}"
WRITTEN = [name for name, fmt in formats.FORMATS.items() if fmt.can_write and name != "html"]
CARRY = (
    *("jsonl", "csv", "yaml", "json", "iss"),
    *("f-puzzles", "sudokupad", "solo", "sudokuwiki", "killer-long"),
)
"""Formats that hold rules of many kinds."""

DRAWN = {"thermo", "white", "sandwich"}
"""Kinds that a link of SudokuPad shows in its drawing and text alone, as its row in the table of formats says."""


def orders(words: Words, rng: random.Random) -> Iterator[str]:
    """Yield the words in some orders: as they are, reversed, shuffled."""
    yield " ".join(words)
    yield " ".join(reversed(words))
    yield " ".join(rng.sample(words, len(words)))


def variants(most: int) -> list[Words]:
    """Return all words alone and in company, without what does not fit together."""
    found: list[Words] = []
    for count in range(1, most + 1):
        found += itertools.combinations(WORDS, count)
    return found


def test_the_order_of_words_is_no_part_of_rules() -> None:
    for words in itertools.permutations(("windoku", "diagonals", "disjoint", OWN, "antiknight")):
        one = parse_rules(f"diagonals windoku disjoint antiknight {OWN}")
        other = parse_rules(" ".join(words))
        assert one == other and hash(one) == hash(other) and len({one, other}) == 1
        assert format_rules(one) == format_rules(other) and repr(one) == repr(other)
        assert [h.name for h in one.known_houses] == [h.name for h in other.known_houses]
    puzzles = {Puzzle("." * 81, rules=text) for text in ("windoku diagonals", "diagonals windoku")}
    assert len(puzzles) == 1


def test_names_of_houses_are_for_people() -> None:
    one, other = (Rules(extra=[House(name, "r1c1 r9c9")]) for name in ("mine", "yours"))
    assert one == other and hash(one) == hash(other)
    assert [rules.extra[0].name for rules in (one, other)] == ["mine", "yours"]
    for rules in (one, other):  # what is cached for one is not used for the other
        assert formats.parse("." * 81, rules=rules).rules.extra[0].name == rules.extra[0].name
        assert pickle.loads(pickle.dumps(rules)).extra[0].name == rules.extra[0].name
    mine = Rules(extra=[House("mine", diagonals()[0].cells), diagonals()[1]])
    assert mine == Rules(extra=diagonals()) and "mine" in format_rules(mine)
    assert parse_rules(format_rules(mine)).extra[0].name == "mine"


def test_a_dead_end_names_the_houses_of_its_board() -> None:
    transversal = "r1c1 r5c2 r9c3 r2c4 r6c5 r7c6 r3c7 r4c8 r8c9"
    for name in ("mine", "yours"):
        house = House(name, transversal)
        board = [range(2, 10) if cell in house.cells else range(1, 10) for cell in range(81)]
        problems = Puzzle(nonet.Candidates(board), rules=Rules(extra=[house])).check().problems
        assert any(name in sentence for sentence in problems), problems


def test_known_houses_are_known_by_their_cells() -> None:
    known = (*diagonals(), *windoku(), *disjoint_groups())
    bare = [House("", house.cells) for house in known]
    random.Random(1).shuffle(bare)
    assert [house.name for house in Rules(extra=bare).extra] == [house.name for house in known]
    assert [house.name for house in named(bare[:1] * 2, 9)].count("extra region 1") <= 1
    some = Rules(extra=[House("", house.cells) for house in windoku()[:3]])
    assert [h.name for h in some.extra] == ["extra region 1", "extra region 2", "extra region 3"]
    more = some.with_extra(House("", "r1c1 r2c3"))
    assert len({house.name for house in more.extra}) == 4
    six = Rules(box_rows=2, box_columns=3)
    groups = [House("", house.cells) for house in reversed(disjoint_groups(six))]
    assert format_rules(six.with_extra(*groups)) == "2x3 disjoint"


def test_each_word_for_houses_has_houses_with_a_name() -> None:
    rules = parse_rules(" ".join(usual(9)))
    assert [word for word, _ in extra_by_word(rules)] == list(usual(9)) == list(HOUSES)


def test_regions_may_come_in_any_order() -> None:
    rules = parse_rules(JIGSAW)
    assert Rules(regions=rules.regions[::-1]) == rules
    assert parse_rules(JIGSAW.translate(str.maketrans("123456789", "ihgfedcba"))) == rules


def test_areas_are_sets_and_lines_are_not() -> None:
    assert Cage("r1c2 r1c1", sum=5) == Cage("r1c1 r1c2", sum=5)
    assert Cage("r10c1 r2c1").notation == "killer:r2c1r10c1"
    assert parse_rules("thermo:r1c1r1c2") != parse_rules("thermo:r1c2r1c1")


def test_moved_rules_know_their_houses() -> None:
    turned = Transform(rows=tuple(range(8, -1, -1)))
    rules = Rules(extra=[diagonals()[0], House("own", "r1c1 r2c2"), *windoku()])
    moved = Puzzle("." * 81, rules=rules).transform(turned).rules
    names = [house.name for house in moved.extra]
    assert names == ["diagonal up", *(f"window {n}" for n in range(1, 5)), "own"]
    assert moved.extra[-1].cells.names == ("r8c2", "r9c1")


@pytest.mark.parametrize("name", ["sudokuwiki", "jsonl", "csv", "yaml", "killer-long", "solo"])
def test_reversed_diagonals_are_diagonals(name: str) -> None:
    cage = [Cage("r1c1 r1c2", sum=10)] if name == "killer-long" else []
    texts = [
        formats.format(Puzzle("." * 81, rules=Rules(extra=extra, constraints=cage)), name)
        for extra in (diagonals(), diagonals()[::-1])
    ]
    assert texts[0] == texts[1]


def test_diagonals_come_back_from_sudokupad() -> None:
    puzzle = generate(rules="diagonals", seed=1)
    back = formats.parse(formats.format(puzzle, "sudokupad"))
    assert back.rules == puzzle.rules
    for name in ("solo", "sudokuwiki"):
        assert formats.format(back, name) == formats.format(puzzle, name)
    said = [step.text() for step in back.steps()]
    assert said == [step.text() for step in puzzle.steps()]
    assert any("diagonal" in text for text in said)


# -- through formats -----------------------------------------------------------------------------------


def kept(rules: Rules, name: str) -> Rules:
    """Return what a format keeps of rules, as its row in the table of formats says."""
    if name == "iss":  # it has no houses of one's own, but cells that differ
        known = {*diagonals(), *windoku(), *disjoint_groups()}
        own = [house for house in rules.extra if house not in known]
        differ = [f"different:{''.join(house.cells.names)}" for house in own]
        rest = [house for house in rules.extra if house in known]
        base = Rules(size=9, regions=rules.regions, extra=rest)
        return base.with_constraints(*rules.constraints, *Rules(constraints=differ).constraints)
    if name == "sudokupad":
        drawn = [each for each in rules.constraints if each.word in DRAWN]
        left: Sequence[Constraint] = [each for each in rules.constraints if each not in drawn]
        return rules.without_constraints().with_constraints(*left)
    return rules


def through(puzzle: Puzzle, name: str) -> tuple[str, Puzzle] | None:
    """Return the text of a puzzle and the puzzle that comes back, None if the writer refuses it in a sentence."""
    try:
        text = formats.format(puzzle, name)
    except PuzzleError as error:
        assert "\n" not in str(error) and repr(name) in str(error)
        return None
    back = formats.parse(text, format=name)
    assert isinstance(back, (Puzzle, Position))
    assert back.rules == kept(puzzle.rules, name), (name, format_rules(puzzle.rules), text)
    return text, Puzzle(back)


def law(shape: str, words: Words, others: Iterable[str], rng: random.Random) -> None:
    """Try words on a shape with every format, and what it holds with other formats after it."""
    first, *more = (parse_rules(f"{shape} {order}") for order in orders(words, rng))
    givens = rng.choice(".123456789") + "." * 80
    for name in WRITTEN:
        if (found := through(Puzzle(givens, rules=first), name)) is None:
            continue
        for rules in more:
            assert formats.format(Puzzle(givens, rules=rules), name) == found[0]
        for other in others:
            if found[1].rules == first and through(found[1], other) is None:
                with pytest.raises(PuzzleError):  # nor is the first one written
                    formats.format(Puzzle(givens, rules=first), other)


@pytest.mark.parametrize("part", range(4))
def test_rules_are_the_same_after_each_pair_of_formats(part: int) -> None:
    rng = random.Random(part)
    for words in rng.sample(variants(3), 3):
        law(rng.choice(("3x3", "3x3", "latin9", JIGSAW))
            if "disjoint" not in words else "3x3", words, rng.sample(CARRY, 2), rng)  # fmt: skip


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("words", variants(2), ids=" ".join)
def test_rules_are_the_same_after_each_pair_of_all_formats(words: Words) -> None:
    rng = random.Random(" ".join(words))
    for shape in ("3x3", "latin9", JIGSAW)[: 1 if "disjoint" in words else 3]:
        law(shape, words, CARRY, rng)


@pytest.mark.parametrize("word", ["diagonals", "windoku", "disjoint", "antiknight", "thermo:r1c1r1c2"])  # fmt: skip
def test_a_writer_that_refuses_names_the_rule(word: str) -> None:
    puzzle = Puzzle("." * 81, rules=word)
    refusals = []
    for name in WRITTEN:
        try:
            formats.format(puzzle, name)
        except PuzzleError as error:
            refusals.append(str(error))
            said = word.partition(":")[0] in str(error) or "cage" in str(error).partition(" needs ")[2]  # fmt: skip
            assert said or "holds boards of 16x16" in str(error), error
    assert len(refusals) > 8


def test_a_board_without_boxes_is_not_drawn_as_one_with_boxes() -> None:
    with pytest.raises(PuzzleError, match="is read with boxes, and this puzzle has no boxes"):
        formats.format(Puzzle("." * 81, rules="latin9"), "boxed")


# -- the same answers ----------------------------------------------------------------------------------


def answers(rules: Rules) -> list[object]:
    """Return what a player, a setter and a program ask about a puzzle of some rules."""
    full = next(Puzzle("." * rules.size**2, rules=rules).solutions())
    puzzle = Puzzle(full, rules=rules).minimise(seed=1)
    rating = puzzle.rate()
    return [
        *(full.text(), puzzle.givens.text(), puzzle.count(), formats.format(puzzle, "jsonl")),
        *([step.text() for step in puzzle.steps()], puzzle.hint(), rating),
    ]


SETS = [
    ("2x2", "diagonals", "disjoint"),
    ("2x3", "disjoint", "antiking", "thermo:r1c1r1c2r1c3", "killer:9=r2c1r2c2"),
    ("2x3", "killer:7=r1c1r1c2", "white:r4c3r4c4", "killer:6=r3c1r3c2", "antiknight"),
    ("3x3", "windoku", "diagonals"),
]


@pytest.mark.parametrize("words", SETS, ids=" ".join)
def test_equal_rules_get_equal_answers(words: Words) -> None:
    made = [parse_rules(f"{words[0]} {each}") for each in orders(words[1:], random.Random(1))]
    first, *others = map(answers, made)
    assert all(found == first for found in others)


@pytest.mark.parametrize("words", [
    ("2x2", "disjoint", "diagonals"), ("2x3", "disjoint", "antiking"),
    pytest.param(("3x3", "windoku", "diagonals"), marks=pytest.mark.slow),
    pytest.param(("3x3", "disjoint", "nonconsecutive", "antiking"), marks=pytest.mark.slow),
], ids=" ".join)  # fmt: skip
def test_equal_rules_make_equal_puzzles(words: Words) -> None:
    made = [
        generate(rules=f"{words[0]} {each}", seed=5) for each in orders(words[1:], random.Random(1))
    ]
    assert made[0] == made[1] == made[2]
