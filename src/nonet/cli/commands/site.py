"""`nonet site`: the web app as static files."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from nonet.base.options import Text
from nonet.cli.options import usage
from nonet.cli.stream.status import StatusLine

__all__ = ["site"]


def site(
    *,
    output: Annotated[
        str,
        Text(
            "The folder: empty, new, or an earlier site.",
            flags=("--output", "-o"),
            metavar="DIR",
            required=True,
        ),
    ],
) -> None:
    """Write the web app as static files.

    The folder works at any address of any web server, without Python, and offline after the first
    visit. It also opens from a disk: open its index.html. What only Python can do stays with nonet
    serve; the Lab shows recorded runs. An earlier site in the folder is replaced; other files in it
    stay. The same version of nonet writes the same files.

    Try it: nonet site -o public; python -m http.server -d public
    """
    folder = Path(output)
    with StatusLine() as status:
        status.show("reading the app", now=True)
        from nonet.web.site import SiteError, write_site

        try:
            sizes = write_site(folder, progress=partial(status.show, now=True))
        except SiteError as error:
            usage(str(error))
        except OSError as error:
            print(
                f"{error.filename or folder}: {(error.strerror or str(error)).lower()}",
                file=sys.stderr,
            )
            raise typer.Exit(1) from None
    megabytes = sum(sizes.values()) / 1_000_000
    print(f"{len(sizes):,} files, {megabytes:.1f} MB, in {folder}")
