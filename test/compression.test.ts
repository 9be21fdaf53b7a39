import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { before, describe, it } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { minuteMs } from '../src/kit/time/units.ts';
import { newOwner, type Owner } from './helpers/accounts/owners.ts';
import { useTestServer } from './helpers/server/test-server.ts';
import { seedReadings } from './helpers/water/readings.ts';

describe('compressed answers', () => {
  const server = useTestServer({
    engine: 'sqlite',
    env: { CORS_ORIGINS: 'https://a.example' },
  });
  let owner: Owner;
  before(async () => {
    owner = await newOwner(server);
    const start = server.clock.now - 5000 * minuteMs;
    const readings = Array.from({ length: 5000 }, (_, index) => ({
      at: start + index * minuteMs,
      level: index % 101,
    }));
    await seedReadings(server.db, { deviceId: owner.deviceId, readings });
    for (let count = 0; count < 9; count += 1) {
      const json = { device_id: owner.device_id, sensor_name: `tank ${count}`, command: 'on' };
      await server.request('POST', '/api/pump_commands.php?action=send', {
        token: owner.token,
        json,
      });
    }
  });

  const ask = async (path: string, encoding: string) => {
    const headers = {
      authorization: `Bearer ${owner.token}`,
      'accept-encoding': encoding,
      origin: 'https://a.example',
    };
    const request = get(server.url + path, { headers });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const body = await buffer(response);
    return { status: response.statusCode, headers: response.headers, body };
  };

  it('are those of people, whole and streamed, with the same bytes in them', async () => {
    const ofDevice = `device_id=${owner.device_id}`;
    const paths = [
      '/openapi.json',
      `/api/sensors.php?action=history&${ofDevice}`,
      `/api/pump_commands.php?action=list&${ofDevice}`,
      `/api/reports.php?action=export&${ofDevice}`,
      `/api/reports.php?action=export&format=csv&${ofDevice}`,
      `/api/reports.php?action=export&format=csv&points=100&${ofDevice}`,
    ];
    for (const path of paths) {
      const plain = await ask(path, 'identity');
      const small = await ask(path, 'br');
      assert.deepEqual([plain.status, small.status], [200, 200], path);
      assert.equal(plain.headers['content-encoding'], undefined, path);
      assert.equal(small.headers['content-encoding'], 'br', path);
      for (const { headers } of [plain, small]) assert.match(headers.vary ?? '', /Accept-Encoding/);
      assert.match(small.headers.vary ?? '', /Origin/);
      assert.ok(small.body.length < plain.body.length / 2, path);
      assert.deepEqual(brotliDecompressSync(small.body), plain.body, path);
    }
  });

  it('are none of those to devices', async () => {
    const list = await ask('/api/devices.php?action=list', 'identity');
    const [device] = JSON.parse(list.body.toString()) as { mac_or_serial: string }[];
    const answer = await ask(`/iot_commands.php?mac_address=${device?.mac_or_serial}`, 'br, gzip');
    assert.equal(answer.status, 200);
    assert.ok(answer.body.length > 1024);
    assert.equal(answer.headers['content-encoding'], undefined);
    assert.doesNotMatch(answer.headers.vary ?? '', /Encoding/);
  });
});
