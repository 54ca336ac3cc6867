"""The data of the place Learn are those that the solver and the pages have today."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from nonet.steps import technique
from nonet.steps.json import step_from_object

sys.path.append(str(Path(__file__).parents[1] / "scripts"))

import learn_examples
import technique_pages


def test_the_file_is_up_to_date() -> None:
    assert learn_examples.FILE.read_text("utf-8") == learn_examples.text(), (
        "run scripts/learn_examples.py"
    )


def test_every_technique_is_there_and_its_example_is_a_step_of_it() -> None:
    entries = json.loads(learn_examples.FILE.read_text("utf-8"))
    assert [entry["id"] for entry in entries] == [
        about.id for about in technique_pages.ordered() if about.is_classic
    ]
    for entry in entries:
        assert entry["related"], entry["id"]
        if "example" in entry:
            assert step_from_object(entry["example"]["step"]).technique is technique(entry["id"])
            assert len(entry["example"]["marks"]) == 81
