import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, it } from 'node:test';
import { callAuth, readSignedIn, registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { newTicket, openStream, untilOpen } from '../../../test/helpers/http/event-stream.ts';
import {
  type Answer,
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from '../../../test/helpers/server/test-server.ts';
import { createTestTimers, type TestTimers } from '../../../test/helpers/server/test-timers.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';

const heartbeatMs = 25_000;

describeOnBothEngines('open streams', (engine) => {
  let server: TestServer;
  let timers: TestTimers;
  before(async () => {
    timers = createTestTimers();
    server = await startTestServer({ engine, timers, env: { STREAMS_IN_ALL: '12' } });
  });
  after(() => server.stop());

  const newUser = () => registerUser(server);
  const tryToOpen = async (token: string): Promise<Answer> => {
    return await server.request('GET', `/api/stream?ticket=${await newTicket(server, token)}`);
  };
  const openMany = (token: string, count: number) =>
    Promise.all(Array.from({ length: count }, () => openStream(server, token)));

  it('are at most ten an account, and no more than the server bears', async () => {
    const [user, other] = [await newUser(), await newUser()];
    const streams = await openMany(user.token, 10);
    const eleventh = await tryToOpen(user.token);
    assert.equal(eleventh.status, 429, eleventh.text);
    assert.deepEqual(eleventh.body, {
      success: false,
      error: 'This account has 10 streams already; close one first.',
      code: 'too_many_requests',
      retry_after: 30,
    });
    assert.equal(eleventh.headers.get('retry-after'), '30');

    streams.push(...(await openMany(other.token, 2)));
    assert.equal((await tryToOpen(other.token)).status, 503);
    for (const { hangUp } of streams.splice(0, 1)) hangUp();
    await untilOpen(server, 11);
    streams.push(...(await openMany(user.token, 1)));
    for (const { hangUp } of streams) hangUp();
    await untilOpen(server, 0);
  });

  it('ask each client to come back after another time, so that they do not come together', async () => {
    const { token } = await newUser();
    const streams = await openMany(token, 10);
    const waits = await Promise.all(streams.map(({ retryMs }) => retryMs()));
    for (const wait of waits) assert.ok(wait >= 2000 && wait < 6000, `${wait}`);
    assert.ok(new Set(waits).size > 1, waits.join());
    for (const { hangUp } of streams) hangUp();
    await untilOpen(server, 0);
  });

  it('give way to the next one of the same page, and to no other', async () => {
    const [user, other] = [await newUser(), await newUser()];
    const { email, password } = user;
    const { body } = await callAuth(server, 'login', { json: { email, password } });
    const { token: second } = body as { token: string };
    const page = 'x'.repeat(64);
    const lost = await openStream(server, user.token, { page });
    const others = [
      await openStream(server, user.token),
      await openStream(server, user.token, { page: 'another' }),
      await openStream(server, second, { page }),
      await openStream(server, other.token, { page }),
    ];
    const next = await openStream(server, user.token, { page });
    assert.deepEqual(await lost.ended(), []);
    await untilOpen(server, 5);
    // So often as it likes, however many there may be.
    others.push(...(await openMany(user.token, 6)));
    assert.equal((await tryToOpen(user.token)).status, 429);
    const last = await openStream(server, user.token, { page });
    assert.deepEqual(await next.ended(), []);
    await registerDevice(server, user.token);
    for (const stream of [last, ...others.slice(0, 3)]) {
      assert.equal((await stream.next()).type, 'devices');
    }

    const ticket = await newTicket(server, user.token);
    const tooLong = await server.request('GET', `/api/stream?ticket=${ticket}&page=${page}x`);
    assert.equal(tooLong.status, 400, tooLong.text);
    for (const { hangUp } of [last, ...others]) hangUp();
    await untilOpen(server, 0);
  });

  it('get a heartbeat every 25 seconds', async () => {
    const { token } = await newUser();
    const stream = await openStream(server, token);
    for (let count = 0; count < 3; count++) {
      timers.advance(heartbeatMs);
      await stream.heartbeat();
    }
    stream.hangUp();
    await untilOpen(server, 0);
  });

  it('end with their session, and no others of the account do', async () => {
    const user = await newUser();
    const { email, password } = user;
    const { body } = await callAuth(server, 'login', { json: { email, password } });
    const { token: second } = body as { token: string };
    const [first, other] = [await openStream(server, user.token), await openStream(server, second)];
    await callAuth(server, 'logout', { token: user.token });
    assert.deepEqual(await first.ended(), []);
    await untilOpen(server, 1);
    await registerDevice(server, second);
    assert.equal((await other.next()).type, 'devices');

    // A changed password ends every other token.
    const third = (await callAuth(server, 'login', { json: { email, password } })).body;
    const { token } = third as { token: string };
    await callAuth(server, 'update', { token, json: { password: 'battery staple' } });
    assert.deepEqual(await other.ended(), []);
    await untilOpen(server, 0);
  });

  it('end with a session that is ended from another', async () => {
    const user = await newUser();
    const { email, password } = user;
    const { body } = await callAuth(server, 'login', { json: { email, password } });
    const { token: second } = body as { token: string };
    const sessions = await server.request('GET', '/api/auth.php?action=sessions', {
      token: second,
    });
    const first = (sessions.body as { id: string; current: boolean }[]).find(
      (each) => !each.current,
    );
    const [stream, other] = [
      await openStream(server, user.token),
      await openStream(server, second),
    ];
    const path = `/api/auth.php?action=end-session&id=${first?.id}`;
    assert.equal((await server.request('DELETE', path, { token: second })).status, 200);
    assert.deepEqual(await stream.ended(), []);
    await untilOpen(server, 1);
    other.hangUp();
    await untilOpen(server, 0);
  });

  it('end with all tokens but one of the account, and with all at a reset', async () => {
    const user = await newUser();
    const { email, password } = user;
    const login = async () =>
      readSignedIn(await callAuth(server, 'login', { json: { email, password } })).token;
    const own = await login();
    const [first, kept] = [await openStream(server, user.token), await openStream(server, own)];
    const ending = await server.request('DELETE', '/api/me/sessions', { token: own });
    assert.deepEqual(ending.body, { ended: 1 });
    assert.deepEqual(await first.ended(), []);
    await untilOpen(server, 1);

    const reset = await callAuth(server, 'reset-request', { json: { email } });
    const { reset_token } = reset.body as { reset_token: string };
    const json = { token: reset_token, password: 'battery staple' };
    assert.equal((await callAuth(server, 'reset-password', { json })).status, 200);
    assert.deepEqual(await kept.ended(), []);
    await untilOpen(server, 0);
  });

  it('end with a token that has expired, at the next heartbeat', async () => {
    const { token } = await newUser();
    const stream = await openStream(server, token);
    server.clock.advance(24 * 60 * 60_000);
    timers.advance(heartbeatMs);
    assert.deepEqual(await stream.ended(), []);
    await untilOpen(server, 0);
  });

  it('are counted, and so are their events', async () => {
    const { token } = await newUser();
    const stream = await openStream(server, token);
    await registerDevice(server, token);
    await stream.next();
    const { text } = await server.request('GET', '/metrics');
    assert.match(text, /^kisima_streams_open 1$/m);
    assert.match(text, /^kisima_stream_events_total\{type="devices"\} \d+$/m);
    stream.hangUp();
    await untilOpen(server, 0);
  });
});

describeOnBothEngines('streams of a server that stops', (engine) => {
  it('end, and hold up nothing', async () => {
    const server = await startTestServer({ engine });
    const { token } = await registerUser(server);
    const streams = [await openStream(server, token), await openStream(server, token)];
    const mute = connect(Number(new URL(server.url).port), '127.0.0.1');
    mute.write(
      `GET /api/stream?ticket=${await newTicket(server, token)} HTTP/1.1\r\nhost: localhost\r\n\r\n`,
    );
    await untilOpen(server, 3);
    const closed = once(mute.resume(), 'close');
    await server.stop();
    for (const stream of streams) assert.deepEqual(await stream.ended(), []);
    await closed;
    assert.doesNotMatch(server.logged(), /did not stop cleanly/);
  });
});
