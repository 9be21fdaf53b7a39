import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { openTestDatabase } from '../../../test/helpers/database/test-database.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { queueMessages } from '../../../test/helpers/sms/outbox.ts';
import { howMany } from '../../../test/helpers/whole-suite.ts';
import type { Database } from '../../db/database.ts';
import { dayMs, hourMs } from '../../kit/time/units.ts';
import { applyUpdates } from '../dispatch/commit/apply.ts';
import { followChanges } from '../dispatch/follow-changes.ts';
import type { MessageUpdate } from '../dispatch/message-update.ts';
import { applyMatched } from '../dispatch/receipts/apply-receipts.ts';
import { expireMessages } from '../dispatch/upkeep/recover.ts';
import type { MessageClass, MessageEvent, MessageStatus } from '../message-states.ts';
import { endStatuses, messageClasses, nextStatus } from '../message-states.ts';
import { cancelSome } from '../messages/cancel.ts';
import { deleteOldMessages } from '../retention/delete-old-messages.ts';
import { type Counts, counters, waitBounds } from './columns.ts';
import { countMessages } from './count-messages.ts';
import { countedAfterMs } from './late-changes.ts';
import { networkOf } from './networks.ts';
import { agesBy } from './old-messages.ts';
import { countSpan, findFirstUncounted } from './queries.ts';

/** A message as the plain model knows it. */
type Known = {
  id: number;
  userId: number;
  phone: string;
  class: MessageClass;
  status: MessageStatus;
  createdAt: number;
  scheduledAt: number | null;
  sentAt: number | null;
  deliveredAt: number | null;
};

type Step =
  | {
      do: 'accept';
      account: 0 | 1;
      phone: string;
      class: MessageClass;
      inHours: number | null;
      aheadMs: number;
    }
  | { do: 'event'; of: number; event: MessageEvent }
  | { do: 'wait'; ms: number }
  | { do: 'count'; account: 0 | 1 }
  | { do: 'delete'; account: 0 | 1; olderThanDays: number };

/** By so much the clock is ahead now and then; no run lasts as long. */
const aheadMs = 200 * dayMs;

const account = fc.constantFrom<0 | 1>(0, 1);
const phones = ['254700000001', '254110000001', '254733000001', '254770000001', '254747000001'];
const events: MessageEvent[] = ['accept', 'refuse', 'lose', 'cancel', 'expire'];
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('accept' as const),
    account,
    phone: fc.constantFrom(...phones),
    class: fc.constantFrom(...messageClasses),
    inHours: fc.option(fc.integer({ min: 1, max: 30 })),
    aheadMs: fc.constantFrom(0, 0, 0, aheadMs),
  }),
  {
    arbitrary: fc.record({
      do: fc.constant('event' as const),
      of: fc.nat(),
      event: fc.constantFrom(...events, 'accept', 'deliver', 'deliver', 'undeliver'),
    }),
    weight: 3,
  },
  fc.record({
    do: fc.constant('wait' as const),
    ms: fc.oneof(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 2 * dayMs })),
  }),
  fc.record({ do: fc.constant('count' as const), account }),
  fc.record({ do: fc.constant('delete' as const), account, olderThanDays: fc.nat(2) }),
);

describeOnBothEngines('counts of messages, against a plain model', (engine) => {
  let db: Database;
  let close: () => Promise<void>;
  before(async () => {
    ({ db, close } = await openTestDatabase(engine));
  });
  after(() => close());

  let runs = 0;

  /** A run has accounts and years of its own. */
  const begin = async () => {
    runs += 1;
    const userIds = [runs * 2, runs * 2 + 1] as const;
    for (const user_id of userIds) {
      const row = { user_id, quota: 1000, used: 1000, created_at: 0 };
      await db.write.insertInto('sms_accounts').values(row).execute();
    }
    return { userIds, from: Date.parse('2026-01-01T00:00Z') + runs * 800 * dayMs };
  };

  const accept = async (given: Step & { do: 'accept' }, userId: number, now: number) => {
    const scheduledAt = given.inHours === null ? null : now + given.inHours * hourMs;
    const status = scheduledAt === null ? 'queued' : 'scheduled';
    const [id = 0] = await queueMessages(db, 1, {
      user_id: userId,
      phone: given.phone,
      class: given.class,
      status,
      created_at: now,
      scheduled_at: scheduledAt,
      due_at: scheduledAt ?? now,
      expires_at: now + 999 * dayMs,
    });
    const times = { createdAt: now, scheduledAt, sentAt: null, deliveredAt: null };
    return { id, userId, phone: given.phone, class: given.class, status, ...times } satisfies Known;
  };

  const update = async ({ id, userId }: Known, event: MessageEvent, now: number) => {
    const plain = { provider: 'fake', refs: [], error: null, dueAt: null, attempted: true };
    const change: MessageUpdate = { id, userId, event, ...plain, claimedBy: null };
    await db.write
      .updateTable('sms_messages')
      .set({ status: 'sending' })
      .where('id', '=', id)
      .where('status', 'in', ['queued', 'scheduled'])
      .execute();
    await db.transaction((trx) => applyUpdates(trx, engine, [change], now));
  };

  const apply = async (known: Known, event: MessageEvent, now: number) => {
    const { id, userId: user_id } = known;
    const isClaimable = known.status === 'queued' || known.status === 'scheduled';
    const isSubmit = event === 'accept' || event === 'refuse' || event === 'lose';
    const status = nextStatus(isSubmit && isClaimable ? 'sending' : known.status, event);
    if (isSubmit) await update(known, event, now);
    else if (event === 'cancel') {
      await db.transaction(async (trx) => {
        const of = { userId: user_id, messageId: id, limit: 10 };
        await followChanges(trx, engine, { moved: await cancelSome(trx, engine, of) }, now);
      });
    } else if (event === 'expire') {
      await db.write
        .updateTable('sms_messages')
        .set({ expires_at: 1 })
        .where('id', '=', id)
        .execute();
      await expireMessages({ db }, { now, overdueAt: 1 });
    } else {
      const word = event === 'deliver' ? 'delivered' : 'rejected';
      const part = { provider: 'fake', ref: `${id}`, user_id, message_id: id };
      const receipt = { status: word, error: null };
      await db.transaction((trx) => applyMatched(trx, engine, [{ receipt, part }], now));
    }
    if (status === undefined) return;
    if (status === 'sent' && known.status !== 'sent') known.sentAt = now;
    if (status === 'delivered') known.deliveredAt = now;
    known.status = status;
  };

  it('are right at every moment, whatever is sent, told, counted and deleted, in whatever order', async () => {
    const property = fc.asyncProperty(fc.array(step, { maxLength: 45 }), async (steps) => {
      const { userIds, from } = await begin();
      let now = from;
      const known: Known[] = [];
      for (const each of steps) {
        if (each.do === 'wait') now += each.ms;
        else if (each.do === 'accept') {
          known.push(await accept(each, userIds[each.account], now + each.aheadMs));
        } else if (each.do === 'event') {
          const meant = known[each.of % Math.max(known.length, 1)];
          if (meant) await apply(meant, each.event, now);
        } else {
          const pass = { pauseSince: async () => {}, now: () => 0, count: () => {} };
          const signal = new AbortController().signal;
          const age =
            each.do === 'count' ? countedAfterMs : each.olderThanDays * dayMs + countedAfterMs;
          const work = each.do === 'count' ? countMessages : deleteOldMessages;
          await work(db, userIds[each.account], { ...pass, signal, ...agesBy(now - age, now) });
        }
      }
      for (const userId of [...userIds, undefined]) {
        const first = await findFirstUncounted(db.read, userId);
        for (const day of [...daysOf(from, now), ...daysOf(from + aheadMs, now + aheadMs)]) {
          const span = { userId, from: day, to: day + dayMs };
          const withUncounted = first !== null && span.to > first;
          const found = await countSpan(db.read, engine, { ...span, withUncounted });
          assert.deepEqual(asTold(found), asTold(countKnown(known, span)));
        }
      }
    });
    await fc.assert(property, { numRuns: howMany(20, 60) });
  });
});

function daysOf(from: number, to: number): number[] {
  return Array.from(
    { length: Math.floor((to - from) / dayMs) + 1 },
    (_, day) => from + day * dayMs,
  );
}

type Told = { network: string; class: string } & Counts;

function asTold(counts: Told[]) {
  return counts
    .map((each) => [each.network, each.class, ...counters.map((name) => each[name])].join())
    .sort();
}

/** Counts message by message, as anybody would. */
function countKnown(
  known: Known[],
  { userId, from, to }: { userId?: number | undefined; from: number; to: number },
): Told[] {
  const found = new Map<string, Told>();
  for (const each of known) {
    if (userId !== undefined && each.userId !== userId) continue;
    if (each.createdAt < from || each.createdAt >= to) continue;
    const network = networkOf(each.phone);
    const zeros = Object.fromEntries(counters.map((name) => [name, 0])) as Counts;
    const key = `${network} ${each.class}`;
    const told = found.get(key) ?? { network, class: each.class, ...zeros };
    found.set(key, told);
    told.messages += 1;
    const hasReceipt = each.status === 'delivered' || each.status === 'undelivered';
    if (each.sentAt !== null || hasReceipt) told.handed_over += 1;
    if (endStatuses.includes(each.status)) told[each.status as 'delivered'] += 1;
    if (each.sentAt !== null) {
      told[bucketOf('handed', each.sentAt - Math.max(each.createdAt, each.scheduledAt ?? 0))] += 1;
      if (each.deliveredAt !== null) {
        told[bucketOf('receipt', each.deliveredAt - each.sentAt)] += 1;
      }
    }
  }
  return [...found.values()];
}

function bucketOf(name: 'handed' | 'receipt', ms: number): keyof Counts {
  const at = waitBounds.findIndex((bound) => ms <= bound * 1000);
  return `${name}_${at === -1 ? waitBounds.length - 1 : at}` as keyof Counts;
}
