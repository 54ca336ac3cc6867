"""Test processes take turns: what one of them builds or judges, the others use."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

JUDGED = Path(__file__).parents[1] / "build" / "judged"


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock file ``path`` for a block. Without `fcntl`, as on Windows, there is no lock."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        import fcntl
    except ImportError:
        yield
        return
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def kept(name: str, modules: Iterable[str], judge: Callable[[], tuple[T, ...]]) -> tuple[T, ...]:
    """Return the judged boards from the last run, or judge them, which the oracle does slowly.

    The file is named after the code of ``modules``, which it depends on; a change of that code judges again.
    """
    code = hashlib.sha256(b"".join(Path(module).read_bytes() for module in modules))
    path = JUDGED / f"{name}-{code.hexdigest()[:16]}"
    with locked(path.with_suffix(".lock")):
        if path.exists():
            boards: tuple[T, ...] = pickle.loads(path.read_bytes())
            return boards
        boards = judge()
        path.write_bytes(pickle.dumps(boards))
        return boards
