"""Files of any size on several machines, with Dask."""

from nonet.batch.cluster import *  # noqa: F403
