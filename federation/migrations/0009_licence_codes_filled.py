"""Gives each licence that was there a code of its own, and people the words that they are now found by."""

from django.db import migrations

from federation.models.licences import new_code
from federation.rules.searching import search_words

BATCH = 1000


def fill(apps, _editor):
    licences = apps.get_model("federation", "Licence")
    some = []
    for licence in licences.objects.only("pk").iterator():
        licence.code = new_code()
        some.append(licence)
        if len(some) == BATCH:
            licences.objects.bulk_update(some, ["code"])
            some = []
    licences.objects.bulk_update(some, ["code"])
    words = apps.get_model("federation", "PersonWord")
    words.objects.all().delete()
    words.objects.bulk_create(
        (
            words(person_id=person.pk, word=word)
            for person in apps.get_model("federation", "Person").objects.all().iterator()
            for word in search_words(person.given_name, person.surname_1, person.surname_2)
        ),
        batch_size=BATCH,
        ignore_conflicts=True,
    )


class Migration(migrations.Migration):
    dependencies = [("federation", "0008_licence_codes")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
