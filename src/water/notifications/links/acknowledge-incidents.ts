import type { Db } from '../../../db/db.ts';
import { rankOf } from '../../access.ts';
import type { Message } from '../message.ts';
import type { Notification } from '../outbox/queries.ts';

/** Acknowledges what a notification tells, as far as its person still may and nobody has before. */
export async function acknowledgeIncidents(
  db: Db,
  { user_id, body }: Pick<Notification, 'user_id' | 'body'>,
  now: number,
): Promise<void> {
  const { items } = JSON.parse(body) as Message;
  if (items.length === 0) return;
  await db
    .updateTable('incidents')
    .set({ acknowledged_at: now, acknowledged_by: user_id })
    .where('device_id', 'in', [...new Set(items.map(({ device_id }) => device_id))])
    .where(
      'id',
      'in',
      items.map(({ incident_id }) => incident_id),
    )
    .where('acknowledged_at', 'is', null)
    .where('device_id', 'in', (eb) =>
      eb
        .selectFrom('device_roles as p')
        .select('p.device_id')
        .where('p.user_id', '=', user_id)
        .where('p.role', '>=', rankOf('operator')),
    )
    .execute();
}
