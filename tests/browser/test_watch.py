"""The watch itself: what would fail a walk is seen."""

import pytest


@pytest.mark.parametrize(
    ("misdeed", "seen"),
    [
        ("console.error('broken')", "broken"),
        ("setTimeout(() => { throw new Error('thrown') })", "thrown"),
        ("fetch('http://elsewhere.invalid/').catch(() => null)", "Content Security Policy"),
        ("void document.body.setAttribute('style', 'color: red')", "Content Security Policy"),
        ("location.href = 'http://elsewhere.invalid/'", "request to another host"),
        ("fetch('/no/such/page/')", "status of 404"),
    ],
)
def test_a_misdeed_is_seen(phone, watch, misdeed, seen):
    phone.goto("/cuentas/entrar/")
    assert watch.remaining() == []
    phone.evaluate(misdeed)
    phone.wait_for_timeout(300)
    assert seen in "\n".join(watch.remaining())
    watch.allow(".")


def test_a_conflict_is_how_the_product_answers(phone, watch):
    phone.goto("/cuentas/entrar/")
    phone.route("**/conflict/", lambda route: route.fulfill(status=409, body="taken"))
    phone.evaluate("fetch('/conflict/')")
    phone.wait_for_timeout(300)
    assert watch.faults != []
    assert watch.remaining() == []
