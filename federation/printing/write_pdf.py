"""Turns one HTML document into a PDF in a process of its own, which gives its memory back when it ends.

Run by `documents.py`, never imported by the web process. Standard input: a line of JSON (`html`;
`pictures`: names and sizes in bytes), then the pictures one after the other. Standard output: the PDF.
"""

import json
import logging
import resource
import sys
from pathlib import Path

# The project is found from here alone, whatever folder the process was started in.
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from weasyprint import HTML

from federation.printing.addresses import BASE_URL
from federation.printing.own_files import OwnFilesOnly

CPU_SECONDS = 120
MEMORY_BYTES = 1536 * 1024 * 1024


def main() -> None:
    """Read the document from standard input and write the PDF."""
    logging.disable(logging.CRITICAL)
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    request = json.loads(sys.stdin.buffer.readline())
    pictures = {name: sys.stdin.buffer.read(size) for name, size in request["pictures"]}
    document = HTML(string=request["html"], base_url=BASE_URL, url_fetcher=OwnFilesOnly(pictures))
    sys.stdout.buffer.write(document.write_pdf())


if __name__ == "__main__":
    main()
