import type { Counter } from 'prom-client';
import type { Database } from '../../db/database.ts';
import type { Component } from '../../kit/async/components.ts';
import { pauseFor } from '../../kit/async/delete-in-steps.ts';
import type { SweepDeps } from '../../kit/async/loop.ts';
import { createLoop } from '../../kit/async/loop.ts';
import { rowsOfPages } from '../../kit/async/rows-of-pages.ts';
import { throwFailures, tryEach } from '../../kit/async/try-each.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { createCautiousClock } from '../../kit/time/clock-watch.ts';
import { dayMs, hourMs, minuteMs } from '../../kit/time/units.ts';
import { agesBy, mayBeOld } from '../counts/old-messages.ts';
import { findOldestMessages, type OldestOfAccount } from './account-queries.ts';
import { deleteOldMessages, deleteOldMessagesFromPhones } from './delete-old-messages.ts';
import type { Pass } from './pass.ts';
import { redactMessagesFromPhones, redactMessagesOf } from './redact-texts.ts';

type RetentionDeps = SweepDeps & {
  db: Database;
  clock: Clock;
  /** Time for which messages are kept, in milliseconds. */
  messageRetentionMs: number;
  /** Time for which their texts are kept; as long as the messages where undefined. */
  textRetentionMs: number | undefined;
  metrics: { expiredRows: Counter<'table'> };
};

/**
 * Extra time before a deletion, which cannot be undone, in case the clock is ahead; a day more does no
 * harm.
 */
const doubtMs = dayMs;
const accountsAtOnce = 500;

/**
 * Deletes messages, jobs and messages from phones that are older than they are kept, and before that their
 * texts where these are to go earlier. What waits to be sent stays as it is. A round that is cut short, or
 * that fails with an account, loses nothing: the next one finds what is left.
 */
export function createMessageRetention(deps: RetentionDeps): Component {
  const clock = createCautiousClock(deps, doubtMs);
  return createLoop(deps, {
    name: 'retention of messages',
    firstMs: minuteMs,
    everyMs: 2 * hourMs,
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
    ...agesBy(clock() - messageRetentionMs, clock()),
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
          ...agesBy(clock() - textRetentionMs, clock()),
          count: (table, rows) => {
            redacted[table] += rows;
          },
        };
  try {
    await deleteOldMessagesFromPhones(db, deletion);
    if (redaction) await redactMessagesFromPhones(db, redaction);
    const accounts = rowsOfPages<OldestOfAccount>(accountsAtOnce, ({ after, limit }) =>
      findOldestMessages(db.longRead, { after: after?.user_id ?? 0, limit }),
    );
    const failed = await tryEach(accounts, signal, async ({ user_id: userId, oldest }) => {
      if (oldest === null) return;
      if (mayBeOld(oldest, deletion)) await deleteOldMessages(db, userId, deletion);
      if (redaction && mayBeOld(oldest, redaction)) await redactMessagesOf(db, userId, redaction);
    });
    throwFailures(failed, 'old messages of some accounts could not be deleted');
  } finally {
    if (deleted.sms_messages + deleted.sms_inbound > 0) log.info(deleted, 'old messages deleted');
    if (redacted.sms_messages + redacted.sms_inbound > 0) log.info(redacted, 'old texts deleted');
  }
}
