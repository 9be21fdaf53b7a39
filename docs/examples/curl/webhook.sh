#!/bin/sh
# Tells whether a request to your webhook is from Kisima: ends with 0 if it is, else with 1. Needs openssl.
#
#   KISIMA_WEBHOOK_SECRET=whsec_... \
#     sh webhook.sh "$webhook_id" "$webhook_timestamp" "$webhook_signature" < body
#
# The three are the headers of these names, and the body is as it came. The secret is shown once, when the
# webhook is made.
set -eu
id=$1
timestamp=$2
given=$3

case $timestamp in *[!0-9]* | '') exit 1 ;; esac
age=$(($(date +%s) - timestamp))
# Five minutes either way.
if [ "$age" -gt 300 ] || [ "$age" -lt -300 ]; then
  echo 'Not genuine: too old, or a clock is wrong' >&2
  exit 1
fi

key=$(printf '%s' "${KISIMA_WEBHOOK_SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
expected=v1,$(
  { printf '%s.%s.' "$id" "$timestamp"; cat; } |
    openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A
)
# More than one while a secret is changed.
for each in $given; do
  if [ "$each" = "$expected" ]; then
    echo 'Genuine'
    exit 0
  fi
done
echo 'Not genuine: another signature' >&2
exit 1
