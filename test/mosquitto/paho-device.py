"""A device with paho-mqtt: publishes a reading, waits for a command, acknowledges it, and says what it got."""

import json
import sys

import paho.mqtt.client as mqtt

port, mac, version = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
client = mqtt.Client(client_id="paho", protocol=version)
client.username_pw_set(mac)
client.will_set(f"kisima/{mac}/status", "offline", qos=1, retain=True)
acks = set()


def on_connect(client, _data, _flags, code, _properties=None):
    assert code == 0, code
    client.subscribe(f"kisima/{mac}/commands", qos=1)


def on_subscribe(client, *_):
    client.publish(f"kisima/{mac}/status", "online", qos=1, retain=True)
    client.publish(f"kisima/{mac}/readings", json.dumps({"water_level_percent": 77}), qos=1)
    print("subscribed", flush=True)


def on_message(client, _data, message):
    command = json.loads(message.payload)
    print(f"command {command['command']}", flush=True)
    info = client.publish(
        f"kisima/{mac}/acks", json.dumps({"command_id": command["command_id"]}), qos=1
    )
    acks.add(info.mid)


def on_publish(client, _data, mid):
    if mid in acks:
        client.disconnect()


client.on_connect = on_connect
client.on_subscribe = on_subscribe
client.on_message = on_message
client.on_publish = on_publish
client.connect("127.0.0.1", port)
client.loop_forever()
print("acknowledged", flush=True)
