"""The data of the place Learn are those that the solver and the pages have today."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from nonet.generating.drills import DRILLS
from nonet.generating.examples import EXAMPLES
from nonet.steps import technique
from nonet.steps.json import step_from_object

sys.path.append(str(Path(__file__).parents[1] / "scripts"))

import learn_examples
import technique_examples


@pytest.mark.parametrize("name", learn_examples.FILES)
def test_a_file_is_up_to_date(name: str) -> None:
    text = (learn_examples.STATIC / name).read_text("utf-8")
    assert text == learn_examples.FILES[name](), "run scripts/learn_examples.py"


def test_every_technique_is_there_and_its_examples_are_steps_of_it() -> None:
    entries = json.loads((learn_examples.STATIC / "learn.json").read_text("utf-8"))
    stock = json.loads((learn_examples.STATIC / "examples.json").read_text("utf-8"))
    known = [about.id for about in technique_examples.ordered() if about.is_classic]
    assert [entry["id"] for entry in entries] == known
    for entry in entries:
        name = entry["id"]
        assert entry["related"], name
        assert entry["hasDrill"] is (name in DRILLS)
        examples = stock[name]["examples"] if name in stock else []
        assert len(examples) == len(EXAMPLES.get(name, ())), name
        for example in examples:
            assert step_from_object(example["step"]).technique is technique(name)
            assert len(example["k"]) == 162
