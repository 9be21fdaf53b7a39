import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { minuteMs } from '../../kit/time/units.ts';
import type { Detector, Health, Memory } from './detector.ts';
import { battery, signal } from './device-detectors.ts';
import { judgeHealth } from './judge-reading.ts';
import { packWatch, unpackWatch } from './watch.ts';

const origin = Date.UTC(2026, 0, 1);

/** Returns the verdicts of a detector on values that come ten minutes apart. */
function judge<K extends 'battery' | 'signal'>(
  detector: Detector<K, Health>,
  values: (number | null)[],
) {
  let memory: Memory = {};
  return values.map((value, index) => {
    const health = { recordedAt: origin + index * 10 * minuteMs, battery: null, signal: null };
    const judged = detector.judge({ ...health, [detector.kind]: value }, memory);
    memory = judged.memory ?? {};
    return judged.verdict;
  });
}
const says = (verdicts: ReturnType<typeof judge>) =>
  verdicts.map((verdict) => (verdict.is === 'wrong' ? verdict.severity : verdict.is));

/** Returns the changes of a device's incidents by reports that come ten minutes apart. */
function tell(values: Pick<Health, 'battery' | 'signal'>[]) {
  let stored = '';
  return values.flatMap((value, index) => {
    const recordedAt = origin + index * 10 * minuteMs;
    const judged = judgeHealth(unpackWatch(stored), { recordedAt, ...value }, recordedAt);
    stored = packWatch(judged.watch);
    return judged.changes.map(({ kind, change }) => `${index} ${kind} ${change}`);
  });
}

describe('the battery of a device', () => {
  it('is low from 20 percent, critical from 10, and fine again from 25', () => {
    assert.deepEqual(says(judge(battery, [92, 21, 20, 11, 10, 24, 25])), [
      ...['fine', 'unclear', 'warning', 'warning', 'critical', 'unclear', 'fine'],
    ]);
  });

  it('says nothing where the device does not', () => {
    assert.deepEqual(says(judge(battery, [null])), ['unclear']);
  });

  it('is told after half an hour, and once while it sinks and recovers under load', () => {
    const values = [21, 20, 21, 20, 20, 20, 23, 19, 23, 18].map((battery) => ({
      battery,
      signal: null,
    }));
    assert.deepEqual(tell(values), ['4 battery raised']);
  });

  it('only gets worse as it gets lower', () => {
    const rank = { fine: 0, unclear: 1, warning: 2, critical: 3 };
    const rankOf = (charge: number) => rank[says(judge(battery, [charge]))[0] as keyof typeof rank];
    const charge = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(charge, charge, (one, other) => {
        assert.ok(rankOf(Math.min(one, other)) >= rankOf(Math.max(one, other)));
      }),
    );
  });
});

describe('the network of a device', () => {
  it('is not weak for one bad value, and is for an hour of them', () => {
    const values = [-80, -120, ...Array(6).fill(-80)];
    assert.ok(!says(judge(signal, values)).includes('critical'));
    const weak = [-80, ...Array(30).fill(-106)].map((signal) => ({ battery: null, signal }));
    assert.match(tell(weak).join(), /^\d+ signal raised$/);
  });

  it('is critical when next to nothing is left, and good again from -99 dBm', () => {
    const verdicts = says(judge(signal, [...Array(40).fill(-113), ...Array(40).fill(-80)]));
    assert.equal(verdicts[39], 'critical');
    assert.equal(verdicts.at(-1), 'fine');
  });

  it('keeps what it knows while the device says nothing', () => {
    assert.equal(says(judge(signal, [...Array(40).fill(-106), null, -106])).at(-1), 'warning');
  });

  it('is never wrong where every value is good', () => {
    const good = fc.array(fc.integer({ min: -98, max: -40 }), { maxLength: 50 });
    fc.assert(
      fc.property(good, (values) => {
        assert.ok(says(judge(signal, values)).every((each) => each === 'fine'));
      }),
    );
  });
});
