import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { supplyPattern } from '../../../src/water/sensor-configs/supply.ts';

// The language is also set on the document, which tests lack.
Object.assign(globalThis, { document: { documentElement: {} }, addEventListener: () => undefined });
const { days, readSupply, writeSupply } = await import('./week-times.ts');

const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const time = fc.record(
  {
    days: fc.subarray([...days], { minLength: 1 }),
    from: clock,
    until: clock,
  },
  { noNullPrototype: true },
);

describe('supply times', () => {
  it('are written as the API takes them, and read back as they were', () => {
    fc.assert(
      fc.property(fc.array(time, { minLength: 1, maxLength: 5 }), (times) => {
        const written = writeSupply(times);
        assert.match(written, new RegExp(supplyPattern));
        assert.ok(written.length <= 200, written);
        assert.deepEqual(readSupply(written), times);
      }),
    );
  });

  it('are none where none is stated', () => {
    assert.deepEqual(readSupply(null), []);
    assert.equal(writeSupply([]), 'none');
    assert.equal(
      writeSupply([{ days: [...days], from: '20:00', until: '06:00' }]),
      'daily 20:00 to 06:00',
    );
  });
});
