import type { Batch, BatchOutcome, Entry, Postponed, Refusal } from './batch-parts.ts';
import { ask, type BatchWork } from './batch-statements.ts';
import { dateReadings, isFromFuture } from './date-readings.ts';
import { detectIncidents, latestOf, ofNow } from './detect-incidents.ts';
import { findDevices, noteHealth, noteLocations, noteSeen } from './device-status.ts';
import { findNew } from './find-new.ts';
import { findOrAddSensors } from './find-sensors.ts';
import { saveIncidents } from './incidents/save-incidents.ts';
import { learnDryTimes } from './pumps/pump-runs.ts';
import { steerPumps } from './pumps/steer-pumps.ts';
import type { RecordedReading } from './reading.ts';
import { addToLedger, repairLedger } from './rollups/update-ledger.ts';
import { isPacked, StoredReadings } from './stored-readings.ts';
import { giveBackCounters, takeCounters } from './take-counters.ts';
import { toEntry } from './to-entry.ts';

/**
 * Stores a batch and all that follows from it, step by step; to be run in one transaction. The answer of
 * a repeated reading is what was stored of it the first time.
 * @param isCautious see `findNew`.
 */
export function* recordBatch(batch: Batch, isCautious: boolean): BatchWork<BatchOutcome> {
  const { now } = batch;
  const devices = yield* findDevices(batch);
  const { readings: sent, placed, seen } = takeCounters(devices, batch);
  const { readings, found: clockIncidents } = dateReadings(devices, { readings: sent, now });
  const ofDevices = readings.filter(
    (reading) => devices.has(reading.deviceId) && !isFromFuture(reading),
  );
  const sensors = yield* findOrAddSensors(ofDevices, batch.sensorsPerDevice);
  const unsigned = batch.readings.length;
  const taken = withFewPacked(
    readings.map((reading) => {
      if (!devices.has(reading.deviceId)) return 'gone';
      return isFromFuture(reading) ? 'future' : toEntry(reading, sensors.get(reading), now);
    }),
    unsigned,
  );
  giveBackCounters(devices, placed, (index) => taken[index] === 'postponed');
  const entries = taken.filter(isTaken);
  const stored = new StoredReadings();
  const newEntries = yield* findNew(entries, stored, isCautious);

  yield* addToLedger(newEntries);
  yield* repairLedger(newEntries, stored);
  yield* stored.insert(newEntries);
  yield* stored.save();

  const latest = latestOf(newEntries, now);
  yield* learnDryTimes(latest.filter(({ row }) => ofNow(row, now)));
  const sensorIncidents = detectIncidents(latest, devices, batch);
  const latestSensors = [...new Set(latest.map(({ sensor }) => sensor))];
  const commands = yield* steerPumps(
    latestSensors.filter((sensor) => ofNow(sensor, now)),
    devices,
    batch,
  );
  if (latestSensors.length > 0) yield* ask('saveSensors', latestSensors);

  const cameOnline = noteSeen(devices, entries, { ...batch, seen: [...batch.seen, ...seen] });
  noteLocations(devices, entries, now);
  const deviceIncidents = noteHealth(devices, entries, now);
  yield* ask('saveDeviceStatus', [...devices.values()]);

  const incidents = yield* saveIncidents(
    [...sensorIncidents, ...deviceIncidents, ...clockIncidents],
    now,
  );
  // Last, since all writes before it go with it in one round trip.
  const pending = yield* countPending([...devices.keys()], now);
  const recorded = taken.map((each) => (isTaken(each) ? toRecorded(each, pending) : each));
  return {
    recorded: recorded.slice(0, unsigned),
    messages: placed.map((place) => {
      if (!place) return undefined;
      const { outcome, first, end, isCopy } = place;
      const own = recorded.slice(first, end);
      return { outcome, recorded: isCopy ? own.map(asRepeated) : own };
    }),
    consequences: [...cameOnline, ...incidents, ...commands],
  };
}

type Recorded = RecordedReading | Refusal | Postponed;

function asRepeated(recorded: Recorded): Recorded {
  return typeof recorded === 'string' ? recorded : { ...recorded, isRepeated: true };
}

/** Each reading that goes into packed stretches may open one of its own, which takes the writer up to 2 ms. */
const mostPacked = 100;

/** @param unsigned number of those before any of a signed message; neither kind keeps the other waiting. */
function withFewPacked(
  taken: (Entry | Refusal)[],
  unsigned: number,
): (Entry | Refusal | Postponed)[] {
  const packed = { signed: 0, unsigned: 0 };
  return taken.map((each, index) => {
    if (!isTaken(each) || !isPacked(each)) return each;
    const kind = index < unsigned ? 'unsigned' : 'signed';
    packed[kind] += 1;
    return packed[kind] > mostPacked ? 'postponed' : each;
  });
}

function isTaken(reading: Entry | Refusal | Postponed): reading is Entry {
  return typeof reading !== 'string';
}

function* countPending(ids: number[], now: number): BatchWork<Map<number, number>> {
  const counts = yield* ask('countPendingCommands', ids, now);
  return new Map(ids.map((id, index) => [id, counts[index] ?? 0]));
}

function toRecorded(
  { reading: { reportedAt }, row, sensor, isRepeated, isOther }: Entry,
  pending: Map<number, number>,
): RecordedReading {
  return {
    ...row,
    sensor_name: sensor.name,
    pending_commands: pending.get(row.device_id) ?? 0,
    ...(isRepeated && { isRepeated }),
    ...(isOther && { isOther }),
    ...(reportedAt !== undefined && { reported_at: reportedAt }),
  };
}
