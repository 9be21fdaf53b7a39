import { isOvertaken } from '../../../kit/time/elapsed.ts';
import { judgeHealth } from '../../detectors/judge-reading.ts';
import { packWatch, unpackWatch } from '../../detectors/watch.ts';
import type { DeviceStatus } from '../batch-statements.ts';
import { isFresh, type NewReading } from '../reading.ts';
import type { Found } from './save-incidents.ts';

/**
 * Notes what a device says of its battery and network in its status, and finds what is wrong with them.
 * What was measured before what is known already changes nothing, and what is history wakes nobody.
 */
export function noteHealth(
  device: DeviceStatus,
  { battery, signal }: NewReading,
  { measuredAt, now }: { measuredAt: number; now: number },
): Found[] {
  if (isOvertaken(measuredAt, device.health_at, now)) return [];
  device.battery_percent = battery ?? device.battery_percent;
  device.signal_dbm = signal ?? device.signal_dbm;
  device.health_at = measuredAt;
  if (!isFresh(measuredAt, now)) return [];
  const health = { recordedAt: measuredAt, battery, signal };
  const { watch, changes } = judgeHealth(unpackWatch(device.watch), health, now);
  device.watch = packWatch(watch);
  return changes.map((change) => ({ deviceId: device.device_id, sensorName: null, change }));
}
