"""Publishing versions of a regulation."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from django.db import transaction

from federation.actions import audit
from federation.models import Discipline, Regulation, RegulationVersion, User
from federation.rules import parameters as parameter_rules


@transaction.atomic
def publish_version(
    *,
    name: str,
    discipline: Discipline,
    overrides: Mapping[str, object],
    valid_from: date,
    reason: str,
    by: User | None,
) -> RegulationVersion:
    """Publish the next version of the regulation `name`, made if it is new.

    `overrides` are the parameters that differ from the defaults; the version stores
    every parameter, so that a later change of a default alters nothing.
    RuleError when one is unknown or out of its limits.
    """
    resolved = parameter_rules.plain(parameter_rules.resolve(overrides))
    regulation, _made = Regulation.objects.select_for_update().get_or_create(
        name=name, defaults={"discipline": discipline}
    )
    last = regulation.versions.order_by("-number").first()
    version = RegulationVersion.objects.create(
        regulation=regulation,
        number=last.number + 1 if last else 1,
        valid_from=valid_from,
        parameters=resolved,
        reason=reason,
        created_by=by,
    )
    chain = f"regulation:{regulation.pk}"
    data = {"number": version.number, "overrides": dict(overrides), "reason": reason}
    audit.record(chain=chain, verb="regulation.published", subject=f"version:{version.pk}", by=by, data=data)
    return version
