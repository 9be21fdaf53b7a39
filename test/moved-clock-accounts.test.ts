import assert from 'node:assert/strict';
import { afterEach, beforeEach, it, mock } from 'node:test';
import { sweepExpired } from '../src/accounts/sessions/session-sweep.ts';
import { dayMs, hourMs, minuteMs } from '../src/kit/time/units.ts';
import { callAuth, isSignedIn, registerUser } from './helpers/accounts/accounts.ts';
import { watchSteadyClock } from './helpers/server/steady-clock.ts';
import {
  type Answer,
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from './helpers/server/test-server.ts';

describeOnBothEngines('accounts while the clock is set', (engine) => {
  let server: TestServer;
  beforeEach(async () => {
    const env = { TOKEN_HOURS: '24', LOGIN_FAILURES_PER_ACCOUNT: '2' };
    server = await startTestServer({ engine, env, isStill: true });
  });
  afterEach(() => server.stop());

  const sweep = () => {
    const clock = () => server.clock.now;
    const deps = { db: server.db, clock, clockWatch: watchSteadyClock(clock), tokenMs: dayMs };
    return sweepExpired(deps, new AbortController().signal);
  };
  const resetTokenOf = async (email: string) => {
    const { body } = await callAuth(server, 'reset-request', { json: { email } });
    return (body as { reset_token: string }).reset_token;
  };
  const reset = async (token: string): Promise<Answer> =>
    await callAuth(server, 'reset-password', { json: { token, password: 'battery staple' } });

  it('keep people signed in, an hour back and a day ahead', async () => {
    const { token } = await registerUser(server);
    for (const jump of [-hourMs, dayMs + 2 * hourMs, -dayMs - hourMs]) {
      server.clock.jump(jump);
      assert.ok(await isSignedIn(server, token), String(jump));
    }
    server.clock.advance(dayMs);
    assert.ok(!(await isSignedIn(server, token)));
  });

  it('sign people out by a clock that stays a day ahead', async () => {
    const { token } = await registerUser(server);
    server.clock.jump(dayMs + hourMs);
    assert.ok(await isSignedIn(server, token));
    server.clock.advance(10 * minuteMs);
    assert.ok(!(await isSignedIn(server, token)));
  });

  it('sign out on request while the clock is in doubt', async () => {
    const { token } = await registerUser(server);
    server.clock.jump(dayMs + hourMs);
    assert.equal((await callAuth(server, 'logout', { token })).status, 200);
    assert.ok(!(await isSignedIn(server, token)));
    server.clock.jump(-dayMs - hourMs);
    assert.ok(!(await isSignedIn(server, token)));
  });

  it('let no token live longer that was issued by a clock a day ahead', async () => {
    server.clock.jump(dayMs);
    const { token } = await registerUser(server);
    server.clock.jump(-dayMs);
    await sweep();
    server.clock.advance(dayMs - 1000);
    assert.ok(await isSignedIn(server, token));
    server.clock.advance(1000);
    assert.ok(!(await isSignedIn(server, token)));
  });

  it('take a reset token after the clock was set back, for its half hour', async () => {
    const { email } = await registerUser(server);
    const good = await resetTokenOf(email);
    server.clock.jump(-hourMs);
    await sweep();
    server.clock.advance(30 * minuteMs - 1);
    assert.equal((await reset(good)).status, 200);
    server.clock.jump(hourMs);
    const late = await resetTokenOf(email);
    server.clock.jump(-hourMs);
    await sweep();
    server.clock.advance(30 * minuteMs);
    assert.equal((await reset(late)).status, 401);
  });

  it('lock nobody out for longer than a quarter of an hour', async () => {
    // Throttles are counted by the machine's clock.
    mock.timers.enable({ apis: ['Date'], now: Date.now() });
    try {
      const { email, password, token } = await registerUser(server);
      const signIn = (word: string) =>
        callAuth(server, 'login', { json: { email, password: word } });
      for (let count = 0; count < 2; count += 1) await signIn('wrong horse');
      assert.equal((await signIn(password)).status, 429);
      mock.timers.setTime(Date.now() - hourMs);
      server.clock.jump(-hourMs);
      assert.ok(await isSignedIn(server, token));
      const refused = await signIn(password);
      assert.equal(refused.status, 429);
      assert.ok(Number(refused.headers.get('retry-after')) <= 900, refused.text);
      // In memory the end of a count is a timer of the library's, whatever the clock says.
      if (engine === 'sqlite') return;
      while ((await latestEnd()) > Date.now() + 15 * minuteMs);
      mock.timers.tick(15 * minuteMs);
      assert.equal((await signIn(password)).status, 200);
    } finally {
      mock.timers.reset();
    }
  });

  const latestEnd = async () => {
    const { end } = await server.db.read
      .selectFrom('throttles')
      .select(({ fn }) => fn.max('expire').as('end'))
      .where('key', 'like', 'failures%')
      .executeTakeFirstOrThrow();
    return Number(end);
  };
});
