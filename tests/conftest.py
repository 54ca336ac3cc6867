"""Fixtures for all tests: instruction sets, the collections beside the project, a time limit."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import HealthCheck, settings

from nonet import engine

CORPORA = Path(__file__).parents[2] / "shared" / "data"

os.environ["NONET_LANGUAGE"] = "en"  # whatever the locale is

settings.register_profile(
    "nonet", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("quick", settings.get_profile("nonet"), max_examples=5)  # `make test`
settings.load_profile("nonet")


def pytest_configure() -> None:
    """Let SIGINT interrupt, as tests expect: a shell ignores it in what it starts in the background."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    gc.disable()  # nothing of what collection makes is garbage


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what compiles: at the end the other test process would wait for it."""
    items.sort(key=lambda item: item.path.stem not in ("test_wheel", "test_fuzz"))


def pytest_collection_finish() -> None:
    """Let the garbage collector leave out the thousands of collected tests: they stay to the end."""
    gc.collect()
    gc.freeze()
    gc.enable()


def pytest_unconfigure() -> None:
    """Let the collector see everything again: nanobind reports as leaked what is alive at the end."""
    gc.unfreeze()


TIME_LIMIT, SLOW_TIME_LIMIT = 180, 900
"""Seconds after which a test fails, so that an endless search does not stop the run."""


@pytest.fixture(autouse=True)
def time_limit(request: pytest.FixtureRequest) -> Iterator[None]:
    """End a test that takes too long. The core looks for signals during a search."""
    if not hasattr(signal, "SIGALRM"):
        yield
        return
    seconds = SLOW_TIME_LIMIT if request.node.get_closest_marker("slow") else TIME_LIMIT

    def stop(number: int, frame: object) -> None:
        raise TimeoutError(f"the test takes more than {seconds} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
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
            pytest.skip(f"needs the collection {name} in ../shared/data")
        text = path.read_bytes().replace(b".", b"0")
        lines = [line[:81] for line in text.splitlines() if line.strip() and line[:1] != b"#"]
        return np.frombuffer(b"".join(lines), np.uint8).reshape(-1, 81) - ord("0")

    return read
