import type { Logger } from 'pino';
import type { Leadership } from '../../db/leadership.ts';
import { createBatcher } from '../../kit/batcher.ts';
import type { Clock } from '../../kit/clock.ts';
import type { ClockWatch } from '../../kit/clock-watch.ts';
import { createLoop } from '../../kit/loop.ts';
import type { Part } from '../../kit/parts.ts';
import { storable } from '../../kit/storable.ts';
import type { Timers } from '../../kit/timers.ts';
import type { Receipt } from '../providers/provider.ts';
import type { SettleDeps } from './follow-changes.ts';
import { applyEarlyReceipts, applyMatched, toReceipt } from './receipt-changes.ts';
import {
  dropEarlyReceipts,
  findLateMatches,
  findLostMatches,
  forgetEarlyReceipts,
} from './receipt-queries.ts';
import { longestWord } from './settlement.ts';

type ReceiptsDeps = SettleDeps & {
  clock: Clock;
  clockWatch: Pick<ClockWatch, 'cautious'>;
  log: Logger;
  timers: Timers;
  leadership: Leadership;
  /** Applies receipts in a transaction. */
  store: (receipts: Receipt[], now: number) => Promise<unknown>;
};

export type Receipts = Part & {
  /** Resolves once the receipt, or that it came early, is durable. */
  onReceipt: (receipt: Receipt) => Promise<void>;
  /** One round of what matches early receipts later. */
  matchEarly: () => Promise<void>;
};

const matchEveryMs = 10_000;
const atOnce = 500;
/** How long a response may still come that says whose a receipt is, before its phone is asked. */
const responseMs = 60_000;
/** A receipt that nobody has claimed by then is for a message that we do not have. */
const keptMs = 72 * 3_600_000;

/** Takes delivery receipts from all providers; those that come together share a commit. */
export function createReceipts(deps: ReceiptsDeps): Receipts {
  const { db, clock, clockWatch, log, timers, leadership } = deps;

  const storeAll = async (receipts: Receipt[]) => {
    await deps.store(firstOfEach(receipts), clock());
    return receipts.map(() => undefined);
  };
  const batcher = createBatcher<Receipt, undefined>(storeAll, { largest: atOnce });

  /**
   * A receipt names a phone, and a message to that phone is `unknown`: where it is the only one, the
   * receipt speaks of it.
   */
  const settleLost = async (now: number) => {
    const search = { receivedBefore: now - responseMs, limit: atOnce };
    const pairs = await findLostMatches(db.read, search);
    const byReceipt = Map.groupBy(pairs, ({ provider, ref }) => `${provider}/${ref}`);
    const taken = new Set<string>();
    const matched = [...byReceipt.values()].flatMap(([first, second]) => {
      const key = `${first?.user_id}/${first?.id}`;
      if (!first || second || taken.has(key)) return [];
      taken.add(key);
      return [{ receipt: toReceipt(first), message: { user_id: first.user_id, id: first.id } }];
    });
    if (matched.length === 0) return;
    await db.transaction(async (trx) => {
      await forgetEarlyReceipts(
        trx,
        db.engine,
        matched.map(({ receipt }) => receipt),
      );
      await applyMatched(trx, deps, matched, now);
    });
  };

  const matchEarly = async () => {
    const now = clock();
    const late = await findLateMatches(db.read, atOnce);
    if (late.length > 0) await db.transaction((trx) => applyEarlyReceipts(trx, deps, late, now));
    await settleLost(now);
    await dropEarlyReceipts(db.write, clockWatch.cautious() - keptMs);
  };

  const loop = createLoop({
    name: 'early receipts',
    everyMs: matchEveryMs,
    log,
    timers,
    leadership,
    work: matchEarly,
  });
  return {
    name: 'receipts',
    start: async () => await loop.start?.(),
    stop: async () => {
      await loop.stop?.();
      await batcher.idle();
    },
    onReceipt: async (receipt) => {
      if (receipt.status !== 'pending') await batcher.add(toStorable(receipt));
    },
    matchEarly,
  };
}

function toStorable(receipt: Receipt): Receipt {
  const { ref, error } = receipt;
  return {
    ...receipt,
    ref: storable(ref, longestWord),
    error: error === null ? null : storable(error, longestWord),
  };
}

/** Of several receipts for one part, the first: nothing comes after an end. */
function firstOfEach(receipts: Receipt[]): Receipt[] {
  const firsts = new Map<string, Receipt>();
  for (const receipt of receipts) {
    const key = `${receipt.provider}/${receipt.ref}`;
    if (!firsts.has(key)) firsts.set(key, receipt);
  }
  return [...firsts.values()];
}
