import assert from 'node:assert/strict';
import { it } from 'node:test';
import { callAuth, isSignedIn, registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { hourMs } from '../../kit/time/units.ts';
import { sweepExpired } from './session-sweep.ts';

describeOnBothEngines('session sweep', (engine) => {
  const server = useTestServer({ engine });

  const deps = {
    get db() {
      return server.db;
    },
    clock: () => server.clock.now,
    clockWatch: { cautious: () => server.clock.now },
    tokenMs: 24 * hourMs,
  };
  const sweep = () => sweepExpired(deps, new AbortController().signal);
  const count = async (table: 'sessions' | 'password_resets') => {
    const rows = await server.db.read.selectFrom(table).select('user_id').execute();
    return rows.length;
  };

  it('removes what has expired, however much it is, and nothing else', async () => {
    const early = await registerUser(server);
    await callAuth(server, 'reset-request', { json: { email: early.email } });
    const expires_at = server.clock.now + 24 * hourMs;
    const many = Array.from({ length: 1200 }, (_, index) => ({
      id: `session-${index}`,
      user_id: Number(early.user.id),
      created_at: server.clock.now,
      expires_at,
      last_seen_at: server.clock.now,
    }));
    await server.db.write.insertInto('sessions').values(many).execute();

    server.clock.advance(24 * hourMs - 1);
    const late = await registerUser(server);
    await callAuth(server, 'reset-request', { json: { email: late.email } });
    await sweep();
    assert.deepEqual([await count('sessions'), await count('password_resets')], [1202, 1]);

    server.clock.advance(1);
    await sweep();
    assert.deepEqual([await count('sessions'), await count('password_resets')], [1, 1]);
    assert.ok(await isSignedIn(server, late.token));
  });
});
