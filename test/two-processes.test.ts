import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { registerUser } from './helpers/accounts/accounts.ts';
import { makePostgresDatabase } from './helpers/database/postgres.ts';
import { startTestServer, type TestServer } from './helpers/server/test-server.ts';
import { until } from './helpers/until.ts';
import { type DeviceAnswer, registerDevice } from './helpers/water/devices.ts';

describe('two processes on one PostgreSQL', () => {
  let drop: () => Promise<void>;
  let one: TestServer;
  let other: TestServer;

  before(async () => {
    const database = await makePostgresDatabase();
    drop = database.drop;
    const env = { DATABASE_URL: database.url, SERVER_SECRET: 'a secret that both processes share' };
    one = await startTestServer({ engine: 'sqlite', env });
    other = await startTestServer({ engine: 'sqlite', env });
  });
  after(async () => {
    await other.stop();
    await one.stop();
    await drop();
  });

  const poll = async (server: TestServer, { mac_or_serial }: DeviceAnswer) =>
    (await server.request('GET', `/iot_commands.php?mac_address=${mac_or_serial}`)).status;
  const remove = async (server: TestServer, token: string, { id }: DeviceAnswer) => {
    const { status, text } = await server.request(
      'DELETE',
      `/api/devices.php?action=remove&id=${id}`,
      { token },
    );
    assert.equal(status, 200, text);
  };
  const newDevice = async () => {
    const { token } = await registerUser(one);
    const device = await registerDevice(one, token);
    assert.equal(await poll(other, device), 200);
    return { token, device };
  };
  const hears = async (server: TestServer) =>
    /^kisima_notices_connected 1$/m.test((await server.request('GET', '/metrics')).text);
  /** Cuts the connection on which processes listen; of which process nobody can tell, so of all. */
  const cutListeners = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'kisima notices' and datname = current_database()`.execute(
      one.db.write,
    );

  it('refuses at one a device that was removed at the other', async () => {
    const { token, device } = await newDevice();
    await remove(one, token, device);
    await until(async () => (await poll(other, device)) === 404);
  });

  it('carries what is too long for a single notice, in its order', async () => {
    const heard: string[] = [];
    const end = other.db.notices.subscribe<string>('long', {
      received: (text) => void heard.push(text),
      missed: () => {},
    });
    const sent = ['kisima', 'maji 💧é'.repeat(4000), 'kisima'];
    for (const text of sent) one.db.notices.publish('long', text);
    await until(async () => (await hears(other)) && heard.length === sent.length);
    end();
    assert.deepEqual(heard, sent);
  });

  it('says what was missed after a cut, hears again, and serves nothing old', async () => {
    const { token, device } = await newDevice();
    let missed = 0;
    const end = other.db.notices.subscribe('cut', {
      received: () => {},
      missed: () => {
        missed += 1;
      },
    });
    await cutListeners();
    await remove(one, token, device);
    await until(async () => (await poll(other, device)) === 404);
    await until(async () => (await hears(other)) && (await hears(one)) && missed > 0);
    end();

    const next = await newDevice();
    await remove(one, next.token, next.device);
    await until(async () => (await poll(other, next.device)) === 404);
  });
});
