"""The values that messages about a step can use, one row each: `nonet.steps.facts` makes them.

A kind is ``flag``, ``number`` or ``text``; or the kind of a `Value`, whose parts are in `PARTS` (``{pivot.cells}``); in
brackets a list of such values. All values are there for every step, empty where a step has nothing of the sort, but for
those in the last two groups. `tests/test_step_facts.py` compares the tables with steps of all techniques.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

__all__ = ["FACTS", "PARTS", "ROLES", "Fact"]


class Fact(NamedTuple):
    """A value by name: its kinds, separated by bars, and what it is."""

    name: str
    kind: str
    meaning: str


ROLES = (
    *("cause", "target", "pivot", "pincer", "base", "cover"),
    *("fin", "colour_a", "colour_b", "start", "end", "extra"),
)
"""The roles of marks, as messages name them."""

FACTS: Mapping[str, tuple[Fact, ...]] = {
    "every step": (
        Fact("kind", "text", "what tells chains and symmetries of one technique apart"),
        Fact("rating", "text", "the rating"),
        Fact("complexity", "number", "the nodes of all chains"),
        Fact("places", "flag", "whether a digit is placed"),
        Fact("placed", "[candidate]", "what becomes known, a list of at most one"),
        Fact("removes", "flag", "whether candidates are eliminated in cells that stay empty"),
        Fact("removed", "[removed]", "what is eliminated, cells that lose the same together"),
        Fact("removed_cells", "[cell]", "the cells that lose candidates"),
        Fact("removed_digits", "[digit]", "the digits that are eliminated somewhere"),
        Fact("outcome", "[candidate|removed]", "what is placed and what is eliminated"),
        Fact("changes", "[candidate|removed]", "the outcome cell by cell"),
        Fact("proves", "text", "what the chains prove: see `argument_of`"),
        Fact("has_special", "flag", "whether a house is no row, column or box"),
        Fact("pattern", "marks", "all marks but the targets"),
        Fact("has_pattern", "flag", "whether there are such marks"),
        Fact("sights", "[sight]", "by what cells see others, if not by a row, column or box"),
    ),
    "marks, for each role": tuple(
        fact
        for role in ROLES
        for fact in (
            Fact(role, "marks|candidate|group" if role == "start" else "marks", "its cells"),
            Fact(f"has_{role}", "flag", "whether a cell has the role"),
        )
    ),
    "a single": (
        Fact("missing_digits", "[digit]", "the digits that its cell neither sees nor is"),
        Fact("has_eliminated", "flag", "whether a cell of the house lost the digit by candidates"),
    ),
    "a subset": (
        Fact("kept_digits", "[digit]", "the digits of the base that stay where others go"),
        Fact("inside", "flag", "whether a cell of the cause loses a candidate"),
        Fact("set_digits", "[digit]", "those of the cause and the extra, or if inside the base"),
    ),
    "a fish": (
        Fact("bases", "[house|houses]", "its base houses, those of one kind together"),
        Fact("covers", "[house|houses]", "its cover houses, of the first of two fish"),
        Fact("fins", "[cell]", "its fins, of the first of two fish"),
        Fact("covers2", "[house|houses]", "the cover houses of the second of two fish"),
        Fact("fins2", "[cell]", "the fins of the second of two fish"),
        Fact("shared_cells", "[cell]", "the cells of the base that lose the digit"),
    ),
    "a wing": (Fact("branches", "[branch]", "how each pincer follows from a digit of the pivot"),),
    "almost locked sets": (
        Fact("link", "[digit]", "the first digit that joins two sets"),
        Fact("link2", "[digit]", "the second digit that joins two sets"),
        Fact("sets", "[set]", "the sets of a chain in order"),
        Fact("petals", "[petal]", "the petals of a blossom"),
    ),
    "strong links": (
        Fact("strong_links", "[strong_link]", "the links of a chain, each with its two sides"),
        Fact("weak_links", "[weak_link]", "the houses in which one link meets the next"),
    ),
    "colours": (
        Fact("colour_links", "[colour_link]", "what joins colours: see `nonet.steps.colours`"),
        Fact("clashes", "[clash]", "places of two clusters that see each other"),
    ),
    "a deadly pattern": (
        Fact("paired", "[paired]", "windows and other further houses with cells of the pattern"),
    ),
    "a symmetry of the givens": (
        Fact("cycles", "[cycle]", "how digits become each other; the first follows the last"),
    ),
    "an exocet": (
        Fact("companions", "[cell]", "cells of the cross lines beside the base and the targets"),
        Fact("exocet", "[exocet]", "why each digit is eliminated: see `nonet.steps.exocets`"),
    ),
    "constraints": (
        Fact("rule", "text|brief|constraint", "the sentence of the first constraint"),
        Fact("basis", "[cell]", "the cells that it is about"),
        Fact("basis_place", "[cell|house]", "the house that has exactly these cells, or the cells"),
        Fact("outside", "[cell]", "the cells that are subtracted"),
        Fact("total", "number", "what the cells add up to, without its sign"),
        Fact("compared", "text", "whether that is less, more or the same as what is outside"),
        Fact("combinations", "[combination]", "the sets of digits that are possible"),
    ),
    "a cage": (
        Fact("cage_sum", "number", "the whole sum"),
        Fact("filled", "[filled]", "its cells with a digit"),
        Fact("reasons", "[reason]", "why other combinations fail: see `nonet.steps.cages`"),
        Fact("are_all", "flag", "whether these are all reasons"),
        Fact("needed", "[reason]", "why it must have a digit"),
    ),
    "the rule of 45": (
        Fact("all_houses", "[house|houses]", "the houses"),
        Fact("houses_sum", "number", "what the houses add up to"),
        Fact("known_sum", "number", "what the cages and clues add up to, and filled cells"),
        Fact("summands", "[summand]", "the cages or clues that are counted"),
        Fact("summands_sum", "number", "what these add up to"),
        Fact("stick_out", "flag", "whether they reach out of the houses"),
        Fact("has_clues", "flag", "whether others than cages are counted"),
        Fact("added", "[filled]", "filled cells that are in the houses alone"),
        Fact("taken_off", "[filled]", "filled cells that are in the cages alone"),
    ),
    "clues and lines": (
        Fact("line_bounds", "[line_bound]", "bounds along a thermometer: see `nonet.steps.bounds`"),
        Fact("line_reasons", "[line_reason]", "why cells of a line lose digits"),
        Fact("failures", "[failure]", "why digits fail: see `nonet.steps.failing`"),
        Fact("missing", "[failure]", "why a clue has a digit"),
        Fact("between", "[number]", "how many cells can be between two ends of a line"),
        Fact("are_beside", "flag", "whether there is no cell between them"),
        Fact("clues", "[kind]", "the kinds that join cells of two polarities"),
        Fact("kind_digits", "[digit]", "the digits of the cells with the first colour"),
        Fact("other_kind_digits", "[digit]", "the digits of the cells with the second colour"),
        Fact("are_settled", "flag", "whether it follows which colour has which digits"),
        Fact("few_digits", "[digit]", "all digits of one polarity that a house can have"),
        Fact("counted", "[counted]", "how often a clue has digits: see `nonet.steps.parts`"),
        Fact("equals", "[equal]", "which cells are equal, and why"),
        Fact("has_other", "flag", "whether one of two cells alone loses digits"),
        Fact("other_cell", "text|cell", "the other one of these two cells"),
        Fact("other_digits", "[digit]", "the digits of the other one"),
    ),
    "where the step has it": (
        Fact("cell", "cell", "the cell that is filled"),
        Fact("digit", "digit", "the digit that is placed"),
        Fact("house", "house", "the first house; the others are house2, house3 and so on"),
        Fact("name", "hidden_single|kind|symbol", "another name than that of the technique"),
        Fact("start_true", "candidate|group", "the beginning of the first chain, if it is true"),
        Fact("conclusion", "candidate|group", "the end of the first chain"),
    ),
}
"""The values by what they are about. Chains replace the mark ``start`` by the beginning of the first chain.

In explanations of chains, `nonet.steps.proof` adds the lines: ``proof``, ``starts``, ``ends``, ``start_line`` and
``end_line``.
"""

PARTS: Mapping[str, str] = {
    "branch": "digits cell target",
    "brief": "key values",
    "candidate": "cell digit on",
    "cell": "row column",
    "clash": "cell cells other others by",
    "colour_link": "house in_cell cells digits",
    "combination": "digits",
    "constraint": "key values",
    "counted": "number case cells digits count houses house_count sets needed has_twins is_shared is_whole",
    "cycle": "digits stay",
    "digit": "n",
    "equal": "one other by name",
    "exocet": "kind digits cells others target house house2 has_rows",
    "failure": "kind digits cells others limits needed total count rest rests placed ways why alike are_apart is_most",
    "filled": "cell digit",
    "group": "cell digit on",
    "hidden_single": "house",
    "house": "kind n name cells",
    "houses": "kind n",
    "kind": "word",
    "line_bound": "cells digits source start is_low is_placed is_slow",
    "line_reason": "kind cells digits source start low high needs ways is_placed",
    "marks": "cells digits marks",
    "paired": "cells house",
    "petal": "cells digits link rest is_first",
    "reason": "kind digits cells others needs rest first second total ways are_apart is_pair",
    "removed": "cells digits",
    "set": "cells digits link rest is_first",
    "sight": "cells seen by",
    "strong_link": "house side other is_grouped",
    "summand": "name sum cell is_cage",
    "symbol": "word",
    "weak_link": "house cells",
}
"""The parts of values by their kind; a value need not have all of them."""
