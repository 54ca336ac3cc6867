"""HoDoKu's regression library as a judge: positions, and what one technique eliminates or places there.

The library is not part of the project. It is read from beside the checkout, and the tests that use it are skipped where
it is absent. Run as a program, this prints for each code how many cases are found:

    .venv/bin/python tests/reglib.py [code …]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from nonet import Candidates, Grid, engine
from nonet.rules import CLASSIC
from nonet.steps import Profile, ProfileRow, Step, technique

LIBRARY = Path(__file__).parents[2] / "shared" / "data" / "hodoku_reglib_dev.txt"

# Codes of the library, without variant: the techniques of nonet that find the same pattern.
CODES: Mapping[str, tuple[str, ...]] = {
    "0000": ("full_house",),
    "0002": ("hidden_single_box", "hidden_single_line"),
    "0003": ("naked_single",),
    "0100": ("pointing",),
    "0101": ("claiming",),
    "0110": ("locked_pair",),
    "0111": ("locked_triple",),
    "0200": ("naked_pair",),
    "0201": ("naked_triple",),
    "0202": ("naked_quadruple",),
    "0210": ("hidden_pair",),
    "0211": ("hidden_triple",),
    "0212": ("hidden_quadruple",),
    "0300": ("x_wing",),
    "0301": ("swordfish",),
    "0302": ("jellyfish",),
    "0400": ("skyscraper",),
    "0600": ("unique_rectangle_1",),
    "0601": ("unique_rectangle_2",),
    "0602": ("unique_rectangle_3",),
    "0603": ("unique_rectangle_4",),
    "0604": ("unique_rectangle_5",),
    "0605": ("unique_rectangle_6",),
    "0606": ("hidden_rectangle",),
    "0607": ("avoidable_rectangle_1",),
    "0608": ("avoidable_rectangle_2",),
    "0610": ("bug_1",),
    "0310": ("finned_x_wing",),
    "0311": ("finned_swordfish",),
    "03111": ("finned_swordfish",),
    "0312": ("finned_jellyfish",),
    "03121": ("finned_jellyfish",),
    "0320": ("sashimi_x_wing",),
    "0321": ("sashimi_swordfish",),
    "03211": ("sashimi_swordfish",),
    "0322": ("sashimi_jellyfish",),
    "03221": ("sashimi_jellyfish",),
    "0330": ("franken_x_wing",),
    "0331": ("franken_swordfish",),
    "0332": ("franken_jellyfish",),
    "0340": ("finned_franken_x_wing",),
    "0341": ("finned_franken_swordfish",),
    "03411": ("finned_franken_swordfish",),
    "0342": ("finned_franken_jellyfish",),
    "03421": ("finned_franken_jellyfish",),
    "0350": ("mutant_x_wing",),
    "0351": ("mutant_swordfish",),
    "0352": ("mutant_jellyfish",),
    "0360": ("finned_mutant_x_wing",),
    "0361": ("finned_mutant_swordfish",),
    "0362": ("finned_mutant_jellyfish",),
    "03621": ("finned_mutant_jellyfish",),
    "0363": ("finned_mutant_squirmbag",),
    "0364": ("finned_mutant_whale",),
    "0701": ("alternating_x_chain",),
    "0702": ("xy_chain",),
    "0706": ("continuous_nice_loop",),
    "0707": ("discontinuous_nice_loop",),
    "0708": ("alternating_chain",),
    "0709": ("grouped_continuous_nice_loop", "als_alternating_chain"),
    "0710": ("grouped_discontinuous_nice_loop", "als_alternating_chain"),
    "0711": ("grouped_alternating_chain", "als_alternating_chain"),
    "0401": ("two_string_kite",),
    "0402": ("empty_rectangle",),
    "0403": ("turbot_fish",),
    "0404": ("dual_two_string_kite",),
    "0405": ("dual_empty_rectangle",),
    "0500": ("simple_colours_trap",),
    "0501": ("simple_colours_wrap",),
    "0502": ("multi_colours_1",),
    "0503": ("multi_colours_2",),
    "0703": ("remote_pair",),
    "0800": ("xy_wing",),
    "0801": ("xyz_wing",),
    "1201": ("template_set",),
    "1202": ("template_delete",),
    "0803": ("w_wing",),
    "0901": ("als_xz",),
    "0902": ("als_xy_wing",),
    "0903": ("als_chain",),
    "0904": ("death_blossom",),
    "1101": ("sue_de_coq",),
}


class Case(NamedTuple):
    """One line of the library: a position, and all that a step must eliminate or place, as (cell, digit)."""

    line: int
    code: str
    variant: str
    digits: str
    board: Candidates
    givens: Grid
    removes: frozenset[tuple[int, int]]
    places: frozenset[tuple[int, int]]

    @property
    def must_fail(self) -> bool:
        """Whether there must be no step on these digits."""
        return self.variant == "x"


PEERS = [tuple(peers) for peers in CLASSIC.peers]


@cache
def cases() -> tuple[Case, ...]:
    """Return the active cases of the library."""
    return tuple(_cases(LIBRARY.read_text("utf-8")))


def _cases(text: str) -> Iterator[Case]:
    for number, line in enumerate(text.splitlines(), 1):
        parts = [part.strip() for part in line.strip().split(":")]
        if len(parts) < 7 or parts[0] or line.startswith("#"):
            continue
        code, _, variant = parts[1].partition("-")
        board, givens = _board(parts[3], _triples(parts[4]))
        removes, places = _triples(parts[5]), _triples(parts[6])
        yield Case(number, code, variant, parts[2], board, givens, removes, places)


def _triples(text: str) -> frozenset[tuple[int, int]]:
    """Read ``drc`` triples: digit, row, column."""
    return frozenset((9 * int(t[1]) + int(t[2]) - 10, int(t[0])) for t in text.split())


def _board(text: str, deleted: frozenset[tuple[int, int]]) -> tuple[Candidates, Grid]:
    """Return the position and its givens: ``+`` precedes a digit that is not a given."""
    placed, given = [], []
    plus = False
    for character in text:
        if character == "+":
            plus = True
            continue
        digit = int(character) if character.isdigit() else 0
        placed.append(digit)
        given.append(0 if plus else digit)
        plus = False
    masks = [1 << digit - 1 if digit else 0x1FF for digit in placed]
    for cell, digit in enumerate(placed):
        for peer in PEERS[cell] if digit else ():
            masks[peer] &= ~(1 << digit - 1)
    for cell, digit in deleted:
        masks[cell] &= ~(1 << digit - 1)
    return Candidates.from_masks(masks, placed=Grid(bytes(placed))), Grid(bytes(given))


def steps_of(case: Case) -> tuple[Step, ...]:
    """Return all steps of the techniques of a case."""
    rows = tuple(ProfileRow(technique(name), 1.0) for name in CODES[case.code])
    profile = Profile("case", rows)
    return engine.all_steps(case.board, profile=profile, everything=True, givens=case.givens)


def says(step: Step, case: Case) -> bool:
    """Whether a step eliminates and places exactly what the case expects. A placement stands for its eliminations."""
    if step.places is not None and case.places:
        return frozenset([tuple(step.places)]) == case.places
    removed = {(cell, digit) for cell, digits in step.removes.items() for digit in digits}
    return not case.places and removed == case.removes


def is_met(case: Case) -> bool:
    """Whether some step is that of the case; of a case that must fail, whether no step is."""
    steps = steps_of(case)
    if case.code == "1201":  # HoDoKu places all cells in one step
        placed = {tuple(step.places) for step in steps if step.places}
        return {(cell, digit) for cell, digit in placed if str(digit) in case.digits} == case.places
    return not steps if case.must_fail else any(says(step, case) for step in steps)


def main(codes: list[str]) -> None:
    """Print the cases met by code, and the lines of those that are not."""
    met_all = all_cases = 0
    for code in sorted({case.code for case in cases()}):
        if codes and code not in codes:
            continue
        these = [case for case in cases() if case.code == code]
        missed = [c for c in these if code not in CODES or not is_met(c)]
        met_all, all_cases = met_all + len(these) - len(missed), all_cases + len(these)
        names = ", ".join(CODES.get(code, ("not looked for",)))
        lines = " ".join(str(case.line) for case in missed[:12]) if code in CODES else ""
        print(f"{code} {len(these) - len(missed):3} of {len(these):3}  {names}  {lines}")
    print(f"{met_all} of {all_cases}")


if __name__ == "__main__":
    main(sys.argv[1:])
