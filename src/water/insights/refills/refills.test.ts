import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { minuteMs } from '../../../kit/time/units.ts';
import { decideSource, type RefillFacts } from './decide-source.ts';
import { compareWithReceipts, distance, matchReceipts, mostApartMs } from './match-receipts.ts';
import { readRefillId, writeRefillId } from './report-refills.ts';

const unknown: RefillFacts = {
  stated: undefined,
  pumpWasOn: false,
  wasSwitchedOn: false,
  hasReceipt: false,
  hasPump: false,
  litres: 1000,
  percent: 20,
  milliseconds: 60 * minuteMs,
};

describe('decideSource', () => {
  it('believes people, then the device, then the rate', () => {
    const fast = { ...unknown, litres: 9000 };
    const all = { ...fast, pumpWasOn: true, wasSwitchedOn: true, hasReceipt: true };
    assert.deepEqual(decideSource({ ...all, stated: 'mains' }), { source: 'mains', by: 'owner' });
    assert.deepEqual(decideSource(all), { source: 'pump', by: 'pump_status' });
    assert.deepEqual(decideSource({ ...all, pumpWasOn: false }), { source: 'pump', by: 'command' });
    const receipt = { ...unknown, hasReceipt: true };
    assert.deepEqual(decideSource(receipt), { source: 'tanker', by: 'receipt' });
    assert.deepEqual(decideSource(fast), { source: 'tanker', by: 'rate' });
  });

  it('takes over 100 litres a minute for a tanker, a slow hour without a pump for mains', () => {
    const sourceOf = (facts: Partial<RefillFacts>) =>
      decideSource({ ...unknown, ...facts })?.source ?? null;
    assert.equal(sourceOf({ litres: 6000 }), null);
    assert.equal(sourceOf({ litres: 6001 }), 'tanker');
    assert.equal(sourceOf({ litres: 2400 }), 'mains');
    assert.equal(sourceOf({ litres: 2401 }), null);
    assert.equal(sourceOf({ milliseconds: 59 * minuteMs }), null);
    assert.equal(sourceOf({ hasPump: true }), null);
    assert.equal(sourceOf({ litres: null, percent: 80, milliseconds: 30 * minuteMs }), 'tanker');
    assert.equal(sourceOf({ litres: null }), 'mains');
  });
});

const instant = fc.integer({ min: 0, max: 48 * 60 }).map((minutes) => minutes * minuteMs);
const stretches = fc.array(
  fc
    .tuple(instant, instant)
    .map(([a, b]) => ({ begun_at: Math.min(a, b), ended_at: Math.max(a, b) })),
  { maxLength: 6 },
);
const receipts = fc.array(instant.map((received_at) => ({ received_at, litres: 100 })));

describe('matchReceipts', () => {
  it('gives each receipt to the nearest refill within six hours, or to none', () => {
    fc.assert(
      fc.property(stretches, receipts, (refills, given) => {
        const { of, unmatched } = matchReceipts(refills, given);
        assert.equal([...of.values()].flat().length + unmatched.length, given.length);
        const nearest = ({ received_at }: { received_at: number }) =>
          Math.min(...refills.map((refill) => distance(refill, received_at)));
        for (const receipt of unmatched) assert.ok(nearest(receipt) > mostApartMs);
        for (const [refill, own] of of) {
          for (const receipt of own) {
            assert.equal(distance(refill, receipt.received_at), nearest(receipt));
          }
        }
      }),
    );
  });

  it('compares litres with the sum of the receipts', () => {
    const paid = [{ litres: 5000 }, { litres: 3000 }];
    assert.deepEqual(compareWithReceipts(7600, paid), { difference: -400, share: -0.05 });
    assert.equal(compareWithReceipts(null, paid), undefined);
    assert.equal(compareWithReceipts(7600, []), undefined);
  });
});

describe('the id of a refill', () => {
  it('says again what it was made of', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 0, max: 4e12 }), (sensorNo, begunAt) => {
        const cursor = { sensorNo, begunAt };
        assert.deepEqual(readRefillId(writeRefillId(12, cursor)), cursor);
      }),
    );
  });
});
