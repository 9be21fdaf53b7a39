#!/bin/sh
# Sends one text to many numbers, and repeats the request until an answer comes: it is queued and charged once.
# Needs curl 7.71 or later.
#
#   KISIMA_URL=https://water.example.com KISIMA_API_KEY=ksm_... sh bulk.sh 'Water is back' 0712345678 0733000001
#
# IDEMPOTENCY_KEY: a name of your own for this job, such as its day. Whoever starts the script again with the same one sends nothing twice.
set -eu
message=$1
shift
key=${IDEMPOTENCY_KEY:-$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')}

# Writes a text as JSON has it.
json() {
  printf '%s' "$1" | sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' |
    awk '{ printf "%s%s", (NR > 1 ? "\\n" : "\""), $0 } END { printf "\"" }'
}

numbers=
for number in "$@"; do
  numbers="$numbers${numbers:+, }$(json "$number")"
done

answer=$(mktemp)
trap 'rm -f "$answer"' EXIT
# --max-time is of each try; a try that has no answer, 429 and 5xx are repeated, as Retry-After says.
status=$(
  printf '{"to": [%s], "message": %s}' "$numbers" "$(json "$message")" |
    curl --silent --show-error --max-time 15 --retry 4 --retry-all-errors --retry-max-time 120 \
      --header 'Content-Type: application/json' \
      --header "X-API-Key: $KISIMA_API_KEY" \
      --header "Idempotency-Key: $key" \
      --data-binary @- --output "$answer" --write-out '%{http_code}' \
      "${KISIMA_URL:-http://localhost:8080}/v1/sms/bulk"
)
cat "$answer"
echo
case $status in 2??) ;; *) exit 1 ;; esac
