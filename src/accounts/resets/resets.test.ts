import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  callAuth,
  codeOf,
  isSignedIn,
  newEmail,
  readSignedIn,
  registerUser,
  wrongFields,
} from '../../../test/helpers/accounts/accounts.ts';
import {
  describeOnBothEngines,
  startTestServer,
  type TestServer,
  useTestServer,
} from '../../../test/helpers/server/test-server.ts';
import { readAnswer, sendText } from '../../../test/helpers/sms/send-text.ts';
import { minuteMs } from '../../kit/time/units.ts';

describeOnBothEngines('password reset', (engine) => {
  const server = useTestServer({ engine });

  const request = (json: unknown) => callAuth(server, 'reset-request', { json });
  const reset = (token: unknown, password: unknown = 'battery staple') =>
    callAuth(server, 'reset-password', { json: { token, password } });
  const openReset = async (email: string) =>
    (await request({ email })).body as { reset_token: string; expires_at: string };

  it('answers a token that sets a new password once', async () => {
    const { token, email, password, user } = await registerUser(server);
    const opened = await openReset(email.toUpperCase());
    assert.deepEqual(Object.keys(opened), ['reset_token', 'expires_at']);
    const inHalfAnHour = server.clock.now + 30 * minuteMs;
    assert.equal(opened.expires_at, new Date(inHalfAnHour).toISOString());

    const answer = await reset(opened.reset_token);
    assert.equal(answer.status, 200);
    const signedIn = readSignedIn(answer);
    assert.deepEqual(signedIn.user, user);
    assert.ok(await isSignedIn(server, signedIn.token));
    assert.equal(await isSignedIn(server, token), false);

    const login = (secret: string) =>
      callAuth(server, 'login', { json: { email, password: secret } });
    assert.equal((await login(password)).status, 401);
    assert.equal((await login('battery staple')).status, 200);

    const again = await reset(opened.reset_token, 'a third one');
    assert.equal(again.status, 401);
    assert.equal(again.headers.get('www-authenticate'), 'Bearer');
    assert.deepEqual(again.body, {
      success: false,
      error: 'Invalid or expired token.',
      code: 'invalid_reset_token',
    });
  });

  it('answers an unknown e-mail alike, with a token that works for nothing', async () => {
    const { email } = await registerUser(server);
    const known = await openReset(email);
    const unknown = await request({ email: newEmail() });
    assert.equal(unknown.status, 200);
    const { reset_token, expires_at } = unknown.body as typeof known;
    assert.equal(expires_at, known.expires_at);
    assert.equal(reset_token.length, known.reset_token.length);
    assert.match(reset_token, /^[\w-]{43}$/);
    assert.equal((await reset(reset_token)).status, 401);
    assert.equal((await reset(known.reset_token)).status, 200);
  });

  it('stores no token, only what cannot be turned back into one', async () => {
    const { email, user } = await registerUser(server);
    const { reset_token } = await openReset(email);
    const { token_hash } = await server.db.read
      .selectFrom('password_resets')
      .select('token_hash')
      .where('user_id', '=', Number(user.id))
      .executeTakeFirstOrThrow();
    assert.notEqual(token_hash, reset_token);
    assert.equal((await reset(token_hash)).status, 401);
  });

  it('ends with the next request for one', async () => {
    const { email } = await registerUser(server);
    const first = await openReset(email);
    const second = await openReset(email);
    assert.equal((await reset(first.reset_token)).status, 401);
    assert.equal((await reset(second.reset_token)).status, 200);
  });

  it('lives for 30 minutes', async () => {
    const { email } = await registerUser(server);
    const late = await openReset(email);
    server.clock.advance(30 * minuteMs);
    assert.equal((await reset(late.reset_token)).status, 401);
    const early = await openReset(email);
    server.clock.advance(30 * minuteMs - 1);
    assert.equal((await reset(early.reset_token)).status, 200);
  });

  it('lets one of several win that use a token at the same moment', async () => {
    const { email } = await registerUser(server);
    const { reset_token } = await openReset(email);
    const answers = await Promise.all(
      [1, 2, 3].map((number) => reset(reset_token, `password ${number}`)),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401]);
  });

  it('names every wrong field at once', async () => {
    assert.deepEqual(wrongFields(await request({})), ['email']);
    assert.deepEqual(wrongFields(await request({ email: 'nobody' })), ['email']);
    const empty = await callAuth(server, 'reset-password', { json: {} });
    assert.equal(empty.status, 400);
    assert.deepEqual(wrongFields(empty), ['password', 'token']);
    assert.deepEqual(wrongFields(await reset('a\tb', 'maji sa')), ['password', 'token']);
    assert.deepEqual(wrongFields(await reset('t'.repeat(1001))), ['token']);
    for (const length of [256, 257, 1000]) {
      assert.equal((await reset('t'.repeat(length), 'maji saf')).status, 401);
    }
  });

  it('is off where others could ask, until the operator chooses', async () => {
    const open = await startTestServer({ engine, env: { HOST: '0.0.0.0' } });
    const json = { email: newEmail() };
    const answer = await callAuth(open, 'reset-request', { json });
    assert.equal(answer.status, 503);
    assert.equal(codeOf(answer), 'resets_off');
    assert.match(answer.text, /RESET_DELIVERY/);
    assert.match(open.logged(), /"level":40,.*RESET_DELIVERY/);
    await open.stop();

    const chosen = await startTestServer({
      engine,
      env: { HOST: '0.0.0.0', RESET_DELIVERY: 'response' },
    });
    assert.equal((await callAuth(chosen, 'reset-request', { json })).status, 200);
    assert.doesNotMatch(chosen.logged(), /"level":40,.*RESET_DELIVERY/);
    await chosen.stop();
  });

  it('is off where the server is told of a proxy, or of a name that others use', async () => {
    for (const env of [{ TRUST_PROXY: '1' }, { ALLOWED_HOSTS: 'tanks.example.org' }]) {
      const open = await startTestServer({ engine, env });
      assert.match(open.logged(), /"level":40,.*RESET_DELIVERY/);
      const answer = await callAuth(open, 'reset-request', { json: { email: newEmail() } });
      assert.deepEqual([answer.status, codeOf(answer)], [503, 'resets_off']);
      await open.stop();
    }
  });

  it('is for programs of this machine alone, unless the operator chose otherwise', async () => {
    const RESET_DELIVERY = 'response';
    const chosen = await startTestServer({ engine, env: { RESET_DELIVERY, ALLOWED_HOSTS: '*' } });
    const body = JSON.stringify({ email: newEmail() });
    const askAt = async ({ url }: TestServer, headers: Headers, version = '1.1') => {
      const given = { Host: 'localhost', Connection: 'close', ...headers };
      const lines = [
        `POST /api/auth.php?action=reset-request HTTP/${version}`,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
        ...Object.entries(given).map(([name, value]) => `${name}: ${value}`),
      ];
      return readAnswer(await sendText(url, `${lines.join('\r\n')}\r\n\r\n${body}`));
    };
    const fromHere: Headers[] = [
      {},
      { Host: '127.0.0.1:8080' },
      { Host: 'localhost:8080', Origin: 'http://localhost:8080' },
    ];
    for (const headers of fromHere) assert.equal((await askAt(server, headers)).status, 200);
    const fromElsewhere: [Headers, string?][] = [
      [{ 'X-Forwarded-For': '203.0.113.5' }],
      [{ 'x-forwarded-host': 'tanks.example.org' }],
      [{ Forwarded: 'for=203.0.113.5' }],
      [{ 'X-Real-IP': '203.0.113.5' }],
      [{ Via: '1.1 proxy' }],
      [{ Origin: 'https://evil.example' }],
      [{ Host: 'localhost:8080', Origin: 'http://localhost:9000' }],
      [{ Origin: 'null' }],
      [{ Host: '192.168.1.20' }],
      [{}, '1.0'],
    ];
    for (const [headers, version] of fromElsewhere) {
      const refused = await askAt(server, headers, version);
      assert.equal(refused.status, 503, JSON.stringify(headers));
      const { code, error, retry_after } = JSON.parse(refused.body);
      assert.equal(code, 'resets_off');
      assert.match(error, /RESET_DELIVERY/);
      assert.ok(retry_after > 0);
      assert.equal((await askAt(chosen, headers, version)).status, 200, JSON.stringify(headers));
    }
    await chosen.stop();
  });
});

type Headers = Record<string, string>;
