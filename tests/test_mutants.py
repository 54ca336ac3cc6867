"""The changes of the mutation probe can be made: each names a text that its file has exactly once."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))

import mutation_probe


@pytest.mark.parametrize("mutant", mutation_probe.mutants(), ids=str)
def test_each_change_can_be_made(mutant: mutation_probe.Mutant) -> None:
    assert mutant.problem() is None
    assert mutant.old != mutant.new and mutant.notice and mutant.tests
