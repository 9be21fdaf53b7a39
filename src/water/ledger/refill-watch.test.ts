import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hourMs } from '../../kit/time/units.ts';
import { type RefillWatch, startWatch, toRefill, watchMark } from './refill-watch.ts';

const play = 0.2;
const stepMs = 10 * 60_000;
const markAt = (level: number) => ({ level, volume: level * 10 });

/** Tells the watch of levels, ten minutes apart; what each of them changes. */
function tell(watch: RefillWatch, levels: number[]) {
  return levels.map((level, index) =>
    watchMark(watch, { at: (index + 1) * stepMs, mark: markAt(level), level, play }),
  );
}

describe('the watch for refills', () => {
  it('says that a refill begins once the rise is certain, and ends once the level falls', () => {
    const watch = startWatch(markAt(40), 0);
    const events = tell(watch, [39, 40, 42, 50, 60, 59.5, 58]);
    const none = undefined;
    assert.deepEqual(events, [none, none, 'begun', none, none, none, 'ended']);
    assert.deepEqual(toRefill(watch, 0), {
      begunAt: stepMs,
      endedAt: 5 * stepMs,
      levelBefore: 39,
      levelAfter: 60,
      risenLevel: 21,
      risenVolume: 210,
    });
  });

  it('takes a rise of less than two percent for none', () => {
    const watch = startWatch(markAt(40), 0);
    assert.deepEqual(tell(watch, [41.9, 41.5, 41.9, 40]), Array(4).fill(undefined));
  });

  it('ends a refill after which the level rests for two hours', () => {
    const watch = startWatch(markAt(40), 0);
    tell(watch, [50, 60]);
    const rest = (at: number) => watchMark(watch, { at, mark: markAt(60), level: 60, play });
    assert.equal(rest(2 * hourMs), undefined);
    assert.equal(rest(2 * hourMs + 2 * stepMs + 1), 'ended');
  });

  it('keeps one refill that pauses for less one refill', () => {
    const watch = startWatch(markAt(40), 0);
    const events = tell(watch, [50, 50, 50, 49.5, 60, 58]);
    assert.deepEqual(events.filter(Boolean), ['begun', 'ended']);
    assert.equal(toRefill(watch, 0).risenLevel, 20);
  });

  it('adds to percent and litres alike what the filter hid', () => {
    const watch = startWatch(markAt(40), 0);
    tell(watch, [60, 58]);
    const refill = toRefill(watch, 2);
    assert.equal(refill.risenLevel, 22);
    assert.ok(Math.abs(refill.risenVolume - 220) < 1e-9);
  });
});
