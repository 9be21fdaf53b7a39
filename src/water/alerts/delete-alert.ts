import type { Actor } from '../../accounts/audit/queries.ts';
import type { Database } from '../../db/database.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { logDeed } from '../device-log.ts';
import { requireRecord } from '../guards.ts';
import { deleteOutageDevices } from '../incidents/outage-queries.ts';
import { deleteIncident } from '../incidents/queries.ts';
import { deleteReadsOfGone } from '../incidents/read-state.ts';
import type { LivePublisher } from '../live-publisher.ts';
import { findAlertToDelete } from './find-alert.ts';

type DeleteDeps = {
  db: Database;
  clock: Clock;
  publisher: Pick<LivePublisher, 'alertsDeleted'>;
};

/**
 * Deletes an alert for all who see it.
 * @throws ApiError 404 where the person sees no such alert, 403 where the person may not operate its device.
 */
export async function deleteAlert(
  { db, clock, publisher }: DeleteDeps,
  by: NonNullable<Actor>,
  id: number,
): Promise<void> {
  const found = await findAlertToDelete(db.read, by.userId, id);
  const alert = requireRecord('operate', 'Alert', found);
  await db.transaction(async (trx) => {
    if (!(await deleteIncident(trx, alert))) throw failures.notFound('Alert');
    if (alert.kind === 'outage') await deleteOutageDevices(trx, id);
    await deleteReadsOfGone(trx, alert.device_id);
    const deed = { by, facts: { id, kind: alert.kind }, now: clock() };
    await logDeed(trx, [alert.device_id], { ...deed, action: 'alert_deleted' });
  });
  publisher.alertsDeleted(alert.device_id);
}
