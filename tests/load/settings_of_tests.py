"""The settings of the tests, for a server of its own beside them; with the floors' routes."""

from tests.settings import *  # noqa: F403

ROOT_URLCONF = "tests.load.urls"
