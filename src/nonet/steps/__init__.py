"""Deductions as data: `Step`, in one shape for every technique, and the table of techniques.

The sentence, the picture and the text for a screen reader all come from the same `Step`, so nothing that shows a step
has to know any technique. A step holds what it places and eliminates, and why: houses, marks (a role, a cell, digits)
and, where it rests on implications, chains of them.

`nonet.steps.parts` has what a step consists of, `nonet.steps.step` the step itself, `nonet.steps.techniques` the table,
`nonet.steps.profiles` the orders in which a solver tries them, `nonet.steps.own` techniques that are Python functions.
`nonet.steps.sentences` writes the explanation, with the words of `nonet.words`.

>>> step = Step(technique("naked_pair"), 3.0, removes={4: frozenset({1, 2})}, houses=(0,))
>>> print(step)
Naked pair: r1c5<>12
>>> step.text("where")
'Look at row 1 for a naked pair.'
"""

from nonet.steps.own import OwnTechnique, own_technique
from nonet.steps.parts import Basis, Cause, Chain, Inference, Link, Mark, Placement, Role
from nonet.steps.profiles import PROFILES, SE, Profile, ProfileRow, profile, profile_with
from nonet.steps.rating import Rating
from nonet.steps.step import Step
from nonet.steps.techniques import (
    TECHNIQUES,
    VARIANT_TECHNIQUES,
    Premise,
    Technique,
    technique,
    technique_at,
)
from nonet.words import LEVELS, Level

__all__ = [
    "LEVELS",
    "PROFILES",
    "SE",
    "TECHNIQUES",
    "VARIANT_TECHNIQUES",
    "Basis",
    "Cause",
    "Chain",
    "Inference",
    "Level",
    "Link",
    "Mark",
    "OwnTechnique",
    "Placement",
    "Premise",
    "Profile",
    "ProfileRow",
    "Rating",
    "Role",
    "Step",
    "Technique",
    "own_technique",
    "profile",
    "profile_with",
    "technique",
    "technique_at",
]
