"""How the busiest tables are kept: room on a head's page for its next version, and an outbox that is swept
by the number of rows gone through it, not by its size, which is near nothing."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("eventstore", "0001_initial")]

    operations = [
        migrations.RunSQL(
            "ALTER TABLE eventstore_head SET (fillfactor = 60)",
            "ALTER TABLE eventstore_head RESET (fillfactor)",
        ),
        migrations.RunSQL(
            "ALTER TABLE eventstore_outbox SET "
            "(autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000)",
            "ALTER TABLE eventstore_outbox RESET (autovacuum_vacuum_scale_factor, autovacuum_vacuum_threshold)",
        ),
    ]
