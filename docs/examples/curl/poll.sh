#!/bin/sh
# Fetches the commands that wait for a device, obeys them and acknowledges each. Needs curl 7.71 or later.
#
#   KISIMA_URL=https://water.example.com KISIMA_MAC=AA:BB:CC:DD:EE:FF sh poll.sh
#
# KISIMA_DEVICE_KEY: the device's key, where its owner wants it to be sent.
set -eu
server=${KISIMA_URL:-http://localhost:8080}

answer=$(mktemp)
trap 'rm -f "$answer"' EXIT
# Writes the answer to its file and the status to the output. --max-time is of each try; a try that has no
# answer, 429 and 5xx are repeated, as Retry-After says.
call() {
  curl --silent --show-error --max-time 25 --retry 4 --retry-all-errors --retry-max-time 120 \
    --data-urlencode "mac_address=$KISIMA_MAC" --data-urlencode "api_key=${KISIMA_DEVICE_KEY:-}" \
    --output "$answer" --write-out '%{http_code}' "$@"
}

status=$(call --get "$server/iot_commands.php")
if [ "$status" != 200 ]; then
  cat "$answer" >&2
  exit 1
fi
# One command a line: its number and its word. Of the fields a program with a JSON reader obeys run_at_most_s, too.
commands=$(tr '{' '\n' < "$answer" |
  sed -n 's/.*"command_id":\([0-9]*\),.*"command":"\([a-z_]*\)".*/\1 \2/p')
echo "$commands" | while read -r id command; do
  [ -n "$id" ] || continue
  # Here the relay is switched.
  echo "pump $command"
  status=$(call --data-urlencode "command_id=$id" "$server/iot_ack.php")
  # 404: it is acknowledged already, where the answer to an earlier try was lost, or it was called off.
  case $status in
    200 | 404) echo "acknowledged $id" ;;
    *) cat "$answer" >&2; exit 1 ;;
  esac
done
