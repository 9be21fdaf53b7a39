import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { judgeCourse, type Step } from '../../../../test/helpers/water/detector-course.ts';
import { hourMs, minuteMs } from '../../../kit/time/units.ts';
import { afterReading } from '../../pumps/follow-pump.ts';
import type { PumpState } from '../../pumps/pump-state.ts';
import { packWatch, unpackWatch } from '../watch.ts';
import { overflow } from './level-thresholds.ts';

const origin = Date.UTC(2026, 0, 1);
const everyMs = 5 * minuteMs;
const maxRunMs = 24 * hourMs;

type Course = { rate: number; minutesAtTop: number; top: number; reports: boolean };

/** A pump fills a tank from 60 % on, runs on at its top, and the tank is drawn from afterwards. */
function fill({ rate, minutesAtTop, top, reports }: Course): Step[] {
  let state: PumpState = {};
  const upHours = (top - 60) / rate;
  const runMs = upHours * hourMs + minutesAtTop * minuteMs;
  const count = Math.ceil((runMs + 6 * hourMs) / everyMs);
  return Array.from({ length: count }, (_, index) => {
    const ms = index * everyMs;
    const isOn = ms <= runMs;
    const level = isOn
      ? Math.min(top, 60 + (rate * ms) / hourMs)
      : top - (10 * (ms - runMs)) / hourMs;
    const pump = reports ? (isOn ? 'on' : 'off') : null;
    const reading = { at: origin + ms, pump, level, measured: level, isSuspect: false, noise: 0 };
    state = afterReading(state, reading as Parameters<typeof afterReading>[1], {
      isSteered: false,
    });
    return { level, run: { state, maxRunMs }, silenceMs: hourMs };
  });
}

/** What is told of the overflow once it is over. */
function told(course: Course, capacity: number | null = 5000) {
  const steps = fill(course).map((step) => ({ ...step, capacity }));
  const judged = judgeCourse(overflow, steps, everyMs);
  const wrong = judged.findIndex(({ verdict }) => verdict.is === 'wrong');
  const over = judged.slice(wrong).find(({ verdict }) => verdict.is === 'fine');
  assert.ok(wrong > 0 && over?.verdict.is === 'fine');
  return over.verdict.facts;
}

const rates = fc.double({ min: 6, max: 40, noNaN: true });
const tops = fc.double({ min: 96.5, max: 100, noNaN: true });

describe('what runs over', () => {
  it('is the rate of the pump by the time at the top', () => {
    fc.assert(
      fc.property(rates, tops, fc.integer({ min: 60, max: 600 }), (rate, top, minutesAtTop) => {
        const facts = told({ rate, top, minutesAtTop, reports: true });
        const litres = (rate * 50 * minutesAtTop) / 60;
        const error = rate * 50 * (10 / 60) + 0.1 * litres;
        assert.ok(Math.abs((facts?.spilt_litres ?? 0) - litres) <= error, `${litres} ${facts}`);
        assert.ok(facts && Math.abs(facts.level - top) < 0.1);
      }),
    );
  });

  it('is not told where the pump stops at the top, or where rate or capacity are not known', () => {
    fc.assert(
      fc.property(rates, tops, (rate, top) => {
        const course = { rate, top, minutesAtTop: 0, reports: true };
        assert.equal(told(course), undefined);
        assert.equal(told({ ...course, minutesAtTop: 300, reports: false }), undefined);
        assert.equal(told({ ...course, minutesAtTop: 300 }, null), undefined);
      }),
    );
  });

  it('is remembered in the row of the sensor', () => {
    const memory = { peak: 99, rate: 12, spilt: 3.5, most: 99.5, counted: origin, threshold: 90 };
    const watch = { overflow: { memory } };
    assert.deepEqual(unpackWatch(packWatch(watch)), watch);
  });
});
