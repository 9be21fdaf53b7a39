#!/bin/sh
# Sends one SMS, and repeats the request until an answer comes: it is sent and charged once.
# Needs curl 7.71 or later.
#
#   KISIMA_URL=https://water.example.com KISIMA_API_KEY=ksm_... sh send.sh 0712345678 'Tank 3 is nearly empty'
#
# IDEMPOTENCY_KEY: a name of your own for this message, such as the number of the invoice. Whoever starts the
# script again with the same one sends nothing twice.
set -eu
to=$1
message=$2
key=${IDEMPOTENCY_KEY:-$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')}

# Writes a text as JSON has it.
json() {
  printf '%s' "$1" | sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' |
    awk '{ printf "%s%s", (NR > 1 ? "\\n" : "\""), $0 } END { printf "\"" }'
}

answer=$(mktemp)
trap 'rm -f "$answer"' EXIT
# --max-time is of each try; a try that has no answer, 429 and 5xx are repeated, as Retry-After says.
status=$(
  printf '{"to": %s, "message": %s}' "$(json "$to")" "$(json "$message")" |
    curl --silent --show-error --max-time 15 --retry 4 --retry-all-errors --retry-max-time 120 \
      --header 'Content-Type: application/json' \
      --header "X-API-Key: $KISIMA_API_KEY" \
      --header "Idempotency-Key: $key" \
      --data-binary @- --output "$answer" --write-out '%{http_code}' \
      "${KISIMA_URL:-http://localhost:8080}/v1/sms/send"
)
cat "$answer"
echo
case $status in 2??) ;; *) exit 1 ;; esac
