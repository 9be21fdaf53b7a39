import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { useTestServer } from '../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';
import { withoutEdges } from './body-edges.ts';

describe('what stands around a body', () => {
  const server = useTestServer({ engine: 'sqlite' });

  it('is dropped, and nothing within it', () => {
    const piece = fc.constantFrom(
      ' ',
      '\n',
      '\0',
      '\uFEFF',
      '\u00A0',
      '\u2003',
      '\x01',
      '\x7F',
      'a',
      'é',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        assert.equal(withoutEdges(text), text.replace(/^[\s\0]+|[\s\0]+$/g, ''));
      }),
    );
  });

  it('costs no more where blanks within the body are many', async () => {
    const { token } = await registerUser(server);
    const { mac_or_serial: mac } = await registerDevice(server, token);
    const post = async (path: string, type: string, body: string) => {
      const headers = { 'content-type': type };
      const answer = await fetch(server.url + path, { method: 'POST', headers, body });
      return [answer.status, await answer.text()] as const;
    };
    const blanks = ' '.repeat(1_000_000);
    const reading = { mac_address: mac, water_level_percent: 50 };
    const [batch, counts] = await post(
      '/iot_push_batch.php',
      'application/json',
      `${JSON.stringify({ readings: [reading], blanks })}\n`,
    );
    assert.equal(batch, 200, counts);
    assert.equal(JSON.parse(counts).stored, 1);
    const some = blanks.slice(0, 16_000);
    for (const [type, body] of [
      ['application/json', `${JSON.stringify({ ...reading, some })}\r\n`],
      ['application/x-www-form-urlencoded', `mac_address=${mac}${some}&water_level_percent=51\0`],
    ] as const) {
      const [status, text] = await post('/iot_push.php', type, body);
      assert.ok([201, 404].includes(status), text);
    }
  });
});
