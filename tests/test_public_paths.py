"""The paths that programs know lead to the classes in their rooms, also for a type checker, which reads this file."""

from __future__ import annotations

import pickle
from importlib import import_module
from typing import assert_type

import pytest
from test_layers import FACES, SOURCE

import nonet
import nonet.cells
import nonet.variants
from nonet import errors
from nonet.cluster import Cluster
from nonet.constraints import Cage, Constraint, Thermo, kinds
from nonet.difficulty import BANDS, Band
from nonet.errors import ParseError
from nonet.grid import Candidates, Grid
from nonet.model import Model
from nonet.puzzle import Puzzle
from nonet.rules import Rules
from nonet.transforms import Transform
from nonet.variants import parse_rules


@pytest.mark.parametrize(("face", "room"), [*FACES.items(), ("errors", "puzzle")])
def test_a_public_module_has_the_names_of_its_package(face: str, room: str) -> None:
    shown, real = import_module(f"nonet.{face}"), import_module(f"nonet.{room}.{face}")
    assert [name for name in real.__all__ if getattr(shown, name) is not getattr(real, name)] == []
    assert set(real.__all__) <= set(dir(shown))
    text = (SOURCE / f"{face}.py").read_text("utf-8")
    assert f"from nonet.{room}" in text and "class " not in text


def test_types_and_classes_are_those_of_the_packages() -> None:
    assert_type(parse_rules("2x3", size=6), Rules)
    assert_type(nonet.variants.parse_rules("2x3", size=6), Rules)
    assert_type(Thermo("r1c1 r2c1"), Thermo)
    assert_type(kinds(), dict[str, type[Constraint]])
    assert_type(BANDS, tuple[Band, ...])
    assert_type(Model(1, 1).solution().text(), str)
    assert (Grid, Candidates, Transform) == (nonet.Grid, nonet.Candidates, nonet.Transform)
    assert kinds()["killer"] is Cage
    assert Cluster.__module__ == "nonet.batch.cluster"


def test_an_error_has_the_name_that_a_program_catches() -> None:
    classes = [getattr(errors, name) for name in errors.__all__]
    assert {kind.__module__ for kind in classes} == {"nonet"}
    assert ParseError is nonet.ParseError
    with pytest.raises(ParseError) as caught:
        Puzzle([1, 2])
    assert type(pickle.loads(pickle.dumps(caught.value))) is nonet.ParseError
