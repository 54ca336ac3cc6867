"""A process and all that it started, as Linux shows them: their processor time and their memory."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

__all__ = ["Tree", "answering_processes", "fork_servers", "tree_of"]


class Tree(NamedTuple):
    """The processes below one, itself included: seconds of processor, those of ended children too, and MB."""

    pids: tuple[int, ...]
    seconds: float
    megabytes: float


def _parents() -> dict[int, tuple[int, int, int]]:
    """Return of every process its parent, its ticks and its pages."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        ticks = sum(int(fields[i]) for i in range(11, 15))
        found[int(folder.name)] = int(fields[1]), ticks, int(fields[21])
    return found


def tree_of(root: int) -> Tree:
    """Return what the processes below a process, itself included, have used and hold."""
    every = _parents()
    pids = [root]
    for pid in pids:
        pids += [child for child, (parent, *_) in every.items() if parent == pid]
    shown = [every[pid] for pid in pids if pid in every]
    seconds = sum(ticks for _, ticks, _ in shown) / os.sysconf("SC_CLK_TCK")
    pages = sum(pages for *_, pages in shown)
    return Tree(tuple(pids), seconds, pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20))


def fork_servers(root: int | None = None) -> set[int]:
    """Return the processes below a server from which those that answer are copied."""
    every = _parents()
    return {every[pid][0] for pid in answering_processes(root) if pid in every}


def answering_processes(root: int | None = None) -> list[int]:
    """Return the processes that answer questions below a server: those that the fork server started."""
    root = os.getpid() if root is None else root
    every = _parents()
    children = {pid for pid, (parent, *_) in every.items() if parent == root}
    return [pid for pid, (parent, *_) in every.items() if parent in children]
