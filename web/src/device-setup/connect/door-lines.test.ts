import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import {
  batchLines,
  homeLines,
  homes,
  mqttLines,
  signedLines,
  signedMqttLines,
} from './door-lines.ts';
import { keyPlace } from './firmware-lines.ts';

const hostile = `KS 1' "$(id)" \`id\` \\ ä`;
const of = {
  origin: 'https://kisima.example',
  macOrSerial: 'AA:BB:CC:DD:EE:01',
  apiKey: 'kd_abc',
  sensorName: undefined,
};

/** The words that a program is called with where a shell runs these lines. */
function wordsOf(program: string, lines: string): string[] {
  const script = `${program}() { printf '%s\\n' "$@"; }\n${lines}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\n');
}

describe('the lines for a door', () => {
  it('send a batch as JSON, whatever a serial holds', () => {
    const lines = batchLines({ ...of, macOrSerial: hostile, sensorName: "Asha's" });
    const words = wordsOf('curl', lines);
    assert.equal(words[0], 'https://kisima.example/iot_push_batch.php');
    const body = JSON.parse(words[4] ?? '') as { mac_address: string; readings: unknown[] };
    assert.equal(body.mac_address, hostile);
    assert.deepEqual(body.readings[1], {
      sensor_name: "Asha's",
      water_level_percent: 62.5,
      age_s: 0,
    });
  });

  it('sign a push by the text of the document, and do not send the key', () => {
    for (const macOrSerial of [of.macOrSerial, hostile]) {
      const [address, , header = '', , body = ''] = wordsOf(
        'curl',
        signedLines({ ...of, macOrSerial }),
      );
      assert.equal(address, 'https://kisima.example/iot_push.php');
      assert.equal(new URLSearchParams(body).get('mac_address'), macOrSerial);
      assert.doesNotMatch(body, /kd_abc/);
      const [, counter = '', sign] =
        /^X-Kisima-Signature: (\d+)\.([0-9a-f]{64})$/.exec(header) ?? [];
      const hash = createHash('sha256').update(body).digest('hex');
      const text = ['kisima-1', 'POST', '/iot_push.php', '', hash, counter].join('\n');
      assert.equal(sign, createHmac('sha256', 'kd_abc').update(text).digest('hex'));
    }
  });

  it('publish a reading by MQTT, with TLS where the server has it', () => {
    const plain = mqttLines(of, { host: 'kisima.example', port: 1883, isSecure: false });
    const words = wordsOf('mosquitto_pub', plain);
    assert.deepEqual(words.slice(0, 8), [
      ...['-h', 'kisima.example', '-p', '1883'],
      ...['-u', 'AA:BB:CC:DD:EE:01', '-P', 'kd_abc'],
    ]);
    assert.equal(words[words.indexOf('-t') + 1], 'kisima/AA:BB:CC:DD:EE:01/readings');
    assert.deepEqual(JSON.parse(words[words.indexOf('-m') + 1] ?? ''), {
      water_level_percent: 62.5,
      pump_status: 'off',
    });
    // Copied before the key was shown: a device that need not send it is let in without a password.
    const keyless = { ...of, apiKey: undefined };
    const bare = mqttLines(keyless, { host: 'kisima.example', port: 1883, isSecure: false });
    assert.ok(!wordsOf('mosquitto_pub', bare).includes('-P'));
    assert.ok(!bare.includes(keyPlace));
    assert.ok(signedLines(keyless).includes(keyPlace));
    const secure = mqttLines(of, { host: 'kisima.example', port: 8883, isSecure: true });
    assert.ok(wordsOf('mosquitto_pub', secure).includes('--capath'));
  });

  it('sign what is published by the text of the document, with a word in the place of the key', () => {
    for (const sensorName of [undefined, hostile]) {
      const lines = signedMqttLines(
        { ...of, sensorName },
        { host: 'kisima.example', port: 1883, isSecure: false },
      );
      const heard = execFileSync(
        'sh',
        ['-c', `mosquitto_pub() { printf '%s\\n' "$@"; cat; }\n${lines}`],
        { encoding: 'utf8' },
      ).split('\n');
      assert.deepEqual(heard.slice(0, 11), [
        ...['-h', 'kisima.example', '-p', '1883'],
        ...['-u', of.macOrSerial, '-P', 'signed', '-q', '1', '-t'],
      ]);
      const [topic = '', , stamped = '', reading = ''] = heard.slice(11);
      const [, counter = '', sign] = /^(\d+)\.([0-9a-f]{64})$/.exec(stamped) ?? [];
      const hash = createHash('sha256').update(reading).digest('hex');
      const text = ['kisima-1', 'PUBLISH', topic, '', hash, counter].join('\n');
      assert.equal(sign, createHmac('sha256', 'kd_abc').update(text).digest('hex'));
      assert.equal(JSON.parse(reading).sensor_name, sensorName);
    }
  });

  it('leave out what is not known, and keep within their quotes', () => {
    for (const home of homes) {
      const unknown = homeLines(home, { ...of, apiKey: undefined });
      assert.doesNotMatch(unknown, /api_key|sensor_name|undefined/);
      assert.match(unknown, /mac_address=AA%3ABB%3ACC%3ADD%3AEE%3A01&/);
      const lines = homeLines(home, { ...of, macOrSerial: hostile, sensorName: 'roof' });
      assert.match(lines, /api_key=kd_abc&sensor_name=roof&/);
      const [, form = ''] = /(mac_address=[^ ]*sensor_name=)/.exec(lines) ?? [];
      assert.doesNotMatch(form, /["\\]/);
    }
    assert.match(homeLines('esphome', of), /verify_ssl: true/);
  });
});
