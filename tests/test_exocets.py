"""Explanations of exocets: each elimination has a reason that is true on the board, and each cell its role."""

from __future__ import annotations

from collections import Counter
from typing import Any

import javascript
import pytest
from web_steps import data_of

from nonet import words
from nonet.generating.drills import drill
from nonet.puzzle import Position
from nonet.steps import Role, Step
from nonet.steps.exocets import reasons_of
from nonet.steps.json import step_object
from nonet.steps.values import cell_value

BOARDS = (
    "98.7..6..7...5......4..9.7.4.....3...9...8.2...25....12....7.4..4..6.......1....3",
    "98.76....7.5..96.....5.....5.49..7...3..7.........4.2.4.6.9.5.....6..2.1.........",
    "98.76.5..7..9..4...3...8...5..6..2....6..9.......1..6.4......52..72...94......7..",
    "..5.89....6.5......7...68.......3.2.....1...4..76..9.......2.3...67..5...4......1",
)


def steps() -> list[tuple[Position, Step]]:
    """Return exocets of drills, and all those of some boards, whose reasons are rarer."""
    found = [drill("exocet", seed=seed, number=number) for seed in range(12) for number in range(5)]
    positions = [each.position for each in found] + [Position(board) for board in BOARDS]
    return [
        (position, step)
        for position in positions
        for step in position.all_steps(techniques=["exocet"])
    ]


STEPS = steps()


def cells(step: Step, role: Role) -> list[int]:
    return [mark.cell for mark in step.marks if mark.role is role]


def test_every_elimination_has_its_reason() -> None:
    kinds: Counter[str] = Counter()
    for _, step in STEPS:
        reasons = reasons_of(step)
        assert reasons, str(step)
        kinds.update(reason.kind for reason in reasons)
        named = {cell for reason in reasons for cell in reason.cells}
        targets = cells(step, Role.PINCER)
        mirrored = {targets[each.which] for each in reasons if each.kind == "reflected"}
        assert named <= set(step.removes) <= named | mirrored
    assert len(STEPS) > 50
    assert set(kinds) == {"outside", "lines", "mirror", "nowhere", "pair", "reflected"}


def test_the_solution_has_what_is_said_of_targets_and_mirrors() -> None:
    for position, step in STEPS:
        solution = position.solution()
        base, targets = cells(step, Role.BASE), cells(step, Role.PINCER)
        assert sorted(solution[cell] for cell in base) == sorted(solution[cell] for cell in targets)
        for reason in reasons_of(step):
            target = solution[targets[reason.which]]
            if reason.kind == "mirror":
                assert [solution[cell] for cell in reason.others].count(target) == 1
            elif reason.kind == "reflected":
                (cell,), (other,) = reason.cells, reason.others
                assert solution[cell] == target in reason.digits
                assert solution[other] != target


@pytest.mark.parametrize("language", words.languages())
def test_the_sentence_names_targets_companions_and_mirrors(language: str) -> None:
    catalogue = words.catalogue(language)
    for _, step in (*STEPS[:20], *STEPS[-20:]):
        text = step.text(language=language)
        reasons = reasons_of(step)
        for cell in (cell for reason in reasons for cell in (*reason.cells, *reason.others)):
            assert catalogue.fill("{cell}", {"cell": cell_value(cell)}) in text
        assert catalogue.role("extra", variant="exocet") != catalogue.role("extra")


def test_the_mirror_cells_are_marked_with_the_digits_of_the_base() -> None:
    for position, step in STEPS:
        base = set().union(*(mark.digits for mark in step.marks if mark.role is Role.BASE))
        for mark in step.marks:
            held = position.grid[mark.cell]
            if mark.role in (Role.EXTRA, Role.COVER):
                assert mark.digits == ({held} if held else position.candidates()[mark.cell] & base)
        mirrors = set(cells(step, Role.EXTRA))
        for reason in reasons_of(step):
            if reason.kind == "reflected":
                assert set(reason.cells) <= mirrors


SAID = """
const {Catalogue} = await load("words/messages");
const {textOf} = await load("words/sentences");
const {withMirrors} = await load("words/exocets");
const words = new Catalogue(data.catalogue);
return data.steps.map(({step, placed, masks}) => {
  const at = ({cell}) => 9 * (cell[1] - 1) + +cell[3] - 1;
  const own = (mark) => mark.role !== "extra" && !(mark.role === "cover" && placed[at(mark)]);
  const marked = withMirrors({...step, marks: step.marks.filter(own)}, placed, masks);
  return [marked.marks, textOf(marked, "full", words, {placed})];
});
"""


@pytest.mark.parametrize("language", ["en", "fa"])
def test_the_browser_marks_and_says_the_same(language: str) -> None:
    sent: list[dict[str, Any]] = [
        {
            "step": step_object(step),
            "placed": list(position.grid),
            "masks": [
                0 if digit else mask
                for mask, digit in zip(position.masks, position.grid, strict=True)
            ],
        }
        for position, step in STEPS[::2]
    ]
    found = javascript.run(SAID, {"catalogue": data_of(language), "steps": sent})
    for (_, step), each, (marks, text) in zip(STEPS[::2], sent, found, strict=True):
        assert marks == each["step"]["marks"]
        assert text == step.text(language=language)
