import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { openTestDatabase } from '../../../test/helpers/database/test-database.ts';
import { createOutbox, newSingle, queueMessages } from '../../../test/helpers/sms/outbox.ts';
import { bindPair, endPair } from '../../../test/helpers/smsc/smpp-pair.ts';
import { readConfig } from '../../config.ts';
import type { Database } from '../../db/database.ts';

const perSecond = 100;
const stepMs = 10;
/** Three parts each. */
const long = 'kidogo sana '.repeat(30);

describe('the rate of a provider', () => {
  let db: Database;
  let close: () => Promise<void>;
  const ends: (() => Promise<unknown> | undefined)[] = [];
  before(async () => {
    ({ db, close } = await openTestDatabase('sqlite'));
  });
  after(() => close());
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
    await db.write.deleteFrom('sms_messages').execute();
  });

  it('is kept in every second by batches, single sends, repeats and parts together', async () => {
    let sent = 0;
    let isDeaf = true;
    const pair = await bindPair({
      options: { window: 50, throughput: perSecond, responseMs: 2000 },
      // The first ones stay without an answer, so that they are repeated.
      onSubmit: () => {
        sent += 1;
        return isDeaf ? undefined : {};
      },
    });
    ends.push(() => endPair(pair));
    const { provider, timers } = pair;
    const rates = new Map([['smpp', perSecond]]);
    const outbox = createOutbox(db, [provider], { timers, rates });
    const { dispatcher, clock } = outbox;
    await dispatcher.start?.();
    ends.push(() => dispatcher.stop?.());

    const perStep: number[] = [];
    const advance = async (ms: number) => {
      for (let passed = 0; passed < ms; passed += stepMs) {
        const before = sent;
        clock.now += stepMs;
        timers.advance(stepMs);
        dispatcher.wake();
        // What leaves in this step is there once the SMSC has answered a question that left after it.
        for (let round = 0; round < 2; round += 1) {
          await new Promise<void>((resolve) => pair.session.enquire_link(() => resolve()));
        }
        perStep.push(sent - before);
      }
    };
    const claimedBy = dispatcher.claimerId();
    const claimed = { status: 'sending', claimed_by: claimedBy };
    const ids = await queueMessages(db, 150, { ...claimed, priority: 0 });

    await queueMessages(db, 60);
    await queueMessages(db, 30, { body: long });
    // The thread that writes loads the dispatcher's work when it is first needed.
    while (sent === 0) await advance(stepMs);
    await advance(4000);
    isDeaf = false;
    await advance(2000);
    // Until the repeats of what was not answered are due.
    await advance(15_000);
    const singles = ids.map((id, index) =>
      dispatcher.sendNow(newSingle({ id, claimedBy, ...(index % 3 === 0 && { text: long }) })),
    );
    const countUnsent = async () => {
      const rows = await db.read.selectFrom('sms_messages').select('status').execute();
      return rows.filter(({ status }) => status !== 'sent' && status !== 'failed').length;
    };
    // The database is slower than this time, which nobody waits for.
    while ((await countUnsent()) > 0) await advance(1000);
    const statuses = await Promise.all(singles);
    assert.deepEqual([...new Set(statuses.map(({ status }) => status))], ['sent']);
    const parts = 60 + 3 * 30 + 100 + 3 * 50;
    assert.ok(sent > parts, `${sent} left, ${parts} and the repeats`);
    const steps = 1000 / stepMs;
    const seconds = perStep.map((_, from) =>
      perStep.slice(from, from + steps).reduce((sum, count) => sum + count, 0),
    );
    const most = Math.max(...seconds);
    assert.ok(most <= perSecond && most >= perSecond * 0.85, `${most} in a second`);
  });

  it('is the lower one over SMPP where two are set', () => {
    const SMPP_URL = 'smpp://kisima:secret@127.0.0.1';
    const throughputOf = (env: Record<string, string>) =>
      readConfig({ SMPP_URL, ...env }).smpp?.throughput;
    assert.deepEqual(
      [
        throughputOf({}),
        throughputOf({ SMS_RATES: 'smpp=100' }),
        throughputOf({ SMPP_THROUGHPUT: '50' }),
        throughputOf({ SMS_RATES: 'smpp=100', SMPP_THROUGHPUT: '50' }),
        throughputOf({ SMS_RATES: 'africastalking=5,smpp=20', SMPP_THROUGHPUT: '50' }),
      ],
      [0, 100, 50, 50, 20],
    );
  });
});
