"""Five difficulties: ranges of ER with the names that people use."""

from nonet.steps.difficulty import *  # noqa: F403
