import type { Db } from '../../../db/db.ts';
import { dayMs } from '../../../kit/time/units.ts';

/** An owner's account that pays for the SMS of a person about a tank. */
export type Payment = {
  user_id: number;
  device_id: number;
  payer_id: number;
  /** SMS that the owner still pays for within the last 24 hours. */
  left: number;
};

type Paid = Omit<Payment, 'left'> & { a_day: number };

/**
 * Finds whose SMS owners pay for, about which tanks: those of accounts that send, and only what is left of
 * the day. @param deviceIds only about these tanks; about all without.
 */
export async function findPayments(
  db: Db,
  userIds: number[],
  { now, deviceIds }: { now: number; deviceIds?: number[] },
): Promise<Payment[]> {
  if (userIds.length === 0 || deviceIds?.length === 0) return [];
  const paid = [
    ...(await paidByDevice(db, userIds, deviceIds).execute()),
    ...(await paidByGroup(db, userIds, deviceIds).execute()),
  ] as Paid[];
  if (paid.length === 0) return [];
  const spent = await countPaid(db, userIds, now);
  const most = new Map<string, Payment>();
  for (const { a_day, ...share } of paid) {
    const left = Math.max(0, a_day - (spent.get(`${share.user_id}/${share.payer_id}`) ?? 0));
    const key = `${share.user_id}/${share.device_id}`;
    // Shared twice, as by two groups: the higher limit is meant.
    if (left >= (most.get(key)?.left ?? 0)) most.set(key, { ...share, left });
  }
  return [...most.values()];
}

function paidByDevice(db: Db, userIds: number[], deviceIds?: number[]) {
  const shares = db
    .selectFrom('shares as s')
    .innerJoin('devices as d', 'd.id', 's.device_id')
    .innerJoin('notification_settings as p', 'p.user_id', 'd.owner_id')
    .select([
      's.user_id',
      'd.id as device_id',
      'd.owner_id as payer_id',
      's.sms_paid_a_day as a_day',
    ])
    .where('s.user_id', 'in', userIds)
    .where('s.accepted_at', 'is not', null)
    .where('s.sms_paid_a_day', 'is not', null)
    .where('p.sms_api', 'is not', null)
    .where('p.sms_stopped', 'is', null);
  return deviceIds ? shares.where('d.id', 'in', deviceIds) : shares;
}

function paidByGroup(db: Db, userIds: number[], deviceIds?: number[]) {
  const shares = db
    .selectFrom('shares as s')
    .innerJoin('device_groups as g', 'g.id', 's.group_id')
    .innerJoin('group_devices as d', 'd.group_id', 'g.id')
    .innerJoin('notification_settings as p', 'p.user_id', 'g.owner_id')
    .select(['s.user_id', 'd.device_id', 'g.owner_id as payer_id', 's.sms_paid_a_day as a_day'])
    .where('s.user_id', 'in', userIds)
    .where('s.accepted_at', 'is not', null)
    .where('s.sms_paid_a_day', 'is not', null)
    .where('p.sms_api', 'is not', null)
    .where('p.sms_stopped', 'is', null);
  return deviceIds ? shares.where('d.device_id', 'in', deviceIds) : shares;
}

/** Counts the SMS that went out by payers in the last 24 hours, by person and payer. */
async function countPaid(db: Db, userIds: number[], now: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('notifications')
    .select(['user_id', 'paid_by'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', 'in', userIds)
    .where('paid_by', 'is not', null)
    .where('created_at', '>', now - dayMs)
    .where(({ not, and, eb }) => not(and([eb('due_at', 'is', null), eb('attempts', '=', 0)])))
    .groupBy(['user_id', 'paid_by'])
    .execute();
  return new Map(rows.map(({ user_id, paid_by, count }) => [`${user_id}/${paid_by}`, count]));
}

/** Whether an owner still pays for a person's SMS about all of some tanks; a share that has ended pays nothing. */
export async function isStillPaid(
  db: Db,
  { userId, payerId, deviceIds }: { userId: number; payerId: number; deviceIds: number[] },
): Promise<boolean> {
  // A test is about no tank.
  const about = deviceIds.length > 0 ? deviceIds : undefined;
  const paid = [
    ...(await paidByDevice(db, [userId], about).execute()),
    ...(await paidByGroup(db, [userId], about).execute()),
  ];
  const by = new Set(paid.flatMap((each) => (each.payer_id === payerId ? [each.device_id] : [])));
  return by.size > 0 && deviceIds.every((id) => by.has(id));
}
