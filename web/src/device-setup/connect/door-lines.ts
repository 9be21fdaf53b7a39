import { type FirmwareOf, fieldsOf, keyPlace, shellText } from './firmware-lines.ts';

/** Where boards reach the server by MQTT. */
export type BrokerAddress = { host: string; port: number; isSecure: boolean };

/** Lines of a shell that send readings that were kept, as a batch (docs/api/direct.md#batches). */
export function batchLines(of: FirmwareOf): string {
  const { macOrSerial, apiKey, sensorName } = of;
  const ofSensor = sensorName === undefined ? {} : { sensor_name: sensorName };
  const body = {
    mac_address: macOrSerial,
    ...(apiKey !== undefined && { api_key: apiKey }),
    readings: [
      { ...ofSensor, water_level_percent: 61.5, age_s: 600 },
      { ...ofSensor, water_level_percent: 62.5, age_s: 0 },
    ],
  };
  return [
    `curl ${shellText(`${of.origin}/iot_push_batch.php`)}`,
    "  -H 'Content-Type: application/json'",
    `  --data ${shellText(JSON.stringify(body))}`,
  ].join(' \\\n');
}

/** Lines of a shell that sign a push (docs/api/signed.md); the counter is the clock's seconds. */
export function signedLines(of: FirmwareOf): string {
  const fields: [string, string][] = [
    ...fieldsOf({ ...of, apiKey: undefined }),
    ['water_level_percent', '62.5'],
  ];
  const form = fields.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return `key=${shellText(of.apiKey ?? keyPlace)}
body=${shellText(form)}
counter="$(date +%s)"
hash="$(printf %s "$body" | openssl dgst -sha256 -r | cut -c1-64)"
sign="$(printf 'kisima-1\\nPOST\\n/iot_push.php\\n\\n%s\\n%s' "$hash" "$counter" |
  openssl dgst -sha256 -hmac "$key" -r | cut -c1-64)"
curl ${shellText(`${of.origin}/iot_push.php`)} \\
  -H "X-Kisima-Signature: $counter.$sign" \\
  --data "$body"`;
}

/** A line of a shell that publishes a reading (docs/mqtt.md) with Mosquitto's client. */
export function mqttLines(of: FirmwareOf, address: BrokerAddress): string {
  const password = of.apiKey === undefined ? '' : ` -P ${shellText(of.apiKey)}`;
  return [
    brokerLine(address),
    `  -u ${shellText(of.macOrSerial)}${password} -q 1`,
    `  -t ${shellText(topicOf(of))}`,
    `  -m ${shellText(readingOf(of))}`,
  ].join(' \\\n');
}

/**
 * Lines of a shell that sign a reading and publish it (docs/mqtt.md#signed-messages); the counter is the clock's
 * seconds.
 */
export function signedMqttLines(of: FirmwareOf, address: BrokerAddress): string {
  return `key=${shellText(of.apiKey ?? keyPlace)}
topic=${shellText(topicOf(of))}
reading=${shellText(readingOf(of))}
counter="$(date +%s)"
hash="$(printf %s "$reading" | openssl dgst -sha256 -r | cut -c1-64)"
sign="$(printf 'kisima-1\\nPUBLISH\\n%s\\n\\n%s\\n%s' "$topic" "$hash" "$counter" |
  openssl dgst -sha256 -hmac "$key" -r | cut -c1-64)"
printf '%s.%s\\n%s' "$counter" "$sign" "$reading" |
  ${brokerLine(address)} \\
  -u ${shellText(of.macOrSerial)} -P signed -q 1 -t "$topic" -s`;
}

function brokerLine({ host, port, isSecure }: BrokerAddress): string {
  return `mosquitto_pub -h ${shellText(host)} -p ${port}${isSecure ? ' --capath /etc/ssl/certs' : ''}`;
}

function topicOf({ macOrSerial }: FirmwareOf): string {
  return `kisima/${macOrSerial}/readings`;
}

function readingOf({ sensorName }: FirmwareOf): string {
  const ofSensor = sensorName === undefined ? {} : { sensor_name: sensorName };
  return JSON.stringify({ ...ofSensor, water_level_percent: 62.5, pump_status: 'off' });
}

export const homes = ['esphome', 'tasmota', 'homeAssistant'] as const;
export type Home = (typeof homes)[number];

/** What goes into the configuration of a board with ESPHome or Tasmota, or of Home Assistant itself. */
export function homeLines(home: Home, of: FirmwareOf): string {
  return { esphome: esphomeLines, tasmota: tasmotaLines, homeAssistant: homeAssistantLines }[home](
    of,
  );
}

/** A form up to the value of its last field. */
function formUpTo(field: string, of: FirmwareOf): string {
  const known = fieldsOf(of).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return [...known, `${field}=`].join('&');
}

/** A form holds no quotes or backslashes: all but letters, digits and `-_.!~*'()` are escaped in it. */
function esphomeLines(of: FirmwareOf): string {
  const isSecure = of.origin.startsWith('https:');
  return `http_request:
  timeout: 20s
  verify_ssl: ${isSecure ? 'true  # false on an ESP8266' : 'false'}

sensor:
  - platform: ultrasonic
    name: Water distance
    trigger_pin: GPIO5
    echo_pin: GPIO18
    update_interval: 60s
    on_value:
      - http_request.post:
          url: ${of.origin}/iot_push.php
          request_headers:
            Content-Type: application/x-www-form-urlencoded
          body: !lambda |-
            return std::string("${formUpTo('distance_cm', of)}") +
                   std::to_string(x * 100);`;
}

function tasmotaLines(of: FirmwareOf): string {
  const form = `${formUpTo('distance_cm', of)}%value%`;
  const header = '[Content-Type:application/x-www-form-urlencoded]';
  return `Rule1 ON Tele-SR04#Distance DO WebQuery ${of.origin}/iot_push.php POST ${header} ${form} ENDON
Rule1 1
TelePeriod 60`;
}

function homeAssistantLines(of: FirmwareOf): string {
  const form = `${formUpTo('water_level_percent', of)}{{ states('sensor.tank_level') }}`;
  return `rest_command:
  kisima_reading:
    url: ${of.origin}/iot_push.php
    method: post
    content_type: application/x-www-form-urlencoded
    payload: "${form}"

automation:
  - alias: Tank level to Kisima
    triggers:
      - trigger: state
        entity_id: sensor.tank_level
    conditions: "{{ is_number(states('sensor.tank_level')) }}"
    actions:
      - action: rest_command.kisima_reading`;
}
