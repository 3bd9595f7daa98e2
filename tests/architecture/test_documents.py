"""What the documents promise is there."""

import re
from pathlib import Path

from django.conf import settings
from django.core.management import get_commands

ROOT = Path(settings.BASE_DIR)
OPERATIONS = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")


def test_every_setting_is_in_the_table_and_no_other():
    """An administrator finds each name in docs/operations.md, and no name that nothing reads."""
    source = (ROOT / "federation" / "settings.py").read_text(encoding="utf-8")
    read = set(re.findall(r"(?:env(?:\.\w+)?|read_or_make)\(\s*\"([A-Z_]+)\"", source))
    rows = [line.split("|")[1] for line in OPERATIONS.splitlines() if line.startswith("| `")]
    assert {name for row in rows for name in re.findall(r"[A-Z_]{4,}", row)} == read


def test_every_named_command_exists():
    """`manage.py something` in a document or in a script can be run."""
    places = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / ".ci").iterdir()]
    named = {
        command
        for place in places
        for command in re.findall(r"manage(?:\.py)? ([a-z_]{3,})", place.read_text(encoding="utf-8"))
    }
    assert len(named) > 5
    assert named - set(get_commands()) == set()


def test_every_link_between_documents_leads_somewhere():
    broken = [
        f"{place.relative_to(ROOT)}: {target}"
        for place in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", place.read_text(encoding="utf-8"))
        if not (place.parent / target).exists()
    ]
    assert broken == []
