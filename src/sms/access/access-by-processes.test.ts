import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makePostgresDatabase } from '../../../test/helpers/database/postgres.ts';
import { startTestServer } from '../../../test/helpers/server/test-server.ts';
import { limits, sendInVain, sendsPerMinute } from '../../../test/helpers/sms/owner-sends.ts';
import { newSmsCaller, withKey } from '../../../test/helpers/sms/sms-caller.ts';

describe('several processes on one PostgreSQL', () => {
  it("count an owner's sends together, and a key of the same number apart", async () => {
    const { url, drop } = await makePostgresDatabase();
    const env = { DATABASE_URL: url, SERVER_SECRET: 'of both processes, so that a token is good' };
    const servers = [
      await startTestServer({ engine: 'sqlite', env }),
      await startTestServer({ engine: 'sqlite', env }),
    ] as const;
    const program = await newSmsCaller(servers[0]);
    const { token } = program.owner;
    const statuses = await Promise.all(
      servers.map((server) =>
        sendInVain(
          (method, path, options) =>
            server.request(method, `/v1/account/sms${path}`, { token, ...options }),
          sendsPerMinute / 2 + 5,
        ),
      ),
    );
    const count = (wanted: number) => statuses.flat().filter((each) => each === wanted).length;
    assert.deepEqual([count(400), count(429)], [sendsPerMinute, 10]);
    const used = await withKey(servers[1], program.owner, program.apiKey).call('GET', '/balance');
    assert.deepEqual(limits(used), ['60', '59', '60']);
    for (const server of servers) await server.stop();
    await drop();
  });
});
