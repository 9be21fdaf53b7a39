import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Db, PageAfter } from '../../db/db.ts';
import type { Component } from '../../kit/async/components.ts';
import { pauseFor } from '../../kit/async/delete-in-steps.ts';
import type { SweepDeps } from '../../kit/async/loop.ts';
import { createLoop } from '../../kit/async/loop.ts';
import { rowsOfPages } from '../../kit/async/rows-of-pages.ts';
import { throwFailures, tryEach } from '../../kit/async/try-each.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { createCautiousClock } from '../../kit/time/clock-watch.ts';
import { dayMs, minuteMs } from '../../kit/time/units.ts';
import type { Trx } from '../message.ts';
import { addends } from './columns.ts';
import { countedAfterMs } from './late-changes.ts';
import { type Ages, agesBy, findLastOld, mayBeOld } from './old-messages.ts';
import { countedToOf, countSelected, holdCounted } from './queries.ts';

/** Messages of one transaction, so that other writes hardly wait. */
const step = 500;
const accountsAtOnce = 500;

/** How the work of a round is cut into pieces. */
type Pieces = Ages & {
  /** Leaves the writer to others for as long as the work since `start` took. */
  pauseSince: (start: number) => Promise<void>;
  now: () => number;
  signal: AbortSignal;
};

/**
 * Counts an account's messages in the order of their ids, up to the first that is too young, so that what
 * is left to count is behind one id. Messages are counted before they are deleted.
 */
export async function countMessages(
  db: Database,
  userId: number,
  { before, ahead, pauseSince, now, signal }: Pieces,
): Promise<void> {
  const after = await countedToOf(db.read, userId);
  const last = await findLastOld(db.longRead, { userId, after, before, ahead });
  if (last === undefined) return;
  for (let messages = step; messages === step && !signal.aborted; ) {
    const start = now();
    messages = await db.transaction((trx) => countNext(trx, db.engine, { userId, upTo: last }));
    await pauseSince(start);
  }
}

/** @returns how many were counted; fewer than `step` where nothing is left. */
async function countNext(
  trx: Trx,
  engine: Database['engine'],
  { userId, upTo }: { userId: number; upTo: number },
): Promise<number> {
  // Changes of messages that are being counted wait for this to end, and see how far it came.
  await holdCounted(trx, engine, { userIds: [userId], alone: true });
  const after = await countedToOf(trx, userId);
  const { rows } = await sql<{ last: number | null; messages: number }>`
    select max(id) as last, count(*) as messages from (
      select id from sms_messages
      where user_id = ${userId} and id > ${after} and id <= ${upTo}
      order by id limit ${sql.lit(step)}
    ) as batch`.execute(trx);
  const { last = null, messages = 0 } = rows[0] ?? {};
  if (last === null) return 0;
  await countSelected(
    trx,
    addends('whole'),
    sql`sms_messages as m where m.user_id = ${userId} and m.id > ${after} and m.id <= ${last}`,
  );
  await trx
    .updateTable('sms_counted')
    .set({ counted_to: last })
    .where('user_id', '=', userId)
    .execute();
  return Number(messages);
}

/** An account and the age of its oldest message that is not counted; null where there is none. */
type Uncounted = { user_id: number; oldest: number | null };

async function findUncounted(db: Db, { after, limit }: PageAfter): Promise<Uncounted[]> {
  const { rows } = await sql<Uncounted>`
    select a.user_id, (
      select m.created_at from sms_messages as m
      where m.user_id = a.user_id and m.id > coalesce(c.counted_to, 0) order by m.id limit 1
    ) as oldest
    from sms_accounts as a left join sms_counted as c on c.user_id = a.user_id
    where a.user_id > ${after} order by a.user_id limit ${limit}`.execute(db);
  return rows;
}

type CountingDeps = SweepDeps & { db: Database; clock: Clock };

/** A clock that is ahead is doubted for so long: what is counted too early is missed by its late changes. */
const doubtMs = dayMs;

/**
 * Counts the messages of all accounts once most of them have ended, so that sending costs no counting; what
 * changes afterwards is added by the change. Younger ones are counted when the counts are read.
 */
export function createMessageCounts(deps: CountingDeps): Component {
  const clock = createCautiousClock(deps, doubtMs);
  const { db, timers } = deps;
  return createLoop(deps, {
    name: 'counts of messages',
    firstMs: 2 * minuteMs,
    everyMs: 15 * minuteMs,
    work: async (signal) => {
      const ages = agesBy(clock() - countedAfterMs, clock());
      const pauseSince = (start: number) => pauseFor(timers.now() - start, timers, signal);
      const pieces = { ...ages, pauseSince, now: timers.now, signal };
      const accounts = rowsOfPages<Uncounted>(accountsAtOnce, ({ after, limit }) =>
        findUncounted(db.longRead, { after: after?.user_id ?? 0, limit }),
      );
      const failed = await tryEach(accounts, signal, async ({ user_id: userId, oldest }) => {
        if (oldest !== null && mayBeOld(oldest, ages)) await countMessages(db, userId, pieces);
      });
      throwFailures(failed, 'messages of some accounts could not be counted');
    },
  });
}
