import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { boards, firmwareLines } from './firmware-lines.ts';

const plain = {
  origin: 'http://kisima.example:8080',
  macOrSerial: 'AA:BB:CC:DD:EE:01',
  apiKey: undefined,
  sensorName: undefined,
};

describe('the lines for a board', () => {
  it('leave out what is not known, and say what is', () => {
    for (const board of boards) {
      assert.doesNotMatch(firmwareLines(board, plain), /api_key|sensor_name|undefined/);
      const known = firmwareLines(board, { ...plain, apiKey: 'kd_abc', sensorName: 'roof' });
      assert.match(known, /api_key=kd_abc/);
      assert.match(known, /sensor_name=roof/);
    }
  });

  it('reach a shell as they are meant, whatever a serial holds', () => {
    const macOrSerial = `KS 1' "$(id)" \`id\` \\ ä`;
    const lines = firmwareLines('curl', { ...plain, macOrSerial });
    const script = `curl() { printf '%s\\n' "$@"; }\n${lines}`;
    const words = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\n');
    assert.equal(words[0], 'http://kisima.example:8080/iot_push.php');
    assert.equal(words[2], `mac_address=${macOrSerial}`);
  });

  it('are good C strings, whatever a serial holds', () => {
    const sketch = firmwareLines('esp32', { ...plain, macOrSerial: 'a"b\\c&d=e' });
    assert.match(sketch, /"mac_address=a%22b%5Cc%26d%3De&water_level_percent="/);
  });

  it('speak TLS where the server does', () => {
    const secure = { ...plain, origin: 'https://kisima.example' };
    assert.match(firmwareLines('esp32', secure), /WiFiClientSecure client;/);
    assert.match(firmwareLines('sim800', secure), /"kisima\.example", 443\)/);
    assert.match(firmwareLines('esp32', plain), /WiFiClient client;/);
    assert.match(firmwareLines('sim800', plain), /"kisima\.example", 8080\)/);
  });
});
