import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { startTestServer, type TestServer } from '../../../test/helpers/server/test-server.ts';
import { createTestTimers } from '../../../test/helpers/server/test-timers.ts';
import { createSlowRefusals } from './slow-refusals.ts';

describe('refusals of a client that goes on', () => {
  let server: TestServer;
  before(async () => {
    const limits = { REFUSALS_PER_ADDRESS: '2', SMS_KEY_FAILURES_PER_ADDRESS: '1' };
    server = await startTestServer({ engine: 'sqlite', env: { TRUST_PROXY: '1', ...limits } });
  });
  after(() => server.stop());

  const guess = async (address: string) => {
    const start = performance.now();
    const { status } = await server.request('GET', '/v1/sms/balance', {
      headers: { 'x-api-key': 'nonsense', 'x-forwarded-for': address },
    });
    return { status, isSlow: performance.now() - start > 1990 };
  };

  it('come two seconds later, and those of others at once', async () => {
    assert.equal((await guess('192.0.2.1')).status, 403);
    for (const isSlow of [false, false, true]) {
      assert.deepEqual(await guess('192.0.2.1'), { status: 429, isSlow });
    }
    await guess('192.0.2.2');
    assert.deepEqual(await guess('192.0.2.2'), { status: 429, isSlow: false });
  });

  it('come at once again ten seconds later, and where thousands wait', async () => {
    const timers = createTestTimers();
    const refuseSlowly = createSlowRefusals({ timers, promptPerClient: 1 });
    let answered = 0;
    const refuse = async (client: string) => {
      refuseSlowly(client).then(() => {
        answered += 1;
      });
      await setImmediate();
    };
    await refuse('a');
    await refuse('a');
    assert.equal(answered, 1);
    timers.advance(2000);
    await setImmediate();
    assert.equal(answered, 2);
    timers.advance(8000);
    await refuse('a');
    assert.equal(answered, 3);
    for (let count = 0; count < 2000; count++) refuseSlowly('a');
    await refuse('a');
    assert.equal(answered, 4);
  });
});
