import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { openTestDatabase } from '../../../test/helpers/test-database.ts';
import { describeOnBothEngines } from '../../../test/helpers/test-server.ts';
import type { Database } from '../../db/database.ts';
import {
  balanceOf,
  chargeCredits,
  ensureAccount,
  grantCredits,
  refundMessages,
} from './credits.ts';

const now = Date.parse('2026-11-21T08:00:00Z');

type Step =
  | { kind: 'grant'; credits: number }
  | { kind: 'charge'; cost: number }
  | { kind: 'refund'; which: number[] };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.integer({ min: 1, max: 20 }).map((credits) => ({ kind: 'grant' as const, credits })),
  fc.integer({ min: 1, max: 8 }).map((cost) => ({ kind: 'charge' as const, cost })),
  fc
    .array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 4 })
    .map((which) => ({ kind: 'refund' as const, which })),
);

describeOnBothEngines('credits', (engine) => {
  let db: Database;
  let close: () => Promise<void>;
  let users = 0;
  let messages = 0;
  before(async () => {
    ({ db, close } = await openTestDatabase(engine));
  });
  after(() => close());

  async function newAccount(trialCredits: number): Promise<number> {
    const userId = ++users;
    await db.transaction((trx) => ensureAccount(trx, { userId, trialCredits, now }));
    return userId;
  }

  async function entriesOf(userId: number) {
    return await db.read
      .selectFrom('sms_ledger')
      .select(['kind', 'credits', 'message_id', 'job_id', 'note'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute();
  }

  const charge = (userId: number, credits: number, messageId = ++messages) =>
    db.transaction((trx) => chargeCredits(trx, { userId, credits, messageId, now }));

  it('begin with the trial, once', async () => {
    const userId = await newAccount(25);
    await db.transaction((trx) => ensureAccount(trx, { userId, trialCredits: 25, now }));
    assert.deepEqual(await balanceOf(db.read, userId), { balance: 25, quota: 25, used: 0 });
    assert.deepEqual(await entriesOf(userId), [
      { kind: 'grant', credits: 25, message_id: null, job_id: null, note: 'Trial credits' },
    ]);
    assert.equal(await balanceOf(db.read, 999_999), undefined);
    assert.deepEqual(await entriesOf(await newAccount(0)), []);
  });

  it('add up after anything, and never fall below zero', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const userId = await newAccount(10);
        const model = { quota: 10, used: 0 };
        const charged: { id: number; user_id: number; cost: number; isRefunded: boolean }[] = [];
        for (const each of steps) {
          if (each.kind === 'grant') {
            model.quota += each.credits;
            const grant = { userId, credits: each.credits, note: null, now };
            await db.transaction((trx) => grantCredits(trx, grant));
          } else if (each.kind === 'charge') {
            const isEnough = model.quota - model.used >= each.cost;
            const id = ++messages;
            const after = await charge(userId, each.cost, id);
            assert.equal(after !== undefined, isEnough);
            if (!isEnough) continue;
            model.used += each.cost;
            charged.push({ id, user_id: userId, cost: each.cost, isRefunded: false });
          } else {
            const chosen = each.which.flatMap((n) => charged[n] ?? []);
            for (const message of chosen) {
              if (!message.isRefunded) model.used -= message.cost;
              message.isRefunded = true;
            }
            await db.transaction((trx) => refundMessages(trx, chosen, now));
          }
          const { quota, used } = model;
          assert.deepEqual(await balanceOf(db.read, userId), {
            balance: quota - used,
            quota,
            used,
          });
        }
        const sum = (await entriesOf(userId)).reduce((total, { credits }) => total + credits, 0);
        assert.equal(sum, model.quota - model.used);
      }),
      { numRuns: engine === 'sqlite' ? 40 : 15 },
    );
  });

  it('are spent to the last one by many at once, and no further', async () => {
    const userId = await newAccount(50);
    const answers = await Promise.all(Array.from({ length: 80 }, () => charge(userId, 1)));
    const left = answers.flatMap((answer) => answer?.balance ?? []).sort((a, b) => b - a);
    assert.deepEqual(
      left,
      Array.from({ length: 50 }, (_, n) => 49 - n),
    );
    assert.deepEqual(await balanceOf(db.read, userId), { balance: 0, quota: 50, used: 50 });
  });

  it('come back once for each message, whoever asks how often', async () => {
    const [one, other] = [await newAccount(1000), await newAccount(1000)];
    const batch = await Promise.all(
      Array.from({ length: 30 }, async (_, n) => {
        const [user_id, id] = [n % 2 ? one : other, ++messages];
        await charge(user_id, 3, id);
        return { id, user_id, cost: 3 };
      }),
    );
    const free = { id: ++messages, user_id: one, cost: 0 };
    await Promise.all(
      [batch, batch.toReversed(), [...batch.slice(10), free]].map((some) =>
        db.transaction((trx) => refundMessages(trx, some, now)),
      ),
    );
    for (const userId of [one, other]) {
      assert.deepEqual(await balanceOf(db.read, userId), { balance: 1000, quota: 1000, used: 0 });
      const refunds = (await entriesOf(userId)).filter(({ kind }) => kind === 'refund');
      assert.equal(refunds.length, 15);
    }
  });

  it('go by the job where many messages are charged together', async () => {
    const userId = await newAccount(10);
    const charged = await db.transaction((trx) =>
      chargeCredits(trx, { userId, credits: 7, jobId: 5, now }),
    );
    assert.deepEqual(charged, { balance: 3, quota: 10, used: 7 });
    const [, entry] = await entriesOf(userId);
    assert.deepEqual(entry, {
      kind: 'charge',
      credits: -7,
      message_id: null,
      job_id: 5,
      note: null,
    });
  });
});
