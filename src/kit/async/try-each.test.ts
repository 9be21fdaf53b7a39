import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { rowsOfPages } from './rows-of-pages.ts';
import { throwFailures, tryEach } from './try-each.ts';

const unstopped = new AbortController().signal;

/** Those that are greater than the last one, as a query by key finds them. */
function pagesOf(rows: readonly number[], limit: number, asked: number[] = []) {
  return rowsOfPages<number>(limit, async ({ after = -1, limit }) => {
    asked.push(after);
    return rows.filter((row) => row > after).slice(0, limit);
  });
}

describe('tryEach', () => {
  it('does it with each row of all pages once, and tells with which it failed', async () => {
    const someRows = fc.uniqueArray(fc.nat(200)).map((rows) => rows.sort((a, b) => a - b));
    const property = fc.asyncProperty(
      someRows,
      fc.integer({ min: 1, max: 7 }),
      async (rows, limit) => {
        const seen: number[] = [];
        const failed = await tryEach(pagesOf(rows, limit), unstopped, async (row) => {
          seen.push(row);
          if (row % 3 === 0) throw new Error(`no ${row}`);
        });
        assert.deepEqual(seen, rows);
        assert.deepEqual(
          failed.map(({ item, error }) => [item, (error as Error).message]),
          rows.filter((row) => row % 3 === 0).map((row) => [row, `no ${row}`]),
        );
      },
    );
    await fc.assert(property);
  });

  it('stops between two of them, and reads no further', async () => {
    const stopping = new AbortController();
    const seen: number[] = [];
    const asked: number[] = [];
    await tryEach(pagesOf([1, 2, 3, 4, 5], 2, asked), stopping.signal, async (row) => {
      seen.push(row);
      if (row === 3) stopping.abort();
    });
    assert.deepEqual(
      [seen, asked],
      [
        [1, 2, 3],
        [-1, 2],
      ],
    );
  });

  it('throws what failed at the end, in one error, and nothing where nothing did', () => {
    throwFailures([], 'none');
    const failed = [new Error('first'), new Error('second')].map((error) => ({ item: 0, error }));
    assert.throws(
      () => throwFailures(failed, 'some failed'),
      (error) => {
        assert.ok(error instanceof AggregateError);
        assert.deepEqual(
          [error.message, error.errors],
          ['some failed', failed.map((f) => f.error)],
        );
        return true;
      },
    );
  });
});
