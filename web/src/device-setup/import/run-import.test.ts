import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Failure, Unreachable } from '../../api/failure.ts';
import { type ImportEnd, type Outcome, runImport } from './run-import.ts';

const registered: Outcome = { kind: 'registered', deviceId: '1' };
const rows = (count: number) => Array.from({ length: count }, (_, index) => index);
const patience = (status: number, retry_after?: number) => new Failure(status, { retry_after });

type Run = { end: ImportEnd; outcomes: Map<number, string>; waits: number[] };

async function run(
  count: number,
  register: (row: number, cancel: () => void) => Promise<Outcome>,
): Promise<Run> {
  const outcomes = new Map<number, string>();
  const waits: number[] = [];
  const controller = new AbortController();
  const end = await runImport({
    rows: rows(count),
    register: (row) => register(row, () => controller.abort()),
    onOutcome: (row, { kind }) => {
      assert.ok(!outcomes.has(row), `${row} twice`);
      outcomes.set(row, kind);
    },
    onWait: (seconds) => waits.push(seconds),
    wait: async () => {},
    signal: controller.signal,
  });
  return { end, outcomes, waits };
}

describe('an import', () => {
  it('registers every line, at most four at once', async () => {
    let now = 0;
    let most = 0;
    const { end, outcomes } = await run(25, async () => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setImmediate(resolve));
      now--;
      return registered;
    });
    assert.deepEqual([end, outcomes.size, most], ['done', 25, 4]);
  });

  it('tells what is taken from what is wrong, and goes on', async () => {
    const { end, outcomes } = await run(3, async (row) => {
      if (row === 0) throw new Failure(409, { code: 'device_taken' });
      if (row === 1) throw new Failure(400, { code: 'invalid_input' });
      return registered;
    });
    assert.equal(end, 'done');
    assert.deepEqual(Object.fromEntries(outcomes), { 0: 'taken', 1: 'failed', 2: 'registered' });
  });

  it('waits as long as the server says, once for all, and tries again', async () => {
    let refusals = 4;
    const { end, outcomes, waits } = await run(10, async () => {
      if (refusals-- > 0) throw patience(refusals % 2 ? 429 : 503, 7);
      return registered;
    });
    assert.deepEqual([end, outcomes.size], ['done', 10]);
    assert.deepEqual(waits, [7, 0]);
  });

  it('waits five seconds where the server does not say', async () => {
    let isFirst = true;
    const { waits } = await run(1, async () => {
      if (isFirst) {
        isFirst = false;
        throw patience(503);
      }
      return registered;
    });
    assert.deepEqual(waits, [5, 0]);
  });

  it('ends where the server cannot be reached, and leaves the rest without an outcome', async () => {
    const { end, outcomes } = await run(20, async (row) => {
      if (row === 5) throw new Unreachable(undefined);
      return registered;
    });
    assert.equal(end, 'unreachable');
    assert.ok(!outcomes.has(5) && !outcomes.has(19));
  });

  it('begins nothing more once it is cancelled', async () => {
    const { end, outcomes } = await run(20, async (row, cancel) => {
      if (row === 3) cancel();
      return registered;
    });
    assert.equal(end, 'cancelled');
    assert.equal(outcomes.size, 4);
  });
});
