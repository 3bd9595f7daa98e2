"""Fills what the registry sorts and finds by, for what was there before it."""

from django.db import migrations

from federation.rules.names import sort_key
from federation.rules.searching import backwards, search_words


def fill(apps, _editor):
    for club in apps.get_model("federation", "Club").objects.all():
        club.sort_key = sort_key(club.name, "", "")
        club.save(update_fields=["sort_key"])
    for licence in apps.get_model("federation", "Licence").objects.all().iterator():
        licence.reversed_number = backwards(licence.number)
        licence.save(update_fields=["reversed_number"])
    word_model = apps.get_model("federation", "PersonWord")
    words = [
        word_model(person_id=person.pk, word=word)
        for person in apps.get_model("federation", "Person").objects.all().iterator()
        for word in search_words(person.given_name, person.surname_1, person.surname_2)
    ]
    word_model.objects.bulk_create(words, batch_size=1000, ignore_conflicts=True)


class Migration(migrations.Migration):
    dependencies = [("federation", "0004_registry")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
