"""Cells and their names, under the path that programs know."""

from nonet.base.cells import *  # noqa: F403
