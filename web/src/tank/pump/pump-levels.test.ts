import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ApiError } from '../../../../src/kit/api/failures/api-error.ts';
import { automationAfter } from '../../../../src/water/pump-commands/command-rules.ts';
import { checkLevels, commandWords, readLevel } from './pump-levels.ts';

describe('the levels of a pump command', () => {
  const thresholds = { low: 20, high: 90 };

  it('are read as they are typed in Kenya and elsewhere', () => {
    assert.equal(readLevel(' 30 '), 30);
    assert.equal(readLevel('30,5'), 30.5);
    assert.equal(readLevel(''), undefined);
    assert.ok(Number.isNaN(readLevel('full')));
  });

  it('are percent', () => {
    const wrong = checkLevels('auto', { onBelow: -1, offAbove: 100.5 }, thresholds);
    assert.deepEqual(wrong, { turn_on_below: 'not-percent', turn_off_above: 'not-percent' });
    const words = checkLevels('schedule', { onBelow: Number.NaN, offAbove: undefined }, thresholds);
    assert.deepEqual(words, { turn_on_below: 'not-percent' });
    assert.deepEqual(checkLevels('auto', { onBelow: 0, offAbove: 100 }, thresholds), {});
  });

  it('are refused exactly where the server refuses them, and by the same field', () => {
    const level = fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined });
    const sensor = fc.record({
      low: fc.integer({ min: 1, max: 49 }),
      high: fc.integer({ min: 50, max: 99 }),
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...commandWords),
        level,
        level,
        sensor,
        (command, on, off, own) => {
          const here = Object.keys(checkLevels(command, { onBelow: on, offAbove: off }, own));
          let there: string[] = [];
          try {
            automationAfter({ command, turn_on_below: on, turn_off_above: off }, own);
          } catch (error) {
            there = fieldsOf(error);
          }
          assert.deepEqual(here, there);
        },
      ),
    );
  });
});

function fieldsOf(error: unknown): string[] {
  if (!(error instanceof ApiError)) throw error;
  return (error.extras.errors ?? []).map(({ field }) => field);
}
