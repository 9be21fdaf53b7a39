import { roundTo } from '../kit/round.ts';
import { dayMs, hourMs, minuteMs } from '../kit/time/units.ts';

/**
 * What the server writes into the alerts that it raises itself, and how to read it again: the
 * dashboard tells the same in its reader's language.
 */
export type AutoAlert =
  /** Levels and thresholds in percent. */
  | { kind: 'low' | 'overflow'; sensor: string; level: number; threshold: number }
  /** `count` of `unit` since the device was last heard. */
  | { kind: 'silence'; device: string; count: number; unit: Unit };

const units = [
  { name: 'days', ms: dayMs },
  { name: 'hours', ms: hourMs },
  { name: 'minutes', ms: minuteMs },
  { name: 'seconds', ms: 1000 },
] as const;
type Unit = (typeof units)[number]['name'];

const beginnings = {
  low: 'the water is low at',
  overflow: 'the tank is close to overflowing at',
} as const;

/** @param level in percent, as is `threshold`; told to a tenth. */
export function levelSentence(
  kind: keyof typeof beginnings,
  sensor: string,
  level: number,
  threshold: number,
): string {
  const percent = roundTo(level, 1);
  return `${sensor}: ${beginnings[kind]} ${percent} % (threshold ${threshold} %).`;
}

/** @param span since the device was last heard, in milliseconds; told in the largest unit of which it holds two. */
export function silenceSentence(device: string, span: number): string {
  const unit = units.find(({ ms }) => span >= 2 * ms) ?? units[3];
  return `${device} has not been heard of for ${Math.floor(span / unit.ms)} ${unit.name}.`;
}

const level =
  /^(.+): (the water is low at|the tank is close to overflowing at) ([\d.]+) % \(threshold ([\d.]+) %\)\.$/s;
const silence = /^(.+) has not been heard of for (\d+) (days|hours|minutes|seconds)\.$/s;

/** Reads one of these sentences; undefined where a text is none of them. */
export function readAlertSentence(text: string): AutoAlert | undefined {
  const [, sensor, beginning, percent, threshold] = level.exec(text) ?? [];
  if (sensor !== undefined) {
    const kind = beginning === beginnings.low ? 'low' : 'overflow';
    return { kind, sensor, level: Number(percent), threshold: Number(threshold) };
  }
  const [, device, count, name] = silence.exec(text) ?? [];
  const unit = units.find((each) => each.name === name)?.name;
  return device === undefined || !unit
    ? undefined
    : { kind: 'silence', device, count: Number(count), unit };
}
