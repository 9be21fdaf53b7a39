import type { Database } from '../../../db/database.ts';
import type { Db } from '../../../db/db.ts';
import { rowsOfPages } from '../../../kit/async/rows-of-pages.ts';
import { throwFailures, tryEach } from '../../../kit/async/try-each.ts';
import type { Ids } from '../../../kit/ids.ts';
import { drawSalt } from '../../../kit/signed-ids.ts';
import type { Clock } from '../../../kit/time/clock.ts';
import {
  findOverdue,
  insertNotifications,
  type NewNotification,
  type Notification,
  putOffOtherWay,
} from '../outbox/queries.ts';
import { endOfQuietHours, mailsADay, type Person } from '../preferences.ts';
import { countSentToday, findPerson, putOwnMail } from '../queries.ts';
import { findUsableTargets } from '../usable-targets.ts';
import { findUnknown, hasArrived } from './find-unknown.ts';
import { channelInstead } from './plan-messages.ts';

type OtherWayDeps = {
  db: Database;
  clock: Clock;
  ids: Ids;
  /** True if this server sends e-mail. */
  hasMail: boolean;
};

const atOnce = 100;

/**
 * Sends alerts that do not arrive on another channel: by web push, else e-mail, else webhook, whatever the person's
 * rules say, as where a budget is used up. Such are those that their channel refuses, that the phone did not get, and
 * that still wait after some minutes. Nothing is sent of what is over, acknowledged, snoozed, or told on another
 * channel; and quiet hours hold what is not critical.
 * @returns the number of stored notifications.
 * @throws AggregateError where some failed, once the others are done.
 */
export async function sendOtherWays(deps: OtherWayDeps, signal: AbortSignal): Promise<number> {
  const { db, clock } = deps;
  const overdue = rowsOfPages<Notification>(atOnce, ({ after, limit }) =>
    findOverdue(db.read, { now: clock(), after: after?.id ?? 0, limit }),
  );
  let stored = 0;
  const failed = await tryEach(overdue, signal, async (notification) => {
    stored += await db.transaction((trx) => sendAnotherWay(trx, notification, deps));
  });
  throwFailures(failed, 'some alerts could not be sent another way');
  return stored;
}

async function sendAnotherWay(
  trx: Db,
  notification: Notification,
  deps: Omit<OtherWayDeps, 'db'>,
): Promise<number> {
  const { lookAgainAt, rows } = await planOtherWay(trx, notification, deps);
  await putOffOtherWay(trx, notification.id, lookAgainAt);
  if (rows.length > 0) await insertNotifications(trx, rows);
  return rows.length;
}

type Plan = {
  /** When it is looked at for another way again; null if never. */
  lookAgainAt: number | null;
  /** The notifications that go another way. */
  rows: NewNotification[];
};

async function planOtherWay(
  trx: Db,
  notification: Notification,
  { clock, ids, hasMail }: Omit<OtherWayDeps, 'db'>,
): Promise<Plan> {
  const now = clock();
  const nothing: Plan = { lookAgainAt: null, rows: [] };
  const person = await findPerson(trx, notification.user_id);
  if (!person || hasArrived(notification)) return nothing;
  const unknown = await findUnknown(trx, notification, now);
  if (!unknown) return nothing;
  const { left, tried } = unknown;
  const quietEndsAt = endOfQuietHours(person, now);
  const isUrgent = left.items.some(({ severity }) => severity === 'critical');
  if (!isUrgent && quietEndsAt > now) return { lookAgainAt: quietEndsAt, rows: [] };
  const targets = await findTargetsBeside(trx, person, { tried, hasMail, now });
  const told = { reason: 'incidents', message: left, isOverBudget: false, now } as const;
  const rows = targets.map((target) => ({ ...told, target, salt: drawSalt(ids) }));
  return { lookAgainAt: null, rows };
}

type Beside = { tried: Set<number>; hasMail: boolean; now: number };

/** Finds the targets of the next channel on which a person has not been told yet. */
async function findTargetsBeside(trx: Db, person: Person, { tried, hasMail, now }: Beside) {
  const { userId } = person;
  if (hasMail) await putOwnMail(trx, userId, now);
  const hasMailLeft = (await countSentToday(trx, person, 'email', now)) < mailsADay;
  const usable = await findUsableTargets(trx, userId, { hasMail: hasMail && hasMailLeft, now });
  const untried = usable.filter(({ id }) => !tried.has(id));
  const instead = channelInstead(untried);
  return untried.filter(({ channel }) => channel === instead);
}
