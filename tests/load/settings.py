"""The product's settings as the measured servers run them: the floors' routes are all that is added."""

from federation.settings import *  # noqa: F403

ROOT_URLCONF = "tests.load.urls"
