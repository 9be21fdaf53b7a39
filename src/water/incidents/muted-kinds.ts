import type { Db } from '../../db/db.ts';
import { type MutableKind, mutableKinds } from './kinds.ts';

export function readMutedKinds(stored: string | null): MutableKind[] {
  if (!stored) return [];
  const names = stored.split(',');
  return mutableKinds.filter((kind) => names.includes(kind));
}

/** Writes kinds as they are stored: in the order of the table, each once. */
export function writeMutedKinds(kinds: readonly MutableKind[]): string {
  return mutableKinds.filter((kind) => kinds.includes(kind)).join(',');
}

/** Whether a sensor of some devices mutes the kind of an incident now. */
export async function findMuted(
  db: Db,
  deviceIds: number[],
): Promise<(incident: { device_id: number; sensor_name: string | null; kind: string }) => boolean> {
  if (deviceIds.length === 0) return () => false;
  const configs = await db
    .selectFrom('sensor_configs')
    .select(['device_id', 'sensor_name', 'muted_kinds'])
    .where('device_id', 'in', deviceIds)
    .where('muted_kinds', '!=', '')
    .execute();
  const muted = new Set(
    configs.flatMap(({ device_id, sensor_name, muted_kinds }) =>
      readMutedKinds(muted_kinds).map((kind) => JSON.stringify([device_id, sensor_name, kind])),
    ),
  );
  return ({ device_id, sensor_name, kind }) =>
    muted.has(JSON.stringify([device_id, sensor_name, kind]));
}

export async function findSensorsMuting(
  db: Db,
  deviceId: number,
  kind: MutableKind,
): Promise<Set<string>> {
  const configs = await db
    .selectFrom('sensor_configs')
    .select(['sensor_name', 'muted_kinds'])
    .where('device_id', '=', deviceId)
    .execute();
  const muting = configs.filter(({ muted_kinds }) => readMutedKinds(muted_kinds).includes(kind));
  return new Set(muting.map(({ sensor_name }) => sensor_name));
}
