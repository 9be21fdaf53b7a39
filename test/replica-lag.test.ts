import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { newOwner, type Owner } from './helpers/accounts/owners.ts';
import { type PostgresServer, startPostgresServer } from './helpers/database/postgres-server.ts';
import { startTestServer, type TestServer } from './helpers/server/test-server.ts';
import { until } from './helpers/until.ts';

// A standby that PostgreSQL replicates to itself, whose replay the test holds up.
describe('a standby that lags', { timeout: 60_000 }, () => {
  let primary: PostgresServer;
  let standby: Awaited<ReturnType<PostgresServer['makeStandby']>>;
  let client: pg.Client;
  let server: TestServer;
  let owner: Owner;
  before(async () => {
    primary = await startPostgresServer();
    standby = await primary.makeStandby();
    client = new pg.Client({ connectionString: standby.url });
    await client.connect();
    server = await startTestServer({
      engine: 'postgres',
      only: 'water',
      env: {
        DATABASE_URL: primary.url,
        DATABASE_READ_URL: standby.url,
        DATABASE_READ_LAG_SECONDS: '60',
      },
    });
    owner = await newOwner(server);
  });
  after(async () => {
    await client.end();
    await server.stop();
    await standby.stop();
    await primary.stop();
  });

  const record = async (level: number) => {
    server.clock.advance(1000);
    const { token, device_id } = owner;
    const json = { device_id, sensor_name: 'roof', level };
    const answer = await server.request('POST', '/api/sensors.php?action=reading', { token, json });
    assert.equal(answer.status, 201, answer.text);
  };
  const history = async () => {
    const { token, device_id } = owner;
    const path = `/api/sensors.php?action=history&hours=24&device_id=${device_id}`;
    const { status, body, text } = await server.request('GET', path, { token });
    assert.equal(status, 200, text);
    return (body as { level: number }[]).map(({ level }) => level).sort();
  };
  const ready = async () => {
    const { status, body } = await server.request('GET', '/readyz');
    assert.equal(status, 200);
    const { read_replica, read_replica_lag_seconds } = body as {
      read_replica: string;
      read_replica_lag_seconds?: number;
    };
    return { state: read_replica, lag: read_replica_lag_seconds ?? Number.NaN };
  };
  /** Asks until the standby has replayed all that is written. */
  const caughtUp = () =>
    until(async () => {
      const { state, lag } = await ready();
      return state === 'up' && lag === 0;
    });
  const metric = async () => {
    const { text } = await server.request('GET', '/metrics');
    return Number(/^kisima_read_replica_lag_seconds (.+)$/m.exec(text)?.[1]);
  };

  it('answers while it is late by less than it may be, and the primary beyond', async () => {
    await record(10);
    await caughtUp();
    assert.deepEqual(await history(), [10]);
    assert.equal(await metric(), 0);

    await client.query('select pg_wal_replay_pause()');
    await record(20);
    assert.equal((await ready()).state, 'up');
    assert.deepEqual(await history(), [10], 'from the standby');

    server.clock.advance(30_000);
    const { state, lag } = await ready();
    assert.equal(state, 'up');
    assert.ok(lag >= 31 && lag <= 60, String(lag));
    server.clock.advance(40_000);
    const late = await ready();
    assert.equal(late.state, 'late');
    assert.ok(late.lag >= 71, String(late.lag));
    assert.ok((await metric()) >= 71);
    assert.deepEqual(await history(), [10, 20], 'from the primary');
    assert.match(server.logged(), /the read replica is too far behind/);

    await client.query('select pg_wal_replay_resume()');
    await caughtUp();
    await record(30);
    await caughtUp();
    assert.deepEqual(await history(), [10, 20, 30]);
    assert.match(server.logged(), /the read replica answers again/);
  });

  it('is late also where it has lost its primary and sees nothing of what it lacks', async () => {
    await caughtUp();
    await client.query("alter system set primary_conninfo = 'host=127.0.0.1 port=1'");
    await client.query('select pg_reload_conf()');
    const walReceivers = 'select count(*)::integer as count from pg_stat_wal_receiver';
    await until(async () => {
      const { rows } = await client.query<{ count: number }>(walReceivers);
      return rows[0]?.count === 0;
    });
    await record(40);
    await ready();
    server.clock.advance(61_000);
    assert.equal((await ready()).state, 'late');
    assert.ok((await history()).includes(40));
  });
});
