/** Stands in lines that cannot do without a key, while it is hidden. */
export const keyPlace = 'kd_…';

export type FirmwareOf = {
  /** Origin of the server, such as `https://kisima.example`. */
  origin: string;
  macOrSerial: string;
  /** Undefined while the key is hidden: the lines then go without it. */
  apiKey: string | undefined;
  /** Undefined if the device has one sensor only. */
  sensorName: string | undefined;
};

export const boards = ['curl', 'esp32', 'sim800'] as const;
export type Board = (typeof boards)[number];

/** Lines that push a reading of this device (docs/api/direct.md): for a shell, or a sketch. */
export function firmwareLines(board: Board, of: FirmwareOf): string {
  return { curl: curlLines, esp32: esp32Lines, sim800: sim800Lines }[board](of);
}

/** Fields by which each push says whose it is. */
export function fieldsOf({ macOrSerial, apiKey, sensorName }: FirmwareOf): [string, string][] {
  return [
    ['mac_address', macOrSerial],
    ...(apiKey === undefined ? [] : [['api_key', apiKey] as [string, string]]),
    ...(sensorName === undefined ? [] : [['sensor_name', sensorName] as [string, string]]),
  ];
}

function curlLines(of: FirmwareOf): string {
  const fields = [...fieldsOf(of), ['water_level_percent', '62.5'], ['pump_status', 'off']];
  return [
    `curl ${shellText(`${of.origin}/iot_push.php`)}`,
    ...fields.map(([name, value]) => `  --data-urlencode ${shellText(`${name}=${value}`)}`),
  ].join(' \\\n');
}

/** Constant part of every push as a C string; level and pump follow it. */
function constantForm(of: FirmwareOf): string {
  const form = fieldsOf(of).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return cText(`${form.join('&')}&water_level_percent=`);
}

function esp32Lines(of: FirmwareOf): string {
  const isSecure = of.origin.startsWith('https:');
  return `#include <HTTPClient.h>
#include <${isSecure ? 'WiFiClientSecure' : 'WiFiClient'}.h>

// Call it once WiFi is connected; true once the reading is stored.
bool pushReading(float levelPercent, bool pumpOn) {
${
  isSecure
    ? `  WiFiClientSecure client;
  client.setInsecure();  // or client.setCACert(...), which also proves whom it speaks to`
    : '  WiFiClient client;'
}
  HTTPClient http;
  http.begin(client, ${cText(`${of.origin}/iot_push.php`)});
  http.addHeader("Content-Type", "application/x-www-form-urlencoded");
  int status = http.POST(String(${constantForm(of)}) +
                         String(levelPercent, 1) +
                         "&pump_status=" + (pumpOn ? "on" : "off"));
  http.end();
  return status == 201;  // else keep the reading and send it again later
}`;
}

function sim800Lines(of: FirmwareOf): string {
  const { protocol, hostname, port } = new URL(of.origin);
  const isSecure = protocol === 'https:';
  return `#define TINY_GSM_MODEM_SIM800
#include <TinyGsmClient.h>
#include <ArduinoHttpClient.h>

TinyGsm modem(Serial1);
${isSecure ? 'TinyGsmClientSecure' : 'TinyGsmClient'} client(modem);
HttpClient http(client, ${cText(hostname)}, ${port || (isSecure ? 443 : 80)});

// Call it after modem.gprsConnect(...); true once the reading is stored.
bool pushReading(float levelPercent, bool pumpOn) {
  String form = String(${constantForm(of)}) +
                String(levelPercent, 1) +
                "&pump_status=" + (pumpOn ? "on" : "off");
  http.post("/iot_push.php", "application/x-www-form-urlencoded", form);
  int status = http.responseStatusCode();
  http.responseBody();
  http.stop();
  return status == 201;  // else keep the reading and send it again later
}`;
}

/** Quotes any text as one argument of a POSIX shell. */
export function shellText(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function cText(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}
