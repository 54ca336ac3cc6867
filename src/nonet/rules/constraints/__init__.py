"""Constraints beyond houses: cages, lines, dots, clues outside the board, rules for the whole board.

Each kind is a class, and each family of kinds a module: `regions`, `sums`, `lines`, `dots` and others. The classes are
loaded when they are first needed. ``nonet.constraints.Thermo("r1c1 r2c1")`` is a constraint; `Rules` take them, and
`docs/variants.md` lists all kinds. ``from nonet.constraints import *`` gives the kinds and nothing else.

>>> from nonet.constraints import Cage, Thermo
>>> Thermo("r1c1 r2c1 r3c1").text()
'Digits increase along the thermometer r1c1, r2c1, r3c1.'
>>> Cage("r1c1 r1c2", sum=10).notation
'killer:10=r1c1r1c2'

A new kind
==========

The class of a kind says all that is known of it. First ask whether a kind says it already: ``modular:2`` is a line of
odd and even digits in turn. For a rule that only adds houses see `nonet.rules.variants`.

1. A class with a ``word`` in the module of its family. Copy `lines.Whisper`, if neighbours on a
   line are related; `lines.Modular`, if what counts is a class of each digit; `lines.Nabner`, if any two cells
   do; else `lines.Renban`. For cells in any shape it is `sets.RellikCage`. It has

   * ``word``, its name in the notation, in JSON and in the catalogues of words;
   * its fields (`fields`). Parameters, checks, errors, ``repr``, the notation, JSON, YAML, CSV and how it moves with
     the board follow from them; ``__post_init__`` refuses fields that do not fit together, ``check`` a board that does
     not fit, and ``moved`` a transform that would change the meaning;
   * ``violations``: the meaning, slow and obvious. It sees boards with empty cells, and yields only what no digits in
     them can mend. ``primitives`` means the same in the few shapes that the engine knows (`primitives`); ``Either`` and
     ``Automaton`` can say almost everything. Where hints need other shapes than the engine, ``explained`` yields those;
     The digits of a board are ``space.values``; masks have a bit for each number of ``space.digits``, which may have
     others in between;
   * ``marks``, what is drawn; with roles of its own, what these look like (``looks``, ``badge``, ``frame``: `looks`). A
     dot has a label, or is drawn in ``_symbol`` of ``render/clues.py``, ``symbol`` of ``js/board/clues.js`` and in
     ``formats/sudokupad_look.py``; else it looks like a white dot. A field that no mark shows is written below the
     board: ``yield from self.unseen("difference")``;
   * what is true of it, as far as the usual value is not: ``technique`` and ``order`` (of a line always), ``number``
     and, if that is not a sum, ``numbers``; ``digits_interchangeable``, ``knows_places``, ``knows_others``,
     ``names_houses``. `Constraint` explains each;
   * its names elsewhere: ``iss`` (`iss`), ``f_puzzles`` (`f_puzzles`), ``palette``, if the page shall offer it. Without
     them it is written to ISS strings as what it is made of, with its name as a label, f-puzzles refuses it, and it is
     set as text.

2. Its English words in ``words/en/``: ``kind.<word>`` in ``app/set.json``; in ``constraints.json`` its sentence, and
   one for each further key that ``sentence`` returns. A line, a dot or a clue outside the board needs one more,
   ``<key>.each``: it is the sentence beside a drawing for all constraints of the kind, so it names no cells. A cage can
   have it.
3. A row in the table of its family in `docs/variants.md`; with several fields, their names in the table there.
4. A puzzle in ``tests/data/constraints.txt`` with 1 to 1000 solutions. Know their number from elsewhere, a published
   puzzle or a count by hand: ``nonet count`` and the slow oracle both ask your class, so they agree even if it is
   wrong. All laws try a kind with constraints made from its fields; if fewer than half of these can be met, a maker
   in ``MAKERS`` of ``tests/random_constraints.py`` or ``EXAMPLES`` in ``tests/test_constraints_sets.py`` makes better
   ones.
5. ``scripts/kinds_js.py`` writes the tables of the page, if it has a look or a palette. ``NONET_GOLDEN=write pytest
   tests/test_render_clues.py`` writes the picture of a new role, and ``tests/browser/test_access.py -k "screen_reader
   and set"`` what a screen reader finds in the palette.
6. Clues of it are drawn where ``generate --add`` completes a puzzle, if the page offers it and its fields say a shape
   (`nonet.generating.shapes`); ``drawn`` says how many cells they have. With ``--rules`` it is generated if it names no
   cells. To be laid all over a board with ``--variant``: a function that lays it there, in ``VARIANTS`` of
   ``generating/layouts.py``; its name for the page, ``board.<word>`` in ``app/new.json``, and among the variants of
   `docs/generating.md`. ``scripts/verb_pages.py`` and ``scripts/engine_data.py`` do the rest.

``pytest tests/test_completeness.py -k <word>`` says what is missing. A new family is listed in `FAMILIES`, and imported
below it for type checkers. A new shape of marks is a class in `marks`, drawn in ``render/clues.py`` and again in
``js/board/clues.js``; a test compares the two.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from nonet.rules.constraints.base import Constraint as Constraint
from nonet.rules.constraints.base import Space as Space
from nonet.rules.constraints.base import Violation as Violation

if TYPE_CHECKING:
    from nonet.rules.constraints.dots import *  # noqa: F403
    from nonet.rules.constraints.generic import *  # noqa: F403
    from nonet.rules.constraints.indexing import *  # noqa: F403
    from nonet.rules.constraints.lines import *  # noqa: F403
    from nonet.rules.constraints.outside import *  # noqa: F403
    from nonet.rules.constraints.products import *  # noqa: F403
    from nonet.rules.constraints.ranks import *  # noqa: F403
    from nonet.rules.constraints.regions import *  # noqa: F403
    from nonet.rules.constraints.sequences import *  # noqa: F403
    from nonet.rules.constraints.sets import *  # noqa: F403
    from nonet.rules.constraints.shading import *  # noqa: F403
    from nonet.rules.constraints.sums import *  # noqa: F403

FAMILIES = (
    "regions",
    "sums",
    "products",
    "lines",
    "sequences",
    "dots",
    "sets",
    "outside",
    "indexing",
    "ranks",
    "generic",
    "shading",
)
"""The modules that define kinds."""


@cache
def kinds() -> dict[str, type[Constraint]]:
    """Return all kinds by their word, in the order of the families.

    >>> kinds()["thermo"].__name__
    'Thermo'
    """
    kinds: dict[str, type[Constraint]] = {}
    for family in FAMILIES:
        module = import_module(f"{__name__}.{family}")
        for name, kind in sorted(vars(module).items()):
            is_own = isinstance(kind, type) and kind.__module__ == module.__name__
            if is_own and "word" in vars(kind):
                assert kind.word not in kinds, f"{name} has the word of {kinds[kind.word].__name__}"
                kinds[kind.word] = kind
    return kinds


def __getattr__(name: str) -> Any:
    """Return a kind by the name of its class; `__all__` are all of them, which are loaded only when they are needed."""
    if name == "__all__":
        return sorted(kind.__name__ for kind in kinds().values())
    if name[:1].isupper():  # a module that is looked up while kinds are loaded must not load them
        for kind in kinds().values():
            if kind.__name__ == name:
                return kind
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *(kind.__name__ for kind in kinds().values())})
