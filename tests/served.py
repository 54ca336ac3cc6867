"""`nonet serve` in a process of its own, for tests that attack it."""

from __future__ import annotations

import http.client
import json
import re
import subprocess
from pathlib import Path

from console import COMMAND
from process_tree import Tree, tree_of

__all__ = ["Served"]


class Served:
    """`nonet serve` in a process of its own."""

    def __init__(self, errors: Path) -> None:
        self.errors = errors
        with errors.open("wb") as file:
            self.process = subprocess.Popen(
                [*COMMAND, "serve", "--port", "0", "--no-open"], stdout=subprocess.PIPE, stderr=file
            )
        assert self.process.stdout is not None
        found = re.search(rb":(\d+)/", self.process.stdout.readline())
        assert found is not None
        self.port = int(found[1])

    def ask(self, verb: str, body: bytes) -> tuple[int, dict[str, object]]:
        """Return the status and the answer to a request."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request("POST", f"/api/{verb}", body=body)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    @property
    def tree(self) -> Tree:
        """The processes of the server, with what they have used and hold."""
        return tree_of(self.process.pid)

    @property
    def megabytes(self) -> int:
        """The memory that all processes of the server hold."""
        return int(self.tree.megabytes)
