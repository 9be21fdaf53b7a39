import type { Batch, Entry, Postponed, Refusal } from './batch-parts.ts';
import type { BatchWork } from './batch-statements.ts';
import { dateReadings, isFromFuture } from './date-readings.ts';
import type { Devices } from './device-status.ts';
import { findOrAddSensors } from './find-sensors.ts';
import type { Found } from './incidents/save-incidents.ts';
import { isPacked } from './stored-readings.ts';
import { giveBackCounters, type TakenCounters, takeCounters } from './take-counters.ts';
import { toEntry } from './to-entry.ts';

/** The readings of a batch whose devices, instants and sensors are known, and what was found on the way. */
export type Admitted = Pick<TakenCounters, 'placed' | 'seen'> & {
  /** What became of each: those of no signed message, then those of signed ones that are good. */
  taken: (Entry | Refusal | Postponed)[];
  /** Those of them that are to be stored. */
  entries: Entry[];
  /** What was found about the clocks of devices. */
  clockIncidents: Found[];
};

/** Takes the counters of signed messages, dates all readings, and finds their sensors. */
export function* admitReadings(devices: Devices, batch: Batch): BatchWork<Admitted> {
  const { now } = batch;
  const { readings: sent, placed, seen } = takeCounters(devices, batch);
  const { readings, found: clockIncidents } = dateReadings(devices, { readings: sent, now });
  const ofDevices = readings.filter(
    (reading) => devices.has(reading.deviceId) && !isFromFuture(reading),
  );
  const sensors = yield* findOrAddSensors(ofDevices, batch.sensorsPerDevice);
  const taken = withFewPacked(
    readings.map((reading) => {
      if (!devices.has(reading.deviceId)) return 'gone';
      return isFromFuture(reading) ? 'future' : toEntry(reading, sensors.get(reading), now);
    }),
    batch.readings.length,
  );
  giveBackCounters(devices, placed, (index) => taken[index] === 'postponed');
  return { taken, entries: taken.filter(isTaken), placed, seen, clockIncidents };
}

/** Each reading that goes into packed stretches may open one of its own, which takes the writer up to 2 ms. */
const mostPacked = 100;

/** @param unsigned number of those before any of a signed message; neither kind keeps the other waiting. */
function withFewPacked(taken: (Entry | Refusal)[], unsigned: number): Admitted['taken'] {
  const packed = { signed: 0, unsigned: 0 };
  return taken.map((each, index) => {
    if (!isTaken(each) || !isPacked(each)) return each;
    const kind = index < unsigned ? 'unsigned' : 'signed';
    packed[kind] += 1;
    return packed[kind] > mostPacked ? 'postponed' : each;
  });
}

export function isTaken(reading: Entry | Refusal | Postponed): reading is Entry {
  return typeof reading !== 'string';
}
