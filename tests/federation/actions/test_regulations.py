"""Publishing: who may, what follows what, and two who publish at once."""

from __future__ import annotations

from datetime import timedelta

import pytest

from federation.actions.regulations import publish_version
from federation.models import AuditEntry, Discipline, Regulation, RegulationVersion, Role
from federation.rules.errors import ConflictError, ForbiddenError, RuleError
from federation.rules.parameters import resolve
from tests.factories.world import TODAY
from tests.federation.staff import staff


def publish(**values: object) -> RegulationVersion:
    fields = {
        "name": "Liga", "discipline": Discipline.DOMINO, "overrides": {}, "valid_from": TODAY,
        "reason": "Asamblea", "by": None,
    }  # fmt: skip
    return publish_version(**{**fields, **values})  # type: ignore[arg-type]


@pytest.mark.django_db
def test_only_the_sporting_director_publishes():
    director = staff("direccion@example.org", Role.SPORTING_DIRECTOR)
    assert publish(by=director).created_by == director
    for role in (Role.OFFICE, Role.COMMITTEE, Role.ADMINISTRATOR):
        with pytest.raises(ForbiddenError, match="only_direction"):
            publish(by=staff(f"{role}@example.org", role))
    assert RegulationVersion.objects.count() == 1


@pytest.mark.django_db
def test_what_is_published_reads_back_and_is_recorded_and_never_goes_back():
    made = publish(overrides={"target_points": 200, "late_arrival": ((5, 10), (15, 50))}, after=0)
    made.refresh_from_db()
    assert resolve(made.parameters)["late_arrival"] == ((5, 10), (15, 50))
    entry = AuditEntry.objects.get(chain=f"regulation:{made.regulation_id}")
    assert entry.detail.data["overrides"] == {"target_points": 200, "late_arrival": [[5, 10], [15, 50]]}
    assert publish(after=1).number == 2
    for values, code in (
        ({"after": 1}, "regulation_moved_on"),
        ({"valid_from": TODAY - timedelta(days=1)}, "version_before_the_last"),
        ({"discipline": Discipline.POOL}, "regulation_of_another_game"),
        ({"overrides": {"time_level": "extra_hand"}}, "acts_only_with_clock"),
        ({"overrides": {"queens": 1}}, "unknown_parameter"),
        ({"overrides": {"standings_criteria": ["pts"]}, "name": "Otra"}, "lots_last"),
    ):
        with pytest.raises(RuleError, match=f"^{code}( |$)"):
            publish(**values)
    assert RegulationVersion.objects.count() == 2 and Regulation.objects.count() == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_who_publish_what_is_called_the_same_at_once(run_together):
    for after, whole in ((0, 1), (1, 2)):
        results = run_together(*[lambda after=after: publish(after=after)] * 2)
        assert {type(each) for each in results} == {RegulationVersion, ConflictError}
        assert list(RegulationVersion.objects.order_by("number").values_list("number", flat=True)) == list(
            range(1, whole + 1)
        )
