"""Ways to turn and relabel a board, under the path that programs know."""

from nonet.boards.transforms import *  # noqa: F403
