import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { openTestDatabase } from '../../../test/helpers/database/test-database.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { howMany } from '../../../test/helpers/whole-suite.ts';
import type { Database } from '../../db/database.ts';
import {
  beginCharges,
  chargeCredits,
  ensureAccount,
  enterCharges,
  grantCredits,
  refundMessages,
  takeBackCredits,
} from './credits.ts';
import { setLowBalance, takeCrossings } from './low-balance.ts';

type Step =
  | { kind: 'grant' | 'take back' | 'job' | 'sends' | 'refunds'; credits: number }
  | { kind: 'threshold'; at: number | null }
  | { kind: 'tell' };

const credits = fc.integer({ min: 1, max: 40 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('grant', 'take back', 'job', 'sends', 'refunds'), credits }),
  fc.record({ kind: fc.constant('threshold'), at: fc.option(fc.integer({ min: 0, max: 90 })) }),
  fc.record({ kind: fc.constant('tell') }),
) as fc.Arbitrary<Step>;

describeOnBothEngines('low balances', (engine) => {
  let db: Database;
  let close: () => Promise<void>;
  let lastUser = 0;
  let lastMessage = 0;
  before(async () => {
    ({ db, close } = await openTestDatabase(engine));
  });
  after(() => close());

  /** An account and the rule in plain words: what is low, and what is still to be told. */
  const newModel = async () => {
    lastUser += 1;
    const userId = lastUser;
    await db.transaction((trx) => ensureAccount(trx, { userId, trial: { credits: 30 }, now: 1 }));
    let [balance, isLow] = [30, false];
    let threshold: number | null = null;
    let untold: number | undefined;
    let crossings = 0;
    let told = 0;
    let unrefunded: number[] = [];

    const cross = () => {
      isLow = true;
      // One that is not told yet is told together with this one.
      if (untold === undefined) crossings += 1;
      untold = balance;
    };
    const changed = (by: number, isTopUp: boolean) => {
      balance += by;
      if (threshold === null) return;
      const margin = isTopUp ? 0 : Math.max(5, Math.floor(threshold / 10));
      if (balance <= threshold) {
        if (!isLow) cross();
      } else if (balance > threshold + margin) isLow = false;
    };
    const setThreshold = (at: number | null) => {
      if (at === threshold) return;
      threshold = at;
      const isBelow = at !== null && balance <= at;
      if (isBelow && !isLow) cross();
      isLow = isBelow;
      if (at === null && untold !== undefined) {
        untold = undefined;
        crossings -= 1;
      }
    };
    const tell = async () => {
      const taken = await db.transaction((trx) => takeCrossings(trx, 10));
      assert.deepEqual(
        taken.map(({ user_id, low_at }) => [user_id, low_at]),
        untold === undefined ? [] : [[userId, untold]],
      );
      told += taken.length;
      untold = undefined;
    };

    const run = async (next: Step) => {
      if (next.kind === 'tell') return await tell();
      if (next.kind === 'threshold') {
        setThreshold(next.at);
        return await setLowBalance(db.write, userId, next.at);
      }
      const given = { userId, credits: next.credits, now: 2 };
      await db.transaction(async (trx) => {
        switch (next.kind) {
          case 'grant':
            await grantCredits(trx, { ...given, note: null });
            return changed(next.credits, true);
          case 'take back':
            if (await takeBackCredits(trx, { ...given, note: null })) changed(-next.credits, false);
            return;
          case 'job':
            if (await chargeCredits(trx, { ...given, jobId: 1 })) changed(-next.credits, false);
            return;
          case 'sends': {
            const { spent, lowBalance } = await beginCharges(trx, given);
            const ids = Array.from({ length: spent }, () => ++lastMessage);
            await enterCharges(
              trx,
              ids.map((id) => ({ id, user_id: userId, cost: 1 })),
              2,
            );
            unrefunded.push(...ids);
            if (spent > 0) changed(-spent, false);
            assert.equal(lowBalance, isLow ? threshold : null);
            return;
          }
          case 'refunds': {
            const ids = unrefunded.slice(0, next.credits);
            unrefunded = unrefunded.slice(next.credits);
            const messages = ids.map((id) => ({ id, user_id: userId, cost: 1 }));
            await refundMessages(trx, messages, 3);
            if (ids.length > 0) changed(ids.length, false);
          }
        }
      });
    };
    const end = async () => {
      await tell();
      await tell();
      assert.equal(told, crossings);
    };
    return { run, end };
  };

  it('are told once a crossing, in any order of sends, refunds, grants, reversals and thresholds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const model = await newModel();
        for (const next of steps) await model.run(next);
        await model.end();
      }),
      { numRuns: engine === 'sqlite' ? howMany(40, 150) : howMany(12, 40) },
    );
  });
});
