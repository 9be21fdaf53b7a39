import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSigner } from 'fast-jwt';
import {
  callAuth,
  isSignedIn,
  readSignedIn,
  registerUser,
} from '../../test/helpers/accounts/accounts.ts';
import { newOwner } from '../../test/helpers/accounts/owners.ts';
import {
  describeOnBothEngines,
  startTestServer,
  useTestServer,
} from '../../test/helpers/server/test-server.ts';
import { hourMs } from '../kit/time/units.ts';

function readClaims(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

describeOnBothEngines('bearer token', (engine) => {
  const server = useTestServer({ engine });

  it('is a JWT that names user, session, issue and end', async () => {
    const { token, user } = await registerUser(server);
    const { jti, ...claims } = readClaims(token);
    const now = server.clock.now / 1000;
    assert.match(String(jti), /^[0-9a-f-]{36}$/);
    assert.deepEqual(claims, { sub: user.id, iat: now, exp: now + 24 * 3600 });
  });

  it('is asked for in every operation that needs it, before the body is looked at', async () => {
    for (const action of ['logout', 'session', 'update']) {
      const { status, body, headers } = await callAuth(server, action, {
        ...(action === 'update' && { json: { password: 'x', timezone: 7 } }),
      });
      assert.equal(status, 401, action);
      assert.equal(headers.get('www-authenticate'), 'Bearer');
      assert.deepEqual(body, {
        success: false,
        error: 'A valid bearer token is required.',
        code: 'unauthenticated',
      });
    }
    const unread = await server.request('PUT', '/api/auth.php?action=update', {
      headers: { 'content-type': 'application/xml' },
    });
    assert.equal(unread.status, 401);
  });

  it('may come with its scheme in any letter case, and with no other scheme', async () => {
    const { token } = await registerUser(server);
    const ask = async (authorization: string) => {
      const { status } = await callAuth(server, 'session', { headers: { authorization } });
      return status;
    };
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      assert.equal(await ask(`${scheme} ${token}`), 200);
    }
    for (const wrong of [
      token,
      `Basic ${token}`,
      `Bearer${token}`,
      'Bearer',
      `Bearer ${token} x`,
    ]) {
      assert.equal(await ask(wrong), 401, wrong);
    }
  });

  it('is refused where it is not ours', async () => {
    const { token } = await registerUser(server);
    const other = await registerUser(server);
    const claims = readClaims(token);
    const [header, payload, signature] = token.split('.') as [string, string, string];
    const forged = {
      garbage: 'garbage',
      'another key': createSigner({ key: 'k'.repeat(32), algorithm: 'HS256' })(claims),
      'no signature': `${header}.${payload}.`,
      'alg none': `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`,
      'alg none with our signature': `${encode({ alg: 'none' })}.${payload}.${signature}`,
      'another algorithm': `${encode({ alg: 'HS512', typ: 'JWT' })}.${payload}.${signature}`,
      'another user': `${header}.${encode({ ...claims, sub: other.user.id })}.${signature}`,
      'another session': `${header}.${other.token.split('.')[1]}.${signature}`,
    };
    for (const [what, text] of Object.entries(forged)) {
      assert.equal(await isSignedIn(server, text), false, what);
    }
    assert.ok(await isSignedIn(server, token));
  });

  it('of a server with another secret is refused', async () => {
    const elsewhere = await startTestServer({ engine, env: { SERVER_SECRET: 's'.repeat(32) } });
    const { token } = await registerUser(elsewhere);
    await elsewhere.stop();
    assert.equal(await isSignedIn(server, token), false);
  });

  it('ends after 24 hours', async () => {
    const { token } = await registerUser(server);
    server.clock.advance(24 * hourMs - 1);
    assert.ok(await isSignedIn(server, token));
    server.clock.advance(1);
    assert.equal(await isSignedIn(server, token), false);
  });

  it('lives as long as TOKEN_HOURS says', async () => {
    const brief = await startTestServer({
      engine,
      env: { TOKEN_HOURS: '0.5' },
      now: '2026-11-21T08:00:00.400Z',
    });
    const { token } = await registerUser(brief);
    // A JWT counts whole seconds, so the part of a second is cut off.
    brief.clock.advance(hourMs / 2 - 401);
    assert.ok(await isSignedIn(brief, token));
    brief.clock.advance(1);
    assert.equal(await isSignedIn(brief, token), false);
    await brief.stop();
  });
});

describeOnBothEngines('logout', (engine) => {
  const server = useTestServer({ engine });

  it('ends this token and no other', async () => {
    const { token, email, password } = await registerUser(server);
    const second = await callAuth(server, 'login', { json: { email, password } });
    const answer = await callAuth(server, 'logout', { token });
    assert.deepEqual([answer.status, answer.body], [200, { logged_out: true }]);
    assert.equal(await isSignedIn(server, token), false);
    assert.equal((await callAuth(server, 'logout', { token })).status, 401);
    assert.ok(await isSignedIn(server, readSignedIn(second).token));
  });

  it('closes also what would be looked up beside the session', async () => {
    const { token, device_id } = await newOwner(server);
    const paths = [`sensors.php?action=latest`, `reports.php?action=daily`].flatMap((path) =>
      // The own device, another id, and no id at all: nothing of the device shows any more.
      [device_id, '999', 'x'].map((id) => `/api/${path}&device_id=${id}`),
    );
    const statuses = () =>
      Promise.all(paths.map(async (path) => (await server.request('GET', path, { token })).status));
    assert.deepEqual(await statuses(), [200, 404, 404, 200, 404, 404]);
    await callAuth(server, 'logout', { token });
    assert.deepEqual(new Set(await statuses()), new Set([401]));
  });
});

describeOnBothEngines('session', (engine) => {
  const server = useTestServer({ engine });

  it("answers the caller's account and nobody else's", async () => {
    const amina = await registerUser(server, { full_name: 'Amina' });
    const juma = await registerUser(server, { full_name: 'Juma' });
    for (const { token, user } of [amina, juma]) {
      const answer = await callAuth(server, 'session', { token });
      assert.deepEqual([answer.status, answer.body], [200, { user }]);
    }
  });
});
