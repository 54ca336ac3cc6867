"""The one way to write files: under a temporary name in the same folder, and renamed when complete.

    out.csv             the old file, untouched until the last moment
    out.csv.unfinished  what has been written so far; it is renamed to out.csv at the end

An error removes the unfinished file. A run that is killed leaves it, and the next run to the same output begins it
again: its lock says whether it is still being written. A link stays a link, and the file behind it keeps its
permissions. Pipes, devices and ``/dev/stdout`` cannot be replaced: they are written directly.

No other module opens a file for writing (`tests/test_outfiles.py`). `check_apart` refuses a file that is both read and
written.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import stat
import sys
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import IO, Any, cast

from nonet.base.filenames import shown
from nonet.base.numbers import read_number

__all__ = [
    "UNFINISHED",
    "NewFile",
    "check_apart",
    "check_place",
    "is_open_as",
    "lock_file",
    "move_folder",
    "named",
    "unfinished",
    "write_file",
]

UNFINISHED = ".unfinished"
"""How the name of a file ends that is being written."""

_LONGEST = 240  # bytes of a name, with room for the ending
_DESCRIPTOR = re.compile(r"(?:/proc/\d+/(?:task/\d+/)?fd|/dev/fd)/(\d+)")


class NewFile:
    """A file to be; write to ``file``, then `finish`, `discard` or `leave` it.

    It is opened at once, so that a path without write permission is an `OSError` before the work. ``packed`` compresses
    it, by default if its name ends in ``.gz``. ``beside`` is where it is written, by default its name with
    `UNFINISHED`. With ``sync`` it is completely on the disk before it is renamed. As a context manager it is finished,
    or discarded if there is an error.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        beside: str | os.PathLike[str] | None = None,
        packed: bool | None = None,
        sync: bool = False,
    ) -> None:
        self.path = os.fspath(path)
        self._sync = sync
        self._place = os.path.realpath(self.path)
        self._beside: str | None = None
        with _of(self.path):
            descriptor = _opened_directly(self.path)
            if descriptor is None:
                self._beside = os.fspath(beside or unfinished(self.path))
                descriptor = _begun(self._place, self._beside, self.path)
        self._descriptor, self._is_open = descriptor, True
        self._raw = open(self._descriptor, "wb", closefd=False)  # noqa: SIM115 - closed in _close()
        self.file: IO[bytes] = self._raw
        if self.path.lower().endswith(".gz") if packed is None else packed:
            import gzip

            # Without name and time inside, the same content makes the same file.
            self.file = cast(
                "IO[bytes]",
                gzip.GzipFile(filename="", fileobj=self._raw, mode="wb", compresslevel=6, mtime=0),
            )

    def write(self, data: bytes | memoryview) -> None:
        """Write bytes at once, so that they are not lost if the process ends; what is compressed comes when it can."""
        self.file.write(data)
        if self.file is self._raw:
            self._raw.flush()

    def finish(self) -> None:
        """Put the file in its place. If that fails, the old file is as it was, and the new one is discarded."""
        if not self._is_open:
            return
        try:
            with _of(self.path):
                self.file.close()
                self._raw.close()
                if self._beside is not None:
                    self._take_place(self._beside)
            self._close()
        except BaseException:
            self.discard()
            raise

    def discard(self) -> None:
        """Remove what has been written; the old file is as it was."""
        if self._is_open:
            self._abandon(keep=False)

    def leave(self) -> str | None:
        """Keep what has been written beside the old file; return its path, None if there is nothing."""
        return self._abandon(keep=True) if self._is_open else None

    def _abandon(self, *, keep: bool) -> str | None:
        left, is_empty = None, False
        with suppress(OSError, ValueError):  # a packed file begins with bytes of its own
            is_empty = self.file is not self._raw and not self.file.tell()
        for file in (self.file, self._raw):
            with suppress(OSError, ValueError):
                file.close()
        if self._beside is not None:
            with suppress(OSError):
                if keep and not is_empty and os.fstat(self._descriptor).st_size:
                    left = _near(self.path, self._beside)
                else:
                    os.unlink(self._beside)
        self._close()
        return left

    def _close(self) -> None:
        """Close the file, which frees its lock."""
        if self._is_open:
            self._is_open = False
            os.close(self._descriptor)

    def _take_place(self, beside: str) -> None:
        """Rename the new file, which gets the permissions of the old one."""
        with suppress(FileNotFoundError):
            _like(self._place, self._descriptor)
        if self._sync:
            os.fsync(self._descriptor)
        if os.name == "nt":  # an open file cannot be renamed there
            self._close()
        try:
            os.replace(beside, self._place)
        except OSError as error:
            if error.errno not in (errno.EBUSY, errno.EXDEV):
                raise
            # A file that is mounted by itself, as into a container, or that lies on another disk.
            with open(beside, "rb") as data, open(self._place, "wb") as out:
                shutil.copyfileobj(data, out, 1 << 20)
            os.unlink(beside)

    def __enter__(self) -> IO[bytes]:
        return self.file

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None:
            self.finish()
            return
        self.discard()
        if isinstance(error, OSError) and error.filename is None and error.errno:
            raise OSError(error.errno, error.strerror, self.path) from None


def write_file(path: str | os.PathLike[str], data: bytes | memoryview, **options: Any) -> None:
    """Write a whole file; ``options`` are those of `NewFile`.

    >>> from pathlib import Path
    >>> write_file("new.txt", b"content")
    >>> Path("new.txt").read_bytes()
    b'content'
    >>> Path("new.txt").unlink()
    """
    with NewFile(path, **options) as out:
        out.write(data)


def unfinished(path: str | os.PathLike[str]) -> str:
    """Return where a file is written until it takes its place: beside it, or beside the file that a link names.

    >>> unfinished("/tmp/out.csv")
    '/tmp/out.csv.unfinished'
    """
    folder, name = os.path.split(os.path.realpath(path))
    if len(os.fsencode(name)) > _LONGEST:
        name = f"{name[:40]}~{zlib.crc32(os.fsencode(name)):08x}"
    return os.path.join(folder, name + UNFINISHED)


def check_place(path: str) -> None:
    """Raise `OSError` if no file can be written there; nothing is opened."""
    place = os.path.realpath(path)
    if not os.path.exists(place) or stat.S_ISREG(os.stat(place).st_mode):
        _check_rights(place, unfinished(path), path)
    elif os.path.isdir(place):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)


def _check_rights(place: str, beside: str, path: str) -> None:
    """Raise `OSError` if a file or its folder cannot be written."""
    folder = os.path.dirname(beside)
    if not os.path.isdir(folder):
        if os.path.exists(folder):
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), path)
        raise FileNotFoundError(errno.ENOENT, "its folder does not exist; make it first", path)
    if os.path.exists(place) and not os.access(place, os.W_OK):
        raise PermissionError(errno.EACCES, "no permission to write to this file", path)
    if not os.access(folder, os.W_OK | os.X_OK):
        reason = "no permission to write into its folder; choose another output"
        raise PermissionError(errno.EACCES, reason, path)


def _opened_directly(path: str) -> int | None:
    """Open what cannot be replaced; return None for a file, or if there is none yet."""
    here = path
    # Links that lead to links; the names below /proc/self/fd are not places of files.
    for _ in range(40):
        folder, name = os.path.split(os.path.abspath(here))
        full = os.path.join(os.path.realpath(folder), name)
        if match := _DESCRIPTOR.fullmatch(full):
            with suppress(AttributeError, ValueError, OSError):
                sys.stdout.flush()
            other = full.startswith("/proc/") and not full.startswith(f"/proc/{os.getpid()}/")
            return (
                os.open(path, os.O_WRONLY | os.O_APPEND) if other else os.dup(read_number(match[1]))
            )
        if not os.path.islink(full):
            break
        here = os.path.join(os.path.dirname(full), os.readlink(full))
    try:
        if stat.S_ISREG(os.stat(path).st_mode):
            return None
    except FileNotFoundError:
        return None
    return os.open(path, os.O_WRONLY | getattr(os, "O_BINARY", 0))


def _begun(place: str, beside: str, path: str) -> int:
    """Open the file beside the place, empty, and lock it."""
    _check_rights(place, beside, path)
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
    while True:
        with suppress(FileNotFoundError):
            status = os.lstat(beside)
            if not stat.S_ISREG(status.st_mode) or status.st_nlink > 1:
                reason = f"{shown(_near(path, beside))} is in the way; move it away"
                raise FileExistsError(errno.EEXIST, reason)
        descriptor = os.open(beside, flags, 0o666)
        try:
            if not lock_file(descriptor):
                raise BlockingIOError(
                    errno.EAGAIN, "another process writes this file; wait for it", path
                )
            if is_open_as(descriptor, beside):  # else the run before has just renamed it
                os.ftruncate(descriptor, 0)
                return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)


def _near(path: str, beside: str) -> str:
    """Return the file beside a path by the folder that the path names, unless a link leads elsewhere."""
    near = os.path.join(os.path.dirname(path), os.path.basename(beside))
    return near if os.path.exists(near) else beside


def _like(place: str, descriptor: int) -> None:
    """Give an open file the owner, the permissions and the attributes of the file in its place, as far as one may."""
    old, new = os.stat(place), os.fstat(descriptor)
    if os.name == "nt":
        return
    if (old.st_uid, old.st_gid) != (new.st_uid, new.st_gid):
        with suppress(OSError):
            os.fchown(descriptor, -1, old.st_gid)
        with suppress(OSError):
            os.fchown(descriptor, old.st_uid, -1)
    if old.st_mode != new.st_mode:
        os.fchmod(descriptor, stat.S_IMODE(old.st_mode))
    with suppress(OSError, AttributeError):  # lists of access rights among them
        for name in os.listxattr(place):
            with suppress(OSError):
                os.setxattr(descriptor, name, os.getxattr(place, name))


# -- locks ----------------------------------------------------------------------------------------


def lock_file(descriptor: int) -> bool:
    """Return whether an open file is locked for this process now; the lock ends with the process.

    A disk without locks counts as free.
    """
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        lock: Any = msvcrt
        try:
            os.lseek(descriptor, 1 << 20, os.SEEK_SET)  # beyond the text, which others read
            lock.locking(descriptor, lock.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(descriptor, 0, os.SEEK_SET)
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as error:
        return error.errno in (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP)
    return True


def is_open_as(descriptor: int, path: str | os.PathLike[str]) -> bool:
    """Whether an open file has this name."""
    with suppress(OSError):
        return os.path.samestat(os.fstat(descriptor), os.stat(path))
    return False


# -- input and output -----------------------------------------------------------------------------


def check_apart(read: Iterable[str], written: Iterable[str], *, streams: bool = False) -> None:
    """Raise `ValueError` if a file is both read and written, by whatever name, or written twice.

    With ``streams`` standard input is read and standard output is written as well, where they are files.

    >>> from pathlib import Path
    >>> _ = Path("s.csv").write_text("puzzle")
    >>> check_apart(["s.csv"], ["new.csv"])
    >>> check_apart(["s.csv"], ["./s.csv"])
    Traceback (most recent call last):
    ValueError: input and output are the same file: ./s.csv
    >>> Path("s.csv").unlink()
    """
    known = {identity: path for path in read if (identity := _identity(path)) is not None}
    if streams and (identity := _identity_of_stream(sys.stdin)) is not None:
        known.setdefault(identity, "standard input")
    outputs: dict[object, str] = {}
    for path in written:
        # An unfinished file can be an input too, to save what is in it.
        for place in (path, unfinished(path)):
            if _identity(place) in known:
                raise ValueError(f"input and output are the same file: {shown(path)}")
        real = _identity(path) or os.path.realpath(path)
        if real in outputs:
            raise ValueError(f"two outputs are the same file: {shown(path)}")
        outputs[real] = path
    if streams and (identity := _identity_of_stream(sys.stdout)) in known:
        raise ValueError(f"input and output are the same file: {shown(known[identity])}")


def _identity(path: str) -> tuple[int, int] | None:
    """Return what all names of a file have in common; None if there is no file, or for a device of characters."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    kind = status.st_mode
    is_kept = not (stat.S_ISCHR(kind) or stat.S_ISSOCK(kind))
    return (status.st_dev, status.st_ino) if is_kept else None


def _identity_of_stream(stream: IO[str]) -> tuple[int, int] | None:
    """Return the same of a standard stream that is a file."""
    with suppress(OSError, ValueError, AttributeError):
        status = os.fstat(stream.fileno())
        if stat.S_ISREG(status.st_mode):
            return status.st_dev, status.st_ino
    return None


# -- errors and folders ---------------------------------------------------------------------------


@contextmanager
def _of(path: str) -> Iterator[None]:
    """Let errors of the operating system be about a file, whatever name they have."""
    try:
        yield
    except OSError as error:
        if error.filename == path:
            raise
        reason = error.strerror or str(error)
        raise OSError(error.errno or errno.EIO, reason, path) from None


@contextmanager
def named(path: str | os.PathLike[str]) -> Iterator[None]:
    """Give errors of the operating system the name of a file, which those of a write lack."""
    try:
        yield
    except OSError as error:
        if error.filename is not None:
            raise
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise OSError(error.errno or errno.EIO, reason, os.fspath(path)) from None


def move_folder(source: str | os.PathLike[str], target: str | os.PathLike[str]) -> None:
    """Rename a folder to a name that is free, or that of an empty folder; a link to one stays a link."""
    place = os.path.realpath(target)
    with suppress(FileNotFoundError):
        os.rmdir(place)
    os.replace(source, place)
