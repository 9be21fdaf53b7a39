"""A device that speaks MQTT in one unusual way; prints what came of it, a line for each thing."""

import json
import sys
import time

import paho.mqtt.client as mqtt
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.subscribeoptions import SubscribeOptions

kind, port, mac = sys.argv[1], int(sys.argv[2]), sys.argv[3]
topic = f"kisima/{mac}/readings"
WAIT_S = 30
measured_at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() - 60))


def say(*words):
    print(*words, flush=True)


def reading(level, pad=0):
    fields = {"water_level_percent": level, "recorded_at": measured_at}
    text = json.dumps(fields)
    return text + " " * max(0, pad - len(text))


def new_client(version=mqtt.MQTTv5, **more):
    client = mqtt.Client(f"board-{mac}", protocol=version, **more)
    client.username_pw_set(mac)
    client.answered, client.gone, client.came, client.granted = None, None, [], None
    client.acknowledged = set()

    def on_connect(_client, _data, flags, code, properties=None):
        client.answered = (flags["session present"], int(getattr(code, "value", code)), properties)

    def on_disconnect(_client, _data, code, properties=None):
        # The first one is what the server says; that the connection is lost comes after.
        if client.gone is None:
            client.gone = int(getattr(code, "value", code))

    client.on_connect = on_connect
    client.on_disconnect = on_disconnect
    client.on_message = lambda _client, _data, message: client.came.append(message)
    client.on_publish = lambda _client, _data, mid: client.acknowledged.add(mid)
    client.on_subscribe = lambda *_: setattr(client, "granted", True)
    return client


def until(client, ask):
    """Lets the client work until something is true."""
    give_up = time.monotonic() + WAIT_S
    while not ask():
        if time.monotonic() > give_up:
            raise SystemExit(f"{kind}: in vain")
        client.loop(0.05)


def properties_of(packet, **values):
    properties = Properties(packet)
    for name, value in values.items():
        setattr(properties, name, value)
    return properties


def open_client(client, keepalive=60, clean_start=True, properties=None):
    more = {"clean_start": clean_start, "properties": properties}
    if client._protocol != mqtt.MQTTv5:
        more = {}
    client.connect("127.0.0.1", port, keepalive, **more)
    until(client, lambda: client.answered)
    return client


def publish(client, payload, **more):
    sent = client.publish(topic, payload, qos=1, **more)
    until(client, lambda: sent.mid in client.acknowledged or client.gone is not None)
    say("acknowledged" if sent.mid in client.acknowledged else f"gone {client.gone}")


def again(version, **more):
    """Cuts the connection before the acknowledgement is read; the client sends once more, as a duplicate."""
    client = open_client(new_client(version, **more), clean_start=False)
    sent = client.publish(topic, reading(41), qos=1)
    client._sock.shutdown(1)
    until(client, lambda: client.gone is not None)
    client.acknowledged.clear()
    client.answered = client.gone = None
    client.reconnect()
    until(client, lambda: client.answered)
    say("session", int(client.answered[0]))
    until(client, lambda: sent.mid in client.acknowledged)
    say("acknowledged")


def expiry():
    asked = properties_of(PacketTypes.CONNECT, SessionExpiryInterval=3600)
    client = open_client(new_client(), clean_start=False, properties=asked)
    say("expiry", client.answered[2].SessionExpiryInterval, "session", int(client.answered[0]))
    publish(client, reading(41))


def receive_maximum():
    asked = properties_of(PacketTypes.CONNECT, ReceiveMaximum=1)
    client = open_client(new_client(), properties=asked)
    client.subscribe(f"kisima/{mac}/commands", qos=1)
    until(client, lambda: len(client.came) >= 3)
    say("commands", len({json.loads(message.payload)["command_id"] for message in client.came}))


def alias():
    client = open_client(new_client())
    say("aliases", getattr(client.answered[2], "TopicAliasMaximum", 0))
    publish(client, reading(41), properties=properties_of(PacketTypes.PUBLISH, TopicAlias=1))


def keep_alive():
    client = open_client(new_client(), keepalive=2)
    client._keepalive = 3600
    until(client, lambda: client.gone is not None)
    say("gone", client.gone)


def one_id():
    first = open_client(new_client())
    second = open_client(new_client())
    until(first, lambda: first.gone is not None)
    say("gone", first.gone)
    publish(second, reading(41))


def largest(more):
    client = open_client(new_client())
    # The packet's own head, its topic with its length, its id, and no properties.
    head = 1 + 3 + 2 + len(topic) + 2 + 1
    publish(client, reading(41, 131072 - head + more))


def qos_2():
    client = open_client(new_client())
    client.publish(topic, reading(41), qos=2)
    until(client, lambda: client.gone is not None)
    say("gone", client.gone)


def identifier():
    client = open_client(new_client())
    named = properties_of(PacketTypes.SUBSCRIBE, SubscriptionIdentifier=7)
    options = SubscribeOptions(qos=1, retainHandling=SubscribeOptions.RETAIN_DO_NOT_SEND)
    client.subscribe(f"kisima/{mac}/commands", options=options, properties=named)
    until(client, lambda: client.came)
    say("identifier", client.came[0].properties.SubscriptionIdentifier, "retained", int(client.came[0].retain))


def will_delay():
    client = new_client()
    delayed = properties_of(PacketTypes.WILLMESSAGE, WillDelayInterval=3600)
    client.will_set(f"kisima/{mac}/status", "offline", qos=1, properties=delayed)
    open_client(client)
    publish(client, reading(41))
    client._sock.close()


kinds = {
    "duplicate by 3.1.1": lambda: again(mqtt.MQTTv311, clean_session=False),
    "duplicate by 5": lambda: again(mqtt.MQTTv5),
    "session expiry": expiry,
    "receive maximum 1": receive_maximum,
    "topic alias": alias,
    "keep-alive that lapses": keep_alive,
    "one client id twice": one_id,
    "largest packet": lambda: largest(0),
    "a byte more than the largest packet": lambda: largest(1),
    "QoS 2": qos_2,
    "subscription identifier": identifier,
    "will delay": will_delay,
}
kinds[kind]()
