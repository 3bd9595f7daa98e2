from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("federation", "0009_licence_codes_filled")]

    operations = [
        migrations.AddConstraint(
            model_name="licence",
            constraint=models.UniqueConstraint(fields=("code",), name="licence_code_once"),
        ),
    ]
