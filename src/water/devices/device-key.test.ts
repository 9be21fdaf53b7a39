import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { neighboursOf } from '../../../test/helpers/neighbours.ts';
import { deviceKeyOf, isDeviceKey } from './device-key.ts';

const secret = Buffer.alloc(32, 7);

describe('device keys', () => {
  it('are recognisable, fit a form and are the same every time', () => {
    const key = deviceKeyOf(secret, 12, 'salt');
    assert.match(key, /^kd_[\w-]{32}$/);
    assert.equal(deviceKeyOf(secret, 12, 'salt'), key);
  });

  it('hold: another secret, device or salt is another key', () => {
    const which = fc.tuple(fc.constantFrom(1, 2), fc.nat(1000), fc.constantFrom('salt', 'more'));
    fc.assert(
      fc.property(which, which, (a, b) => {
        const [one, other] = [a, b].map(([seed, id, salt]) =>
          deviceKeyOf(Buffer.alloc(32, seed), id, salt),
        );
        assert.equal(one === other, a.join() === b.join());
      }),
    );
  });

  it('have one spelling', () => {
    const key = deviceKeyOf(secret, 12, 'salt');
    fc.assert(fc.property(neighboursOf(key), (other) => assert.ok(!isDeviceKey(other, key))));
  });

  it('are compared whole', () => {
    const key = deviceKeyOf(secret, 12, 'salt');
    assert.ok(isDeviceKey(key, key));
    for (const wrong of [
      '',
      key.slice(0, -1),
      `${key}x`,
      `${key.slice(0, -1)}é`,
      key.toLowerCase(),
    ]) {
      assert.ok(!isDeviceKey(wrong, key));
    }
  });
});
