import { dayMs, hourMs } from '../../../src/kit/time/units.ts';
import { incidentSentence } from '../../../src/water/incidents/incident-sentence.ts';
import type { Happening } from '../../../src/water/incidents/kinds.ts';
import type { Alert, Tank, TankSensor } from '../api/operations.ts';
import { dateTime, spanRange, timeOfDay } from '../words/format.ts';
import { language } from '../words/language.ts';
import { nameOf } from './tank-name.ts';
import { say } from './words.ts';

export type LevelState = {
  look: 'good' | 'warning' | 'danger' | 'none';
  text: string;
};

/** Returns the server's status of a sensor, in words that also name the direction. */
export function levelState(sensor: Pick<TankSensor, 'level' | 'status'>): LevelState {
  const { level, status } = sensor;
  if (level === null || status === null) return { look: 'none', text: say.noReading() };
  if (status === 'normal') return { look: 'good', text: say.normal() };
  const isHigh = level >= 50;
  if (status === 'warning') return { look: 'warning', text: isHigh ? say.high() : say.low() };
  return { look: 'danger', text: isHigh ? say.veryHigh() : say.veryLow() };
}

type Times = NonNullable<TankSensor['time_to_empty']>;

const emptyTexts = { alone: say.emptyIn, ranged: say.emptyInRange, byNow: say.emptyByNow };

/** Says how long the water lasts, in the same words on every screen. */
export function emptySentence(times: Times, now: number): string {
  return timesSentence(emptyTexts, { times, now });
}

export function timesSentence(
  { alone, ranged, byNow }: typeof emptyTexts,
  { times, now }: { times: Times; now: number },
): string {
  // A silent device no longer says when it happened.
  if (Date.parse(times.middle_at) <= now) return byNow();
  const { low, middle, high } = spanRange({
    low: hoursUntil(times.low_at, now),
    middle: hoursUntil(times.middle_at, now),
    high: hoursUntil(times.high_at, now),
  });
  return low === high ? alone({ span: middle }) : ranged({ span: middle, low, high });
}

/** A past end of the range counts as a minute ahead. */
function hoursUntil(instant: string, now: number): number {
  return Math.max(1 / 60, (Date.parse(instant) - now) / hourMs);
}

/** Says what alerts of a level in doubt wait for: the next reading at least. */
export function doubtSentence(
  { readings_left, until }: NonNullable<TankSensor['doubt']>,
  now: number,
): string {
  const isAhead = until !== null && Date.parse(until) > now;
  if (!isAhead) return say.doubtReadings({ count: Math.max(1, readings_left) });
  const isSoon = Date.parse(until) - now < dayMs / 2;
  const instant = isSoon ? timeOfDay(until) : dateTime(until);
  if (readings_left === 0) return say.doubtUntil({ until: instant });
  return say.doubtBoth({ count: readings_left, until: instant });
}

/** @param tank that it befell, if it is known. */
export function messageText(
  {
    kind,
    facts,
    sensor_name,
    created_at,
  }: Pick<Alert, 'kind' | 'facts' | 'sensor_name' | 'created_at'>,
  tank: Pick<Tank, 'device_name' | 'mac_or_serial' | 'role' | 'sensors'> | undefined,
): string {
  const about = {
    sensorName: sensor_name,
    begunAt: Date.parse(created_at),
    ...(tank && { device: nameOf(tank), isOnlySensor: tank.sensors.length === 1 }),
  };
  return incidentSentence({ kind, facts } as Happening, about, language.value);
}
