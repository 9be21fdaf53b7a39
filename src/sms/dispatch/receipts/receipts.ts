import { Mutex } from 'async-mutex';
import type { Database } from '../../../db/database.ts';
import { createBatcher } from '../../../kit/async/batcher.ts';
import type { Component } from '../../../kit/async/components.ts';
import { createLoop, type LoopDeps } from '../../../kit/async/loop.ts';
import { PassingMap } from '../../../kit/async/passing-map.ts';
import { storable } from '../../../kit/text/storable.ts';
import type { Clock } from '../../../kit/time/clock.ts';
import type { ClockWatch } from '../../../kit/time/clock-watch.ts';
import { hourMs } from '../../../kit/time/units.ts';
import type { Receipt } from '../../providers/provider.ts';
import { longestWord, type MessageUpdate, messageKey } from '../message-update.ts';
import {
  applyMatched,
  firstRetryMs,
  matchEarlyReceipts,
  type ReceiptOutcome,
  storeReceipts,
} from './apply-receipts.ts';
import {
  dropEarlyReceipts,
  type EarlyReceipt,
  findDueReceipts,
  findEarlyByRefs,
  findLostMatches,
  forgetEarlyReceipts,
  isAnyReceiptEarly,
  type LostMatch,
} from './early-receipt-queries.ts';
import { receiptSpellingsOf, responseMs } from './match-receipt.ts';
import type { RefKey } from './receipt-queries.ts';

export type ReceiptsObserver = {
  /** Counts receipts by their outcome, each time that one is looked at. */
  counted: (provider: string, outcome: 'matched' | 'kept' | 'matched_later' | 'given_up') => void;
};

export type ReceiptsDeps = Required<LoopDeps> & {
  db: Database;
  clock: Clock;
  clockWatch: Pick<ClockWatch, 'cautious'>;
  /** Called once there may be new events for webhooks. */
  onEvents: () => void;
  observer?: ReceiptsObserver;
};

export type Receipts = Component & {
  /** Resolves once the receipt is durable, with or without its message. */
  onReceipt: (receipt: Receipt) => Promise<void>;
  /** Notes that answers are stored now: receipts may have waited for their ids. */
  onAnswers: (updates: Pick<MessageUpdate, 'provider' | 'refs'>[]) => void;
  /** One round of what matches receipts later. */
  matchLater: () => Promise<void>;
  /** Resolves when everything reported is done. */
  idle: () => Promise<void>;
};

const lookEveryMs = 10_000;
const atOnce = 500;
/** A receipt that has found no message by then is for one that we do not have. */
const keptMs = 72 * hourMs;

/** Takes delivery receipts from all providers; those that come together share a commit. */
export function createReceipts(deps: ReceiptsDeps): Receipts {
  const { db, clock, clockWatch, log, timers, onEvents, observer } = deps;
  const underWay = new PassingMap<Promise<void>, Promise<void>>();
  let cancelRetry: (() => void) | undefined;
  // Transactions of receipts change the same rows, in the order of their receipts: two would deadlock.
  const oneAtATime = new Mutex();

  const storeAll = async (receipts: Receipt[]) => {
    const given = { receipts: firstOfEach(receipts), now: clock() };
    const outcome = await oneAtATime.runExclusive(() => db.perform(storeReceipts, given));
    note(outcome, 'matched');
    for (const { provider } of outcome.kept) observer?.counted(provider, 'kept');
    if (outcome.kept.length > 0) lookSoon(outcome.kept);
    return receipts.map(() => undefined);
  };
  const batcher = createBatcher<Receipt, undefined>(storeAll, { largest: atOnce });

  const note = ({ matched, learnt }: ReceiptOutcome, outcome: 'matched' | 'matched_later') => {
    if (matched.length > 0) onEvents();
    for (const provider of matched) observer?.counted(provider, outcome);
    for (const { provider, form } of learnt) {
      log.info({ provider, form }, 'the form of ids in receipts was found out, and is stored');
    }
  };

  const match = async (early: EarlyReceipt[]): Promise<void> => {
    if (early.length === 0) return;
    const given = { receipts: early, now: clock() };
    note(
      await oneAtATime.runExclusive(() => db.perform(matchEarlyReceipts, given)),
      'matched_later',
    );
  };

  /** Runs work whose failures are left to the loop. */
  const follow = (work: () => Promise<void>): void => {
    const done = work().catch((error) => log.warn({ err: error }, 'early receipts have to wait'));
    underWay.set(done, done);
    void done.finally(() => underWay.delete(done));
  };

  /**
   * A receipt and the answer to its message may commit at the same time, neither seeing the other. So
   * each looks again once it is durable.
   */
  const lookSoon = (kept: EarlyReceipt[]): void => {
    if (db.engine === 'postgres') follow(() => match(kept));
    cancelRetry ??= timers.after(firstRetryMs + 1, () => {
      cancelRetry = undefined;
      follow(matchDue);
    });
  };

  const matchAnswered = async (refs: RefKey[]): Promise<void> => {
    if (!(await isAnyReceiptEarly(db.read))) return;
    const spellings = refs.flatMap(({ provider, ref }) =>
      receiptSpellingsOf(ref).map((each) => ({ provider, ref: each })),
    );
    await match(await findEarlyByRefs(db.read, { refs: spellings }));
  };

  const matchDue = async (): Promise<void> => {
    await match(await findDueReceipts(db.read, { now: clock(), limit: atOnce }));
  };

  const matchLater = async () => {
    await matchDue();
    const now = clock();
    const search = { receivedBefore: now - responseMs, limit: atOnce };
    const lost = await findLostMatches(db.read, search);
    if (lost.length > 0) {
      const settled = await oneAtATime.runExclusive(() => settleLost(db, lost, now));
      for (const provider of settled) observer?.counted(provider, 'matched_later');
    }
    const dropped = await dropEarlyReceipts(db.write, clockWatch.cautious() - keptMs);
    for (const { provider } of dropped) observer?.counted(provider, 'given_up');
  };

  const idle = async () => {
    await batcher.idle();
    while (underWay.size > 0) await Promise.all(underWay.values());
  };

  const loop = createLoop(deps, {
    name: 'early receipts',
    everyMs: lookEveryMs,
    work: matchLater,
  });
  return {
    name: 'receipts',
    start: async () => await loop.start?.(),
    stop: async () => {
      await loop.stop?.();
      cancelRetry?.();
      await idle();
    },
    onReceipt: async (receipt) => {
      if (receipt.status !== 'pending') await batcher.add(toStorable(receipt));
    },
    onAnswers: (updates) => {
      const refs = updates.flatMap(({ provider, refs }) =>
        provider === null ? [] : refs.map((ref) => ({ provider, ref })),
      );
      if (refs.length > 0) follow(() => matchAnswered(refs));
    },
    matchLater,
    idle,
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
    const key = `${receipt.provider}/${receipt.ref}/${receipt.to}`;
    if (!firsts.has(key)) firsts.set(key, receipt);
  }
  return [...firsts.values()];
}

/**
 * Applies receipts to the lost messages that they name, in one transaction: of the receipts for one message
 * the first, but "delivered" before all, since its phone has it.
 * @returns the providers of the receipts that no other transaction had matched meanwhile.
 */
async function settleLost(db: Database, lost: LostMatch[], now: number): Promise<string[]> {
  return await db.transaction(async (trx) => {
    const keys = lost.map(({ provider, ref, phone }) => ({ provider, ref, phone }));
    const forgotten = await forgetEarlyReceipts(trx, keys);
    const byMessage = Map.groupBy(lost, ({ user_id, id }) => messageKey(user_id, id));
    const matched = [...byMessage.values()].flatMap((receipts) => {
      const said = receipts.find(({ status }) => status === 'delivered') ?? receipts[0];
      if (!said) return [];
      const { provider, ref, user_id, id, ...receipt } = said;
      return [{ receipt, part: { provider, ref, user_id, message_id: id } }];
    });
    await applyMatched(trx, db.engine, matched, now);
    return forgotten;
  });
}
