#!/bin/sh
# Makes an empty database POSTGRES_DB for POSTGRES_USER with POSTGRES_PASSWORD at the first start, then becomes the server.
set -eu
if [ ! -e "$PGDATA/PG_VERSION" ]; then
  echo "$POSTGRES_PASSWORD" >/tmp/password
  initdb --username="${POSTGRES_USER:-postgres}" --pwfile=/tmp/password --auth-host=scram-sha-256 --no-sync
  rm /tmp/password
  user=${POSTGRES_USER:-postgres}
  database=${POSTGRES_DB:-$user}
  if [ "$database" != postgres ]; then
    echo "CREATE DATABASE \"$database\" OWNER \"$user\";" | postgres --single -D "$PGDATA" postgres >/dev/null
  fi
  echo "listen_addresses = '*'" >>"$PGDATA/postgresql.conf"
  echo "host all all all scram-sha-256" >>"$PGDATA/pg_hba.conf"
fi
exec "$@"
