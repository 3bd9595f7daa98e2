import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('federation', '0002_people_and_rights'),
    ]

    operations = [
        migrations.CreateModel(
            name='OutgoingMail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=60)),
                ('to', models.EmailField(max_length=254, verbose_name='correo')),
                ('language', models.CharField(max_length=10)),
                ('data', models.JSONField(default=dict)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('due_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('expires_at', models.DateTimeField()),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='outgoing_mail', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'correo por enviar',
                'verbose_name_plural': 'correos por enviar',
                'indexes': [models.Index(fields=['due_at'], name='outgoing_mail_due')],
            },
        ),
    ]
