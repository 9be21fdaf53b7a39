import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { startTestServer, type TestServer } from '../../../test/helpers/server/test-server.ts';
import { createTestTimers } from '../../../test/helpers/server/test-timers.ts';
import { systemTimers, type Timers } from '../time/timers.ts';
import { createSlowRefusals } from './slow-refusals.ts';

describe('refusals of a client that goes on', () => {
  let server: TestServer;
  let held = 0;
  /** Counts the refusals that are held back, and lets them go at once. */
  const timers: Timers = {
    ...systemTimers,
    after: (ms, run) => {
      if (ms !== 2000) return systemTimers.after(ms, run);
      held += 1;
      return systemTimers.after(0, run);
    },
  };
  before(async () => {
    const limits = { REFUSALS_PER_ADDRESS: '2', SMS_KEY_FAILURES_PER_ADDRESS: '1' };
    server = await startTestServer({
      engine: 'sqlite',
      env: { TRUST_PROXY: '1', ...limits },
      timers,
    });
  });
  after(() => server.stop());

  const guess = async (address: string) => {
    const heldBefore = held;
    const { status } = await server.request('GET', '/v1/sms/balance', {
      headers: { 'x-api-key': 'nonsense', 'x-forwarded-for': address },
    });
    return { status, isSlow: held > heldBefore };
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
