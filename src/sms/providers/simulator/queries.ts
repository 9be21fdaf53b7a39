import type { Db, PageBefore } from '../../../db/db.ts';
import { simulatorName } from './simulator.ts';

const mostResumed = 10_000;

/** Finds messages that the simulator took and has not reported on. */
export async function findUnreported(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('sms_provider_refs as r')
    .innerJoin('sms_messages as m', (join) =>
      join.onRef('m.user_id', '=', 'r.user_id').onRef('m.id', '=', 'r.message_id'),
    )
    .select('r.ref')
    .where('r.provider', '=', simulatorName)
    .where('r.delivered', '=', 0)
    .where('m.status', '=', 'sent')
    .limit(mostResumed)
    .execute();
  return rows.map(({ ref }) => ref);
}

export type SimulatedMessage = {
  id: number;
  job_id: number | null;
  phone: string;
  text: string | null;
  class: string;
  status: string;
  segments: number;
  sent_at: number;
};

/** Finds the messages of an account that the simulator took, newest first. */
export async function findSimulated(
  db: Db,
  userId: number,
  { before, limit }: PageBefore,
): Promise<SimulatedMessage[]> {
  return await db
    .selectFrom('sms_messages as m')
    .leftJoin('sms_jobs as j', (join) =>
      join.onRef('j.user_id', '=', 'm.user_id').onRef('j.id', '=', 'm.job_id'),
    )
    .select((eb) => [
      'm.id',
      'm.job_id',
      'm.phone',
      eb.fn.coalesce('m.body', 'j.body').as('text'),
      'm.class',
      'm.status',
      'm.segments',
      eb.ref('m.sent_at').$notNull().as('sent_at'),
    ])
    .where('m.user_id', '=', userId)
    .where('m.id', '<', before)
    .where('m.provider', '=', simulatorName)
    .where('m.sent_at', 'is not', null)
    .orderBy('m.id', 'desc')
    .limit(limit)
    .execute();
}
