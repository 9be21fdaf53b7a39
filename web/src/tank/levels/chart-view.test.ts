import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { beside, type ChartView, endsOf } from './chart-view.ts';
import { ranges } from './level-series.ts';

const timeZone = 'Africa/Nairobi';
const now = Date.parse('2026-11-26T04:30:00.000Z');
const iso = (view: ChartView, zone = timeZone) => {
  const { from, to } = endsOf(view, now, zone);
  return [from, to].map((each) => new Date(each).toISOString());
};

describe('the time that a chart shows', () => {
  it('goes up to now, or is whole days of the account’s zone', () => {
    assert.deepEqual(iso({ range: '1d' }), [
      '2026-11-25T04:30:00.000Z',
      '2026-11-26T04:30:00.000Z',
    ]);
    assert.deepEqual(iso({ range: '1d', until: '2026-11-24' }), [
      '2026-11-23T21:00:00.000Z',
      '2026-11-24T21:00:00.000Z',
    ]);
    assert.deepEqual(iso({ range: '7d', until: '2026-11-24' }), [
      '2026-11-17T21:00:00.000Z',
      '2026-11-24T21:00:00.000Z',
    ]);
  });

  it('is a day of 25 hours where clocks are put back', () => {
    assert.deepEqual(iso({ range: '1d', until: '2026-10-25' }, 'Europe/Berlin'), [
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T23:00:00.000Z',
    ]);
  });

  it('steps back from now to yesterday, and on from yesterday to now', () => {
    const at = { now, timeZone };
    const yesterday = beside({ range: '1d' }, 'earlier', at);
    assert.deepEqual(yesterday, { range: '1d', until: '2026-11-25' });
    assert.deepEqual(beside(yesterday, 'later', at), { range: '1d' });
    assert.deepEqual(beside({ range: '7d' }, 'earlier', at), { range: '7d', until: '2026-11-19' });
  });

  it('neither leaves out a moment nor shows one twice, step by step', () => {
    const zones = fc.constantFrom('Africa/Nairobi', 'Europe/Berlin', 'America/St_Johns', 'UTC');
    fc.assert(
      fc.property(
        zones,
        fc.constantFrom(...ranges),
        fc.integer({ min: 1, max: 12 }),
        (zone, range, count) => {
          const at = { now, timeZone: zone };
          let view = beside({ range }, 'earlier', at);
          for (let time = 0; time < count; time += 1) {
            const before = beside(view, 'earlier', at);
            assert.equal(endsOf(before, now, zone).to, endsOf(view, now, zone).from);
            assert.deepEqual(beside(before, 'later', at), view);
            view = before;
          }
        },
      ),
    );
  });
});
