import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { openTestDatabase } from '../../../test/helpers/database/test-database.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { howMany } from '../../../test/helpers/whole-suite.ts';
import type { Database } from '../../db/database.ts';
import {
  type Balance,
  balanceOf,
  beginCharges,
  chargeCredits,
  ensureAccount,
  enterCharges,
  grantCredits,
  refundMessages,
  takeBackCredits,
} from './credits.ts';

/** Events of an account, for the model and the ledger. */
type Step =
  | { kind: 'open'; trial: number }
  | { kind: 'grant'; credits: number }
  | { kind: 'takeBack'; credits: number }
  | { kind: 'charge'; credits: number }
  | { kind: 'spend'; credits: number }
  | { kind: 'refund'; messages: number[] };

const credits = fc.integer({ min: 1, max: 30 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('open' as const), trial: fc.integer({ min: 0, max: 25 }) }),
  fc.record({ kind: fc.constant('grant' as const), credits }),
  fc.record({ kind: fc.constant('takeBack' as const), credits }),
  fc.record({ kind: fc.constant('charge' as const), credits }),
  fc.record({ kind: fc.constant('spend' as const), credits: fc.integer({ min: 1, max: 8 }) }),
  fc.record({
    kind: fc.constant('refund' as const),
    messages: fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 6 }),
  }),
);

describeOnBothEngines('the ledger', (engine) => {
  let db: Database;
  let close: () => Promise<void>;
  let lastUser = 0;
  let lastMessage = 0;
  before(async () => {
    ({ db, close } = await openTestDatabase(engine));
  });
  after(() => close());

  /** An account and the simple sums that it must agree with. */
  const newModel = () => {
    lastUser += 1;
    const userId = lastUser;
    let isOpen = false;
    let quota = 0;
    let used = 0;
    let trial = 0;
    let isTrial = true;
    const charged: number[] = [];
    const refunded = new Set<number>();

    const run = (step: Step) =>
      db.transaction(async (trx) => {
        switch (step.kind) {
          case 'open':
            await ensureAccount(trx, { userId, trial: { credits: step.trial }, now: 1 });
            if (!isOpen) quota = step.trial;
            if (!isOpen) trial = step.trial;
            isOpen = true;
            return;
          case 'grant':
            if (!isOpen) return;
            quota += step.credits;
            isTrial = false;
            await grantCredits(trx, { userId, credits: step.credits, note: null, now: 2 });
            return;
          case 'takeBack': {
            const fits = isOpen && quota - used >= step.credits;
            const taken = { userId, credits: step.credits, note: null, now: 2 };
            const after = await takeBackCredits(trx, taken);
            if (fits) quota -= step.credits;
            if (fits && quota <= trial) isTrial = true;
            const left = { balance: quota - used, quota, used, isTrial, lowBalance: null };
            assert.deepEqual(after, fits ? left : undefined);
            return;
          }
          case 'charge': {
            const fits = isOpen && quota - used >= step.credits;
            const after = await chargeCredits(trx, {
              userId,
              credits: step.credits,
              jobId: 1,
              now: 3,
            });
            if (fits) used += step.credits;
            const left = { balance: quota - used, quota, used, isTrial, lowBalance: null };
            assert.deepEqual(after, fits ? left : undefined);
            return;
          }
          case 'spend': {
            const spent = Math.min(step.credits, quota - used);
            const { balance, ...after } = await beginCharges(trx, {
              userId,
              credits: step.credits,
            });
            used += spent;
            assert.deepEqual([after.spent, balance], [spent, quota - used]);
            assert.equal(after.isTrial, isOpen && isTrial);
            const ids = Array.from({ length: spent }, () => ++lastMessage);
            charged.push(...ids);
            const messages = ids.map((id) => ({ id, user_id: userId, cost: 1 }));
            await enterCharges(trx, messages, 4);
            return;
          }
          case 'refund': {
            const ids = step.messages.flatMap((place) => charged[place] ?? []);
            const messages = ids.map((id) => ({ id, user_id: userId, cost: 1 }));
            await refundMessages(trx, messages, 5);
            for (const id of ids) {
              if (!refunded.has(id)) used -= 1;
              refunded.add(id);
            }
          }
        }
      });

    const check = async () => {
      const expected: Balance | undefined = isOpen
        ? { balance: quota - used, quota, used, isTrial, lowBalance: null }
        : undefined;
      assert.deepEqual(await balanceOf(db.read, userId), expected);
      const { sum } = await db.read
        .selectFrom('sms_ledger')
        .select(({ fn }) => fn.sum<number | null>('credits').as('sum'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      assert.equal(sum ?? 0, quota - used);
      assert.ok(quota - used >= 0);
    };
    return { run, check };
  };

  it('adds up after whatever happens, and never falls below 0', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
        const { run, check } = newModel();
        for (const each of [{ kind: 'open', trial: 10 } as const, ...steps]) {
          await run(each);
          await check();
        }
      }),
      { numRuns: howMany(12, 40) },
    );
  });

  it('has trial credits alone again once what was granted by mistake is taken back', async () => {
    for (const trial of [10, 0]) {
      const { run, check } = newModel();
      await run({ kind: 'open', trial });
      for (const [kind, credits] of [
        ['grant', 100],
        ['takeBack', 60],
        ['takeBack', 40],
        ['grant', 5],
        ['takeBack', 6],
        ['grant', 30],
      ] as const) {
        await run({ kind, credits });
        await check();
      }
    }
  });

  it('knows nothing of who has no account', async () => {
    const { run, check } = newModel();
    await run({ kind: 'charge', credits: 1 });
    await run({ kind: 'spend', credits: 3 });
    await check();
  });

  it('leaves nothing of a transaction that fails', async () => {
    const { run, check } = newModel();
    await run({ kind: 'open', trial: 10 });
    const userId = lastUser;
    await assert.rejects(
      db.transaction(async (trx) => {
        await chargeCredits(trx, { userId, credits: 5, jobId: 1, now: 1 });
        throw new Error('the job cannot be stored');
      }),
    );
    await check();
  });
});
