import type { Db } from '../../db/db.ts';
import { noteTankChange } from './note-tank-change.ts';
import { type ConfigChanges, insertConfig, type SensorConfig, updateConfig } from './queries.ts';

/** What people give of a configuration, whichever way it comes in. */
export type GivenConfig = Omit<ConfigChanges, 'tank_changed_at' | 'updated_at'>;

/** Defaults of a new configuration: litres, percent, percent. */
const defaults = {
  capacity: 1000,
  high_threshold: 90,
  low_threshold: 20,
  tank: null,
  fills_from: null,
};

/**
 * Writes what is given of the configuration of a sensor; what is left out stays as it was. Where its tank is
 * another one, the ledger is told.
 * @param trx holds the device.
 * @param known the configuration that it has.
 */
export async function writeConfig(
  trx: Db,
  sensor: { device_id: number; sensor_name: string },
  { known, given, now }: { known: SensorConfig | undefined; given: GivenConfig; now: number },
): Promise<SensorConfig> {
  const { device_id, sensor_name } = sensor;
  const before = known?.tank ?? null;
  const isChanged = given.tank !== undefined && given.tank !== before;
  const lastBefore = isChanged ? await noteTankChange(trx, sensor, before, now) : undefined;
  const changes = { ...given, ...(lastBefore !== undefined && { tank_changed_at: lastBefore }) };
  if (known) return await updateConfig(trx, known, { ...changes, updated_at: now });
  return await insertConfig(trx, {
    ...defaults,
    ...changes,
    device_id,
    sensor_name,
    created_at: now,
    updated_at: now,
  });
}
