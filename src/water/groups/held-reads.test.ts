import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { failureOf } from '../../../test/helpers/http/answers.ts';
import { useTestServer } from '../../../test/helpers/server/test-server.ts';

/** Long reads of an account that run at once, and that wait. */
const most = 4 + 32;

// A lock of PostgreSQL holds the reads.
describe('groups that take long to read (postgres)', () => {
  const server = useTestServer({ engine: 'postgres' });

  it('are a few of an account at once, also one by one', async () => {
    const { token } = await registerUser(server);
    const get = (action: string) =>
      server.request('GET', `/api/groups.php?action=${action}`, { token });
    let held: ReturnType<typeof get>[] = [];
    await server.db.transaction(async (trx) => {
      await sql`lock table device_groups in access exclusive mode`.execute(trx);
      held = Array.from({ length: most + 1 }, () => get('get&id=1'));
      assert.deepEqual(failureOf(await Promise.race(held)), [503, 'unavailable']);
    });
    const answers = await Promise.all(held);
    assert.equal(answers.filter(({ status }) => status === 404).length, most);
  });
});
