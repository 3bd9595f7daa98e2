"""What a document may be made of: our style sheets and fonts, and pictures that came with it. A slow import.

With the renderer's own fetcher the text of a document could read files and ask other machines.
"""

from collections.abc import Mapping
from pathlib import Path
from urllib.parse import unquote, urlsplit

from weasyprint.urls import URLFetcher, URLFetcherResponse

from federation.printing.addresses import BASE_URL, PICTURES

STATIC = Path(__file__).resolve().parents[2] / "static"
MAX_IMAGE_BYTES = 2 * 1024 * 1024
_ALLOWED_FOLDERS = {"css": "text/css", "fonts": "font/ttf"}


class OwnFilesOnly(URLFetcher):
    """Serves style sheets and fonts of the project, pictures given as data or by name; nothing else exists.

    `pictures` are JPEGs by the name under which the document asks for them, at `PICTURES`.
    """

    def __init__(self, pictures: Mapping[str, bytes] | None = None) -> None:
        super().__init__()
        self.pictures = pictures or {}

    def fetch(self, url: str, headers: Mapping[str, str] | None = None) -> URLFetcherResponse:
        """Give a file under static/css or static/fonts, a picture, or a `data:image/…` of up to 2 MB."""
        if url.startswith("data:image/") and len(url) <= MAX_IMAGE_BYTES * 4 // 3:
            return super().fetch(url, headers)
        if url.startswith(PICTURES) and (picture := self.pictures.get(url.removeprefix(PICTURES))):
            return URLFetcherResponse(url, picture, {"Content-Type": "image/jpeg"})
        parts = urlsplit(url)
        path = (STATIC / unquote(parts.path).lstrip("/")).resolve()
        folder = path.parent.name
        if not url.startswith(BASE_URL) or folder not in _ALLOWED_FOLDERS or path.parent.parent != STATIC:
            raise ValueError(f"not one of our own files: {url[:200]}")
        return URLFetcherResponse(url, path.read_bytes(), {"Content-Type": _ALLOWED_FOLDERS[folder]})
