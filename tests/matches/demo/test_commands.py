"""The demonstration's commands: what they refuse and what they say."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.core.management import CommandError, call_command
from django.test import Client

from federation.models import User
from matches.demo import accounts, season
from matches.rules import pins


def _said(*command: str, **options: Any) -> str:
    output = StringIO()
    call_command(*command, stdout=output, **options)
    return output.getvalue()


def test_seeding_twice_is_refused_or_left(world: season.World, db: None, debug: None) -> None:
    users = User.objects.count()
    with pytest.raises(CommandError, match="Ya hay datos"):
        call_command("seed_demo")
    assert _said("seed_demo", "--if-empty") == ""
    assert User.objects.count() == users


def test_the_pin_of_the_tables_is_told_and_can_be_chosen(world: season.World, db: None, debug: None) -> None:
    assert _said("demo_accounts").splitlines()[-1].endswith(accounts.PIN)
    assert pins.problem(accounts.PIN) is None


def test_the_table_has_each_account_with_its_secret(world: season.World, db: None, debug: None) -> None:
    lines = _said("demo_accounts").splitlines()
    told = {line.split("  ")[0]: line for line in lines}
    for plan in accounts.PLANS:
        secret = accounts.secret_of(world.users[plan.key])
        assert plan.email in told[plan.title]
        assert (secret or "no lo pide") in told[plan.title]
        assert plan.try_first in told[plan.title]


@pytest.mark.parametrize("typed", ["secretaria@example.org", "SECRETARIA"])
def test_the_code_opens_the_account(world: season.World, db: None, debug: None, typed: str) -> None:
    code = _said("demo_code", typed).strip()
    factor = Authenticator.objects.get(user=world.users["secretaria"])
    assert factor.wrap().validate_code(code)


def test_the_told_password_and_code_log_in(world: season.World, db: None, debug: None) -> None:
    client = Client()
    client.post("/cuentas/entrar/", {"login": "direccion@example.org", "password": accounts.PASSWORD})
    answer = client.post("/cuentas/dos-pasos/codigo/", {"code": _said("demo_code", "direccion").strip()})
    assert answer.status_code == 302
    assert client.session["_auth_user_id"] == str(world.users["direccion"].pk)


def test_a_code_that_is_not_to_be_had_is_told(world: season.World, db: None, debug: None) -> None:
    with pytest.raises(CommandError, match="ninguna cuenta"):
        call_command("demo_code", "nadie@example.org")
    with pytest.raises(CommandError, match="no pide código"):
        call_command("demo_code", "capitana.local")
