"""A law for each fact that a kind of constraint says of itself: what its class claims is true of it."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import replace

import pytest
from random_constraints import MAKERS, random_constraint, words_that_fit
from test_completeness import DOCUMENTED
from test_constraints_sets import EXAMPLES, NINE, space_of

from nonet.deduction import FINDERS
from nonet.formats.f_puzzles_rules import keys
from nonet.formats.iss_board import Board, boxes_of
from nonet.formats.iss_kinds import types
from nonet.puzzle.errors import PuzzleError
from nonet.puzzle.model import Unknowns
from nonet.render.clues import clues_of
from nonet.render.looks import OUTLINES
from nonet.rules import Rules
from nonet.rules.constraints import (
    AllDifferent,
    Constraint,
    LittleKiller,
    OneOf,
    RegionCount,
    RegionRun,
    Space,
    UnknownRegions,
    kinds,
    marks,
)
from nonet.rules.constraints.f_puzzles import EachCell, Switch
from nonet.rules.constraints.fields import Area, Path
from nonet.rules.constraints.looks import badges, bulbs, lines
from nonet.rules.constraints.notation import read_constraint
from nonet.rules.variants import parse_rules
from nonet.words import languages

SIX = Rules(box_rows=2, box_columns=3).space


def samples(word: str, count: int = 12) -> Iterator[tuple[Constraint, Space]]:
    """Yield constraints of a kind, each with a board that it fits."""
    rng = random.Random(f"{word} facts")
    if word in MAKERS:
        space = SIX if word in words_that_fit(SIX) else Rules().space
        yield from ((random_constraint(word, rng, space), space) for _ in range(count))
    yield from ((each, space_of(each)) for each in (*EXAMPLES, *NINE) if each.word == word)


TRIED = sorted({*MAKERS, *(each.word for each in (*EXAMPLES, *NINE))})
LINES = sorted(
    word
    for word in TRIED
    if [type(field) for field in kinds()[word].parameters.values() if isinstance(field, Area)]
    and sum(field.has_cells for field in kinds()[word].parameters.values()) == 1
)
"""The kinds that are about the cells of one field."""


@pytest.mark.parametrize("word", LINES)
def test_the_order_of_cells_means_what_the_class_says(word: str) -> None:
    kind, rng = kinds()[word], random.Random(word)
    [name] = [name for name, field in kind.parameters.items() if field.has_cells]
    is_line = isinstance(kind.parameters[name], Path)
    assert is_line or kind.order == "any", "cells without an order are an Area"
    changed = {"either": False, "any": False}
    for each, space in samples(word, 30):
        cells = list(getattr(each, name))
        others = {"either": cells[::-1], "any": rng.sample(cells, len(cells))}
        for order, found in others.items():
            try:
                other = kind(**{**each.fields, name: found})
            except ValueError:
                continue
            for _ in range(60):
                digits = rng.choices(space.digits, k=len(space.names))
                board = dict(zip(space.names, digits, strict=True))
                one, two = (not list(each_.violations(board, space)) for each_ in (each, other))
                changed[order] |= one != two
    assert not (kind.order == "any" and changed["any"]), "its order says any, and it matters"
    assert not (kind.order and changed["either"]), "its order says either, and it matters"
    if is_line and word != "sum":  # a sum may have a coefficient for each cell
        least = "any" if not changed["any"] else "either" if not changed["either"] else ""
        assert kind.order == least, f"nothing that was tried needs more than order = {least!r}"


@pytest.mark.parametrize("module", ["sums", "sets", "generic", "shading"])
def test_all_kinds_are_found_whatever_is_loaded_first(module: str) -> None:
    home = "nonet.rules.constraints"
    asked = f"import {home}.{module}, {home}; print(len({home}.kinds()))"
    found = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=True
    )
    assert int(found.stdout) == len(kinds())


@pytest.mark.parametrize("word", TRIED)
def test_a_constraint_is_a_value(word: str) -> None:
    names = {kind.__name__: kind for kind in kinds().values()}
    for each, _ in samples(word):
        assert eval(repr(each), names) == each == pickle.loads(pickle.dumps(each))
        assert type(each)(**each.fields) == each
        assert hash(type(each)(**each.fields)) == hash(each)
        with pytest.raises(AttributeError):
            each.word = "other"  # type: ignore[misc]


@pytest.mark.parametrize("word", TRIED)
def test_the_notation_reads_what_it_writes(word: str) -> None:
    for each, _ in samples(word, 20):
        name, _, text = each.notation.partition(":")
        assert name == word
        assert read_constraint(kinds()[name], text) == each
        assert not set(each.notation) & set(" \t\"'`$&|;<>()[]{}+*?!#~\\"), "it needs no quotes"


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("word", TRIED)
def test_every_kind_is_drawn_and_has_a_sentence(word: str, language: str) -> None:
    for each, space in samples(word):
        assert list(each.marks(space))
        text = each.text(language)
        assert text.endswith(".") and ("{" not in text or word == "line")


@pytest.mark.parametrize("word", kinds())
def test_the_technique_of_each_kind_is_one_of_hints(word: str) -> None:
    assert kinds()[word].technique in FINDERS


@pytest.mark.parametrize("word", kinds())
def test_the_number_that_may_be_wrong_is_a_field(word: str) -> None:
    kind = kinds()[word]
    assert not kind.number or kind.number in kind.parameters


@pytest.mark.parametrize("word", kinds())
def test_a_usual_value_is_kept_as_any_other(word: str) -> None:
    """It is not checked again for each constraint."""
    kind = kinds()[word]
    for field in kind.parameters.values():
        if not field.is_required and field.default is not None:
            kept = field.checked(object.__new__(kind), field.default)
            assert (kept, type(kept)) == (field.default, type(field.default))


# -- other programs -------------------------------------------------------------------------------

CHAOS = Board(4, 4, range(1, 5), unknowns=(Unknowns("cc", 16, 4),), region_size=4)
ROWS = [" ".join(f"cc{4 * row + column}" for column in range(1, 5)) for row in range(4)]
IN_REGIONS = {
    "regions": UnknownRegions(ROWS, 4),
    "regioncount": RegionCount("r1c1", "cc1 cc2 cc5", less=1),
    "regionrun": RegionRun("r1c1", ["cc1 cc2 cc3", "cc1 cc5"]),
}
WITH_ISS = [word for word, kind in kinds().items() if kind.iss and kind.iss.types]


def on_boards(word: str) -> Iterator[tuple[Constraint, Board]]:
    """Yield constraints of a kind, each on the board of an ISS string."""
    if word in IN_REGIONS:
        yield IN_REGIONS[word], CHAOS
        return
    for each, space in samples(word):
        board = Board(space.rows, space.columns, space.digits)
        yield each, replace(board, boxes=boxes_of(board))
    each, *_ = parse_rules(DOCUMENTED[word][2].strip("`")).constraints
    yield each, replace(Board(), boxes=boxes_of(Board()))


def merged(found: list[Constraint], board: Board) -> list[Constraint]:
    """Return constraints as ISS has them: a set of digits for each cell, and a diagonal by one of its ends."""
    if found and isinstance(found[0], OneOf):
        return [
            OneOf(dict.fromkeys(cell for each in found for cell in each.cells), found[0].digits)
        ]
    space = Space(board.rows, board.columns, board.digits)
    return [
        AllDifferent(sorted(each.diagonal(space))) if isinstance(each, LittleKiller) else each
        for each in found
    ]


@pytest.mark.parametrize("word", WITH_ISS)
def test_iss_reads_what_it_writes_of_a_kind(word: str) -> None:
    kind, kept = kinds()[word], 0
    assert kind.iss is not None
    for each, board in on_boards(word):
        try:
            found = [item for item in kind.iss.write(each, board) if item]
        except PuzzleError:  # cells of which ISS knows no name
            continue
        if not found or not {item[0] for item in found} <= set(kind.iss.types):
            kept += word == "regions"  # the board writes these
            continue  # ISS has no type for it, or that of another kind
        again = [part for item in found for part in kind.iss.read(kind, board, *item)]
        assert [item for part in again for item in kind.iss.write(part, board)] == found
        # The states of an automaton get another order, and a relation of all pairs can be written as pairs.
        if word not in ("automaton", "pairs"):
            assert merged(again, board) == merged([each], board)
        kept += 1
    assert kept, f"no {word} that was tried has a type of ISS"


def test_no_type_of_iss_has_two_kinds() -> None:
    named = [name for word in WITH_ISS if (codec := kinds()[word].iss) for name in codec.types]
    assert sorted({*named, "Indexing"}) == sorted([*types()])
    assert len(named) == len(set(named)) + 1, "rows and columns are indexed with one type"


@pytest.mark.parametrize("word", [word for word, kind in kinds().items() if kind.f_puzzles])
def test_f_puzzles_reads_what_it_writes_of_a_kind(word: str) -> None:
    kept = set()
    examples = [
        parse_rules(DOCUMENTED[word][2].strip("`")).constraints[0],
        *(sample for sample, _ in samples(word)),
    ]
    for each in examples:
        for key in each.f_puzzles:
            entries = key.write(each, 9)
            if entries is None or isinstance(key, Switch):
                continue  # another key has it, or none; a switch has no entries
            shared = keys()[key.name][0]
            again = [part for entry in entries for part in key.read(shared, entry, 9)]
            split = isinstance(key, EachCell) or word == "clone"  # an entry for each cell
            assert again == [each] or (
                split and {c for e in again for c in e.cells} == {*each.cells}
            )
            kept.add(key.name)
    assert kept == {key.name for key in kinds()[word].f_puzzles if not isinstance(key, Switch)}


# -- drawings -------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", TRIED)
def test_every_role_that_a_kind_has_has_a_look(word: str) -> None:
    """A role without one would be drawn as another."""
    tables: dict[type, Collection[str]] = {
        marks.Line: lines(),
        marks.Bulb: bulbs(),
        marks.Badge: badges(),
        marks.Outline: OUTLINES,
    }
    for each, space in samples(word):
        for mark in each.marks(space):
            if found := tables.get(type(mark)):
                assert mark.role in found, f"a look of the {mark.role} of {word}"  # type: ignore[union-attr]


def test_no_role_has_two_looks() -> None:
    made = [(type(look), look.role) for kind in kinds().values() for look in kind.looks]
    assert len(made) == len(set(made)) == len(lines()) + len(bulbs())


def test_every_dot_can_be_told_from_the_others() -> None:
    """A role without a look of its own would be drawn as a white dot."""
    drawn = {
        mark.role: repr(clues_of([marks.Dot(("r1c1", "r1c2"), mark.role)], 9, 9).parts)
        for word in TRIED
        for each, space in samples(word)
        for mark in each.marks(space)
        if isinstance(mark, marks.Dot)
    }
    assert drawn.keys() >= {"white", "black", "x", "v", "greater", "quadruple"}
    assert len({*drawn.values()}) == len(drawn)


def test_no_two_kinds_have_one_place_in_the_palette() -> None:
    placed = Counter(kind.palette[:2] for kind in kinds().values() if kind.palette)
    assert [place for place, number in placed.items() if number > 1] == []
