import type { Db } from '../../db/db.ts';
import type { Ids } from '../../kit/ids.ts';
import { drawSalt } from '../../kit/signed-ids.ts';
import { holdDevice } from '../devices/hold-device.ts';
import { changeKey } from '../devices/key-queries.ts';
import { changePlace, renameDevice } from '../devices/queries.ts';
import { findFirstSensor } from '../record/sensor-queries.ts';
import { findConfigs } from '../sensor-configs/queries.ts';
import { writeConfig } from '../sensor-configs/write-config.ts';
import { gaugeOf } from '../tank-shapes/gauge.ts';
import type { LineValues } from './line-values.ts';
import type { LogEntry, TakenLine } from './taken-line.ts';

type Known = { id: number; name: string | null; key_required: number };

/** Returns the fields of a configuration that a line gives; undefined where it gives none. */
export function configOf({ tank, capacity, high, low, supply }: LineValues) {
  const given = {
    ...(tank && { tank: JSON.stringify(tank), capacity: Math.round(gaugeOf(tank).capacity) }),
    ...(capacity !== undefined && { capacity }),
    ...(high !== undefined && { high_threshold: high }),
    ...(low !== undefined && { low_threshold: low }),
    ...(supply !== undefined && { supply: supply === 'none' ? null : supply }),
  };
  return Object.keys(given).length > 0 ? given : undefined;
}

const isOf = (sensor: string) => (config: { sensor_name: string }) => config.sensor_name === sensor;

/** Gives a device that is the person's already, or that the person manages, what its line says; what it does not say stays. */
export async function updateKnown(
  trx: Db,
  { ids }: { ids: Ids },
  { values, deviceId }: TakenLine,
  device: Known,
  now: number,
): Promise<LogEntry[]> {
  const { name, place, keyRequired, hasNewKey, sensor } = values;
  const entries: LogEntry[] = [];
  const enter = (action: LogEntry['action'], facts: LogEntry['facts']) => {
    entries.push({ deviceId, action, facts });
  };
  const config = configOf(values);
  if (config) {
    await holdDevice(trx, deviceId);
    const configs = await findConfigs(trx, deviceId);
    // One that was set up before keeps the name of its first sensor, as does one that has measured.
    const meant = sensor === undefined ? configs[0] : configs.find(isOf(sensor));
    const sensor_name =
      meant?.sensor_name ?? sensor ?? (await findFirstSensor(trx, deviceId)) ?? 'main';
    const saved = await writeConfig(
      trx,
      { device_id: deviceId, sensor_name },
      { known: meant, given: config, now },
    );
    const { capacity, high_threshold, low_threshold } = saved;
    enter('config_saved', { sensor_name, capacity, high_threshold, low_threshold });
  }
  if (name !== undefined && name !== device.name) {
    await renameDevice(trx, deviceId, name);
    enter('renamed', { from: device.name, to: name });
  }
  if (place) {
    const { latitude, longitude } = place;
    await changePlace(trx, deviceId, {
      placed_latitude: latitude,
      placed_longitude: longitude,
      placed_at: now,
    });
    enter('placed', { latitude, longitude });
  }
  if (keyRequired !== undefined && keyRequired !== (device.key_required === 1)) {
    await changeKey(trx, deviceId, { newSalt: undefined, required: keyRequired });
    enter('key_changed', { rotated: false, required: keyRequired });
  }
  if (hasNewKey) {
    await changeKey(trx, deviceId, { newSalt: drawSalt(ids) });
    enter('key_changed', { rotated: true, required: null });
  }
  return entries;
}
