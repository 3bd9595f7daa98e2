"""The demonstration's commands on an empty database, and outside debug."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from federation.models import Federation
from matches.demo import accounts, season
from matches.management.commands.seed_demo import Command

COMMANDS = (
    ("seed_demo",),
    ("demo_accounts",),
    ("demo_code", "secretaria@example.org"),
    ("demo_acta", "--out", "acta.pdf"),
)


@pytest.mark.django_db
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_nothing_of_it_works_outside_debug(command: tuple[str, ...], tmp_path: Path, settings: Any) -> None:
    settings.DEBUG = False
    with pytest.raises(CommandError, match="DJANGO_DEBUG=1"):
        call_command(*command)
    assert not Federation.objects.exists()


@pytest.mark.django_db
def test_seeding_says_what_it_writes_and_the_accounts(debug: None) -> None:
    output = StringIO()
    call_command("seed_demo", "--stage", "round", "--seed", "3", "--date", "2026-11-30", stdout=output)
    told = output.getvalue()
    assert "100 licencias, 4 de juez árbitro." in told
    assert "4 encuentros el 30/11/2026 a las 21:00" in told
    for plan in accounts.PLANS:
        assert plan.email in told
    assert accounts.PASSWORD in told


@pytest.mark.django_db
def test_what_has_been_played_is_not_dated_tomorrow(debug: None) -> None:
    for stage in ("season", "closed"):
        with pytest.raises(CommandError, match="mañana"):
            call_command("seed_demo", "--stage", stage, "--date", "2999-01-01")
    assert not Federation.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_run_that_is_ended_leaves_nothing_and_says_what_to_do(
    debug: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ended(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("matches.demo.history.play_encounter", ended)
    output = StringIO()
    with pytest.raises(CommandError, match="no se ha guardado nada"):
        call_command("seed_demo", "--stage", "season", stdout=output)
    assert "20 cuentas." in output.getvalue()
    assert season.is_empty()


def test_the_stages_are_explained() -> None:
    told = " ".join(Command().create_parser("manage.py", "seed_demo").format_help().split())
    for stage, words in season.STAGES.items():
        assert f"{stage.value}: {words}." in told


@pytest.mark.django_db
def test_a_bad_date_is_told(debug: None) -> None:
    with pytest.raises(CommandError, match="2026-11-30"):
        call_command("seed_demo", "--date", "ayer")
    assert not Federation.objects.exists()


@pytest.mark.django_db
def test_without_a_season_there_are_no_accounts_to_tell(debug: None) -> None:
    with pytest.raises(CommandError, match="seed_demo"):
        call_command("demo_accounts")


@pytest.mark.django_db
def test_an_acta_has_to_have_a_place(debug: None, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No existe la carpeta"):
        call_command("demo_acta", "--out", str(tmp_path / "no" / "acta.pdf"))
    assert not Federation.objects.exists()
