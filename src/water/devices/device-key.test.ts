import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { deviceKeyOf, isDeviceKey } from './device-key.ts';

const secret = Buffer.alloc(32, 7);

describe('device keys', () => {
  it('are recognisable, fit a form and are the same every time', () => {
    const key = deviceKeyOf(secret, 12, 1);
    assert.match(key, /^kd_[\w-]{32}$/);
    assert.equal(deviceKeyOf(secret, 12, 1), key);
  });

  it('hold: another secret, device or version is another key', () => {
    const which = fc.tuple(fc.constantFrom(1, 2), fc.nat(1000), fc.nat(20));
    fc.assert(
      fc.property(which, which, (a, b) => {
        const [one, other] = [a, b].map(([seed, id, version]) =>
          deviceKeyOf(Buffer.alloc(32, seed), id, version),
        );
        assert.equal(one === other, a.join() === b.join());
      }),
    );
  });

  it('are compared whole', () => {
    const key = deviceKeyOf(secret, 12, 1);
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
