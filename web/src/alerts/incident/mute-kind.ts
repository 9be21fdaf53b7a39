import { type MutableKind, mutableKinds } from '../../../../src/water/incidents/kinds.ts';
import { call } from '../../api/call.ts';
import type { Alert } from '../../api/operations.ts';

/** Whether its kind can be switched off for the sensor that it is about. */
export function isMutable({ kind, sensor_name }: Alert): boolean {
  return sensor_name !== null && mutableKindOf(kind) !== undefined;
}

/** Switches the alert's kind off for its sensor; those that are off already stay so. */
export async function muteKind({ kind, device_id, sensor_name }: Alert): Promise<void> {
  const mutable = mutableKindOf(kind);
  if (sensor_name === null || !mutable) return;
  const configs = await call('GET /api/sensor_configs.php?action=list', { query: { device_id } });
  const muted = configs.find((each) => each.sensor_name === sensor_name)?.muted ?? [];
  const body = { device_id, sensor_name, muted: [...new Set([...muted, mutable])] };
  await call('POST /api/sensor_configs.php?action=save', { body });
}

function mutableKindOf(kind: Alert['kind']): MutableKind | undefined {
  return mutableKinds.find((each) => each === kind);
}
