"""Sends one text to many numbers, and repeats the request until an answer comes: it is queued and
charged once.

Python 3.8 or later, no packages.

  KISIMA_URL=https://water.example.com KISIMA_API_KEY=ksm_... \
    python3 bulk.py 'Water is back' 0712345678 0733000001

IDEMPOTENCY_KEY: a name of your own for this job, such as its day. Whoever starts the program again with the same one sends nothing twice.
"""

import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.request
import uuid

SERVER = os.environ.get("KISIMA_URL", "http://localhost:8080")
API_KEY = os.environ.get("KISIMA_API_KEY", "")
MOST_TRIES = 5
DEADLINE_S = 15
LONGEST_WAIT_S = 60


class Refused(Exception):
    pass


def call(path, body, idempotency_key):
    request = urllib.request.Request(
        SERVER + path,
        data=json.dumps(body).encode(),
        headers={
            "Content-Type": "application/json",
            "X-API-Key": API_KEY,
            "Idempotency-Key": idempotency_key,
        },
    )
    for attempt in range(1, MOST_TRIES + 1):
        wait = 2 ** (attempt - 1)
        try:
            with urllib.request.urlopen(request, timeout=DEADLINE_S) as response:
                return json.load(response)
        except urllib.error.HTTPError as failure:
            retry_after = failure.headers.get("Retry-After")
            error = json.load(failure)["error"]
            # 502 without Retry-After would be refused again, and so would any 4xx but 429.
            is_later = retry_after is not None if failure.code == 502 else failure.code >= 500
            if (failure.code != 429 and not is_later) or attempt == MOST_TRIES:
                raise Refused(error)
            if retry_after is not None:
                wait = int(retry_after)
        except (OSError, http.client.HTTPException, ValueError) as failure:
            # No answer, or half of one: it may have been sent, so the same key goes with the next try.
            if attempt == MOST_TRIES:
                raise Refused(str(failure))
        time.sleep(min(wait, LONGEST_WAIT_S))


def main():
    message, *to = sys.argv[1:]
    key = os.environ.get("IDEMPOTENCY_KEY") or str(uuid.uuid4())
    answer = call("/v1/sms/bulk", {"to": to, "message": message}, key)
    print(
        f"{answer['message']}: job {answer['job_id']}, {answer['queued']} queued, "
        f"{answer['rejected_count']} rejected"
    )
    for rejected in answer["rejected"]:
        print(f"rejected {rejected['to']}: {rejected['error']}")


try:
    main()
except Refused as refused:
    sys.exit(f"Not sent: {refused}")
