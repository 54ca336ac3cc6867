"""Formats that few people bring: plug-ins of one file each, loaded when their format is needed.

A new one is a module with ``FORMATS``, as in `nonet.formats.table`, and a call here, as another package makes it for a
format of its own. What it shares with others, such as the board of a HoDoKu line, is in their modules.
"""

from nonet.formats.table import plug_in

plug_in("killer-map", f"{__name__}.killer_map", text=r"(?:=|:|->)[ \t\n]*\d", before="sudokupad")
plug_in("minizinc", f"{__name__}.minizinc", text=r"\[\|", before="killer")
plug_in("matlab", f"{__name__}.matlab", text=r"\[", before="puzz.link")
plug_in("gsf", f"{__name__}.gsf", line=r"(?:[^,]*,){4}[^,]{81},", before="boxed")
plug_in("susser", f"{__name__}.susser", line=r"(?=.*[+:])\s*[^\s:,;]{81}", before="sdm")
plug_in("hex", f"{__name__}.hexadecimal", before="")
