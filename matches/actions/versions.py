"""Raising the version that pages compare, within the transaction of each write at an encounter."""

from django.db import connection

# One statement for the row that is there and for the first one, which gives the new version back.
_RAISE = """
INSERT INTO matches_encounterversion (encounter_id, version) VALUES (%s, 1)
ON CONFLICT (encounter_id) DO UPDATE SET version = matches_encounterversion.version + 1
RETURNING version
"""


def bump(encounter_id: int) -> int:
    """Raise the version of an encounter by one (under its lock); give the new one."""
    with connection.cursor() as cursor:
        cursor.execute(_RAISE, [encounter_id])
        (version,) = cursor.fetchone()
    return int(version)
