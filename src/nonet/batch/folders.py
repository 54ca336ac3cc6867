"""The folder of a run: who works in it, and files that are there as a whole or not at all.

A run removes and replaces only what it has made: its folder holds files of known names, and anything else in its way
is refused. A lock names the process that works in the folder. The operating system frees it when that process ends,
however it ends.
"""

from __future__ import annotations

import errno
import json
import os
import platform
import re
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, cast

from nonet.base.errors import NonetError
from nonet.base.filenames import shown
from nonet.base.outfiles import NewFile, is_open_as, lock_file
from nonet.base.packed import ByteSink

__all__ = [
    "MANIFEST",
    "Changed",
    "Held",
    "checksum_of",
    "forget",
    "has_lock",
    "keep",
    "keep_with_notes",
    "locked",
    "notes_of",
    "unlock",
]

MANIFEST = "_manifest.json"
"""What the pieces of a folder belong to."""

_LOCK = "_lock.json"
_OURS = re.compile(
    r"(part|forms|firsts)-\d{6}\.\w+(\.\S+\.tmp)?|_(manifest|lock)\.json(\.\S+\.tmp)?"
)


class Changed(NonetError, ValueError):
    """The inputs or the options are not those of the run that was interrupted.

    Cause: a file was changed since, or the same output was begun with other options.

    Cure: give the same inputs and options again, choose another output, or remove the folder of the run.
    """


class Held(NonetError, RuntimeError):
    """Another run works on the same output."""


# -- the lock -------------------------------------------------------------------------------------


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Make the folder of a run, or check that it is one, and be alone in it.

    Raises `Held` if another run is there, and `FileExistsError` if something else lies there. The lock of a process
    that has ended is taken over.
    """
    _check_folder(folder)
    handle = _lock(folder)
    try:
        yield
    finally:
        with suppress(OSError):
            handle.truncate(0)
        path = folder / _LOCK
        if path.exists() and is_open_as(handle.fileno(), path):
            path.unlink()
            with suppress(OSError):
                folder.rmdir()
        handle.close()


def has_lock(folder: Path) -> bool:
    """Whether a run works in a folder, or was killed in it."""
    return (folder / _LOCK).exists()


def unlock(folder: Path) -> None:
    """Remove the lock from a folder that is finished."""
    (folder / _LOCK).unlink(missing_ok=True)


def _check_folder(folder: Path) -> None:
    if not folder.exists() and not folder.is_symlink():
        return
    if not folder.is_dir():
        raise FileExistsError(
            errno.EEXIST, "the pieces of the run belong here; move this file away", str(folder)
        )
    names = os.listdir(folder)
    strange = next((name for name in sorted(names) if not _OURS.fullmatch(name)), None)
    if strange is not None:
        raise FileExistsError(
            errno.EEXIST,
            f"the pieces of the run belong here, found {strange!r}; move this folder away",
            str(folder),
        )


def _lock(folder: Path) -> Any:
    """Return the open file of the lock, which this process holds until it is closed."""
    while True:
        folder.mkdir(exist_ok=True)
        try:
            handle = open(folder / _LOCK, "a+b", buffering=0)  # noqa: SIM115 - it stays open
        except FileNotFoundError:  # the run before has just removed the folder
            continue
        try:
            is_free = lock_file(handle.fileno())
            handle.seek(0)
            holder = _holder(handle.read())
            here = platform.node()
            if not is_free or (holder and holder.get("host") != here):
                raise Held(_held(folder, holder, here))
            if not is_open_as(handle.fileno(), folder / _LOCK):
                handle.close()
                continue
            handle.truncate(0)
            handle.write(json.dumps({"pid": os.getpid(), "host": here}).encode())
        except BaseException:
            handle.close()
            raise
        return handle


def _holder(text: bytes) -> dict[str, Any]:
    with suppress(ValueError):
        holder = json.loads(text)
        if isinstance(holder, dict):
            return holder
    return {}


def _held(folder: Path, holder: dict[str, Any], here: str) -> str:
    output, host = str(folder).removesuffix(".part"), holder.get("host", here)
    who = f"process {holder['pid']} on {host}" if "pid" in holder else "another process"
    what = "wait for it" if host == here else f"if it has ended, delete {shown(folder / _LOCK)}"
    return f"{shown(output)}: {who} works on this output; {what}"


# -- files that are there as a whole --------------------------------------------------------------


def kept(path: Path) -> NewFile:
    """Return a file to be, which is there as a whole or not at all, whatever happens.

    It is written under a name of its own: a cluster can have the same piece made twice at a time.
    """
    beside = path.with_name(f"{path.name}.{os.getpid()}-{threading.get_ident()}.tmp")
    return NewFile(path, beside=beside, packed=False, sync=True)


def keep(path: Path, data: bytes | memoryview) -> None:
    """Write a file that is there as a whole or not at all."""
    with kept(path) as out:
        out.write(data)


@contextmanager
def keep_with_notes(path: Path, notes: dict[str, Any]) -> Iterator[IO[bytes]]:
    """Give a file to write to, and keep it with notes about it, its size and its CRC-32 among them."""
    with kept(path) as raw:
        checksum = 0

        def take(data: Any) -> None:
            nonlocal checksum
            raw.write(data)
            checksum = zlib.crc32(data, checksum)

        out = ByteSink(take)
        yield cast("IO[bytes]", out)
        whole = {**notes, "bytes": out.size, "crc32": checksum}
        keep(path.with_suffix(".json"), json.dumps({**whole, "notes": _sum_of(whole)}).encode())


def notes_of(path: Path) -> dict[str, Any] | None:
    """Return the notes about a file that is as it was written, None if it is damaged or missing."""
    with suppress(OSError, ValueError, TypeError, KeyError):
        notes = json.loads(path.with_suffix(".json").read_bytes())
        if notes.pop("notes") != _sum_of(notes):
            return None
        is_whole = os.path.getsize(path) == notes.pop("bytes")
        if checksum_of(path) == notes.pop("crc32") and is_whole:
            return dict(notes)
    return None


def _sum_of(notes: dict[str, Any]) -> int:
    """Return the CRC-32 of notes."""
    return zlib.crc32(json.dumps(notes).encode())


def checksum_of(path: Path) -> int:
    """Return the CRC-32 of a file."""
    checksum = 0
    with open(path, "rb") as handle:
        while part := handle.read(1 << 18):
            checksum = zlib.crc32(part, checksum)
    return checksum


def forget(folder: Path, *, but: str = "") -> None:
    """Remove the files of a run from its folder, but those of a suffix, the manifest beside them, and the lock."""
    for path in folder.iterdir():
        stays = but and (path.suffix == but or path.name == MANIFEST)
        if _OURS.fullmatch(path.name) and path.name != _LOCK and not stays:
            path.unlink()
