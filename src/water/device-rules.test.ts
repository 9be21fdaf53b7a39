import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { compileCheck } from '../kit/api/schema/validator.ts';
import {
  capacityRange,
  faultOfDeviceName,
  faultOfInteger,
  faultOfMacOrSerial,
  highRange,
  lowRange,
} from './device-rules.ts';
import { Registration, Renaming } from './devices/schemas.ts';
import { ConfigForm } from './sensor-configs/schemas.ts';

const register = compileCheck(Registration);
const rename = compileCheck(Renaming);
const save = compileCheck(ConfigForm);

/** Returns the API's fault of the one field that may be wrong. */
function said(checked: ReturnType<typeof register>): string | undefined {
  return 'error' in checked ? checked.error.fields[0]?.message : undefined;
}

const written = fc.oneof(
  fc.string({ minLength: 1, maxLength: 120, unit: 'grapheme' }),
  fc.string({ minLength: 1, maxLength: 80, unit: fc.constantFrom(...'aAfFzZ09:-._ ') }),
  fc.stringMatching(/^([0-9A-Fa-f]{2}[:-]?){5,6}$/),
);

describe('what is said of a device before it is sent', () => {
  it('is what the API says of its MAC or serial', () => {
    fc.assert(
      fc.property(written, (text) => {
        assert.equal(faultOfMacOrSerial(text), said(register({ mac_or_serial: text })));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is what the API says of its name', () => {
    fc.assert(
      fc.property(written, (text) => {
        const body = { mac_or_serial: 'KS-1', device_name: text };
        assert.equal(faultOfDeviceName(text), said(rename(body)));
      }),
      { numRuns: 1_000 },
    );
  });

  it('is what the API says of its litres and thresholds', () => {
    const value = fc.oneof(fc.integer({ min: -5, max: 105 }), fc.integer(), fc.double());
    const ranges = {
      capacity: capacityRange,
      high_threshold: highRange,
      low_threshold: lowRange,
    };
    const field = fc.constantFrom(...(Object.keys(ranges) as (keyof typeof ranges)[]));
    fc.assert(
      fc.property(field, value, (name, number) => {
        fc.pre(Number.isFinite(number));
        const body = { device_id: '1', sensor_name: 'main', [name]: number };
        assert.equal(faultOfInteger(number, ranges[name]), said(save(body)));
      }),
      { numRuns: 2_000 },
    );
  });
});
