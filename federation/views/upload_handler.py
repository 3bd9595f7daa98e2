"""A file that a page may take beyond what others do: held in memory, as all are."""

from __future__ import annotations

from typing import Any

from django.core.files.uploadhandler import MemoryFileUploadHandler
from django.http import HttpRequest


class RoomyUploadHandler(MemoryFileUploadHandler):
    """Django's handler of files in memory, with a limit of its own instead of the settings'."""

    def __init__(self, most: int, request: HttpRequest) -> None:
        super().__init__(request)
        self._most = most

    def handle_raw_input(
        self,
        input_data: Any,
        META: Any,  # noqa: N803  Django names it so
        content_length: int,
        boundary: Any,
        encoding: Any = None,
    ) -> None:
        """Take the file unless more is announced than the page takes."""
        del input_data, META, boundary, encoding
        # The other fields of the form travel with it.
        self.activated = content_length <= self._most + 64 * 1024
