import { copyReadingValues } from '../../db/tables/reading-fields.ts';
import { isAhead, isOvertaken } from '../../kit/time/elapsed.ts';
import { isOnline, seenAbout } from '../presence.ts';
import { statusOfLevel } from '../status.ts';
import { fillByShape } from '../tank-shapes/fill-by-shape.ts';
import { addSensors } from './add-sensors.ts';
import {
  type Batch,
  type BatchOutcome,
  type Entry,
  type Refusal,
  thresholdsOf,
} from './batch-parts.ts';
import {
  ask,
  type BatchWork,
  type DeviceStatus,
  type SensorKey,
  type SensorState,
} from './batch-statements.ts';
import { findNew } from './find-new.ts';
import { followUp } from './follow-up.ts';
import { noteHealth } from './incidents/note-health.ts';
import { type Found, saveIncidents } from './incidents/save-incidents.ts';
import {
  type Consequence,
  deviceSource,
  type NewReading,
  type RecordedReading,
} from './reading.ts';
import type { ReadingRow } from './rollups/rollup.ts';
import { addToLedger, repairLedger } from './rollups/update-ledger.ts';

/**
 * Stores a batch and all that follows from it; to be run in one transaction. The answer of a repeated
 * reading is what was stored of it the first time.
 * @param isCautious see `findNew`.
 */
export function* recordBatch(batch: Batch, isCautious: boolean): BatchWork<BatchOutcome> {
  const devices = yield* findDevices(devicesOf(batch));
  const present = batch.readings.filter(({ deviceId }) => devices.has(deviceId));
  const sensors = yield* findOrAddSensors(present, batch.sensorsPerDevice);
  const taken = batch.readings.map((reading): Entry | Refusal =>
    devices.has(reading.deviceId) ? toEntry(reading, sensors.get(reading), batch.now) : 'gone',
  );
  const entries = taken.filter((each) => typeof each !== 'string');
  const newEntries = yield* findNew(entries, isCautious);

  yield* addToLedger(newEntries);
  const newRows = newEntries.map(({ row }) => row);
  if (newRows.length > 0) yield* ask('insertReadings', newRows);
  yield* repairLedger(newEntries);
  const ofSensors = yield* followUp(newEntries, batch);
  const ofDevices = yield* updateDevices(devices, entries, batch);
  const incidents = yield* saveIncidents([...ofSensors.found, ...ofDevices.found], batch.now);

  // Last, since all writes before it go with it in one round trip.
  const pending = yield* countPending([...devices.keys()], batch.now);
  return {
    recorded: taken.map((each) => (typeof each === 'string' ? each : toRecorded(each, pending))),
    consequences: [...ofDevices.cameOnline, ...incidents, ...ofSensors.commands],
  };
}

/** In one order everywhere, so that two batches can never wait for each other. */
export function devicesOf({ readings, seen }: Pick<Batch, 'readings' | 'seen'>): number[] {
  const ids = new Set(seen);
  for (const { deviceId } of readings) ids.add(deviceId);
  return [...ids].sort((a, b) => a - b);
}

/** The sensors of a batch, each once. */
export function sensorsOf({ readings }: Pick<Batch, 'readings'>): SensorKey[] {
  const keys = new Map<string, SensorKey>();
  for (const reading of readings) {
    keys.set(keyOfSensor(reading), { deviceId: reading.deviceId, name: reading.sensorName });
  }
  return [...keys.values()];
}

function keyOfSensor({ deviceId, sensorName }: NewReading): string {
  return sensorKey(deviceId, sensorName);
}

function sensorKey(deviceId: number, name: string): string {
  return `${deviceId}/${name}`;
}

function* findDevices(ids: number[]): BatchWork<Map<number, DeviceStatus>> {
  const devices = new Map<number, DeviceStatus>();
  for (const row of yield* ask('findDevices', ids)) if (row) devices.set(row.device_id, row);
  return devices;
}

/**
 * The sensor of each reading; undefined where it is a new one for which its device has no room, or
 * whose readings say no level and which has no tank that could.
 */
function* findOrAddSensors(
  readings: NewReading[],
  sensorsPerDevice: number,
): BatchWork<Map<NewReading, SensorState | undefined>> {
  const sensors = new Map<string, SensorState>();
  const take = (sensor: SensorState | undefined): void => {
    if (sensor) sensors.set(sensorKey(sensor.device_id, sensor.name), sensor);
  };
  const wanted = sensorsOf({ readings });
  (yield* ask('findSensors', wanted)).forEach(take);
  const missing = wanted.filter(({ deviceId, name }) => !sensors.has(sensorKey(deviceId, name)));
  if (missing.length > 0) {
    const withLevel = new Set(readings.filter(({ level }) => level !== null).map(keyOfSensor));
    const admissible = missing.map(({ deviceId, name }) => {
      const mustBeConfigured = !withLevel.has(sensorKey(deviceId, name));
      return { deviceId, name, mustBeConfigured };
    });
    (yield* addSensors(admissible, sensorsPerDevice)).forEach(take);
  }
  return new Map(readings.map((reading) => [reading, sensors.get(keyOfSensor(reading))]));
}

function* countPending(ids: number[], now: number): BatchWork<Map<number, number>> {
  const counts = yield* ask('countPendingCommands', ids, now);
  return new Map(ids.map((id, index) => [id, counts[index] ?? 0]));
}

function toEntry(
  reading: NewReading,
  sensor: SensorState | undefined,
  now: number,
): Entry | Refusal {
  if (!sensor) return reading.level === null ? 'no-tank' : 'full';
  const { device_id, sensor_no, capacity, tank } = sensor;
  if (tank === null && reading.level === null) return 'no-tank';
  const row = { device_id, sensor_no, recorded_at: reading.recordedAt ?? now } as ReadingRow;
  copyReadingValues(reading, row);
  const refusal =
    tank === null ? undefined : fillByShape(row, reading.distance, { tank, capacity });
  if (refusal) return refusal;
  row.volume ??= capacity === null ? null : (capacity * row.level) / 100;
  row.status ??= statusOfLevel(row.level, thresholdsOf(sensor));
  return { reading, row, sensor };
}

/** @returns the devices that came online by it, and what was found to be wrong with devices. */
function* updateDevices(
  devices: Map<number, DeviceStatus>,
  entries: Entry[],
  { seen, now, onlineMs }: Batch,
): BatchWork<{ cameOnline: Consequence[]; found: Found[] }> {
  const cameOnline: Consequence[] = [];
  const found: Found[] = [];
  const touched = new Set<DeviceStatus>();
  const markSeen = (device: DeviceStatus): void => {
    if (!isOnline(device.last_seen_at, now, onlineMs)) {
      cameOnline.push({ kind: 'online', deviceId: device.device_id, value: now });
    }
    const known = device.last_seen_at ?? 0;
    const last_seen_at = isAhead(known, now) ? now : Math.max(known, now);
    device.last_seen_at = last_seen_at;
    device.seen_about = seenAbout({ last_seen_at, seen_about: device.seen_about }, onlineMs);
    touched.add(device);
  };
  for (const id of seen) {
    const device = devices.get(id);
    if (device) markSeen(device);
  }
  for (const { row, reading } of entries) {
    const device = devices.get(row.device_id);
    if (!device) continue;
    if (row.source === deviceSource) markSeen(device);
    const { latitude, longitude, recorded_at } = row;
    if (reading.battery !== null || reading.signal !== null) {
      found.push(...noteHealth(device, reading, { measuredAt: recorded_at, now }));
      touched.add(device);
    }
    if (latitude === null || longitude === null) continue;
    if (isOvertaken(recorded_at, device.located_at, now)) continue;
    device.latitude = latitude;
    device.longitude = longitude;
    device.located_at = recorded_at;
    touched.add(device);
  }
  yield* ask('saveDeviceStatus', [...touched]);
  return { cameOnline, found };
}

function toRecorded({ row, sensor }: Entry, pending: Map<number, number>): RecordedReading {
  return { ...row, sensor_name: sensor.name, pending_commands: pending.get(row.device_id) ?? 0 };
}
