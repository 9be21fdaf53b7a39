import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCounting } from './count-together.ts';

/** A counting whose second ends when it is told to. */
function countingOf() {
  const asked: string[] = [];
  const due: (() => void)[] = [];
  let now = 0;
  const counts = {
    ofDevice: (deviceId: string) => void asked.push(deviceId),
    ofAll: () => void asked.push('all'),
  };
  const clock = { now: () => now, later: (work: () => void) => void due.push(work) };
  const count = createCounting(counts, clock);
  const endSecond = () => {
    now += 1_000;
    due.shift()?.();
    return asked.splice(0);
  };
  return { asked, count, endSecond };
}

const ids = (from: number, until: number) =>
  Array.from({ length: until - from }, (_, at) => `${from + at}`);

describe('counting what is unread', () => {
  it('is done at once for one device, and once for each of the few that follow', () => {
    const { asked, count, endSecond } = countingOf();
    count('1');
    assert.deepEqual(asked.splice(0), ['1']);
    for (const id of ['1', '2', '1', '3', '2']) count(id);
    assert.deepEqual(asked, []);
    assert.deepEqual(endSecond(), ['1', '2', '3']);
    assert.deepEqual(endSecond(), []);
  });

  it('is one question for all where more than twenty follow', () => {
    const { asked, count, endSecond } = countingOf();
    count('0');
    for (const id of ids(1, 21)) count(id);
    assert.equal(asked.length, 1);
    assert.deepEqual(endSecond(), ['0', ...ids(1, 21)]);
    for (const id of ids(21, 42)) count(id);
    assert.deepEqual(endSecond(), ['all']);
  });
});
