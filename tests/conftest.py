"""What several test files share: instruction sets, the corpora beside the project, an alarm."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import HealthCheck, settings

from nonet import engine

CORPORA = Path(__file__).parents[2] / "shared" / "data"

settings.register_profile(
    "nonet", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("nonet")


PATIENCE = 60
"""Seconds after which a test is taken to hang: a search gone astray must fail, not stand still."""


@pytest.fixture(autouse=True)
def alarm() -> Iterator[None]:
    """End a test that hangs; the core asks for signals now and then."""
    if not hasattr(signal, "SIGALRM"):
        yield
        return

    def ring(number: int, frame: object) -> None:
        raise TimeoutError(f"the test takes more than {PATIENCE} seconds")

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@pytest.fixture(params=list(engine.instruction_sets()))
def instruction_set(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run the test once under each instruction set of this machine."""
    with engine.using_instruction_set(request.param):
        yield request.param


@pytest.fixture
def corpus() -> Callable[[str], npt.NDArray[np.uint8]]:
    """Return a reader of the large collections, which are not part of the project."""

    def read(name: str) -> npt.NDArray[np.uint8]:
        path = CORPORA / name
        if not path.exists():
            pytest.skip(f"the collection {name} is not beside the project")
        text = path.read_bytes().replace(b".", b"0")
        lines = [line[:81] for line in text.splitlines() if line.strip() and line[:1] != b"#"]
        return np.frombuffer(b"".join(lines), np.uint8).reshape(-1, 81) - ord("0")

    return read
