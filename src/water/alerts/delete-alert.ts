import type { Actor } from '../../accounts/audit/queries.ts';
import { ApiError, failures } from '../../kit/api/failures/api-error.ts';
import { logAction } from '../device-log.ts';
import { requireRecord } from '../guards.ts';
import { deleteOutageDevices } from '../incidents/outages/outage-queries.ts';
import { deleteIncident } from '../incidents/queries.ts';
import { deleteReadsOfGone } from '../incidents/read-state.ts';
import type { PublishDeps } from '../live-publisher.ts';
import { findAlertSeenBy } from './find-alert.ts';

type DeleteDeps = PublishDeps<'alertsDeleted'>;

/**
 * Deletes an alert for all who see it.
 * @throws ApiError 404 where the person sees no such alert, 403 where the person may not operate its device.
 */
export async function deleteAlert(
  { db, clock, publisher }: DeleteDeps,
  by: NonNullable<Actor>,
  id: number,
): Promise<void> {
  const found = await findAlertSeenBy(db.read, { userId: by.userId }, id);
  const alert = requireRecord('operate', 'Alert', found);
  // An outage of several devices would be gone for all of them, so it takes the role at the device of its
  // row.
  if (alert.listedUnder !== alert.device_id) {
    const why = 'Only an operator of the device where this outage is kept may delete it.';
    throw new ApiError(403, 'not_allowed', why);
  }
  const deviceIds = await db.transaction(async (trx) => {
    if (!(await deleteIncident(trx, alert))) throw failures.notFound('Alert');
    const all = alert.kind === 'outage' ? await deleteOutageDevices(trx, id) : [];
    await deleteReadsOfGone(trx, alert.device_id);
    const entry = { by, facts: { id, kind: alert.kind }, now: clock() };
    await logAction(trx, [alert.device_id], { ...entry, action: 'alert_deleted' });
    return new Set([alert.device_id, ...all]);
  });
  publisher.alertsDeleted([...deviceIds]);
}
