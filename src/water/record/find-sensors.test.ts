import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { admitSensors } from './find-sensors.ts';

describe('the room for sensors', () => {
  const keys = (...names: string[]) => names.map((name) => ({ deviceId: 1, name }));
  const namesOf = (admitted: { name: string }[]) => admitted.map(({ name }) => name);

  it('is given to who comes first, of each device for itself', () => {
    const known = { known: 2, configured: 0 };
    const wanted = [...keys('a', 'b', 'c'), { deviceId: 2, name: 'd' }];
    const admitted = admitSensors(wanted, [known, known, known, known], 4);
    assert.deepEqual(namesOf(admitted), ['a', 'b', 'd']);
  });

  it('is there for a sensor that is configured, also where there is no other', () => {
    const full = { known: 4, configured: 0 };
    const admitted = admitSensors(keys('a', 'b'), [full, { ...full, configured: 1 }], 4);
    assert.deepEqual(namesOf(admitted), ['b']);
  });

  it('holds: a device never has more than it may, and refuses none that it has room for', () => {
    const wanted = fc.array(
      fc.record({ deviceId: fc.constantFrom(1, 2), configured: fc.constantFrom(0, 0, 1) }),
    );
    const known = fc.record({ 1: fc.nat(8), 2: fc.nat(8) });
    fc.assert(
      fc.property(wanted, known, fc.integer({ min: 1, max: 6 }), (wanted, known, most) => {
        const keys = wanted.map((each, index) => ({ ...each, name: String(index) }));
        const counts = keys.map(({ deviceId, configured }) => ({
          known: known[deviceId as 1 | 2],
          configured,
        }));
        const admitted = admitSensors(keys, counts, most);
        for (const deviceId of [1, 2] as const) {
          const added = keys.filter((key) => key.deviceId === deviceId && !key.configured);
          const taken = added.filter(({ name }) => namesOf(admitted).includes(name));
          const room = Math.max(0, most - known[deviceId]);
          assert.deepEqual(taken, added.slice(0, room));
        }
      }),
    );
  });
});
