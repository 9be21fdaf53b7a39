import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  callAuth,
  isSignedIn,
  type RegisteredUser,
  readSignedIn,
  registerUser,
  wrongFields,
} from '../../../test/helpers/accounts/accounts.ts';
import { failureOf } from '../../../test/helpers/http/answers.ts';
import {
  describeOnBothEngines,
  type TestServer,
  useTestServer,
} from '../../../test/helpers/server/test-server.ts';
import { hourMs } from '../../kit/time/units.ts';
import { describeProgram } from './client.ts';

const phone =
  'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) ' +
  'Chrome/126.0.0.0 Mobile Safari/537.36';

type SessionAnswer = {
  id: string;
  created_at: string;
  last_seen_at: string;
  address: string | null;
  user_agent: string | null;
  current: boolean;
};

describeOnBothEngines('sessions', (engine) => {
  const server = useTestServer({ engine, env: { TRUST_PROXY: '1' } });

  const list = async (token: string) => {
    const answer = await server.request('GET', '/api/auth.php?action=sessions', { token });
    assert.equal(answer.status, 200, answer.text);
    return answer.body as SessionAnswer[];
  };
  const end = (token: string | undefined, id: string) =>
    server.request('DELETE', `/api/auth.php?action=end-session&id=${id}`, { token });
  const signIn = async ({ email, password }: RegisteredUser, userAgent = phone) => {
    const headers = { 'x-forwarded-for': '192.0.2.7', 'user-agent': userAgent };
    return readSignedIn(await callAuth(server, 'login', { json: { email, password }, headers }))
      .token;
  };
  const currentId = async (token: string) =>
    (await list(token)).find(({ current }) => current)?.id ?? '';

  it('are listed newest first, with when, from where and by what they were opened', async () => {
    const user = await registerUser(server);
    await registerUser(server);
    const first = new Date(server.clock.now).toISOString();
    server.clock.advance(60_000);
    const token = await signIn(user);
    const second = new Date(server.clock.now).toISOString();
    const [newest, oldest, ...others] = await list(token);
    assert.equal(others.length, 0);
    const { id } = newest as SessionAnswer;
    assert.deepEqual(newest, {
      id,
      created_at: second,
      last_seen_at: second,
      address: '192.0.2.7',
      user_agent: 'Chrome on Android',
      current: true,
    });
    assert.deepEqual([oldest?.created_at, oldest?.current], [first, false]);
    const answer = await server.request('GET', '/api/auth.php?action=sessions', { token });
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.ok(!answer.text.includes(token));
  });

  it('leave the list when they expire', async () => {
    const user = await registerUser(server);
    server.clock.advance(24 * hourMs - 1);
    const token = await signIn(user);
    assert.equal((await list(token)).length, 2);
    server.clock.advance(1);
    assert.equal((await list(token)).length, 1);
  });

  it('are seen again once an hour at most, also when the clock goes back', async () => {
    const { token } = await registerUser(server);
    const seen = async () => Date.parse((await list(token))[0]?.last_seen_at ?? '');
    const start = server.clock.now;
    server.clock.advance(hourMs - 1);
    await list(token);
    await settled(server, token);
    assert.equal(await seen(), start);
    server.clock.advance(1);
    await list(token);
    await settled(server, token, start + hourMs);
    assert.equal(await seen(), start + hourMs);
    server.clock.advance(-2 * hourMs);
    await list(token);
    await settled(server, token, start - hourMs);
    server.clock.advance(2 * hourMs);
  });

  it('end one by one, at once, by nobody but their owner', async () => {
    const user = await registerUser(server);
    const stranger = await registerUser(server);
    const other = await signIn(user);
    const id = await currentId(other);
    assert.deepEqual(failureOf(await end(stranger.token, id)), [404, 'not_found']);
    assert.ok(await isSignedIn(server, other));
    const answer = await end(user.token, id);
    assert.deepEqual([answer.status, answer.body], [200, { id, ended: true }]);
    assert.equal(await isSignedIn(server, other), false);
    assert.deepEqual(failureOf(await end(user.token, id)), [404, 'not_found']);
    assert.equal((await end(undefined, id)).status, 401);
    const own = await currentId(user.token);
    assert.equal((await end(user.token, own)).status, 200);
    assert.equal(await isSignedIn(server, user.token), false);
  });

  it('all end but the one that asks', async () => {
    const user = await registerUser(server);
    const stranger = await registerUser(server);
    const others = [await signIn(user), await signIn(user)];
    const { token } = user;
    const endOthers = () => callAuth(server, 'end-other-sessions', { token });
    assert.deepEqual((await endOthers()).body, { ended: 2 });
    for (const other of others) assert.equal(await isSignedIn(server, other), false);
    assert.deepEqual((await endOthers()).body, { ended: 0 });
    assert.ok(await isSignedIn(server, stranger.token));
    assert.equal((await list(token)).length, 1);
  });

  it('take no id that is none', async () => {
    const { token } = await registerUser(server);
    for (const id of ['', 'a b', 'x'.repeat(65), "'"]) {
      assert.deepEqual(wrongFields(await end(token, encodeURIComponent(id))), ['id']);
    }
    assert.equal((await end(token, 'x'.repeat(64))).status, 404);
  });

  it('keep as much of a program’s name as is fair', async () => {
    const user = await registerUser(server);
    const token = await signIn(user, `${'m'.repeat(3000)} <b>`);
    const own = (await list(token)).find(({ current }) => current);
    assert.equal(own?.user_agent, 'm'.repeat(40));
    const { user_agent } = await server.db.read
      .selectFrom('sessions')
      .select('user_agent')
      .where('id', '=', own?.id ?? '')
      .executeTakeFirstOrThrow();
    assert.equal(user_agent, 'm'.repeat(300));
  });
});

/** Waits until writes behind a request are stored, or may be assumed not to come. */
async function settled(server: TestServer, token: string, seenAt?: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const { body } = await server.request('GET', '/api/auth.php?action=sessions', { token });
    const [session] = body as SessionAnswer[];
    if (seenAt === undefined && tries > 3) return;
    if (seenAt !== undefined && Date.parse(session?.last_seen_at ?? '') === seenAt) return;
  }
  assert.fail('the session was not seen again');
}

describe('programs', () => {
  it('are named by browser and system, or by what they call themselves', async () => {
    const named: [header: string | null, name: string | null][] = [
      [phone, 'Chrome on Android'],
      [
        'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
        'Firefox on Linux',
      ],
      ['curl/8.5.0', 'curl'],
      ['ESP32HTTPClient', 'ESP32HTTPClient'],
      ['<script>alert(1)</script>', null],
      ['', null],
      [null, null],
    ];
    for (const [header, name] of named) assert.equal(await describeProgram(header), name);
  });
});
