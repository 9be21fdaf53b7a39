import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { makePostgresDatabase } from './helpers/database/postgres.ts';
import {
  doRounds,
  type SharedProcess,
  startSharedProcess,
} from './helpers/server/shared-processes.ts';
import { startTestServer, type TestServer } from './helpers/server/test-server.ts';
import { createTestTimers } from './helpers/server/test-timers.ts';
import { until } from './helpers/until.ts';

const soleJobs = [
  'audit sweep',
  'checks of SMS accounts',
  'command expiry',
  'count sweep',
  'counts of messages',
  'device imports',
  'downlinks of LoRaWAN',
  'early receipts',
  'habits of use',
  'idempotency sweep',
  'import sweep',
  'inbound sweep',
  'invitation sweep',
  'leak watch',
  'low balances',
  'notification routing',
  'notification sweep',
  'offline watch',
  'packing of readings',
  'pump schedules',
  'pump watch',
  'purge of removed devices',
  'purge of removed sensors',
  'question sweep',
  'receipts of SMS',
  'refused devices',
  'retention',
  'retention of messages',
  'session sweep',
  'ticket sweep',
  'trial count sweep',
  'unanswered commands',
  'unfinished corrections',
  'webhook delivery sweep',
];
// Only PostgreSQL has parts and shelves, and only several processes count what strangers try in the
// database.
const jobs = [...soleJobs, 'parts of readings', 'shelving of rollups', 'throttle sweep'].sort();

async function jobsOf({ server }: SharedProcess): Promise<string[]> {
  const { text } = await server.request('GET', '/metrics');
  const lines = [...text.matchAll(/^kisima_job_leader\{task="([^"]+)"\} ([01])$/gm)];
  return lines.flatMap(([, job = '', leads]) => (leads === '1' ? [job] : [])).sort();
}

/** Ends the connections that hold jobs, as the death of their process does. */
async function endLeaders({ server }: SharedProcess): Promise<void> {
  const { rows } = await sql`
    select pg_terminate_backend(pid, 5000) from (
      select distinct pid from pg_locks
      where locktype = 'advisory' and database = (
        select oid from pg_database where datname = current_database()
      )
    ) as holders`.execute(server.db.write);
  assert.equal(rows.length, 1, 'one process holds all jobs, on one connection');
}

describe('jobs of two processes on one PostgreSQL', () => {
  let database: { url: string; drop: () => Promise<void> };
  let first: SharedProcess;
  let second: SharedProcess;
  beforeEach(async () => {
    database = await makePostgresDatabase();
    first = await startSharedProcess(database.url);
    second = await startSharedProcess(database.url);
    assert.deepEqual([await jobsOf(first), await jobsOf(second)], [[], []]);
    await doRounds(first);
    await doRounds(second);
  });
  afterEach(async () => {
    for (const { server } of [first, second]) await server.stop();
    await database.drop();
  });

  const insertTicket = async () => {
    const ticket = { token_hash: 'a'.repeat(64), session_id: 'session', expires_at: 0 };
    await first.server.db.write.insertInto('stream_tickets').values(ticket).execute();
  };
  const countTickets = async () => {
    const { db } = first.server;
    return (await db.read.selectFrom('stream_tickets').select('session_id').execute()).length;
  };

  it('are done by the one that came first, round after round', async () => {
    for (const _ of [1, 2]) {
      assert.deepEqual([await jobsOf(first), await jobsOf(second)], [jobs, []]);
      await insertTicket();
      await doRounds(second);
      assert.equal(await countTickets(), 1);
      await doRounds(first);
      assert.equal(await countTickets(), 0);
    }
  });

  it('pass to the other within its next round when the leader dies', async () => {
    await endLeaders(second);
    await insertTicket();
    await doRounds(second);
    assert.deepEqual(await jobsOf(second), jobs);
    assert.equal(await countTickets(), 0);
  });

  it('pass to the other within seconds also where they are done every hour', async () => {
    await endLeaders(second);
    second.timers.advance(5000);
    await until(async () => (await jobsOf(second)).length === jobs.length);
    assert.deepEqual(await jobsOf(second), jobs);
  });

  it('are given up by a leader that was cut off, before it does another round', async () => {
    await endLeaders(second);
    await doRounds(second);
    await insertTicket();
    await doRounds(first);
    assert.equal(await countTickets(), 1);
    assert.deepEqual([await jobsOf(first), await jobsOf(second)], [[], jobs]);
  });

  it('come back to a leader that was cut off when no other has taken them', async () => {
    await endLeaders(second);
    await doRounds(first);
    await doRounds(second);
    assert.deepEqual([await jobsOf(first), await jobsOf(second)], [jobs, []]);
  });

  it('pass to the other when the leader stops', async () => {
    await first.server.stop();
    await doRounds(second);
    assert.deepEqual(await jobsOf(second), jobs);
    first = await startSharedProcess(database.url);
  });
});

describe('jobs of the only process', () => {
  it('are all its own on an embedded database', async () => {
    const timers = createTestTimers();
    const server = await startTestServer({ engine: 'sqlite', timers });
    try {
      assert.deepEqual(await jobsOf({ server, timers }), soleJobs);
    } finally {
      await server.stop();
    }
  });
});

describe('four processes that start together on an empty PostgreSQL', () => {
  let database: { url: string; drop: () => Promise<void> };
  let servers: TestServer[] = [];
  before(async () => {
    database = await makePostgresDatabase();
  });
  after(async () => {
    for (const server of servers) await server.stop();
    await database.drop();
  });

  it('make the tables once, and all serve', async () => {
    const env = { DATABASE_URL: database.url };
    const start = () => startTestServer({ engine: 'sqlite', env });
    servers = await Promise.all([start(), start(), start(), start()]);
    const migrated = servers.filter((server) =>
      server.logged().includes('schema brought up to date'),
    );
    assert.equal(migrated.length, 1);
    for (const server of servers) {
      assert.equal((await server.request('GET', '/readyz')).status, 200);
    }
  });
});
