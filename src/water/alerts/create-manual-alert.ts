import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { holdDevice } from '../devices/hold-device.ts';
import type { Device } from '../guards.ts';
import type { LivePublisher } from '../live-publisher.ts';
import { type Alert, insertAlert } from './queries.ts';
import type { NewAlert } from './schemas.ts';

type CreateDeps = { db: Database; clock: Clock; publisher: Pick<LivePublisher, 'alertsRaised'> };

/**
 * Raises an alert in a user's name.
 * @throws ApiError 404 when the device is gone.
 */
export async function createManualAlert(
  { db, clock, publisher }: CreateDeps,
  device: Device,
  { type, severity, message, sensor_name = null }: NewAlert,
): Promise<Alert> {
  const alert = await db.transaction(async (db) => {
    await holdDevice(db, device.id);
    return await insertAlert(db, {
      device_id: device.id,
      sensor_name,
      type,
      severity: severity ?? 'info',
      message,
      source: 'user',
      created_at: clock(),
      read_at: null,
    });
  });
  publisher.alertsRaised([alert]);
  return alert;
}
