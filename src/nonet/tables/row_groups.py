"""Parquet files joined into one: the row groups are copied as they are, and one footer says where they lie.

pyarrow joins files by reading and compressing all rows again. The footer is a struct in Thrift's compact protocol, and
only the places in it change. The bytes are those of a single writer.

    PAR1 | row groups of file 1 | row groups of file 2 | … | footer | length of the footer, 4 bytes | PAR1

A field of a struct is kept as its type and its bytes, so nothing else is lost or changed.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import IO, TypeAlias

__all__ = ["append_range", "join_parquet"]

_MARK = b"PAR1"

# Types of the compact protocol.
_TRUE, _FALSE, _BYTE, _SHORT, _INT, _LONG, _DOUBLE, _BINARY, _LIST, _SET, _MAP, _STRUCT = range(
    1, 13
)

# Fields of FileMetaData, RowGroup, ColumnChunk and ColumnMetaData.
_SCHEMA, _ROWS, _GROUPS = 2, 3, 4
_COLUMNS, _GROUP_PLACE, _ORDINAL = 1, 5, 7
_CHUNK_PLACES, _CHUNK = (2, 4, 6), 3
_PAGE_PLACES = (9, 10, 11, 14)

_Struct: TypeAlias = dict[int, tuple[int, bytes]]


def join_parquet(paths: Iterable[Path], out: IO[bytes]) -> int:
    """Write a Parquet file with the row groups of all files, and return the rows; `ValueError` if columns differ.

    The files must have been written by the same version of pyarrow; other facts of the footer are those of the first.
    """
    footer: _Struct = {}
    groups: list[bytes] = []
    rows = 0
    out.write(_MARK)
    for path in paths:
        with open(path, "rb") as piece:
            own_footer, end = _footer_of(piece)
            footer = footer or own_footer
            if own_footer[_SCHEMA] != footer[_SCHEMA]:
                raise ValueError(f"{path}: expected the column types of the rows before")
            moved = out.tell() - len(_MARK)
            append_range(piece, len(_MARK), end, out)
        rows += _number(own_footer[_ROWS][1])
        for group in _elements(own_footer[_GROUPS][1]):
            groups.append(_moved_group(group, moved, len(groups)))
    footer[_ROWS] = _LONG, _number_bytes(rows)
    footer[_GROUPS] = _LIST, _list_bytes(groups)
    data = _struct_bytes(footer)
    out.write(data + len(data).to_bytes(4, "little") + _MARK)
    return rows


def append_range(source: IO[bytes], start: int, end: int, out: IO[bytes]) -> None:
    """Write bytes of a file to the end of another, if possible without a way through this process."""
    out.flush()
    if hasattr(os, "copy_file_range"):
        with suppress(OSError):
            while start < end and (
                count := os.copy_file_range(source.fileno(), out.fileno(), end - start, start)
            ):
                start += count
    source.seek(start)
    if out.seekable():
        out.seek(0, os.SEEK_END)
    if start < end:
        shutil.copyfileobj(source, out, 1 << 20)
        out.truncate(out.tell() - (source.tell() - end))
        out.seek(0, os.SEEK_END)


def _footer_of(file: IO[bytes]) -> tuple[_Struct, int]:
    """Return the footer of a Parquet file, and where it begins."""
    tail = file.seek(0, os.SEEK_END) - 8
    file.seek(tail)
    start = tail - int.from_bytes(file.read(4), "little")
    file.seek(start)
    return _struct(file.read(tail - start)), start


def _moved_group(data: bytes, by: int, ordinal: int) -> bytes:
    """Return a row group with another number and other places."""
    group = _struct(data)
    chunks = [_moved_chunk(chunk, by) for chunk in _elements(group[_COLUMNS][1])]
    group[_COLUMNS] = _LIST, _list_bytes(chunks)
    _move(group, (_GROUP_PLACE,), by)
    if _ORDINAL in group:
        group[_ORDINAL] = _SHORT, _number_bytes(ordinal)
    return _struct_bytes(group)


def _moved_chunk(data: bytes, by: int) -> bytes:
    chunk = _struct(data)
    _move(chunk, _CHUNK_PLACES, by)
    pages = _struct(chunk[_CHUNK][1])
    _move(pages, _PAGE_PLACES, by)
    chunk[_CHUNK] = _STRUCT, _struct_bytes(pages)
    return _struct_bytes(chunk)


def _move(struct: _Struct, fields: Iterable[int], by: int) -> None:
    """Move places; 0 stands for none."""
    for field in fields:
        if field in struct and (place := _number(struct[field][1])):
            struct[field] = _LONG, _number_bytes(place + by)


# -- the compact protocol -------------------------------------------------------------------------


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """Return a number without a sign, and where it ends."""
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at


def _varint_bytes(value: int) -> bytes:
    data = bytearray()
    while value > 127:
        data.append(value & 127 | 128)
        value >>= 7
    data.append(value)
    return bytes(data)


def _number(data: bytes) -> int:
    """Return a number with a sign: 0, -1, 1, -2, 2 … are 0, 1, 2, 3, 4 …"""
    value, _ = _varint(data, 0)
    return value >> 1 ^ -(value & 1)


def _number_bytes(value: int) -> bytes:
    return _varint_bytes(2 * value if value >= 0 else -2 * value - 1)


def _struct(data: bytes, at: int = 0) -> _Struct:
    return _fields(data, at)[0]


def _fields(data: bytes, at: int) -> tuple[_Struct, int]:
    """Return the fields of a struct by their numbers, and where it ends."""
    fields: _Struct = {}
    number = 0
    while head := data[at]:
        at += 1
        number += head >> 4
        if not head >> 4:
            value, at = _varint(data, at)
            number = value >> 1 ^ -(value & 1)
        kind = head & 15
        end = at if kind in (_TRUE, _FALSE) else _end(data, at, kind)
        fields[number] = kind, data[at:end]
        at = end
    return fields, at + 1


def _struct_bytes(fields: _Struct) -> bytes:
    encoded, before = bytearray(), 0
    for number, (kind, data) in fields.items():
        step = number - before
        encoded += bytes([step << 4 | kind]) if 0 < step < 16 else bytes([kind])
        encoded += b"" if 0 < step < 16 else _number_bytes(number)
        encoded += data
        before = number
    return bytes(encoded) + b"\0"


def _elements(data: bytes) -> list[bytes]:
    """Return the structs of a list."""
    count, kind, at = _list_head(data, 0)
    elements = []
    for _ in range(count):
        end = _end(data, at, kind)
        elements.append(data[at:end])
        at = end
    return elements


def _list_head(data: bytes, at: int) -> tuple[int, int, int]:
    """Return the length of a list, the type of its elements, and where they begin."""
    count, kind = data[at] >> 4, data[at] & 15
    if count == 15:
        count, at = _varint(data, at + 1)
        return count, kind, at
    return count, kind, at + 1


def _list_bytes(structs: list[bytes]) -> bytes:
    count = len(structs)
    head = bytes([min(count, 15) << 4 | _STRUCT])
    return head + (_varint_bytes(count) if count > 14 else b"") + b"".join(structs)


def _end(data: bytes, at: int, kind: int) -> int:
    """Return where a value ends."""
    if kind in (_TRUE, _FALSE, _BYTE):
        return at + 1
    if kind in (_SHORT, _INT, _LONG):
        return _varint(data, at)[1]
    if kind == _DOUBLE:
        return at + 8
    if kind == _BINARY:
        size, at = _varint(data, at)
        return at + size
    if kind == _STRUCT:
        return _fields(data, at)[1]
    if kind in (_LIST, _SET):
        count, element, at = _list_head(data, at)
        for _ in range(count):
            at = _end(data, at, element)
        return at
    raise ValueError(f"unknown type {kind} in the footer of a Parquet file")
