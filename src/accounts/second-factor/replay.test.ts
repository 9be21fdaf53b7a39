import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import pino from 'pino';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import {
  codeAt,
  stepMs,
  turnOnSecondFactor,
} from '../../../test/helpers/accounts/second-factor.ts';
import { failureOf, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { readConfig } from '../../config.ts';
import { randomIds } from '../../kit/ids.ts';
import { createSessionEnds } from '../sessions/session-ends.ts';
import { createThrottles } from '../throttles/throttles.ts';
import { createSeal } from './seal.ts';
import { createSecondFactors } from './second-factors.ts';

const dayInSteps = 2880;

describeOnBothEngines('codes of two-step sign-in', (engine) => {
  const server = useTestServer({ engine });

  /** An account with its second step on, beside HTTP: hashing passwords would take the time here. */
  const newSecondFactor = async () => {
    const { db, clock } = server;
    const { throttles } = readConfig({ WRONG_CODES_PER_ACCOUNT: '100000' });
    const secondFactors = createSecondFactors({
      db,
      log: pino({ level: 'silent' }),
      clock: () => clock.now,
      sessionClock: () => clock.now,
      ids: randomIds,
      seal: createSeal(Buffer.alloc(32, 1), randomIds),
      throttles: createThrottles(throttles),
      sessionEnds: createSessionEnds(db.notices, async () => undefined),
      notifyOwner: () => undefined,
    });
    const { user } = await registerUser(server);
    const userId = Number(user.id);
    const { secret } = await secondFactors.start(userId, user.email);
    const caller = {
      userId,
      sessionId: 'none',
      timezone: 'UTC',
      language: 'en',
      isAdmin: false,
    } as const;
    await secondFactors.confirm(caller, codeAt(secret, clock.now));
    const attempt = async (code: string) => {
      const { verdict } = await secondFactors.pass(userId, code, async () => 'in');
      return verdict === 'right';
    };
    return { secret, attempt };
  };

  it('are good once and only around their time, however the clock is moved', async () => {
    const move = fc.constantFrom(-dayInSteps, -2, -1, 0, 1, 2, dayInSteps);
    const tries = fc.record({ move, steps: fc.integer({ min: -2, max: 2 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(tries, { maxLength: 25 }), async (all) => {
        const { secret, attempt } = await newSecondFactor();
        const used = new Set([codeAt(secret, server.clock.now)]);
        for (const { move, steps } of all) {
          server.clock.advance(move * stepMs);
          const { now } = server.clock;
          const code = codeAt(secret, now + steps * stepMs);
          // Of a million codes, one further away may be the same as one near by.
          const near = [-1, 0, 1].map((each) => codeAt(secret, now + each * stepMs));
          const isNear = near.includes(code);
          if (Math.abs(steps) <= 1) assert.ok(isNear);
          assert.equal(await attempt(code), isNear && !used.has(code));
          if (isNear) used.add(code);
        }
      }),
      { numRuns: 15 },
    );
  });

  it('are not used up by what is refused anyway', async () => {
    const before = await registerUser(server);
    const make = (path: string, more: object) =>
      server.request('POST', path, { token: before.token, json: { name: 'x', ...more } });
    const newToken = (more: object) => make('/api/me/tokens', { scope: 'read', ...more });
    for (let n = 0; n < 50; n += 1) assert.equal((await newToken({})).status, 201);
    for (let n = 0; n < 100; n += 1) assert.equal((await make('/v1/account/keys', {})).status, 201);
    const { token, secret, email } = await turnOnSecondFactor(server, before);
    server.clock.advance(stepMs);
    const code = codeAt(secret, server.clock.now);
    const update = (password: string) =>
      server.request('PUT', '/api/auth.php?action=update', { token, json: { password, code } });
    assert.deepEqual(wrongFields(await update(email)), ['password']);
    assert.deepEqual(failureOf(await newToken({ code })), [409, 'too_many_tokens']);
    const elsewhere = await newToken({ code, device_ids: ['1'] });
    assert.deepEqual(failureOf(elsewhere), [404, 'not_found']);
    assert.deepEqual(failureOf(await make('/v1/account/keys', { code })), [409, 'too_many_keys']);
    const { status, text } = await update('three wet tanks on a roof');
    assert.equal(status, 200, text);
    assert.deepEqual(wrongFields(await update('four wet tanks on a roof')), ['code']);
  });
});
