"""`nonet site`: the web app as static files."""

from __future__ import annotations

import re
import sys
from functools import partial
from pathlib import Path
from typing import Annotated

from nonet.base.exits import FINE, PROBLEM
from nonet.base.filenames import shown
from nonet.base.options import InFile, OutPlace, Text
from nonet.cli.options import usage
from nonet.cli.stream.status import StatusLine

__all__ = ["site"]


def site(
    *,
    output: Annotated[
        str,
        OutPlace(
            "The folder: empty, new, or an earlier site.",
            flags=("--output", "-o"),
            metavar="DIR",
            required=True,
        ),
    ],
    python: Annotated[
        str | None,
        InFile(
            "The npm package pyodide: a folder, a .tgz file, its address, or none (default: npm fetches it).",
            flags=("--python",),
            metavar="WHERE",
        ),
    ] = None,
    address: Annotated[
        str,
        Text(
            "Where the site will be, such as https://example.org/nonet: links to it get a picture.",
            flags=("--address",),
            metavar="URL",
        ),
    ] = "",
) -> int:
    """Write the web app as static files.

    The folder works at any address of any web server, without Python there, and offline after the
    first visit. It answers all that nonet serve does: for variants, other formats and constraints the
    page loads nonet's own Python once, about 15 MB (Pyodide, which npm fetches now). It also opens
    from a disk, for classic boards: open its index.html. An earlier site in the folder is replaced;
    other files in it stay. The same version of nonet writes the same files.

    Try it: nonet site -o public; python -m http.server -d public
    """
    if address and not re.fullmatch(r"https?://[^\s\"<>?#]+", address):
        usage(f"--address: expected an address such as https://example.org/nonet, got {address!r}")
    folder = Path(output)
    with StatusLine() as status:
        status.show("reading the app", now=True)
        from nonet.web.page_python import NoPython, page_files, pyodide
        from nonet.web.site import SiteError, write_site

        show = partial(status.show, now=True)
        lacking = ""
        files = None
        try:
            files = None if python == "none" else page_files(pyodide(python, show))
        except NoPython as error:
            if python is not None:
                usage(f"--python: {error}")
            lacking = (
                f"Without Python, for classic boards alone: {error}. --python names another source."
            )
        try:
            sizes = write_site(folder, python=files, address=address, progress=show)
        except SiteError as error:
            usage(str(error))
        except OSError as error:
            print(
                f"{shown(error.filename or folder)}: {(error.strerror or str(error)).lower()}",
                file=sys.stderr,
            )
            return PROBLEM
    megabytes = sum(sizes.values()) / 1_000_000
    print(f"{len(sizes):,} files, {megabytes:.1f} MB, in {shown(folder)}")
    if lacking:
        print(lacking, file=sys.stderr)
    return FINE
