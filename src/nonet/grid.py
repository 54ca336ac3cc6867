"""Digits and candidates of a board, under the path that programs know."""

from nonet.boards.grid import *  # noqa: F403
