import fc from 'fast-check';
import { hourMs, minuteMs } from '../../../src/kit/time/units.ts';
import type { SeedReading } from './readings.ts';

/**
 * Time zones in which days begin within hours, clocks change by an hour or by half of one, and the usual one.
 */
export const zones = [
  'Africa/Nairobi',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/New_York',
];
/** Instants around a change of the clocks in both of the latter. */
export const epoch = Date.parse('2026-10-02T00:00:00Z');

/** Levels in halves, which add up without an error in any order. */
const level = fc.integer({ min: 0, max: 200 }).map((halves) => halves / 2);
/** Tanks, each with a rhythm of its own; most are so dense that days begin within hours. */
const rhythm = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ min: 1, max: 20 * minuteMs }) },
  { weight: 1, arbitrary: fc.constant({ min: 1, max: 30 * hourMs }) },
  { weight: 1, arbitrary: fc.constant({ min: hourMs, max: 4 * hourMs }) },
);
const series = rhythm
  .chain(({ min, max }) =>
    fc.array(fc.record({ step: fc.integer({ min, max }), level }), {
      minLength: 1,
      maxLength: 250,
      size: 'max',
    }),
  )
  .map((list) => {
    let at = epoch;
    return list.map(({ step, level }): SeedReading => {
      at += step;
      return { at, level, volume: level * 20 };
    });
  });
/** Limits of ranges, as shares of the time between the first reading and the last. */
const part = fc.double({ min: -0.1, max: 1.1, noNaN: true });
export const world = fc
  .record({
    series: fc.array(series, { minLength: 1, maxLength: 3 }),
    zone: fc.constantFrom(...zones),
    parts: fc.tuple(part, part, part),
  })
  .map(({ series, zone, parts }) => {
    const length = Math.max(...series.map((readings) => (readings.at(-1)?.at ?? 0) - epoch));
    const edges = parts.sort((a, b) => a - b).map((part) => epoch + Math.round(part * length));
    const [start = 0, cut = 0, end = 0] = edges;
    return { series, zone, start, cut, end };
  });
