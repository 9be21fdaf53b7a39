import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { describedOperations, fetchDescription } from '../../../test/contract/openapi.ts';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { useTestServer } from '../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';

/** They take gzip and deflate. */
const unpacked = /^POST (\/iot_push_batch\.php|\/integrations\/)/;

describe('a compressed body', () => {
  const server = useTestServer({ engine: 'sqlite' });

  it('is 415 with what is taken on every operation that does not unpack it', async () => {
    const { token } = await registerUser(server);
    const operations = [...describedOperations(await fetchDescription(server))];
    const taking = operations.filter(([, { requestBody }]) => requestBody);
    let refused = 0;
    for (const [route] of taking) {
      const [method = '', path = ''] = route.split(' ');
      const answer = await fetch(server.url + path.replaceAll(/\{\w+\}/g, '1'), {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-encoding': 'gzip',
        },
        body: gzipSync('{"a":1}'),
      });
      const { error } = (await answer.json()) as { error: string };
      // What it may not do, and what it has no key for, is said first.
      if ([401, 403, 404].includes(answer.status)) continue;
      if (unpacked.test(route)) assert.notEqual(answer.status, 415, route);
      else {
        assert.equal(answer.status, 415, `${route}: ${error}`);
        assert.ok(error.includes('Content-Encoding gzip '), `${route}: ${error}`);
        assert.equal(answer.headers.get('accept-encoding'), 'identity', route);
        refused += 1;
      }
    }
    assert.ok(refused > 40, String(refused));
  });

  it('of a board is refused likewise, whichever type it states', async () => {
    const { token } = await registerUser(server);
    const { mac_or_serial: mac } = await registerDevice(server, token);
    for (const type of ['application/x-www-form-urlencoded', 'application/json']) {
      const answer = await fetch(`${server.url}/iot_push.php`, {
        method: 'POST',
        headers: { 'content-type': type, 'content-encoding': 'gzip' },
        body: gzipSync(`mac_address=${mac}&water_level_percent=50`),
      });
      assert.equal(answer.status, 415, type);
    }
  });
});
