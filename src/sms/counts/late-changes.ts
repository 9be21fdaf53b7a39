import { sql } from 'kysely';
import type { Engine } from '../../db/db.ts';
import { rowSet } from '../../db/row-set.ts';
import { hourMs } from '../../kit/time/units.ts';
import { type ChangedMessage, messageKeyColumns, type Trx } from '../message.ts';
import { addends } from './columns.ts';
import { agesBy, mayBeOld } from './old-messages.ts';
import { countSelected, holdCounted } from './queries.ts';

/** Age at which messages are counted: by then most have their receipt. */
export const countedAfterMs = 6 * hourMs;

/** Younger ones are surely not counted, also where two servers' clocks differ by hours. */
const surelyUncountedMs = 3 * hourMs;

/**
 * Adds what became of messages after they were counted, in the transaction that changes them. Nothing is
 * to be done, and nothing read, for messages that are sent and delivered within hours.
 */
export async function countLateChanges(
  trx: Trx,
  engine: Engine,
  changed: readonly ChangedMessage[],
  now: number,
): Promise<void> {
  const young = agesBy(now - surelyUncountedMs, now);
  const late = changed.filter(({ created_at }) => mayBeOld(created_at, young));
  if (late.length === 0) return;
  const userIds = [...new Set(late.map(({ user_id }) => user_id))].sort((a, b) => a - b);
  await holdCounted(trx, engine, { userIds, alone: false });
  const keys = late.map(({ user_id, id }) => ({ user_id, id }));
  await countSelected(
    trx,
    addends('change'),
    sql`${rowSet(engine, messageKeyColumns, keys)} as v
      join sms_counted as c on c.user_id = v.user_id and c.counted_to >= v.id
      join sms_messages as m on m.user_id = v.user_id and m.id = v.id
      where m.status in ('sent', 'delivered', 'undelivered', 'failed', 'expired', 'cancelled')`,
  );
}
