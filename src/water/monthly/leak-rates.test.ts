import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { dayMs } from '../../kit/time/units.ts';
import type { Facts } from '../incidents/kinds.ts';
import { followRate } from '../insights/leaks/watch/leak-rates.ts';
import { lostIn } from './losses.ts';
import type { Loss } from './queries.ts';

const begin = Date.parse('2026-09-01T02:00:00Z');

/** Follows a leak through the mornings from its third day on. */
function follow(rates: readonly number[]) {
  let leak: Facts['leak'] | undefined;
  for (const [index, litres] of rates.entries()) {
    const facts = { percent_per_day: litres / 20, litres_per_day: litres, since: begin };
    const found = { ...facts, nights: 3, confidence: 0.9 };
    const now = begin + (index + 3) * dayMs;
    leak = leak ? { ...found, rates: followRate(leak, found, now) } : found;
  }
  assert.ok(leak);
  return leak;
}

describe('the rates of a leak', () => {
  it('come to what it took day by day, in a list that stays short', () => {
    const litres = fc.array(fc.integer({ min: 20, max: 2000 }), { minLength: 1, maxLength: 120 });
    fc.assert(
      fc.property(litres, (rates) => {
        const facts = follow(rates);
        assert.ok((facts.rates?.length ?? 0) <= 40);
        const end = begin + (rates.length + 2) * dayMs;
        const loss: Loss = {
          kind: 'leak',
          sensor_name: 'main',
          facts,
          created_at: begin + 3 * dayMs,
          resolved_at: end,
        };
        const taken = rates.reduce((sum, rate) => sum + rate, 2 * (rates[0] ?? 0));
        const all = { start: begin - dayMs, end: end + dayMs };
        assert.ok(Math.abs((lostIn([loss], all, 'litre') ?? 0) - taken) <= 0.12 * taken);
        const percent = lostIn([loss], all, 'percent') ?? 0;
        assert.ok(Math.abs(percent - taken / 20) <= (0.12 * taken) / 20);
      }),
    );
  });

  it('stay as they are where a morning finds nearly the same', () => {
    const { rates } = follow([100, 95, 104, 108, 92]);
    assert.deepEqual(rates, [{ since: begin, percent_per_day: 5, litres_per_day: 100 }]);
  });
});
