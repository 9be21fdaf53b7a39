import type { Actor } from '../../accounts/audit/queries.ts';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { logAction } from '../device-log.ts';
import { holdDevice } from '../devices/hold-device.ts';
import type { Device } from '../guards.ts';
import { toNote } from '../incidents/incident-rows.ts';
import { type Incident, insertIncident } from '../incidents/queries.ts';
import type { LivePublisher } from '../live-publisher.ts';
import type { NewAlert } from './schemas.ts';

type CreateDeps = { db: Database; clock: Clock; publisher: Pick<LivePublisher, 'alertsChanged'> };

/**
 * Raises an alert in a user's name.
 * @throws ApiError 404 when the device is gone.
 */
export async function createManualAlert(
  { db, clock, publisher }: CreateDeps,
  by: Actor,
  device: Device,
  { type, severity, message, sensor_name = null }: NewAlert,
): Promise<Incident> {
  const alert = await db.transaction(async (trx) => {
    await holdDevice(trx, device.id);
    const now = clock();
    await logAction(trx, [device.id], { by, action: 'alert_created', facts: { type }, now });
    const of = { deviceId: device.id, sensorName: sensor_name, type, now };
    return await insertIncident(trx, toNote(message, { ...of, severity: severity ?? 'info' }));
  });
  publisher.alertsChanged([alert]);
  return alert;
}
