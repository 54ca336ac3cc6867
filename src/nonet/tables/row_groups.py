"""Parquet files joined into one: the row groups are copied as they are, and one footer says where they lie.

pyarrow joins files by reading and compressing all rows again. The footer is a struct in Thrift's compact protocol, and
only the places in it change. The bytes are those of a single writer.

    PAR1 | row groups of file 1 | row groups of file 2 | … | footer | length of the footer, 4 bytes | PAR1

The footer is read as values and written again; a field of a struct is its type and its value, so nothing is lost.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, TypeAlias

__all__ = ["append_range", "join_parquet"]

_MARK = b"PAR1"

# Types of the compact protocol. The values of fields that are true or false are in the type.
_TRUE, _FALSE, _BYTE, _SHORT, _INT, _LONG, _DOUBLE, _BINARY, _LIST, _SET, _MAP, _STRUCT = range(
    1, 13
)

# Fields of FileMetaData, RowGroup, ColumnChunk and ColumnMetaData.
_SCHEMA, _ROWS, _GROUPS = 2, 3, 4
_COLUMNS, _GROUP_PLACE, _ORDINAL = 1, 5, 7
_CHUNK_PLACES, _CHUNK = (2, 4, 6), 3
_PAGE_PLACES = (9, 10, 11, 14)

_Struct: TypeAlias = dict[int, tuple[int, Any]]


def join_parquet(paths: Iterable[Path], out: IO[bytes]) -> int:
    """Write a Parquet file with the row groups of all files, and return the rows; `ValueError` if columns differ.

    The files must have been written by the same version of pyarrow; other facts of the footer are those of the first.
    """
    footer: _Struct = {}
    groups: list[_Struct] = []
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
        rows += own_footer[_ROWS][1]
        for group in own_footer[_GROUPS][1][1]:
            _move_group(group, moved, len(groups))
            groups.append(group)
    footer[_ROWS] = _LONG, rows
    footer[_GROUPS] = _LIST, (_STRUCT, groups)
    data = _bytes(_STRUCT, footer)
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
    return _value(file.read(tail - start), 0, _STRUCT)[0], start


def _move_group(group: _Struct, by: int, ordinal: int) -> None:
    """Give a row group another number and other places."""
    for chunk in group[_COLUMNS][1][1]:
        _move(chunk, _CHUNK_PLACES, by)
        _move(chunk[_CHUNK][1], _PAGE_PLACES, by)
    _move(group, (_GROUP_PLACE,), by)
    if _ORDINAL in group:
        group[_ORDINAL] = _SHORT, ordinal


def _move(struct: _Struct, fields: Iterable[int], by: int) -> None:
    """Move places; 0 stands for none."""
    for field in fields:
        if field in struct and (place := struct[field][1]):
            struct[field] = _LONG, place + by


# -- the compact protocol -------------------------------------------------------------------------


def _value(data: bytes, at: int, kind: int) -> tuple[Any, int]:
    """Return a value, and where it ends: a list as the type of its values and these, a struct as its fields."""
    if kind in (_TRUE, _FALSE, _BYTE):
        return data[at], at + 1
    if kind == _DOUBLE:
        return data[at : at + 8], at + 8
    if kind in (_LIST, _SET):
        count, inner = data[at] >> 4, data[at] & 15
        count, at = _varint(data, at + 1) if count == 15 else (count, at + 1)
        values = []
        for _ in range(count):
            value, at = _value(data, at, inner)
            values.append(value)
        return (inner, values), at
    if kind == _STRUCT:
        return _fields(data, at)
    number, at = _varint(data, at)
    if kind == _BINARY:
        return data[at : at + number], at + number
    if kind not in (_SHORT, _INT, _LONG):
        raise ValueError(f"unknown type {kind} in the footer of a Parquet file")
    return number >> 1 ^ -(number & 1), at  # 0, -1, 1, -2, 2 … are 0, 1, 2, 3, 4 …


def _fields(data: bytes, at: int) -> tuple[_Struct, int]:
    """Return the fields of a struct by their numbers, and where it ends."""
    fields: _Struct = {}
    number = 0
    while head := data[at]:
        at, kind = at + 1, head & 15
        number += head >> 4
        if not head >> 4:
            number, at = _value(data, at, _SHORT)
        value = None
        if kind not in (_TRUE, _FALSE):
            value, at = _value(data, at, kind)
        fields[number] = kind, value
    return fields, at + 1


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """Return a number without a sign, and where it ends."""
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at


def _bytes(kind: int, value: Any) -> bytes:
    """Return the bytes of a value; see `_value`."""
    if kind in (_TRUE, _FALSE, _BYTE):
        return bytes([value])
    if kind == _DOUBLE:
        return bytes(value)
    if kind in (_LIST, _SET):
        inner, values = value
        more = _varint_bytes(len(values)) if len(values) > 14 else b""
        head = bytes([min(len(values), 15) << 4 | inner])
        return head + more + b"".join(_bytes(inner, each) for each in values)
    if kind == _BINARY:
        return _varint_bytes(len(value)) + bytes(value)
    if kind != _STRUCT:
        return _varint_bytes(2 * value if value >= 0 else -2 * value - 1)
    data, before = bytearray(), 0
    for number, (field, inside) in value.items():
        step = number - before
        short = 0 < step < 16
        data += bytes([step << 4 | field]) if short else bytes([field]) + _bytes(_SHORT, number)
        data += b"" if field in (_TRUE, _FALSE) else _bytes(field, inside)
        before = number
    return bytes(data) + b"\0"


def _varint_bytes(value: int) -> bytes:
    data = bytearray()
    while value > 127:
        data.append(value & 127 | 128)
        value >>= 7
    data.append(value)
    return bytes(data)
