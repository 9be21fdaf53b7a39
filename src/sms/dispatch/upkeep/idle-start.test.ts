import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { useTestServer } from '../../../../test/helpers/server/test-server.ts';

describe('a start without messages', () => {
  const server = useTestServer({ engine: 'sqlite' });

  it('does without the thread of long reads, which comes with the first of them', async () => {
    assert.equal(threadsOfLongReads(), 0);
    await server.db.longRead.selectFrom('users').select('id').execute();
    assert.equal(threadsOfLongReads(), 1);
  });
});

/** Threads of this process, as Linux shows them. */
function threadsOfLongReads(): number {
  const names = globSync('/proc/self/task/*/comm').map((file) => readFileSync(file, 'utf8'));
  return names.filter((name) => name === 'kisima-reader\n').length;
}
