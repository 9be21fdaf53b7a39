import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  addressOf,
  kinds,
  mostAlso,
  periods,
  type ReportView,
  rangeQuery,
  readView,
} from './report-view.ts';

const usual: ReportView = {
  kind: 'daily',
  device: undefined,
  also: [],
  sensor: undefined,
  period: '7d',
  from: undefined,
  until: undefined,
};

const queryOf = (address: string) =>
  Object.fromEntries(new URL(address, 'http://screen').searchParams);

describe('what a report shows', () => {
  it('is the last seven days where the address says nothing, or nonsense', () => {
    assert.deepEqual(readView({}), usual);
    assert.deepEqual(readView({ kind: 'x', period: '2d', from: 'yesterday' }), usual);
    assert.equal(addressOf(usual), '/reports');
  });

  it('asks the API for dates where there are any, else for the period', () => {
    assert.deepEqual(rangeQuery(usual), { period: '7d' });
    const dated = { ...usual, period: '90d', from: '2026-11-01', sensor: 'roof' } as const;
    assert.deepEqual(rangeQuery(dated), { sensor_name: 'roof', start_date: '2026-11-01' });
    assert.deepEqual(rangeQuery({ ...usual, until: '2026-11-02' }), { end_date: '2026-11-02' });
  });

  it('comes back from its address as it went there', () => {
    const name = fc.option(fc.string({ minLength: 1, maxLength: 9 }), { nil: undefined });
    const day = fc.option(
      fc
        .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10)),
      { nil: undefined },
    );
    const view = fc.record({
      kind: fc.constantFrom(...kinds),
      device: name,
      also: fc.uniqueArray(fc.integer({ min: 1 }).map(String), { maxLength: mostAlso }),
      sensor: name,
      period: fc.constantFrom(...periods),
      from: day,
      until: day,
    });
    fc.assert(
      fc.property(view, (any) => {
        const shown = { ...any, also: any.also.filter((id) => id !== any.device) };
        const back = readView(queryOf(addressOf(shown)));
        const period = shown.from || shown.until ? '7d' : shown.period;
        assert.deepEqual(back, { ...shown, period });
      }),
    );
  });
});
