"""The errors, under the path that programs know; each is a name of `nonet`, too."""

from nonet.base.errors import *  # noqa: F403
