import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { withDeadline } from '../src/kit/async/deadline.ts';
import { callAuth, readSignedIn, registerUser } from './helpers/accounts/accounts.ts';
import { makePostgresDatabase } from './helpers/database/postgres.ts';
import {
  type EventStream,
  openStream,
  type StreamedEvent,
  untilOpen,
} from './helpers/http/event-stream.ts';
import { startSharedProcess } from './helpers/server/shared-processes.ts';
import { startTestServer, type TestServer } from './helpers/server/test-server.ts';
import { type DeviceAnswer, registerDevice } from './helpers/water/devices.ts';

/** Far more than the second within which processes tell each other, for a machine that is busy. */
const deadlineMs = 20_000;

const soon = <T>(what: string, work: Promise<T>) => withDeadline(what, deadlineMs, work);
const take = (stream: EventStream, count: number) =>
  soon(`${count} events`, stream.take(count)) as Promise<[StreamedEvent, ...StreamedEvent[]]>;
const typesOf = (events: StreamedEvent[]) => events.map(({ type }) => type);

const opened: EventStream[] = [];
const open = async (...opening: Parameters<typeof openStream>): Promise<EventStream> => {
  const stream = await openStream(...opening);
  opened.push(stream);
  return stream;
};

/** A stream of which the one other process has heard; from then on it tells each event. */
async function openHeardStream(server: TestServer, token: string): Promise<EventStream> {
  const stream = await open(server, token);
  assert.deepEqual(typesOf(await take(stream, 1)), ['reset']);
  return stream;
}

const push = async (server: TestServer, { mac_or_serial }: DeviceAnswer, level: number) => {
  const form = { mac_address: mac_or_serial, water_level_percent: level };
  const { status, text } = await server.request('POST', '/iot_push.php', { form });
  assert.equal(status, 201, text);
};

const newOwner = async (server: TestServer) => {
  const user = await registerUser(server);
  return { ...user, device: await registerDevice(server, user.token) };
};

describe('live events of two processes on one PostgreSQL', () => {
  let database: { url: string; drop: () => Promise<void> };
  let one: TestServer;
  let other: TestServer;

  const start = () =>
    startTestServer({
      engine: 'sqlite',
      env: {
        DATABASE_URL: database.url,
        SERVER_SECRET: 'a secret that both processes share',
      },
    });
  before(async () => {
    database = await makePostgresDatabase();
    one = await start();
    other = await start();
  });
  afterEach(async () => {
    for (const stream of opened.splice(0)) stream.hangUp();
    for (const server of [one, other]) await untilOpen(server, 0);
  });
  after(async () => {
    await other.stop();
    await one.stop();
    await database.drop();
  });

  const call = async (
    server: TestServer,
    token: string,
    [method, path]: string[],
    json?: object,
  ) => {
    const options = { token, ...(json && { json }) };
    const { status, body, text } = await server.request(method ?? '', path ?? '', options);
    assert.ok(status < 300, text);
    return body as Record<string, unknown>;
  };
  const remove = (server: TestServer, token: string, { id }: DeviceAnswer) =>
    call(server, token, ['DELETE', `/api/devices.php?action=remove&id=${id}`]);

  it('are told where they did not happen, as where they did', async () => {
    const { token, device } = await newOwner(one);
    const near = await openHeardStream(one, token);
    const far = await openHeardStream(other, token);
    await push(one, device, 42);
    const [here, there] = [await take(near, 2), await take(far, 2)];
    assert.deepEqual(typesOf(here), ['device', 'reading']);
    const withoutIds = (events: StreamedEvent[]) =>
      events.map(({ type, data }) => ({ type, data }));
    assert.deepEqual(withoutIds(there), withoutIds(here));
  });

  it('tell of a command on its way through two processes', async () => {
    const { token, device } = await newOwner(one);
    const stream = await openHeardStream(one, token);
    const json = { device_id: device.id, sensor_name: 'main', command: 'on' };
    const { id } = await call(other, token, ['POST', '/api/pump_commands.php?action=send'], json);
    const [sent] = await take(stream, 1);
    assert.deepEqual([sent.type, sent.data['id'], sent.data['status']], ['command', id, 'pending']);
    const form = { mac_address: device.mac_or_serial, command_id: Number(id) };
    assert.equal((await other.request('POST', '/iot_ack.php', { form })).status, 200);
    const acknowledged = (await take(stream, 2)).find(({ type }) => type === 'command');
    assert.deepEqual([acknowledged?.data['id'], acknowledged?.data['status']], [id, 'executed']);
  });

  it('are kept for who comes back, but for those of a removed device', async () => {
    const { token, device } = await newOwner(one);
    const gone = await registerDevice(one, token);
    const stream = await openHeardStream(other, token);
    await push(one, device, 40);
    const [, seen] = await take(stream, 2);
    stream.hangUp();
    await untilOpen(other, 0);
    await push(one, gone, 41);
    await remove(one, token, gone);
    await push(one, device, 42);
    // Only what is told of after all of this shows that it has crossed.
    const later = await open(other, token);
    await push(one, device, 43);
    await take(later, 1);
    const again = await open(other, token, { lastEventId: seen?.id ?? '' });
    const events = await take(again, 3);
    assert.deepEqual(
      events.map(({ type, data }) => [type, data['level']]),
      [
        ['devices', undefined],
        ['reading', 42],
        ['reading', 43],
      ],
    );
  });

  it('end at once with a session that has ended elsewhere', async () => {
    const { token, email, password } = await registerUser(one);
    const login = async () =>
      readSignedIn(await callAuth(one, 'login', { json: { email, password } })).token;
    const second = await login();
    const first = await openHeardStream(other, token);
    const kept = await open(other, second);
    await callAuth(one, 'logout', { token });
    assert.deepEqual(await soon('the end', first.ended()), []);
    await registerDevice(one, second);
    assert.deepEqual(typesOf(await take(kept, 1)), ['devices']);
    const third = await login();
    await callAuth(one, 'update', { token: third, json: { password: 'battery staple' } });
    assert.deepEqual(await soon('the end', kept.ended()), []);
  });

  it('go on after the other process was started anew', async () => {
    const { token, device } = await newOwner(one);
    const stream = await openHeardStream(other, token);
    await one.stop();
    one = await start();
    // It may not have told its last; and the new one knows nothing of what was before.
    assert.deepEqual(typesOf(await take(stream, 2)), ['reset', 'reset']);
    await push(one, device, 44);
    assert.deepEqual(typesOf(await take(stream, 2)), ['device', 'reading']);
  });

  it('have everybody reload after a cut, and go on', async () => {
    const { token, device } = await newOwner(one);
    const stream = await openHeardStream(other, token);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'kisima notices' and datname = current_database()`.execute(
      one.db.write,
    );
    assert.deepEqual(typesOf(await take(stream, 1)), ['reset']);
    await push(one, device, 45);
    assert.deepEqual(typesOf(await take(stream, 2)), ['device', 'reading']);
  });
});

describe('a process that is not heard of any more', () => {
  let database: { url: string; drop: () => Promise<void> };
  beforeEach(async () => {
    database = await makePostgresDatabase();
  });
  afterEach(async () => {
    for (const stream of opened.splice(0)) stream.hangUp();
    await database.drop();
  });

  it('makes listeners elsewhere reload, since it may not have told its last', async () => {
    const silent = await startSharedProcess(database.url);
    const { server, timers } = await startSharedProcess(database.url);
    const { token } = await registerUser(server);
    const stream = await openHeardStream(server, token);
    timers.advance(120_000);
    assert.deepEqual(typesOf(await take(stream, 1)), ['reset']);
    await server.stop();
    await silent.server.stop();
  });
});
