#!/bin/sh
# Sends a reading as a device does, and repeats it until an answer comes: it is stored once.
# Needs curl 7.71 or later.
#
#   KISIMA_URL=https://water.example.com KISIMA_MAC=AA:BB:CC:DD:EE:FF sh push.sh 62.5
#
# KISIMA_DEVICE_KEY: the device's key, where its owner wants it to be sent.
set -eu
level=$1

answer=$(mktemp)
trap 'rm -f "$answer"' EXIT
# The instant makes a repeat the same reading. --max-time is of each try; a try that has no answer, 429 and 5xx
# are repeated, as Retry-After says.
status=$(
  curl --silent --show-error --max-time 25 --retry 4 --retry-all-errors --retry-max-time 120 \
    --data-urlencode "mac_address=$KISIMA_MAC" \
    --data-urlencode "api_key=${KISIMA_DEVICE_KEY:-}" \
    --data-urlencode "water_level_percent=$level" \
    --data-urlencode "recorded_at=$(date +%s)" \
    --output "$answer" --write-out '%{http_code}' \
    "${KISIMA_URL:-http://localhost:8080}/iot_push.php"
)
cat "$answer"
echo
case $status in 2??) ;; *) exit 1 ;; esac
