"""Takes the events of a webhook, and refuses what Kisima has not signed.

Python 3.8 or later, no packages.

  KISIMA_WEBHOOK_SECRET=whsec_... PORT=8080 python3 webhook.py

The secret is shown once, when the webhook is made.
"""

import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ.get("KISIMA_WEBHOOK_SECRET", "")
PORT = int(os.environ.get("PORT", "8080"))
TOLERANCE_S = 300
MOST_BYTES = 1_000_000
DEADLINE_S = 10

# Ids of events that were taken: an event can come twice. Keep them in your database.
taken = set()


def is_genuine(headers, body):
    """True if the body, as it came, was signed with the secret within the last five minutes."""
    event_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    given = headers.get("webhook-signature", "")
    if not event_id or not (timestamp.isascii() and timestamp.isdigit()):
        return False
    if abs(time.time() - int(timestamp)) > TOLERANCE_S:
        return False
    key = base64.b64decode(SECRET[len("whsec_") :])
    signed = f"{event_id}.{timestamp}.".encode() + body
    mac = hmac.new(key, signed, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(mac).decode()
    # More than one while a secret is changed.
    return any(
        hmac.compare_digest(each.encode(), expected.encode()) for each in given.split(" ")
    )


class Receiver(BaseHTTPRequestHandler):
    timeout = DEADLINE_S

    def do_POST(self):
        length = int(self.headers.get("Content-Length", "0"))
        if length > MOST_BYTES:
            return self.answer(413)
        body = self.rfile.read(length)
        if not is_genuine(self.headers, body):
            return self.answer(401)
        # Answer at once and work afterwards: after ten seconds the event is sent again.
        self.answer(204)
        event_id = self.headers["webhook-id"]
        if event_id in taken:
            return
        taken.add(event_id)
        event = json.loads(body)
        data = event["data"]
        print(f"{event['type']} {data.get('message_id', '')} {data.get('status', '')}".strip(), flush=True)

    def answer(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


receiver = ThreadingHTTPServer(("", PORT), Receiver)
print(f"Listening on port {receiver.server_address[1]}", flush=True)
receiver.serve_forever()
