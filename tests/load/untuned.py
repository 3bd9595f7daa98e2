"""The acta's own page as one writes it who thinks of nothing but the page: the floor of its rendering.

The same words in the same places. What the acta avoids is put back: a cell for each figure, tables whose
columns find their own width, collapsed borders, columns beside each other by flex.
"""

from __future__ import annotations

import re

STYLES = """
table { table-layout: auto; border-collapse: collapse }
.pair { display: flex; gap: 6mm }
.pair > div, .pair > div + div { display: block; flex: 1; padding: 0 }
"""
_SHEET = re.compile(r'<table class="sheet">.*?</table>', re.DOTALL)
_ROW = re.compile(r"<tr>(.*?)</tr>", re.DOTALL)
_CELL = re.compile(r"<t([hd])([^>]*)>(.*?)</t[hd]>", re.DOTALL)
JOINED = 4


def untuned(html: str) -> str:
    """The page of an acta, `html`, with a cell for each figure of its sheets and with `STYLES` after its own.

    Raises ValueError when it has no sheet to take apart: then it would be no floor.
    """
    written, sheets = _SHEET.subn(lambda sheet: _ROW.sub(_apart, sheet[0]), html)
    if not sheets:
        raise ValueError("no sheet in this page")
    return written.replace("</head>", f"<style>{STYLES}</style></head>", 1)


def _apart(row: re.Match[str]) -> str:
    cells = [_in_two(*cell) for cell in _CELL.findall(row[1])]
    return f"<tr>{''.join(cells)}</tr>" if len(cells) == JOINED else row[0]


def _in_two(kind: str, attributes: str, words: str) -> str:
    plain = re.sub("</?s>", "", words).strip()
    first, _joint, second = plain.partition("–" if "r" in attributes else " ")
    return "".join(f"<t{kind}>{_struck(each, words)}</t{kind}>" for each in (first, second))


def _struck(figure: str, words: str) -> str:
    return f"<s>{figure}</s>" if "<s>" in words else figure
