"""Sends a reading as a device does, and repeats it until an answer comes: it is stored once.

Python 3.8 or later, no packages.

  KISIMA_URL=https://water.example.com KISIMA_MAC=AA:BB:CC:DD:EE:FF python3 push.py 62.5

KISIMA_DEVICE_KEY: the device's key, where its owner wants it to be sent.
"""

import datetime
import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

SERVER = os.environ.get("KISIMA_URL", "http://localhost:8080")
MOST_TRIES = 5
DEADLINE_S = 25
LONGEST_WAIT_S = 60


class Refused(Exception):
    pass


def push(level):
    # The instant makes a repeat the same reading.
    form = {
        "mac_address": os.environ.get("KISIMA_MAC", ""),
        "water_level_percent": level,
        "recorded_at": datetime.datetime.now(datetime.timezone.utc).isoformat(),
    }
    if os.environ.get("KISIMA_DEVICE_KEY"):
        form["api_key"] = os.environ["KISIMA_DEVICE_KEY"]
    body = urllib.parse.urlencode(form).encode()
    for attempt in range(1, MOST_TRIES + 1):
        wait = 2 ** (attempt - 1)
        try:
            url = SERVER + "/iot_push.php"
            with urllib.request.urlopen(url, data=body, timeout=DEADLINE_S) as response:
                return json.load(response)
        except urllib.error.HTTPError as failure:
            is_later = failure.code == 429 or failure.code >= 500
            if not is_later or attempt == MOST_TRIES:
                raise Refused(json.load(failure)["error"])
            wait = int(failure.headers.get("Retry-After", wait))
        except (OSError, http.client.HTTPException, ValueError) as failure:
            if attempt == MOST_TRIES:
                raise Refused(str(failure))
        time.sleep(min(wait, LONGEST_WAIT_S))


try:
    reading = push(sys.argv[1])
    print(f"{reading['level']} % stored, {reading['pending_commands']} commands wait")
except Refused as refused:
    sys.exit(f"Not stored: {refused}")
