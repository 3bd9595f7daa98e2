"""Fills what teams sort by, for those that were there before it."""

from django.db import migrations

from federation.rules.names import sort_key


def fill(apps, _editor):
    for team in apps.get_model("federation", "Team").objects.all().iterator():
        team.sort_key = sort_key(team.name, "", "")
        team.save(update_fields=["sort_key"])


class Migration(migrations.Migration):
    dependencies = [("federation", "0006_team_sort_key")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
