"""A board that signs: sends a level, fetches what waits for its pump and acknowledges it.

Python 3.8 or later, no packages.

  KISIMA_URL=http://water.example.com KISIMA_MAC=AA:BB:CC:DD:EE:FF KISIMA_DEVICE_KEY=kd_... python3 board.py 62.5

KISIMA_COUNTER: the file that holds the counter (kisima-counter). `board.py sign ...` and `board.py answer ...`
print the signatures of the test vectors.
"""

import hashlib
import hmac
import http.client
import json
import os
import secrets
import sys
import time
import urllib.parse

SERVER = urllib.parse.urlsplit(os.environ.get("KISIMA_URL", "http://localhost:3000"))
MAC = os.environ.get("KISIMA_MAC", "")
KEY = os.environ.get("KISIMA_DEVICE_KEY", "")
COUNTER = os.environ.get("KISIMA_COUNTER", "kisima-counter")
MOST_TRIES = 4
DEADLINE_S = 25


def sign(key, *lines):
    return hmac.new(key.encode(), "\n".join(lines).encode(), hashlib.sha256).hexdigest()


def sign_request(key, method, path, query, body, stamp):
    return sign(key, "kisima-1", method, path, query, hashlib.sha256(body).hexdigest(), stamp)


def sign_answer(key, status, request, body):
    return sign(key, "kisima-1", "answer", str(status), request, hashlib.sha256(body).hexdigest())


def next_counter():
    try:
        with open(COUNTER) as file:
            counter = int(file.read())
    except (OSError, ValueError):
        counter = 0
    keep_counter(counter + 1)
    return counter + 1


def keep_counter(counter):
    with open(COUNTER, "w") as file:
        file.write(str(counter))


def exchange(method, target, body, headers, signature):
    """Sends a request once. Returns its status and answer, None where no answer came that is the server's own."""
    connection = http.client.HTTPConnection(SERVER.hostname, SERVER.port or 80, timeout=DEADLINE_S)
    try:
        connection.request(method, target, body=body, headers=headers)
        response = connection.getresponse()
        answer = response.read()
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()
    given = response.getheader("X-Kisima-Signature", "")
    if not hmac.compare_digest(given, sign_answer(KEY, response.status, signature, answer)):
        print(f"an answer {response.status} that is not the server's own")
        return None
    return response.status, json.loads(answer)


def ask(method, path, query="", form=None):
    """Signs a request by the next counter and sends it, the very same again while no answer comes."""
    body = urllib.parse.urlencode(form).encode() if form else b""
    found = None
    for _ in range(2):
        # What is drawn beside the counter, a false server cannot have heard an answer to.
        stamp = f"{next_counter()}-{secrets.token_hex(8)}"
        signature = sign_request(KEY, method, path, query, body, stamp)
        headers = {"X-Kisima-Signature": f"{stamp}.{signature}"}
        if form:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        target = path + ("?" + query if query else "")
        for attempt in range(MOST_TRIES):
            if attempt > 0:
                time.sleep(1)
            found = exchange(method, target, body or None, headers, signature)
            if found and found[0] != 429 and found[0] < 500:
                break
        if not found or found[0] != 409 or found[1].get("code") != "counter_used":
            return found
        keep_counter(found[1]["last_counter"])
    return found


def main(level):
    found = ask("POST", "/iot_push.php", form={"mac_address": MAC, "water_level_percent": level})
    if not found or found[0] != 201:
        print(f"not stored: {found[0] if found else 0}")
        sys.exit(1)
    print("stored")
    if found[1]["pending_commands"] == 0:
        return
    found = ask("GET", "/iot_commands.php", query=urllib.parse.urlencode({"mac_address": MAC}))
    if not found or found[0] != 200:
        sys.exit(1)
    for command in found[1]:
        print(f"pump {command['command']}")
        done = ask("POST", "/iot_ack.php", form={"mac_address": MAC, "command_id": command["command_id"]})
        print(f"acknowledged: {done[0] if done else 0}")


if sys.argv[1:2] == ["sign"]:
    key, method, path, query, body, stamp = sys.argv[2:]
    print(sign_request(key, method, path, query, body.encode(), stamp))
elif sys.argv[1:2] == ["answer"]:
    key, status, request, body = sys.argv[2:]
    print(sign_answer(key, status, request, body.encode()))
else:
    main(sys.argv[1] if len(sys.argv) > 1 else "50")
