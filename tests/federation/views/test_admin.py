"""The administration: for administrators alone, behind our login, to look at."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from federation.admin import HIDDEN, site
from federation.models import AuditEntry, Role, User
from tests.factories import world
from tests.federation import staff
from tests.federation.staff import inside

pytestmark = pytest.mark.django_db

APPS = ("federation", "competitions", "matches")


def list_of(model: object) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")


def test_it_is_behind_our_login(client: Client) -> None:
    answer = client.get("/admin/federation/user/")
    assert answer.headers["Location"] == "/cuentas/entrar/?next=/admin/federation/user/"
    assert client.get("/admin/login/").headers["Location"] == "/cuentas/entrar/?next=%2Fadmin%2F"
    assert client.post("/admin/login/", {"username": "x", "password": "y"}).status_code == 302


def test_the_second_factor_comes_first(client: Client) -> None:
    from tests.federation.people import log_in

    log_in(client, staff.administrator())
    assert client.get("/admin/").headers["Location"].startswith("/cuentas/dos-pasos/activar/")


def test_neither_staff_nor_superuser_nor_another_role_gets_in() -> None:
    superuser = User.objects.create_superuser("maquina@example.org", staff.PASSWORD)
    others = [
        superuser,
        staff.office(),
        staff.staff("c@example.org", Role.COMMITTEE),
        staff.staff("x@example.org"),
    ]
    for user in others:
        browser = inside(user)
        for path in ("/admin/", "/admin/federation/user/", "/admin/login/", "/admin/nada/"):
            assert browser.get(path).status_code == 404, (user, path)


def test_an_ended_administrator_is_out_at_once() -> None:
    user = staff.administrator()
    browser = inside(user)
    assert browser.get("/admin/").status_code == 200
    user.role_assignments.update(valid_to=timezone.now())
    assert browser.get("/admin/").status_code == 404


def test_every_table_of_the_three_apps_is_there_to_look_at() -> None:
    each = world.locked()
    assert each.encounter.pk
    browser = inside(staff.administrator())
    for app in APPS:
        for model in apps.get_app_config(app).get_models():
            assert site.is_registered(model), model
            page = browser.get(list_of(model))
            assert page.status_code == 200, model
            row = model._default_manager.order_by("-pk").first()
            if row is not None:
                name = f"admin:{app}_{model._meta.model_name}_change"
                assert browser.get(reverse(name, args=[row.pk])).status_code == 200, model


def test_nothing_is_added_changed_or_deleted_there() -> None:
    browser, user = inside(staff.administrator()), staff.office()
    before = User.objects.values().get(pk=user.pk)
    for app in APPS:
        for model in apps.get_app_config(app).get_models():
            base = list_of(model)
            assert browser.get(f"{base}add/").status_code == 403, model
            assert browser.post(f"{base}add/", {}).status_code == 403, model
    change = reverse("admin:federation_user_change", args=[user.pk])
    assert browser.post(change, {"email": "otra@example.org"}).status_code == 403
    assert (
        browser.post(reverse("admin:federation_user_delete", args=[user.pk]), {"post": "yes"}).status_code
        == 403
    )
    delete = {"action": "delete_selected", "_selected_action": [user.pk], "post": "yes"}
    browser.post(list_of(User), delete)
    assert User.objects.values().get(pk=user.pk) == before


def test_secrets_are_not_shown() -> None:
    user = staff.administrator()
    browser = inside(user)
    user.refresh_from_db()
    page = browser.get(reverse("admin:federation_user_change", args=[user.pk])).content.decode()
    assert user.password not in page
    assert "administracion@example.org" in page
    person = browser.get(reverse("admin:federation_person_change", args=[user.person_id])).content.decode()
    assert "1980" not in person
    known = {
        f"{model._meta.label_lower}.{field.name}"
        for app in APPS
        for model in apps.get_app_config(app).get_models()
        for field in model._meta.concrete_fields
    }
    assert known >= HIDDEN


def close(browser: Client, *users: User) -> object:
    data = {"action": "close", "_selected_action": [user.pk for user in users]}
    return browser.post(list_of(User), data, follow=True)


def test_accounts_are_closed_by_our_own_action_with_both_logs() -> None:
    by, user = staff.administrator(), staff.office()

    browser = inside(by)
    assert "Elige una sola cuenta" in close(browser, user, by).content.decode()
    close(browser, user)
    page = close(browser, by).content.decode()

    user.refresh_from_db()
    by.refresh_from_db()
    assert (user.is_active, by.is_active) == (False, True)
    assert "Nadie cierra su propia cuenta" in page
    (entry,) = LogEntry.objects.all()
    mirrored = AuditEntry.objects.get(chain="administration")
    assert (mirrored.subject, mirrored.actor, mirrored.detail.data["log"]) == (
        f"federation.user:{user.pk}",
        by,
        entry.pk,
    )
    assert AuditEntry.objects.filter(chain=f"account:{user.pk}", verb="account.closed").exists()


def test_closing_there_asks_again_who_it_is() -> None:
    user, browser = staff.office(), inside(staff.administrator())
    with time_machine.travel(timezone.now() + timedelta(minutes=10)):
        answer = browser.post(list_of(User), {"action": "close", "_selected_action": [user.pk]})
        assert answer.headers["Location"].startswith("/cuentas/identificarse/")
    user.refresh_from_db()
    assert user.is_active


def test_its_own_doors_lead_to_ours() -> None:
    browser = inside(staff.administrator())
    assert browser.get("/admin/password_change/").headers["Location"] == "/cuentas/clave/"
    assert browser.get("/admin/logout/").headers["Location"] == "/cuentas/salir/"


def test_no_page_of_it_needs_a_script_or_a_style_inside() -> None:
    browser = inside(staff.administrator())
    for path in ("/admin/", list_of(User), list_of(AuditEntry)):
        page = browser.get(path)
        text = page.content.decode()
        # The directives come in any order: the last one has no semicolon.
        assert "script-src 'self'" in page.headers["Content-Security-Policy"].split("; ")
        assert " style=" not in text
        assert "<style" not in text
        assert " onclick=" not in text
