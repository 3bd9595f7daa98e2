from django.db import migrations, models

import federation.models.licences


class Migration(migrations.Migration):
    dependencies = [("federation", "0007_team_sort_keys")]

    operations = [
        migrations.AddField(
            model_name="licence",
            name="code",
            field=models.CharField(
                default=federation.models.licences.new_code,
                editable=False,
                max_length=16,
                verbose_name="código",
            ),
        ),
        migrations.AddField(
            model_name="person",
            name="version",
            field=models.PositiveIntegerField(default=1, editable=False),
        ),
        migrations.AlterField(
            model_name="person",
            name="birth_date",
            field=models.DateField(blank=True, db_index=True, null=True, verbose_name="nacimiento"),
        ),
    ]
