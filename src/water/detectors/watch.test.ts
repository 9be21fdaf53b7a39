import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { deviceDetectors } from './device-detectors.ts';
import { tankDetectors } from './tank/tank-detectors.ts';
import { type KindWatch, packWatch, unpackWatch, type Watch } from './watch.ts';

const instant = fc.integer({ min: 1, max: 4_000_000_000_000 });
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((each) => each + 0);

/** Watches of detectors with these names, in every state of their incidents. */
const kindWatch = (names: readonly string[]): fc.Arbitrary<KindWatch> => {
  const each = Object.fromEntries(names.map((name) => [name, number]));
  const memory = fc.record(each, { requiredKeys: [] });
  const severity = fc.constantFrom('warning' as const, 'critical' as const);
  const needed = { requiredKeys: ['createdAt' as const, 'severity' as const] };
  const last = fc.record({ createdAt: instant, severity, resolvedAt: instant }, needed);
  const parts = { wrongSince: instant, last, ...(names.length > 0 && { memory }) };
  return fc.record(parts, { requiredKeys: [] }) as fc.Arbitrary<KindWatch>;
};
const watch = fc.record(
  Object.fromEntries(
    [...tankDetectors, ...deviceDetectors].map(({ kind, remembers }) => [
      kind,
      kindWatch(remembers),
    ]),
  ),
  { requiredKeys: [] },
) as fc.Arbitrary<Watch>;

describe('what a row remembers for the detectors', () => {
  it('comes back as it was stored', () => {
    fc.assert(
      fc.property(watch, (each) => {
        // -0 is 0 in JSON.
        const plain = JSON.parse(JSON.stringify(each)) as Watch;
        assert.deepEqual({ ...unpackWatch(packWatch(plain)) }, plain);
      }),
    );
  });

  it('is nothing where nothing is remembered', () => {
    assert.equal(packWatch({}), '');
    assert.deepEqual(unpackWatch(''), {});
  });

  it('keeps what else is known beside a kind that is not, and refuses another layout', () => {
    const text = packWatch({ battery: { wrongSince: 5 } });
    const strange = text.replace(']', ',99,0,0,0,0,2,7,8]');
    assert.deepEqual(unpackWatch(strange), { battery: { wrongSince: 5 } });
    assert.throws(() => unpackWatch('[99]'), /version 99/);
  });
});
