#!/bin/sh
# Run once by the database's image, on an empty volume: the login that the application uses. It gets its rights
# from the job `migrate`; it may read events and add to them, and never change one.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$APP_PASSWORD" \
    --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
CREATE ROLE truco_login LOGIN PASSWORD :'password';
SQL
