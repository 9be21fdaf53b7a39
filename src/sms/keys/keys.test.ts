import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, it } from 'node:test';
import { failureOf, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { newSmsOwner, type SmsOwner } from '../../../test/helpers/sms/sms-account.ts';

type Created = { id: number; name: string; prefix: string; api_key: string; created_at: string };

describeOnBothEngines('API keys', (engine) => {
  const server = useTestServer({ engine });
  let owner: SmsOwner;
  before(async () => {
    owner = await newSmsOwner(server);
  });

  async function create({ call }: SmsOwner, name = 'shop'): Promise<Created> {
    const { status, body, text } = await call('POST', '/keys', { json: { name } });
    assert.equal(status, 201, text);
    return body as Created;
  }

  it('are shown once, and stored as a hash', async () => {
    const { id, api_key, ...rest } = await create(owner);
    assert.match(api_key, /^ksm_[\w-]{43}$/);
    assert.deepEqual(rest, {
      name: 'shop',
      prefix: api_key.slice(0, 12),
      created_at: '2026-11-21T08:00:00.000Z',
    });
    const row = await server.db.read
      .selectFrom('sms_keys')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    assert.equal(row.key_hash, createHash('sha256').update(api_key).digest('hex'));
    assert.ok(!JSON.stringify(row).includes(api_key.slice(12)));
    assert.ok(!server.logged().includes(api_key.slice(12)));
  });

  it('differ, and lie in no cache', async () => {
    const keys = await Promise.all(Array.from({ length: 5 }, () => create(owner)));
    assert.equal(new Set(keys.map(({ api_key }) => api_key)).size, 5);
    const answer = await owner.call('POST', '/keys', { json: { name: 'x' } });
    assert.equal(answer.headers.get('cache-control'), 'no-store');
  });

  it('are listed newest first, without the key', async () => {
    const somebody = await newSmsOwner(server);
    const [first, second] = [await create(somebody, 'one'), await create(somebody, 'two')];
    const usedAt = server.clock.now;
    await server.db.write
      .updateTable('sms_keys')
      .set({ last_used_at: usedAt })
      .where('id', '=', first.id)
      .execute();
    const { status, body } = await somebody.call('GET', '/keys');
    assert.equal(status, 200);
    const shown = ({ api_key: _key, ...key }: Created, last_used_at: string | null) => ({
      ...key,
      last_used_at,
    });
    assert.deepEqual(body, [shown(second, null), shown(first, new Date(usedAt).toISOString())]);
  });

  it('are revoked once, and only by their owner', async () => {
    const [stranger, { api_key: _key, ...key }] = [await newSmsOwner(server), await create(owner)];
    assert.deepEqual(failureOf(await stranger.call('DELETE', `/keys/${key.id}`)), [
      404,
      'not_found',
    ]);
    const revoked = await owner.call('DELETE', `/keys/${key.id}`);
    assert.deepEqual([revoked.status, revoked.body], [200, { ...key, last_used_at: null }]);
    assert.deepEqual(failureOf(await owner.call('DELETE', `/keys/${key.id}`)), [404, 'not_found']);
    const { body } = await owner.call('GET', '/keys');
    assert.ok(!(body as Created[]).some(({ id }) => id === key.id));
    const { revoked_at } = await server.db.read
      .selectFrom('sms_keys')
      .select('revoked_at')
      .where('id', '=', key.id)
      .executeTakeFirstOrThrow();
    assert.equal(revoked_at, server.clock.now);
  });

  it('open the API until they are revoked, and show their last use', async () => {
    const { id, api_key } = await create(owner);
    const use = async () => {
      const headers = { 'x-api-key': api_key };
      return (await server.request('GET', '/v1/sms/balance', { headers })).status;
    };
    assert.equal(await use(), 200);
    const keys = (await owner.call('GET', '/keys')).body as { id: number; last_used_at: string }[];
    const usedAt = keys.find((key) => key.id === id)?.last_used_at;
    assert.equal(usedAt, new Date(server.clock.now).toISOString());
    await owner.call('DELETE', `/keys/${id}`);
    assert.equal(await use(), 403);
  });

  it('have a name of 1 to 100 characters', async () => {
    for (const name of ['x', 'é'.repeat(100)]) await create(owner, name);
    for (const json of [{ name: '' }, { name: ' ' }, { name: 'x'.repeat(101) }, { name: 7 }, {}]) {
      assert.deepEqual(wrongFields(await owner.call('POST', '/keys', { json })), ['name']);
    }
    assert.deepEqual(wrongFields(await owner.call('DELETE', '/keys/abc')), ['id']);
    assert.deepEqual(wrongFields(await owner.call('DELETE', '/keys/0')), ['id']);
  });

  it('are at most a hundred at once', async () => {
    const busy = await newSmsOwner(server);
    const keys: Created[] = [];
    for (let n = 0; n < 100; n += 1) keys.push(await create(busy));
    const refused = await busy.call('POST', '/keys', { json: { name: 'one more' } });
    assert.deepEqual(failureOf(refused), [409, 'too_many_keys']);
    await busy.call('DELETE', `/keys/${keys[0]?.id}`);
    await create(busy);
  });

  it('need a bearer token', async () => {
    for (const [method, path] of [
      ['POST', '/keys'],
      ['GET', '/keys'],
      ['DELETE', '/keys/1'],
    ] as const) {
      const { status } = await owner.call(method, path, { token: undefined });
      assert.equal(status, 401, `${method} ${path}`);
    }
  });
});
