#!/bin/sh
# Makes an empty database for POSTGRES_USER with POSTGRES_PASSWORD at the first start, then becomes the server.
set -eu
if [ ! -e "$PGDATA/PG_VERSION" ]; then
  echo "$POSTGRES_PASSWORD" >/tmp/password
  initdb --username="${POSTGRES_USER:-postgres}" --pwfile=/tmp/password --auth-host=scram-sha-256 --no-sync
  rm /tmp/password
  echo "listen_addresses = '*'" >>"$PGDATA/postgresql.conf"
  echo "host all all all scram-sha-256" >>"$PGDATA/pg_hba.conf"
fi
exec "$@"
