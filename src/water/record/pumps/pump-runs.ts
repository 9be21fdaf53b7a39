import { readingFields } from '../../../db/tables/reading-fields.ts';
import { omit } from '../../../kit/fields.ts';
import { hourMs } from '../../../kit/time/units.ts';
import type { PumpRun } from '../../detectors/detector.ts';
import { heldValueOf, noteMeasured } from '../../detectors/tank/held-value.ts';
import { isStillerThanEver } from '../../detectors/tank/stuck.ts';
import type { Watch } from '../../detectors/watch.ts';
import { afterReading } from '../../pumps/follow-pump.ts';
import { stopDueAt } from '../../pumps/pump-automation.ts';
import { dryAfterOf } from '../../pumps/pump-rise.ts';
import { limitsOf, pumpWord } from '../../pumps/pump-situation.ts';
import { type PumpReading, type PumpState, packPump, unpackPump } from '../../pumps/pump-state.ts';
import { packSource } from '../../pumps/source-tank.ts';
import { atTop } from '../../tank-shapes/gauge.ts';
import { type Entry, thresholdsOf } from '../batch-parts.ts';
import { ask, type BatchWork, type RefillSpan, type SensorState } from '../batch-statements.ts';
import { isOfNow } from '../reading.ts';
import type { ReadingRow } from '../rollups/rollup.ts';

/**
 * Learns from past refills, at the first reading of a run that is of now, how long the tank needs until it shows; or that the
 * pump fills another tank from this one.
 */
export function* learnDryTimes(latest: Entry[], now: number): BatchWork<void> {
  const current = latest.filter(({ row }) => isOfNow(row, now));
  const begun = new Set(current.filter(isFirstOfRun).map(({ sensor }) => sensor));
  for (const sensor of begun) {
    if (yield* isDrawnFrom(sensor)) {
      sensor.pump_state = packPump(whileDrawnFrom(unpackPump(sensor.pump_state)));
      continue;
    }
    const refills = yield* ask('findLastRefills', sensor);
    const dryAfterMs = dryAfterOf(refills.map(rateOf), sensor.noise ?? 0);
    const bringsWater = refills.length > 0 && { bringsWater: true };
    sensor.pump_state = packPump({
      ...unpackPump(sensor.pump_state),
      dryAfterMs,
      ...bringsWater,
    });
  }
}

function isFirstOfRun({ row, sensor }: Entry): boolean {
  if (sensor.pump_state === null && row.pump !== 1) return false;
  const { onSince, dryAfterMs, drawsHere } = unpackPump(sensor.pump_state);
  const begins = row.pump === 1 && !drawsHere;
  return dryAfterMs === undefined && (onSince !== undefined || begins);
}

/**
 * True if the pump of which a reading tells is that of another tank of the device, which it fills from this one:
 * no command, no configuration and no latch or rest says that this one has a pump of its own.
 */
function* isDrawnFrom(sensor: SensorState): BatchWork<boolean> {
  const { device_id: deviceId, name, auto_on_below, fills_from, pump_litres_per_hour } = sensor;
  if (auto_on_below !== null || fills_from !== null || pump_litres_per_hour !== null) return false;
  const { onSince, order, toldOffAt, latchedAt, restUntil } = unpackPump(sensor.pump_state);
  if ([onSince, order, toldOffAt, latchedAt, restUntil].some((known) => known !== undefined)) {
    return false;
  }
  const packed = packSource({ deviceId, sensorName: name });
  return yield* ask('isOnlySource', { deviceId, name }, packed);
}

/** What was learnt of the tank is kept; a run that it did not show in was not its own, nor is that fall its draw. */
function whileDrawnFrom(state: PumpState): PumpState {
  return { ...omit(state, 'dryAt', 'drawLevel', 'drawAt'), drawsHere: true };
}

/** Percent an hour. */
function rateOf({ level_before, level_after, begun_at, ended_at }: RefillSpan): number {
  return ((level_after - level_before) * hourMs) / Math.max(1, ended_at - begun_at);
}

/** Percent an hour by which the pump fills the tank, as far as its owner states what it brings. */
function statedRate({ pump_litres_per_hour: litres, capacity }: SensorState) {
  return litres !== null && capacity ? { statedPerHour: (100 * litres) / capacity } : {};
}

/**
 * Notes what a reading tells of its pump.
 * @param of what the detectors remember of the readings before, and the highest percent that the sensor can say.
 * @returns the run, for the detectors.
 */
export function notePumpRun(
  row: ReadingRow,
  sensor: SensorState,
  { watch, sensorTop }: { watch: Watch; sensorTop: number },
): PumpRun | undefined {
  const reading = toPumpReading(row);
  const isSteered = sensor.auto_on_below !== null;
  if (sensor.pump_state === null && reading.pump === null && !isSteered) return undefined;
  const known = unpackPump(sensor.pump_state);
  if (known.drawsHere && known.onSince === undefined && !isSteered) {
    if (reading.pump === 'off') sensor.pump_state = packPump(omit(known, 'drawsHere'));
    return undefined;
  }
  const limits = limitsOf(sensor);
  const gapMs = row.recorded_at - (sensor.recorded_at ?? row.recorded_at);
  const state = afterReading(known, reading, {
    isSteered,
    maxRunMs: limits.maxRunMs,
    sensorTop,
    stopLevel: Math.min(
      known.stopLevel ?? sensor.auto_off_above ?? thresholdsOf(sensor).high,
      sensorTop,
    ),
    ...statedRate(sensor),
    ...stillnessOf(row, sensor, { watch, sensorTop }),
    gapMs,
    ...(known.onSince !== undefined && { endsAt: stopDueAt(known.onSince, limits) }),
  });
  sensor.pump_state = packPump(state);
  return { state, maxRunMs: limits.maxRunMs };
}

function toPumpReading(row: ReadingRow): PumpReading {
  return {
    at: row.recorded_at,
    pump: pumpWord(row.pump),
    level: row.filtered_level ?? row.level,
    measured: row.level,
    isSuspect: row.quality === readingFields.quality.words.suspect,
    noise: row.noise ?? 0,
  };
}

/** What tells of a sensor that may be stuck, or repeats what it measured before. */
function stillnessOf(
  { recorded_at: recordedAt, level: raw }: ReadingRow,
  { recorded_at: beforeAt, level: rawBefore }: SensorState,
  { watch, sensorTop }: { watch: Watch; sensorTop: number },
) {
  const memory = watch.stuck?.memory ?? {};
  const isKnown = beforeAt !== null && rawBefore !== null;
  const before = isKnown ? { recordedAt: beforeAt, raw: rawBefore } : undefined;
  return {
    // At its top no sensor shows a rise.
    isBlind:
      raw >= sensorTop - atTop ||
      isStillerThanEver({ raw, recordedAt, before: rawBefore, sensorTop }, memory),
    held: heldValueOf(noteMeasured(memory, { recordedAt, raw, before })),
  };
}
