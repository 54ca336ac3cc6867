"""Formats that few people bring: plug-ins of one file each, loaded when their format is asked for.

A new format of this kind is a module with ``FORMATS``, as in `nonet.formats.table`, and a row of `PLUG_INS`. A package
other than nonet hands the row of its format to `nonet.formats.plug_in` instead. What a plug-in shares with others, such
as the board of a HoDoKu line, is in their modules; none of them imports from here.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["PLUG_INS", "PlugIn"]


class PlugIn(NamedTuple):
    """Where a format has its place.

    It is in ``module``, listed after the format ``after`` or last, and asked before the format ``before``: before all
    others, if none is named, and last for "". ``line`` and ``text`` are its marks (see `nonet.formats.table.Mark`); a
    format without one is read only where it is named.
    """

    module: str
    after: str = ""
    before: str = "opensudoku"
    line: str | None = None
    text: str | None = None


PLUG_INS = {
    "gsf": PlugIn("nonet.formats.rare.gsf", "bank", "boxed", line=r"(?:[^,]*,){4}[^,]{81},"),
    "hex": PlugIn("nonet.formats.rare.hexadecimal", "boxed"),
    "killer-map": PlugIn(
        "nonet.formats.rare.killer_map", "killer-long", "sudokupad", text=r"(?:=|:|->)[ \t\n]*\d"
    ),
    "matlab": PlugIn("nonet.formats.rare.matlab", "latex", "puzz.link", text=r"\["),
    "minizinc": PlugIn("nonet.formats.rare.minizinc", "latex", "killer", text=r"\[\|"),
    "susser": PlugIn("nonet.formats.rare.susser", "hodoku", "", line=r"(?=.*[+:])\s*[^\s:,;]{81}"),
}
"""The plug-ins by the names of their formats; of two with one place, the one that comes later here is in front."""
