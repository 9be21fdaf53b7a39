import { isAhead, isOvertaken } from '../../kit/time/elapsed.ts';
import type { Health } from '../detectors/detector.ts';
import { judgeHealth } from '../detectors/judge-reading.ts';
import { packWatch, unpackWatch } from '../detectors/watch.ts';
import { isOnline, silentAbout } from '../presence.ts';
import { followRhythm } from '../rhythm.ts';
import { type Batch, devicesOfBatch, type Entry } from './batch-parts.ts';
import { ask, type BatchWork, type DeviceStatus } from './batch-statements.ts';
import type { Found } from './incidents/save-incidents.ts';
import { type Consequence, deviceSource, isFresh } from './reading.ts';

/** The status rows of a batch by their devices, held until the commit; the steps below change them. */
export type Devices = Map<number, DeviceStatus>;

/** Those that still exist. */
export function* findDevices(batch: Batch): BatchWork<Devices> {
  const devices: Devices = new Map();
  const found = yield* ask('findDevices', devicesOfBatch(batch));
  for (const row of found) if (row) devices.set(row.device_id, row);
  return devices;
}

/** Notes which devices were seen, by a reading of theirs or otherwise. @returns those that came online. */
export function noteSeen(
  devices: Devices,
  entries: Entry[],
  { seen, now, onlineMs }: Batch,
): Consequence[] {
  const pushed = entries.filter(
    ({ row, reading }) => row.source === deviceSource && !reading.isOfRepeat,
  );
  const ids = new Set([...seen, ...pushed.map(({ row }) => row.device_id)]);
  const cameOnline: Consequence[] = [];
  for (const deviceId of ids) {
    const device = devices.get(deviceId);
    if (!device) continue;
    if (!isOnline(device, now, onlineMs)) {
      cameOnline.push({ kind: 'online', deviceId, value: now });
    }
    followSigns(device, now, onlineMs);
  }
  return cameOnline;
}

function followSigns(device: DeviceStatus, now: number, onlineMs: number): void {
  const known = device.last_seen_at;
  if (known !== null && known < now) {
    const { rhythm, silentAfterMs } = followRhythm(device.rhythm, now - known, onlineMs);
    device.rhythm = rhythm;
    if (device.silent_after_minutes === null) device.silent_after_ms = silentAfterMs;
  }
  device.last_seen_at = isAhead(known ?? 0, now) ? now : Math.max(known ?? 0, now);
  device.silent_about = silentAbout(device, device.last_seen_at, onlineMs);
}

/** Notes where devices say that they are; what is older than what is known changes nothing. */
export function noteLocations(devices: Devices, entries: Entry[], now: number): void {
  for (const { row } of entries) {
    const device = devices.get(row.device_id);
    const { latitude, longitude, recorded_at } = row;
    if (!device || latitude === null || longitude === null) continue;
    if (isOvertaken(recorded_at, device.located_at, now)) continue;
    device.latitude = latitude;
    device.longitude = longitude;
    device.located_at = recorded_at;
  }
}

/**
 * Notes what devices say of their battery and network, and finds what is wrong with them. What was
 * measured before what is known already changes nothing, and what is history wakes nobody.
 */
export function noteHealth(devices: Devices, entries: Entry[], now: number): Found[] {
  return entries.flatMap(({ reading: { battery, signal }, row: { device_id, recorded_at } }) => {
    const device = devices.get(device_id);
    if (!device || (battery === null && signal === null)) return [];
    if (isOvertaken(recorded_at, device.health_at, now)) return [];
    device.battery_percent = battery ?? device.battery_percent;
    device.signal_dbm = signal ?? device.signal_dbm;
    device.health_at = recorded_at;
    if (!isFresh(recorded_at, now)) return [];
    return judgeDevice(device, { recordedAt: recorded_at, battery, signal }, now);
  });
}

/** Finds what changed in the incidents of a device by what is known of its health, and remembers it. */
export function judgeDevice(device: DeviceStatus, health: Health, now: number): Found[] {
  const { watch, changes } = judgeHealth(unpackWatch(device.watch), health, now);
  device.watch = packWatch(watch);
  return changes.map((change) => ({ deviceId: device.device_id, sensorName: null, change }));
}
