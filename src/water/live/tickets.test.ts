import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, it } from 'node:test';
import { callAuth, registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { failureOf } from '../../../test/helpers/http/answers.ts';
import { newTicket, openStream } from '../../../test/helpers/http/event-stream.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { until } from '../../../test/helpers/until.ts';
import { sweepTickets } from './tickets.ts';

describeOnBothEngines('tickets of streams', (engine) => {
  const server = useTestServer({ engine });
  let token: string;
  before(async () => {
    ({ token } = await registerUser(server));
  });

  const open = (query: string) => server.request('GET', `/api/stream${query}`);
  const refused = [401, 'unauthenticated'];

  /** Opens a stream by a ticket as it is; @returns the status. */
  const statusOf = async (ticket: string): Promise<number> => {
    const controller = new AbortController();
    const { signal } = controller;
    const { status } = await fetch(`${server.url}/api/stream?ticket=${ticket}`, { signal });
    controller.abort();
    return status;
  };

  it('are given to who is signed in, and hold 256 bits', async () => {
    assert.deepEqual(failureOf(await server.request('POST', '/api/stream/tickets')), refused);
    const { status, headers, body } = await server.request('POST', '/api/stream/tickets', {
      token,
    });
    const { ticket, expires_at } = body as { ticket: string; expires_at: string };
    assert.equal(status, 201);
    assert.equal(Buffer.from(ticket, 'base64url').length, 32);
    assert.equal(Date.parse(expires_at), server.clock.now + 30_000);
    assert.equal(headers.get('cache-control'), 'no-store');
  });

  it('are stored as hashes alone, and not logged', async () => {
    const ticket = await newTicket(server, token);
    const rows = await server.db.read.selectFrom('stream_tickets').selectAll().execute();
    const hash = createHash('sha256').update(ticket).digest('hex');
    assert.ok(rows.some(({ token_hash }) => token_hash === hash));
    assert.ok(!JSON.stringify(rows).includes(ticket));
    assert.equal(await statusOf(ticket), 200);
    assert.equal(await statusOf(ticket), 401);
    const line = await logLine(/"path":"\/api\/stream","status":401/);
    assert.ok(!line.includes(ticket));
    assert.ok(!server.logged().includes(ticket));
  });

  it('open one stream each', async () => {
    const ticket = await newTicket(server, token);
    const statuses = await Promise.all([1, 2, 3].map(() => statusOf(ticket)));
    assert.deepEqual(statuses.sort(), [200, 401, 401]);
  });

  it('end after 30 seconds', async () => {
    const [late, inTime] = [await newTicket(server, token), await newTicket(server, token)];
    server.clock.advance(29_999);
    assert.equal(await statusOf(inTime), 200);
    server.clock.advance(1);
    assert.deepEqual(failureOf(await open(`?ticket=${late}`)), refused);
  });

  it('are refused in the usual shape where they are none', async () => {
    const bad = ['', '?ticket=', '?ticket=nonsense', `?ticket=${token}`, '?ticket=a&ticket=b'];
    for (const query of bad) {
      const answer = await open(query);
      assert.deepEqual(failureOf(answer), refused, query);
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
    }
    // A ticket that is no good is refused also beside a bearer token that is.
    const withBearer = await server.request('GET', '/api/stream?ticket=nonsense', { token });
    assert.deepEqual(failureOf(withBearer), refused);
    const head = await fetch(`${server.url}/api/stream`, { method: 'HEAD' });
    assert.equal(head.status, 405);
  });

  it('end with the session that asked for them', async () => {
    const user = await registerUser(server);
    const ticket = await newTicket(server, user.token);
    await callAuth(server, 'logout', { token: user.token });
    assert.equal(await statusOf(ticket), 401);
  });

  it('are good for a stream that says that it must not be kept or held back', async () => {
    const { headers, hangUp } = await openStream(server, token);
    assert.equal(headers.get('content-type'), 'text/event-stream; charset=utf-8');
    assert.equal(headers.get('cache-control'), 'no-cache, no-store');
    assert.equal(headers.get('x-accel-buffering'), 'no');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.ok(headers.get('x-request-id'));
    hangUp();
  });

  it('are swept when nobody used them in time, and no others', async () => {
    const { write, read } = server.db;
    await write.deleteFrom('stream_tickets').execute();
    const expires_at = server.clock.now;
    const many = Array.from({ length: 1200 }, (_, index) => ({
      token_hash: `hash-${index}`,
      session_id: 'session',
      expires_at: index === 0 ? expires_at + 1 : expires_at,
    }));
    await write.insertInto('stream_tickets').values(many).execute();
    const deps = { db: server.db, clock: () => server.clock.now };
    await sweepTickets(deps, new AbortController().signal);
    const left = await read.selectFrom('stream_tickets').select('token_hash').execute();
    assert.deepEqual(left, [{ token_hash: 'hash-0' }]);
  });

  /** The first line of the log that fits; a line of a request comes a moment after its answer. */
  async function logLine(pattern: RegExp): Promise<string> {
    return await until(() =>
      server
        .logged()
        .split('\n')
        .find((each) => pattern.test(each)),
    );
  }
});
