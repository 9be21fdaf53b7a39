import { dayMs, minuteMs } from '../../kit/time/units.ts';
import { dateByCounts } from '../boot-times.ts';
import { type ClockMemory, packClock, sensorMark, unpackClock } from '../clock-memory.ts';
import { type ClockFault, followClock, rightByClock } from '../device-clock.ts';
import type { Facts } from '../incidents/kinds.ts';
import type { Batch } from './batch-parts.ts';
import type { DeviceStatus } from './batch-statements.ts';
import { type Devices, judgeDevice } from './device-status.ts';
import type { Found } from './incidents/save-incidents.ts';
import { deviceSource, type NewReading } from './reading.ts';

/** Readings whose instants are right, as far as is known, and what was found about the clocks. */
export type DatedReadings = { readings: NewReading[]; found: Found[] };

/**
 * Dates the readings of a batch, before anything goes by the time of one: by the clocks of their devices, set
 * right where they are off, or by the counts of devices without one.
 */
export function dateReadings(
  devices: Devices,
  { readings, now }: Pick<Batch, 'readings' | 'now'>,
): DatedReadings {
  const found: Found[] = [];
  const dated = [...readings];
  const clocks = new Map<DeviceStatus, ClockMemory>();
  const clockOf = (device: DeviceStatus): ClockMemory => {
    const clock = clocks.get(device) ?? unpackClock(device.clock);
    clocks.set(device, clock);
    return clock;
  };
  const each = (take: (reading: NewReading, device: DeviceStatus) => NewReading): void => {
    dated.forEach((reading, index) => {
      const device = devices.get(reading.deviceId);
      if (device) dated[index] = take(reading, device);
    });
  };
  each((reading, device) => {
    if (!isByClock(reading) && reading.source === deviceSource) {
      found.push(...endUnheardClock(device, now));
    }
    if (!isByClock(reading) || reading.isKept) return reading;
    const { recordedAt, spacingMs = 0 } = reading;
    const level = reading.level ?? reading.level_cm ?? reading.distance ?? 0;
    const sensor = sensorMark(reading.sensorName);
    const said = { recordedAt, level, sensor, now, spacingMs };
    const judged = followClock(clockOf(device), said);
    found.push(...judgeClock(device, judged.fault, now));
    return setRight(reading, judged.recordedAt);
  });
  for (const [device, clock] of clocks) device.clock = packClock(clock);
  // Only batches of devices have kept and counted ones.
  if (readings.some(({ isKept }) => isKept)) {
    // The newest of those that come together tells how far a clock is behind, so it goes first.
    each((reading, device) =>
      isByClock(reading) && reading.isKept
        ? setRight(reading, rightByClock(clockOf(device), reading.recordedAt, now))
        : reading,
    );
  }
  if (readings.some(({ count }) => count)) dateCounted(dated, devices, now);
  return { readings: dated, found };
}

/** True if a dated reading is still in the future: its device's clock is not known to be ahead. */
export function isFromFuture({ isAhead, reportedAt }: NewReading): boolean {
  return isAhead === true && reportedAt === undefined;
}

type SaidReading = NewReading & { recordedAt: number };

function isByClock(reading: NewReading): reading is SaidReading {
  return reading.recordedAt !== null && reading.source === deviceSource && !reading.isByAge;
}

function setRight(reading: SaidReading, recordedAt: number | null): NewReading {
  const { recordedAt: said } = reading;
  return recordedAt === said ? reading : { ...reading, recordedAt, reportedAt: said };
}

/** Dates in place the readings that say a count and no time; those that say both tell how the count runs. */
function dateCounted(readings: NewReading[], devices: Devices, now: number): void {
  const counted = readings.flatMap((reading, index) => {
    const device = devices.get(reading.deviceId);
    // What says an instant from the future dates nothing, and is not taken itself.
    return device && reading.count && !isFromFuture(reading)
      ? [{ reading, index, device, count: reading.count }]
      : [];
  });
  const sentTogether = Map.groupBy(
    counted,
    ({ device, count: { present, paceMs }, reading: { takenAt } }) =>
      `${device.device_id} ${present?.boot} ${present?.seq} ${paceMs} ${takenAt}`,
  );
  for (const together of sentTogether.values()) {
    const [first] = together;
    if (!first) continue;
    const { device, count } = first;
    const { boots, times } = dateByCounts(device.boots, {
      readings: together.map(({ reading, count: { boot, seq } }) => ({
        boot,
        seq,
        at: reading.recordedAt,
      })),
      present: count.present,
      paceMs: count.paceMs,
      now: first.reading.takenAt ?? now,
    });
    device.boots = boots;
    together.forEach(({ reading, index }, place) => {
      const recordedAt = times[place];
      if (recordedAt !== undefined) readings[index] = { ...reading, recordedAt };
    });
  }
}

function judgeClock(device: DeviceStatus, fault: ClockFault | undefined, now: number): Found[] {
  // The common case: nothing is wrong, and nothing ever was with anything.
  if (!fault && device.watch === '') return [];
  const health = { recordedAt: now, battery: null, signal: null, clock: factsOf(fault) };
  return judgeDevice(device, health, now);
}

/** A device that sends without a time, and has not said one for a day, has no clock any more that could be wrong. */
function endUnheardClock(device: DeviceStatus, now: number): Found[] {
  if (device.watch === '' || device.clock === '') return [];
  // By a clock that stands the same instant comes again and again.
  const { at, lossAt } = unpackClock(device.clock);
  return now - Math.max(at, lossAt) < dayMs ? [] : judgeClock(device, undefined, now);
}

function factsOf(fault: ClockFault | undefined): Facts['clock'] | null {
  if (!fault) return null;
  if (fault.problem !== 'off') return fault;
  return { problem: fault.problem, minutes: Math.round(fault.offMs / minuteMs) };
}
