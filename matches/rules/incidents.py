"""The catalogue of incidents: which article each belongs to and what it must say. Pure.

`IN_ACTA`: the article itself wants it in the acta; the others the product offers
(discipline spec, Catalogue). Titles are in `matches.messages`.
"""

from dataclasses import dataclass

from federation.rules.errors import RuleError

LONGEST_TEXT = 2000


@dataclass(frozen=True)
class IncidentKind:
    """A kind of incident: its article, whether that wants it in the acta, whether it names somebody."""

    code: str
    article: str
    wanted_by_article: bool
    needs_people: bool = False
    # Arises from another act and is not chosen on the form.
    by_itself: bool = False
    # Written in the name of a body: no person stands behind it.
    of_a_body: bool = False


KINDS = (
    # Each breach of article 8 must reach the acta in competition (8.12).
    IncidentKind("shuffling_order", "8.2", True),
    IncidentKind("lifted_early", "8.5", True, needs_people=True),
    IncidentKind("tiles_arranged", "8.6", True, needs_people=True),
    IncidentKind("first_tile", "8.7", True, needs_people=True),
    IncidentKind("tiles_touched", "8.10", True, needs_people=True),
    IncidentKind("laying_changed", "8.11", True, needs_people=True),
    IncidentKind("table_struck", "8.11", True, needs_people=True),
    IncidentKind("start_procedure", "8", True),
    IncidentKind("object_on_table", "9", False),
    IncidentKind("posture", "10", False, needs_people=True),
    IncidentKind("signs_observed", "11", True, needs_people=True),
    IncidentKind("comment", "12", True, needs_people=True),
    IncidentKind("touched_tile", "13", False, needs_people=True),
    IncidentKind("closing_word", "14", False, needs_people=True),
    IncidentKind("false_thinking", "15", True, needs_people=True),
    IncidentKind("false_pass", "16", False, needs_people=True),
    IncidentKind("circumstance", "17", False, needs_people=True),
    IncidentKind("interruption", "17", True),
    IncidentKind("dropped_tiles", "19", True),
    IncidentKind("not_in_rules", "20", True),
    IncidentKind("late", "", False),
    IncidentKind("material", "", False),
    IncidentKind("other", "", False),
    IncidentKind("late_line_up", "", False, by_itself=True),
    IncidentKind("figure_kept_with_reason", "18", False, by_itself=True),
    IncidentKind("disagreement_settled", "6", False, by_itself=True),
    IncidentKind("manual_seats", "7", False, by_itself=True),
    IncidentKind("substitution_in_play", "20", True, needs_people=True, by_itself=True),
    IncidentKind("suspension", "20", True, by_itself=True),
    IncidentKind("resumption", "20", True, by_itself=True, of_a_body=True),
    IncidentKind("ruling", "20", True, by_itself=True, of_a_body=True),
    IncidentKind("abandonment", "20", True, needs_people=True, by_itself=True),
    IncidentKind("no_show", "", False, by_itself=True),
    IncidentKind("frame_settled", "", False, by_itself=True),
    IncidentKind("concession", "", False, by_itself=True),
    IncidentKind("signature_refused", "", False, by_itself=True),
    IncidentKind("committee_note", "", False, by_itself=True, of_a_body=True),
)
BY_CODE = {kind.code: kind for kind in KINDS}
OFFERED = tuple(kind for kind in KINDS if not kind.by_itself)


def check(code: str, *, text: str, people: int) -> IncidentKind:
    """The kind, when an incident of it may be written so.

    RuleError: `incident_kind_unknown`, `incident_text_needed`, `incident_text_long`,
    `incident_people_needed`.
    """
    kind = BY_CODE.get(code)
    if kind is None:
        raise RuleError("incident_kind_unknown", field="kind")
    if not text.strip():
        raise RuleError("incident_text_needed", field="text")
    if len(text) > LONGEST_TEXT:
        raise RuleError("incident_text_long", field="text", most=LONGEST_TEXT)
    if kind.needs_people and not people:
        raise RuleError("incident_people_needed", field="people")
    return kind
