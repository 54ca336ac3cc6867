"""`Model`: a board of any shape and any digits, with constraints and unknown cells."""

from nonet.puzzle.model import *  # noqa: F403
