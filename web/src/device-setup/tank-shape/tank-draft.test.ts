import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { draftOf, sizeOf, tankOf, withLength } from './tank-draft.ts';

const box = { shape: 'box', length_cm: 100, width_cm: 100, height_cm: 200 } as const;
const calibration = [{ measured_cm: 88, height_cm: 90 }];

describe('the draft of a tank', () => {
  it('is what is stored, and becomes it again', () => {
    const tank = { ...box, sensor_height_cm: 210, dead_zone_cm: 30, unusable_bottom_cm: 5 };
    const draft = draftOf({ ...tank, calibration });
    assert.deepEqual(tankOf(draft), { ...tank, table: null, calibration });
    assert.deepEqual(sizeOf(draft), { litres: 1950, seen: ((182 - 5) / 195) * 100 });
    assert.equal(tankOf(draftOf(null)), null);
  });

  it('has no litres before all dimensions are typed', () => {
    const draft = draftOf({ ...box, height_cm: null });
    assert.equal(sizeOf(draft), undefined);
    assert.equal(sizeOf(withLength(draft, 'height_cm', '0')), undefined);
    assert.equal(sizeOf(withLength(draft, 'height_cm', '50'))?.litres, 500);
    assert.equal(sizeOf(draftOf(null)), undefined);
  });

  it('reads a table line by line', () => {
    const rows = ' 50 400\n\n100;900,\n';
    const draft = { ...draftOf({ shape: 'table' }), rows };
    const table = [
      { height_cm: 50, litres: 400 },
      { height_cm: 100, litres: 900 },
    ];
    assert.deepEqual(tankOf(draft)?.table, table);
    assert.equal(sizeOf(draft)?.litres, 900);
    assert.equal(draftOf({ shape: 'table', table }).rows, '50 400\n100 900');
  });

  it('forgets how a sensor was corrected that is moved', () => {
    const draft = draftOf({ ...box, sensor_height_cm: 210, calibration });
    assert.deepEqual(tankOf(withLength(draft, 'height_cm', '190'))?.calibration, calibration);
    assert.equal(tankOf(withLength(draft, 'sensor_height_cm', '220'))?.calibration, null);
  });
});
