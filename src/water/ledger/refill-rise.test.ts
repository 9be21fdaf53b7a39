import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hourMs } from '../../kit/time/units.ts';
import { followMark, type Rise, startRise, toRefill } from './refill-rise.ts';

const play = 0.2;
const stepMs = 10 * 60_000;
const markAt = (level: number) => ({ level, volume: level * 10 });

/** Returns the event of each of some levels that come ten minutes apart. */
function eventsOf(rise: Rise, levels: number[]) {
  return levels.map((level, index) =>
    followMark(rise, {
      at: (index + 1) * stepMs,
      mark: markAt(level),
      level,
      play,
      unsure: 1,
      spacing: stepMs,
    }),
  );
}

describe('the rise for refills', () => {
  it('says that a refill begins once the rise is certain, and ends once the level falls', () => {
    const rise = startRise(markAt(40), 0);
    const events = eventsOf(rise, [39, 40, 42, 50, 60, 59.5, 58]);
    const none = undefined;
    assert.deepEqual(events, [none, none, 'begun', none, none, none, 'ended']);
    assert.deepEqual(toRefill(rise, 0), {
      begunAt: stepMs,
      endedAt: 5 * stepMs,
      levelBefore: 39,
      levelAfter: 60,
      risenLevel: 21,
      risenVolume: 210,
    });
  });

  it('takes a rise of less than two percent for none', () => {
    const rise = startRise(markAt(40), 0);
    assert.deepEqual(eventsOf(rise, [41.9, 41.5, 41.9, 40]), Array(4).fill(undefined));
  });

  it('ends a refill after which the level rests for two hours', () => {
    const rise = startRise(markAt(40), 0);
    eventsOf(rise, [50, 60]);
    const rest = (at: number) =>
      followMark(rise, { at, mark: markAt(60), level: 60, play, unsure: 1, spacing: stepMs });
    assert.equal(rest(2 * hourMs), undefined);
    assert.equal(rest(2 * hourMs + 2 * stepMs + 1), 'ended');
  });

  it('keeps one refill that pauses for less one refill', () => {
    const rise = startRise(markAt(40), 0);
    const events = eventsOf(rise, [50, 50, 50, 49.5, 60, 58]);
    assert.deepEqual(events.filter(Boolean), ['begun', 'ended']);
    assert.equal(toRefill(rise, 0).risenLevel, 20);
  });

  it('adds to percent and litres alike what the filter hid', () => {
    const rise = startRise(markAt(40), 0);
    eventsOf(rise, [60, 58]);
    const refill = toRefill(rise, 2);
    assert.equal(refill.risenLevel, 22);
    assert.ok(Math.abs(refill.risenVolume - 220) < 1e-9);
  });
});
