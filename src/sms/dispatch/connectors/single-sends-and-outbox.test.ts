import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { openTestDatabase } from '../../../../test/helpers/database/test-database.ts';
import { createTestTimers } from '../../../../test/helpers/server/test-timers.ts';
import {
  createOutbox,
  fakeProvider,
  newSingle,
  queueMessages,
} from '../../../../test/helpers/sms/outbox.ts';
import type { Database } from '../../../db/database.ts';
import { createConnector } from './connector.ts';

const stepMs = 10;

describe('a rate that single sends use up', () => {
  let db: Database;
  let close: () => Promise<void>;
  before(async () => {
    ({ db, close } = await openTestDatabase('sqlite'));
  });
  after(() => close());

  it('leaves its share to the outbox, and no second has more than it may', async () => {
    const perSecond = 10;
    const provider = fakeProvider();
    const rates = new Map([[provider.name, perSecond]]);
    const { dispatcher, clock, timers } = createOutbox(db, [provider], { rates });
    await dispatcher.start?.();
    const claimedBy = dispatcher.claimerId();
    const claimed = { status: 'sending', claimed_by: claimedBy, priority: 0 };
    const singles = await queueMessages(db, 300, claimed);
    const single = new Set(singles);
    await queueMessages(db, 100);
    const perStep: number[] = [];
    let waiting = 0;
    const sendOn = async () => {
      waiting += 1;
      const id = singles.shift();
      if (id !== undefined) await dispatcher.sendNow(newSingle({ id, claimedBy }));
      waiting -= 1;
    };
    // Half a minute, in which eight singles wait at any time.
    for (let passed = 0; passed < 30_000; passed += stepMs) {
      while (waiting < 8 && singles.length > 0) void sendOn();
      const sent = provider.taken.length;
      clock.now += stepMs;
      timers.advance(stepMs);
      dispatcher.wake();
      // So long that a cycle of the dispatcher is over, which takes no time of this clock.
      for (let round = 0; round < 2; round += 1) {
        await db.read.selectFrom('sms_claimers').select('id').execute();
        await db.write.deleteFrom('sms_claimers').where('id', '=', -1).execute();
        await setImmediate();
      }
      perStep.push(provider.taken.length - sent);
    }
    const ofOutbox = provider.taken.filter(({ id }) => !single.has(id)).length;
    const ofSingles = provider.taken.length - ofOutbox;
    assert.ok(ofOutbox >= 30 && ofOutbox <= 80, `${ofOutbox} of the outbox left`);
    assert.ok(ofSingles >= 200, `${ofSingles} single sends left`);
    const steps = 1000 / stepMs;
    const most = Math.max(
      ...perStep.map((_, at) => perStep.slice(at, at + steps).reduce((sum, each) => sum + each, 0)),
    );
    assert.ok(most <= perSecond, `${most} in a second`);
    while (waiting > 0) {
      clock.now += 1000;
      timers.advance(1000);
      await db.write.deleteFrom('sms_claimers').where('id', '=', -1).execute();
      await setImmediate();
    }
    await dispatcher.stop?.();
  });

  it('is nearly all theirs where nothing waits in the outbox', async () => {
    for (const perSecond of [2, 20, 200]) {
      const timers = createTestTimers();
      const connector = createConnector(fakeProvider(), perSecond, timers);
      let passed = 0;
      let waiting = 0;
      const send = async () => {
        waiting += 1;
        const hasPassed = await connector.waitForRate(1, 10_000);
        if (hasPassed) passed += 1;
        waiting -= 1;
      };
      for (let time = 0; time < 20_000; time += stepMs) {
        while (waiting < 8) void send();
        timers.advance(stepMs);
        await setImmediate();
        assert.ok(
          connector.free() > 0 || connector.waitMs() > 0,
          'whoever looks knows when to look again',
        );
      }
      assert.ok(passed >= 20 * perSecond * 0.85, `${passed} in 20 seconds at ${perSecond}`);
    }
  });
});
