import { admitReadings } from './admit-readings.ts';
import { outcomeOf } from './batch-outcome.ts';
import type { Batch, BatchOutcome } from './batch-parts.ts';
import { ask, type BatchWork } from './batch-statements.ts';
import { detectIncidents, latestOf } from './detect-incidents.ts';
import { findDevices, noteHealth, noteLocations, noteSeen } from './device-status.ts';
import { findNew } from './find-new.ts';
import { saveIncidents } from './incidents/save-incidents.ts';
import { learnDryTimes } from './pumps/pump-runs.ts';
import { steerPumps } from './pumps/steer-pumps.ts';
import { addToLedger, repairLedger } from './rollups/update-ledger.ts';
import { StoredReadings } from './stored-readings.ts';

/**
 * Stores a batch and all that follows from it, step by step; to be run in one transaction. The answer of
 * a repeated reading is what was stored of it the first time.
 * @param isCautious see `findNew`.
 */
export function* recordBatch(batch: Batch, isCautious: boolean): BatchWork<BatchOutcome> {
  const { now } = batch;
  const devices = yield* findDevices(batch);
  const admitted = yield* admitReadings(devices, batch);
  const { entries, clockIncidents } = admitted;
  const stored = new StoredReadings();
  const newEntries = yield* findNew(entries, stored, isCautious);

  yield* addToLedger(newEntries);
  yield* repairLedger(newEntries, stored);
  yield* stored.insert(newEntries);
  yield* stored.save();

  const latest = latestOf(newEntries, now);
  yield* learnDryTimes(latest, now);
  const sensorIncidents = detectIncidents(latest, devices, batch);
  const sensors = [...new Set(latest.map(({ sensor }) => sensor))];
  const commands = yield* steerPumps(sensors, devices, batch);
  if (sensors.length > 0) yield* ask('saveSensors', sensors);

  const seen = [...batch.seen, ...admitted.seen];
  const cameOnline = noteSeen(devices, entries, { ...batch, seen });
  noteLocations(devices, entries, now);
  const deviceIncidents = noteHealth(devices, entries, now);
  yield* ask('saveDeviceStatus', [...devices.values()]);

  const found = [...sensorIncidents, ...deviceIncidents, ...clockIncidents];
  const incidents = yield* saveIncidents(found, now);
  // Last, since all writes before it go with it in one round trip.
  const pending = yield* countPending([...devices.keys()], now);
  const consequences = [...cameOnline, ...incidents, ...commands];
  return outcomeOf(batch, admitted, { pending, consequences });
}

function* countPending(ids: number[], now: number): BatchWork<Map<number, number>> {
  const counts = yield* ask('countPendingCommands', ids, now);
  return new Map(ids.map((id, index) => [id, counts[index] ?? 0]));
}
