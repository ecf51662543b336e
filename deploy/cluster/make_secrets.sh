#!/bin/sh
# Writes the secrets of compose.yaml into deploy/cluster/secrets, once. Existing files are kept.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
random() { head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n'; }
for name in postgres_password nats_password; do
    [ -s "secrets/$name" ] || random >"secrets/$name"
done
nats_password=$(cat secrets/nats_password)
printf 'postgresql://dottable:%s@database/dottable' "$(cat secrets/postgres_password)" >secrets/store_url
printf 'nats://dottable:%s@nats:4222' "$nats_password" >secrets/bus_url
printf 'authorization { user: dottable, password: "%s" }\n' "$nats_password" >secrets/nats_authorization
# The containers' users read these files; the folder keeps other users of this machine out.
chmod 0644 secrets/*
echo "The secrets are in $(pwd)/secrets."
