import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseSupply, supplyPattern } from '../../sensor-configs/supply.ts';
import { nextSupply } from './ration.ts';

const isStated = (text: string) => new RegExp(supplyPattern, 'u').test(text);

describe('supply times', () => {
  it('are days and hours, several with a semicolon', () => {
    assert.deepEqual(parseSupply('Mon, Thu 04:00 to 11:00; Fri 20:00 to 06:00'), [
      { weekdays: [0, 3], from: 240, until: 660 },
      { weekdays: [4], from: 1200, until: 1800 },
    ]);
    assert.deepEqual(parseSupply('daily 03:00 to 06:00')[0]?.weekdays, [0, 1, 2, 3, 4, 5, 6]);
    assert.deepEqual(parseSupply('none'), []);
  });

  it('are refused in any other form', () => {
    for (const text of [
      'none',
      'daily 00:00 to 23:59',
      'Mon,Sun 04:00 to 05:00;Tue 01:00 to 02:00',
    ]) {
      assert.ok(isStated(text), text);
    }
    const wrong = [
      '',
      'mon 04:00 to 05:00',
      'Mon 24:00 to 05:00',
      'Mon 4:00 to 5:00',
      'Mon',
      'Mon;',
    ];
    for (const text of wrong) assert.ok(!isStated(text), text);
  });

  it('come next by the clock of a zone, also past midnight', () => {
    const next = (text: string, now: string) => {
      const supply = nextSupply(parseSupply(text), 'Africa/Nairobi', Date.parse(now));
      return supply && [supply.begin, supply.end].map((at) => new Date(at).toISOString());
    };
    // 21 November 2026 is a Saturday.
    const text = 'Mon, Thu 04:00 to 11:00';
    const monday = ['2026-11-23T01:00:00.000Z', '2026-11-23T08:00:00.000Z'];
    assert.deepEqual(next(text, '2026-11-21T08:00:00Z'), monday);
    assert.deepEqual(next(text, '2026-11-23T07:59:00Z'), monday);
    assert.equal(next(text, '2026-11-23T08:00:00Z')?.[0], '2026-11-26T01:00:00.000Z');
    const night = ['2026-11-20T17:00:00.000Z', '2026-11-21T03:00:00.000Z'];
    assert.deepEqual(next('Fri 20:00 to 06:00', '2026-11-21T02:00:00Z'), night);
    assert.equal(next('none', '2026-11-21T02:00:00Z'), undefined);
  });
});
