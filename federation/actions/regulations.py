"""Publishing versions of a regulation. What was published is never written again."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from django.db import transaction

from federation.actions import audit
from federation.models import Discipline, Regulation, RegulationVersion, User
from federation.permissions import require_direction
from federation.queries.regulations import last_of
from federation.rules import parameters as parameter_rules
from federation.rules.publishing import Proposal, check_seen, check_succession, objections


@transaction.atomic
def publish_version(
    *,
    name: str,
    discipline: Discipline,
    overrides: Mapping[str, object],
    valid_from: date,
    reason: str,
    by: User | None,
    after: int | None = None,
) -> RegulationVersion:
    """Publish the next version of the regulation `name`, made if it is new.

    `overrides` are the parameters that differ from the defaults; the version stores
    every parameter, so that a later change of a default alters nothing. `after` is the number of the
    version that the author saw as the last one, 0 for a new regulation.
    RuleError as `parameters.resolve`, `publishing.objections`, `publishing.check_succession`;
    ConflictError `regulation_moved_on` when somebody has published meanwhile. Forbidden for
    whoever is not the sporting director.
    """
    require_direction(by)
    resolved = parameter_rules.resolve(overrides)
    for error in objections(resolved):
        raise error
    regulation, _made = Regulation.objects.select_for_update().get_or_create(
        name=name, defaults={"discipline": discipline}
    )
    last = last_of(regulation)
    check_seen(last, after=after)
    check_succession(Proposal(name, discipline, valid_from, reason, resolved), last)
    version = RegulationVersion.objects.create(
        regulation=regulation,
        number=last.number + 1 if last else 1,
        valid_from=valid_from,
        parameters=parameter_rules.plain(resolved),
        reason=reason,
        created_by=by,
    )
    chain = f"regulation:{regulation.pk}"
    data = {
        "number": version.number,
        "overrides": parameter_rules.plain(dict(overrides)),
        "valid_from": valid_from.isoformat(),
        "reason": reason,
    }
    audit.record(chain=chain, verb="regulation.published", subject=f"version:{version.pk}", by=by, data=data)
    return version
