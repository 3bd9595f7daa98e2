import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('federation', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='sessions_ended',
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
        migrations.CreateModel(
            name='ClubDelegation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('valid_from', models.DateField(verbose_name='desde')),
                ('valid_to', models.DateField(blank=True, null=True, verbose_name='hasta')),
                ('given_at', models.DateTimeField(verbose_name='dada')),
                ('ended_at', models.DateTimeField(blank=True, null=True, verbose_name='terminada')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='delegations', to='federation.club')),
                ('given_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='delegations', to='federation.person')),
            ],
            options={
                'verbose_name': 'delegación de club',
                'verbose_name_plural': 'delegaciones de club',
                'constraints': [models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True), ('valid_to__isnull', True)), fields=('club', 'person'), name='delegation_open_once_per_club'), models.CheckConstraint(condition=models.Q(('valid_to__isnull', True), ('valid_to__gte', models.F('valid_from')), _connector='OR'), name='delegation_ends_after_it_begins')],
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('email', models.EmailField(max_length=254, verbose_name='correo')),
                ('role', models.CharField(blank=True, choices=[('office', 'secretaría'), ('committee', 'comité de competición'), ('sporting_director', 'dirección deportiva'), ('administrator', 'administración')], max_length=20, verbose_name='función')),
                ('token_digest', models.CharField(max_length=64, unique=True)),
                ('invited_at', models.DateTimeField(verbose_name='invitada')),
                ('renewed_at', models.DateTimeField(verbose_name='último enlace')),
                ('expires_at', models.DateTimeField(verbose_name='caduca')),
                ('accepted_at', models.DateTimeField(blank=True, null=True, verbose_name='aceptada')),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True, verbose_name='retirada')),
                ('account', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='invitation', to=settings.AUTH_USER_MODEL)),
                ('invited_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='invitations_made', to=settings.AUTH_USER_MODEL)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='invitations', to='federation.person')),
            ],
            options={
                'verbose_name': 'invitación',
                'verbose_name_plural': 'invitaciones',
                'constraints': [models.UniqueConstraint(condition=models.Q(('accepted_at__isnull', True), ('withdrawn_at__isnull', True)), fields=('person',), name='one_open_invitation_per_person'), models.UniqueConstraint(django.db.models.functions.text.Lower('email'), condition=models.Q(('accepted_at__isnull', True), ('withdrawn_at__isnull', True)), name='one_open_invitation_per_address'), models.CheckConstraint(condition=models.Q(('accepted_at__isnull', True), ('withdrawn_at__isnull', True), _connector='OR'), name='invitation_ends_one_way'), models.CheckConstraint(condition=models.Q(models.Q(('accepted_at__isnull', True), ('account__isnull', True)), models.Q(('accepted_at__isnull', False), ('account__isnull', False)), _connector='OR'), name='accepted_invitation_has_its_account'), models.CheckConstraint(condition=models.Q(('role__in', ['', 'office', 'committee', 'sporting_director', 'administrator'])), name='invitation_role_known')],
            },
        ),
    ]
