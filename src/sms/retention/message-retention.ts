import type { Counter } from 'prom-client';
import type { Database } from '../../db/database.ts';
import type { Component } from '../../kit/async/components.ts';
import { pauseFor } from '../../kit/async/delete-in-steps.ts';
import { createLoop } from '../../kit/async/loop.ts';
import type { SweepDeps } from '../../kit/async/sweep.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { createCautiousClock } from '../../kit/time/clock-watch.ts';
import { dayMs, hourMs, minuteMs } from '../../kit/time/units.ts';
import { findOldestMessages } from './account-queries.ts';
import { deleteOldMessages, deleteOldMessagesFromPhones } from './delete-old-messages.ts';
import type { Pass } from './pass.ts';
import { redactMessagesFromPhones, redactMessagesOf } from './redact-texts.ts';

type RetentionDeps = SweepDeps & {
  db: Database;
  clock: Clock;
  /** How long messages are kept, in milliseconds. */
  messageRetentionMs: number;
  /** How long their texts are; as long as the messages where undefined. */
  textRetentionMs: number | undefined;
  metrics: { expiredRows: Counter<'table'> };
};

/** What is deleted is gone for good, and nobody minds what stays for a day longer. */
const doubtMs = dayMs;
const accountsAtOnce = 500;

/**
 * Deletes messages, jobs and messages from phones that are older than they are kept, and before that their
 * texts where these are to go earlier. What waits to be sent stays as it is. A round that is cut short loses
 * nothing: the next one finds what is left.
 */
export function createMessageRetention(deps: RetentionDeps): Component {
  const { log, timers, leadership } = deps;
  const clock = createCautiousClock(deps, doubtMs);
  return createLoop({
    name: 'retention of messages',
    firstMs: minuteMs,
    everyMs: 2 * hourMs,
    ...{ log, timers, leadership },
    work: (signal) => runRound({ ...deps, clock }, signal),
  });
}

async function runRound(deps: RetentionDeps, signal: AbortSignal): Promise<void> {
  const { db, clock, timers, log, metrics, messageRetentionMs, textRetentionMs } = deps;
  const deleted = { sms_messages: 0, sms_inbound: 0 };
  const redacted = { sms_messages: 0, sms_inbound: 0 };
  const pauseSince = (start: number) => pauseFor(timers.now() - start, timers, signal);
  const shared = { pauseSince, now: timers.now, signal };
  const deletion: Pass = {
    ...shared,
    before: clock() - messageRetentionMs,
    count: (table, rows) => {
      deleted[table] += rows;
      if (rows > 0) metrics.expiredRows.inc({ table }, rows);
    },
  };
  const redaction: Pass | undefined =
    textRetentionMs === undefined
      ? undefined
      : {
          ...shared,
          before: clock() - textRetentionMs,
          count: (table, rows) => {
            redacted[table] += rows;
          },
        };
  try {
    await deleteOldMessagesFromPhones(db, deletion);
    if (redaction) await redactMessagesFromPhones(db, redaction);
    await forEachAccount(db, signal, async ({ user_id: userId, oldest }) => {
      if (oldest === null) return;
      if (oldest < deletion.before) await deleteOldMessages(db, userId, deletion);
      if (redaction && oldest < redaction.before) await redactMessagesOf(db, userId, redaction);
    });
  } finally {
    if (deleted.sms_messages + deleted.sms_inbound > 0) log.info(deleted, 'old messages deleted');
    if (redacted.sms_messages + redacted.sms_inbound > 0) log.info(redacted, 'old texts deleted');
  }
}

type OfAccount = (account: { user_id: number; oldest: number | null }) => Promise<void>;

async function forEachAccount(db: Database, signal: AbortSignal, work: OfAccount): Promise<void> {
  let after = 0;
  for (let isLast = false; !isLast && !signal.aborted; ) {
    const page = await findOldestMessages(db.longRead, { after, limit: accountsAtOnce });
    for (const account of page) {
      if (signal.aborted) return;
      await work(account);
    }
    after = page.at(-1)?.user_id ?? after;
    isLast = page.length < accountsAtOnce;
  }
}
