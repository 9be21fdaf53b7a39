"""A board that signs over MQTT: sends a level, takes what comes for its pump and acknowledges it.

Python 3.8 or later, with paho-mqtt (1.6 or 2).

  KISIMA_HOST=water.example.com KISIMA_PORT=1883 KISIMA_MAC=AA:BB:CC:DD:EE:FF KISIMA_DEVICE_KEY=kd_... python3 mqtt_board.py 62.5

KISIMA_COUNTER: the file that holds the counter (kisima-counter). KISIMA_WAIT_S: for so long without a message it
waits for commands (5). KISIMA_PASSWORD: of an external broker, which knows its own; else `signed`.
`mqtt_board.py sign ...` and `mqtt_board.py seal ...` print the signatures of the test vectors.
"""

import hashlib
import hmac
import json
import os
import queue
import secrets
import sys

MAC = os.environ.get("KISIMA_MAC", "")
KEY = os.environ.get("KISIMA_DEVICE_KEY", "")
COUNTER = os.environ.get("KISIMA_COUNTER", "kisima-counter")
WAIT_S = float(os.environ.get("KISIMA_WAIT_S", "5"))


def sign(key, *lines):
    return hmac.new(key.encode(), "\n".join(lines).encode(), hashlib.sha256).hexdigest()


def sign_message(key, topic, said, stamp):
    return sign(key, "kisima-1", "PUBLISH", topic, "", hashlib.sha256(said).hexdigest(), stamp)


def sign_seal(key, topic, last, said):
    """`last`: the signature of the board's last message."""
    return sign(key, "kisima-1", "answer", topic, last[:32], hashlib.sha256(said).hexdigest())


def read_counter():
    try:
        with open(COUNTER) as file:
            return int(file.read())
    except (OSError, ValueError):
        return 0


def keep_counter(counter):
    with open(COUNTER, "w") as file:
        file.write(str(counter))


class Board:
    def __init__(self, client):
        self.client = client
        self.came = queue.Queue()
        self.last = ""
        self.is_behind = False
        client.on_message = lambda _client, _data, message: self.came.put(message)

    def publish(self, branch, said):
        """Signs a message by the next counter, and waits until the broker has it."""
        counter = read_counter() + 1
        keep_counter(counter)
        topic, said = f"kisima/{MAC}/{branch}", said.encode()
        # What is drawn beside the counter, a false broker cannot have heard an answer to.
        stamp = f"{counter}-{secrets.token_hex(8)}"
        self.last = sign_message(KEY, topic, said, stamp)
        line = f"{stamp}.{self.last}\n".encode()
        self.client.publish(topic, line + said, qos=1).wait_for_publish(WAIT_S)

    def open(self, message):
        """What a message says, None where it is not sealed by the server for the last message of the board."""
        signature, said = message.payload[:64], message.payload[65:]
        right = sign_seal(KEY, message.topic, self.last, said).encode()
        if message.payload[64:65] != b"\n" or not hmac.compare_digest(signature, right):
            print("a message that is not the server's own", flush=True)
            return None
        return json.loads(said)

    def take(self, message):
        said = self.open(message)
        if said is None:
            return
        if message.topic.endswith("/commands"):
            print(f"pump {said['command']}", flush=True)
            self.publish("acks", json.dumps({"command_id": said["command_id"]}))
            print("acknowledged", flush=True)
        elif "last_counter" in said:
            keep_counter(said["last_counter"])
            self.is_behind = True
        else:
            print(f"told: {json.dumps(said)}", flush=True)

    def take_all(self):
        """Takes what comes until nothing more does, or it is known that the counter is behind."""
        while not self.is_behind:
            try:
                self.take(self.came.get(timeout=WAIT_S))
            except queue.Empty:
                return


def connect():
    import threading

    import paho.mqtt.client as mqtt

    if hasattr(mqtt, "CallbackAPIVersion"):
        client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION1, client_id=MAC)
    else:
        client = mqtt.Client(client_id=MAC)
    is_ready = threading.Event()
    topics = [(f"kisima/{MAC}/{branch}", 1) for branch in ("commands", "errors")]
    client.on_connect = lambda client, *_: client.subscribe(topics)
    client.on_subscribe = lambda *_: is_ready.set()
    # In place of the key, which never leaves the board.
    client.username_pw_set(MAC, os.environ.get("KISIMA_PASSWORD", "signed"))
    client.will_set(f"kisima/{MAC}/status", "offline", qos=1, retain=True)
    board = Board(client)
    client.connect(os.environ.get("KISIMA_HOST", "localhost"), int(os.environ.get("KISIMA_PORT", "1883")))
    client.loop_start()
    if not is_ready.wait(WAIT_S):
        sys.exit("not let in")
    return board


def main(level):
    board = connect()
    board.is_behind = True
    while board.is_behind:
        board.is_behind = False
        board.publish("readings", json.dumps({"water_level_percent": float(level)}))
        # From here on commands come.
        board.publish("status", "online")
        print("sent", flush=True)
        board.take_all()
    board.client.disconnect()


if sys.argv[1:2] == ["sign"]:
    key, topic, said, stamp = sys.argv[2:]
    print(sign_message(key, topic, said.encode(), stamp))
elif sys.argv[1:2] == ["seal"]:
    key, topic, last, said = sys.argv[2:]
    print(sign_seal(key, topic, last, said.encode()))
else:
    main(sys.argv[1] if len(sys.argv) > 1 else "50")
