import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { makePostgresDatabase } from '../../../test/helpers/database/postgres.ts';
import {
  type Answer,
  describeOnBothEngines,
  startTestServer,
  useTestServer,
} from '../../../test/helpers/server/test-server.ts';
import {
  callerOf,
  newSmsCaller,
  type SmsCaller,
  withKey,
} from '../../../test/helpers/sms/sms-caller.ts';

const limits = ({ headers }: Answer) =>
  ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`ratelimit-${name}`)));

const exhaust = async (caller: SmsCaller): Promise<Answer> => {
  for (let count = 0; count < 60; count += 1) {
    assert.equal((await caller.call('GET', '/balance')).status, 200);
  }
  return await caller.call('GET', '/balance');
};

// Document 2, sections 5, 7 and 8.
describeOnBothEngines('the API key', (engine) => {
  const server = useTestServer({ engine, isStill: true });
  let caller: SmsCaller;
  beforeEach(async () => {
    caller = await newSmsCaller(server);
  });

  it('is required: 401 with the text of the document, on every path', async () => {
    const paths = [
      ...['GET /balance', 'POST /send', 'POST /bulk', 'GET /messages', 'GET /messages/1'],
      ...['DELETE /messages/1', 'GET /jobs/1', 'DELETE /jobs/1'],
    ];
    for (const path of paths) {
      const [method = '', rest = ''] = path.split(' ');
      for (const headers of [{}, { 'x-api-key': '' }, { 'x-api-key': ' ' }]) {
        const answer = await server.request(method, `/v1/sms${rest}`, { headers });
        assert.equal(answer.status, 401, path);
        assert.deepEqual(answer.body, {
          success: false,
          error: 'API key required',
          code: 'api_key_required',
          errors: [
            {
              field: 'X-API-Key',
              message: 'is the header of the request that holds the API key, and is missing',
            },
          ],
        });
      }
    }
  });

  it('must be good: 403 with the text of the document', async () => {
    const { apiKey } = caller;
    const wrong = ['nonsense', `${apiKey}x`, apiKey.slice(0, -1), apiKey.toLowerCase()];
    for (const key of [...wrong, 'k'.repeat(5000)]) {
      const answer = await caller.call('GET', '/balance', { headers: { 'x-api-key': key } });
      assert.equal(answer.status, 403);
      assert.deepEqual(answer.body, {
        success: false,
        error: 'Invalid or revoked API key',
        code: 'api_key_invalid',
      });
      assert.equal(answer.headers.get('ratelimit-limit'), null);
    }
  });

  it('is no bearer token, nor a bearer token a key', async () => {
    const { owner, apiKey } = caller;
    const token = await server.request('GET', '/v1/sms/balance', { token: owner.token });
    assert.equal(token.status, 401);
    const key = await server.request('GET', '/v1/account', { token: apiKey });
    assert.equal(key.status, 401);
  });

  it('is refused from the moment it is revoked', async () => {
    const { body } = await caller.owner.call('GET', '/keys');
    const [{ id } = { id: 0 }] = body as { id: number }[];
    await caller.owner.call('DELETE', `/keys/${id}`);
    assert.equal((await caller.call('GET', '/balance')).status, 403);
  });

  it('shows its owner when it was last used, to the minute', async () => {
    const lastUse = async () => {
      const { body } = await caller.owner.call('GET', '/keys');
      return (body as { last_used_at: string | null }[])[0]?.last_used_at;
    };
    assert.equal(await lastUse(), null);
    await caller.call('GET', '/balance');
    const first = new Date(server.clock.now).toISOString();
    assert.equal(await lastUse(), first);
    server.clock.advance(59_999);
    await caller.call('GET', '/balance');
    assert.equal(await lastUse(), first);
    server.clock.advance(1);
    await caller.call('GET', '/balance');
    assert.equal(await lastUse(), new Date(server.clock.now).toISOString());
  });

  it('may be used 60 times a minute, and each answer says how often still', async () => {
    assert.deepEqual(limits(await caller.call('GET', '/balance')), [60, 59, 60]);
    server.clock.advance(20_500);
    // Failed requests count too.
    const failed = await caller.send({ to: 'nobody' });
    assert.equal(failed.status, 400);
    assert.deepEqual(limits(failed), [60, 58, 40]);
    assert.equal((await caller.call('GET', '/messages/999')).status, 404);
    for (let count = 3; count < 60; count += 1) {
      assert.equal((await caller.call('GET', '/balance')).status, 200);
    }
    const refused = await caller.call('GET', '/balance');
    assert.equal(refused.status, 429);
    assert.deepEqual(limits(refused), [60, 0, 40]);
    assert.deepEqual(refused.body, {
      success: false,
      error: 'Rate limit exceeded: 60 requests per minute per API key.',
      code: 'too_many_requests',
      retry_after: 40,
    });
    assert.equal(refused.headers.get('retry-after'), '40');
    server.clock.advance(39_500);
    assert.deepEqual(limits(await caller.call('GET', '/balance')), [60, 59, 60]);
  });

  it('is counted by itself: another key of the account has its own minute', async () => {
    assert.equal((await exhaust(caller)).status, 429);
    const other = await callerOf(server, caller.owner);
    assert.deepEqual(limits(await other.call('GET', '/balance')), [60, 59, 60]);
  });

  it('does not send when it is over its limit', async () => {
    await exhaust(caller);
    const { status } = await caller.send({ to: '0712345678', message: 'Hi' });
    assert.equal(status, 429);
    server.clock.advance(60_000);
    assert.equal((await caller.balance()).used, 0);
  });
});

describe('several processes on one PostgreSQL', () => {
  it('count a key together, and refuse a revoked one together', async () => {
    const { url, drop } = await makePostgresDatabase();
    const env = { DATABASE_URL: url };
    const servers = [
      await startTestServer({ engine: 'sqlite', env }),
      await startTestServer({ engine: 'sqlite', env }),
    ] as const;
    const first = await newSmsCaller(servers[0]);
    const second = withKey(servers[1], first.owner, first.apiKey);
    const answers = await Promise.all(
      Array.from({ length: 70 }, (_, index) =>
        (index % 2 === 0 ? first : second).call('GET', '/balance'),
      ),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 60);
    assert.equal(answers.filter(({ status }) => status === 429).length, 10);
    const { body } = await first.owner.call('GET', '/keys');
    await first.owner.call('DELETE', `/keys/${(body as { id: number }[])[0]?.id}`);
    assert.equal((await second.call('GET', '/balance')).status, 403);
    for (const server of servers) await server.stop();
    await drop();
  });
});
