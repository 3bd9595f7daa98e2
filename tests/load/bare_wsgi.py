"""The floors without anything around them: no session, no login, no headers."""

import os

import django
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.load.settings")
django.setup(set_prefix=False)
# Only now: the applications ask for their middleware when they are loaded.
settings.MIDDLEWARE = []
application = WSGIHandler()
