"""Fetches the commands that wait for a device, obeys them and acknowledges each.

Python 3.8 or later, no packages.

  KISIMA_URL=https://water.example.com KISIMA_MAC=AA:BB:CC:DD:EE:FF python3 poll.py

KISIMA_DEVICE_KEY: the device's key, where its owner wants it to be sent.
"""

import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

SERVER = os.environ.get("KISIMA_URL", "http://localhost:8080")
DEVICE = {"mac_address": os.environ.get("KISIMA_MAC", "")}
if os.environ.get("KISIMA_DEVICE_KEY"):
    DEVICE["api_key"] = os.environ["KISIMA_DEVICE_KEY"]
MOST_TRIES = 5
DEADLINE_S = 25
LONGEST_WAIT_S = 60


class Refused(Exception):
    pass


def call(path, form=None):
    """Gives the status and the answer; a form is posted."""
    body = None if form is None else urllib.parse.urlencode(form).encode()
    for attempt in range(1, MOST_TRIES + 1):
        wait = 2 ** (attempt - 1)
        try:
            with urllib.request.urlopen(SERVER + path, data=body, timeout=DEADLINE_S) as response:
                return response.status, json.load(response)
        except urllib.error.HTTPError as failure:
            is_later = failure.code == 429 or failure.code >= 500
            if not is_later or attempt == MOST_TRIES:
                return failure.code, json.load(failure)
            wait = int(failure.headers.get("Retry-After", wait))
        except (OSError, http.client.HTTPException, ValueError) as failure:
            if attempt == MOST_TRIES:
                raise Refused(str(failure))
        time.sleep(min(wait, LONGEST_WAIT_S))


def obey(command):
    # Here the relay is switched. A pump that is on stops by itself after so many seconds, also without
    # network.
    if command["command"] == "on":
        print(f"pump on, for at most {command['run_at_most_s']} s")
    else:
        print(f"pump {command['command']}")


def main():
    status, commands = call("/iot_commands.php?" + urllib.parse.urlencode(DEVICE))
    if status != 200:
        raise Refused(commands["error"])
    for command in commands:
        obey(command)
        status, answer = call("/iot_ack.php", {**DEVICE, "command_id": command["command_id"]})
        # 404: it is acknowledged already, where the answer to an earlier try was lost, or it was called off.
        if status not in (200, 404):
            raise Refused(answer["error"])
        print(f"acknowledged {command['command_id']}")


try:
    main()
except Refused as refused:
    sys.exit(f"Not done: {refused}")
