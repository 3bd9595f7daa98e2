"""In production: the checks are content, cookies are this host's alone, plain requests go to TLS."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

# Asks the product, as it starts in production, what it answers.
ASK = """
import json, django
from django.conf import settings
# Files are not what is asked about, and collecting them takes long.
settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0); call_command("createcachetable")
from django.test import Client
from federation.models import User
User.objects.create_user("persona@example.org", "una-clave-larga-1")
client = Client(HTTP_HOST="actas.example.org")
plain = client.get("/cuentas/entrar/")
door = client.get("/cuentas/entrar/", secure=True, HTTP_X_FORWARDED_FOR="203.0.113.9")
sent = {"login": "persona@example.org", "password": "una-clave-larga-1"}
client.post("/cuentas/entrar/", sent, secure=True, HTTP_X_FORWARDED_FOR="203.0.113.9")
client.post("/idioma/", {"language": "es", "next": "/"}, secure=True)
own = client.get("/cuenta/", secure=True)
from allauth.usersessions.models import UserSession
print(json.dumps({
    "plain": [plain.status_code, plain["Location"]],
    "health": client.get("/salud/").status_code,
    "hsts": door["Strict-Transport-Security"],
    "opener": door["Cross-Origin-Opener-Policy"],
    "frame": door["X-Frame-Options"],
    "own": [own.status_code, own["Cache-Control"]],
    "address": UserSession.objects.get().ip,
    "cookies": {name: {key: morsel[key] for key in ("secure", "httponly", "samesite", "path", "domain")}
                for name, morsel in client.cookies.items()},
}))
"""


def run(folder: Path, *command: str, **changed: str) -> subprocess.CompletedProcess[str]:
    """Run the product as docs/operations.md tells to set it up, and not as the tests do."""
    environment = {
        "PATH": os.environ["PATH"],
        "DJANGO_SETTINGS_MODULE": "federation.settings",
        "SECRET_KEY": "k9#vTq2Lw8zRm5Xc1Bn7Yh4Gd6Js3Pf0AeUiOoKlMnBvCxZaQsWd",
        "TABLE_PIN_PEPPER": "p3Yh7Gd1Js5Pf9AeTq2Lw8zRm4Xc6Bn0vCxZaQsWdUiOoKlMnBv1",
        "SEAL_KEY_FILE": str(folder / "seal.pem"),
        "DATABASE_URL": f"sqlite:///{folder / 'production.sqlite3'}",
        "SITE_URL": "https://actas.example.org",
        "ALLOWED_HOSTS": "actas.example.org",
        "BEHIND_PROXY": "1",
        "EMAIL_URL": "smtp+tls://user:password@127.0.0.1:587",
        "STATIC_ROOT": str(folder / "static"),
        "LOG_LEVEL": "ERROR",
        **changed,
    }
    return subprocess.run(
        [sys.executable, *command],
        cwd=settings.BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_the_checks_for_deployment_find_nothing(tmp_path: Path) -> None:
    ended = run(tmp_path, "manage.py", "check", "--deploy", "--fail-level", "WARNING")

    assert ended.returncode == 0, ended.stderr
    assert "no issues" in ended.stdout


@pytest.mark.parametrize("missing", ["SECRET_KEY", "TABLE_PIN_PEPPER", "SEAL_KEY_FILE"])
def test_without_a_secret_it_does_not_start(tmp_path: Path, missing: str) -> None:
    ended = run(tmp_path, "manage.py", "check", **{missing: ""})

    assert ended.returncode != 0
    assert f"{missing} is missing" in ended.stderr


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict:
    folder = tmp_path_factory.mktemp("production")
    # WhiteNoise warns of a folder that is not there.
    (folder / "static").mkdir()
    ended = run(folder, "-c", ASK)
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout.splitlines()[-1])


def test_cookies_are_of_this_host_and_out_of_reach_of_scripts(answers: dict) -> None:
    assert set(answers["cookies"]) == {"__Host-sesion", "__Host-csrf", "__Host-aparato", "__Host-idioma"}
    for name, cookie in answers["cookies"].items():
        assert cookie == {"secure": True, "httponly": True, "samesite": "Lax", "path": "/", "domain": ""}, (
            name
        )


def test_plain_requests_are_sent_to_tls(answers: dict) -> None:
    assert answers["plain"] == [301, "https://actas.example.org/cuentas/entrar/"]
    assert answers["hsts"] == "max-age=31536000; includeSubDomains"
    # But for the load balancer, which asks from inside.
    assert answers["health"] == 200


def test_headers_and_personal_pages(answers: dict) -> None:
    assert answers["opener"] == "same-origin"
    assert answers["frame"] == "DENY"
    assert answers["own"] == [200, "no-store, private"]


def test_behind_the_proxy_an_address_is_that_of_the_phone(answers: dict) -> None:
    """Otherwise a whole federation would be one address to the limits."""
    assert answers["address"] == "203.0.113.9"
