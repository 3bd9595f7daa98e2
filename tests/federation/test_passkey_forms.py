"""What comes in as a passkey and is none: told in words, never a fault of the server."""

import json

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from tests.federation.people import identify, log_in, make_user

pytestmark = pytest.mark.django_db

ENTER = "/cuentas/llaves/entrar/"
ADD = "/cuentas/llaves/nueva/"
SHOWN = {
    "id": "AAAA",
    "rawId": "AAAA",
    "type": "public-key",
    "response": {
        "clientDataJSON": "e30",
        "authenticatorData": "AAAA",
        "signature": "AAAA",
        "userHandle": "MQ",
    },
}
MADE = {**SHOWN, "response": {"clientDataJSON": "e30", "attestationObject": "oA"}}
MANGLED = ["", "x", "[]", "5", "null", "{}", '{"response": 5}', '{"response": {}}']


def options(client: Client) -> dict:
    return client.get(ENTER, headers={"Accept": "application/json"}).json()["request_options"]["publicKey"]


def test_the_server_asks_for_any_passkey_of_this_host(client: Client) -> None:
    asked = options(client)

    assert asked["rpId"] == "testserver"
    assert asked["userVerification"] == "required"
    assert not asked.get("allowCredentials")
    assert options(client)["challenge"] != asked["challenge"]


@pytest.mark.parametrize("credential", [*MANGLED, json.dumps(SHOWN), json.dumps(MADE)])
def test_nonsense_at_the_door(client: Client, credential: str) -> None:
    make_user()
    options(client)
    answer = client.post(ENTER, {"credential": credential, "next": "/cuenta/"})

    assert answer.status_code == 302
    assert answer["Location"].startswith("/cuentas/entrar/?next=")
    assert client.get("/cuenta/").status_code == 302


@pytest.mark.parametrize("credential", [*MANGLED, json.dumps(SHOWN), json.dumps(MADE)])
def test_nonsense_as_a_new_one(client: Client, credential: str) -> None:
    log_in(client, make_user())
    identify(client)
    client.get(ADD)
    answer = client.post(ADD, {"name": "Teléfono", "credential": credential})

    assert answer.status_code == 200
    assert not Authenticator.objects.exists()


def test_options_of_a_new_one_prefer_what_opens_by_itself(client: Client) -> None:
    user = log_in_fresh(client)
    wanted = client.get(ADD).context["passkey_options"]["publicKey"]

    assert wanted["authenticatorSelection"] == {
        "residentKey": "preferred",
        "userVerification": "preferred",
    }
    assert wanted["user"]["name"] == user.email


def test_passkeys_of_others_are_not_there(client: Client) -> None:
    owner = make_user("otra@example.org")
    key = Authenticator.objects.create(user=owner, type="webauthn", data={"name": "x", "credential": {}})
    log_in_fresh(client)
    for act in ("nombre", "quitar"):
        assert client.get(f"/cuentas/llaves/{key.pk}/{act}/").status_code == 404
        assert client.post(f"/cuentas/llaves/{key.pk}/{act}/", {"name": "y"}).status_code == 404


def log_in_fresh(client: Client):
    user = make_user()
    log_in(client, user)
    identify(client)
    return user
