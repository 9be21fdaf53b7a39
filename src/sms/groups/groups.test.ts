import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { failureOf, nextPage, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { newGroup, newSmsOwner, type SmsOwner } from '../../../test/helpers/sms/sms-account.ts';

describeOnBothEngines('contact groups', (engine) => {
  const server = useTestServer({ engine });
  let owner: SmsOwner;
  let stranger: SmsOwner;
  before(async () => {
    owner = await newSmsOwner(server);
    stranger = await newSmsOwner(server);
  });

  const created_at = '2026-11-21T08:00:00.000Z';

  it('are made, shown, renamed and deleted', async () => {
    const made = await owner.call('POST', '/groups', { json: { name: 'Wateja' } });
    const { id } = made.body as { id: number };
    const group = { id, name: 'Wateja', contact_count: 0, created_at };
    assert.deepEqual([made.status, made.body], [201, group]);
    const shown = await owner.call('GET', `/groups/${id}`);
    assert.deepEqual([shown.status, shown.body], [200, group]);
    const renamed = await owner.call('PUT', `/groups/${id}`, { json: { name: 'Marafiki' } });
    assert.deepEqual([renamed.status, renamed.body], [200, { ...group, name: 'Marafiki' }]);
    const deleted = await owner.call('DELETE', `/groups/${id}`);
    assert.deepEqual([deleted.status, deleted.body], [200, { ...group, name: 'Marafiki' }]);
    assert.equal((await owner.call('GET', `/groups/${id}`)).status, 404);
    assert.equal((await owner.call('DELETE', `/groups/${id}`)).status, 404);
  });

  it('count their contacts, which go with them', async () => {
    const id = await newGroup(owner);
    const contacts = [{ phone: '0712345678' }, { phone: '0112345678', name: 'Juma' }];
    await owner.call('POST', `/groups/${id}/contacts`, { json: { contacts } });
    const { body } = await owner.call('DELETE', `/groups/${id}`);
    assert.equal((body as { contact_count: number }).contact_count, 2);
    const left = await server.db.read
      .selectFrom('sms_contacts')
      .select('id')
      .where('group_id', '=', id)
      .where('user_id', '=', owner.userId)
      .execute();
    assert.deepEqual(left, []);
  });

  it('are listed in pages, oldest first', async () => {
    const somebody = await newSmsOwner(server);
    const ids: number[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) ids.push(await newGroup(somebody, name));
    const seen: number[] = [];
    for (let path: string | undefined = '/v1/account/groups?limit=2'; path; ) {
      const page = await server.request('GET', path, { token: somebody.token });
      seen.push(...(page.body as { id: number }[]).map(({ id }) => id));
      path = nextPage(page);
    }
    assert.deepEqual(seen, ids);
  });

  it("are nobody else's", async () => {
    const id = await newGroup(owner, 'Mine');
    for (const [method, json] of [['GET'], ['PUT', { name: 'Yours' }], ['DELETE']] as const) {
      const answer = await stranger.call(method, `/groups/${id}`, json && { json });
      assert.deepEqual(failureOf(answer), [404, 'not_found'], method);
    }
    const { body } = await owner.call('GET', `/groups/${id}`);
    assert.equal((body as { name: string }).name, 'Mine');
    assert.deepEqual((await stranger.call('GET', '/groups')).body, []);
  });

  it('name every wrong field', async () => {
    const id = await newGroup(owner);
    for (const json of [
      { name: '' },
      { name: '\n' },
      { name: 'x'.repeat(101) },
      { name: [] },
      {},
    ]) {
      assert.deepEqual(wrongFields(await owner.call('POST', '/groups', { json })), ['name']);
      assert.deepEqual(wrongFields(await owner.call('PUT', `/groups/${id}`, { json })), ['name']);
    }
    await newGroup(owner, 'x'.repeat(100));
    assert.deepEqual(wrongFields(await owner.call('GET', '/groups/x')), ['id']);
    for (const limit of ['0', '501', 'x', '']) {
      assert.deepEqual(wrongFields(await owner.call('GET', `/groups?limit=${limit}`)), ['limit']);
    }
    for (const limit of [1, 500]) {
      assert.equal((await owner.call('GET', `/groups?limit=${limit}`)).status, 200);
    }
    const both = await owner.call('GET', '/groups?limit=0&after=-1');
    assert.deepEqual(wrongFields(both), ['after', 'limit']);
  });

  it('are at most a thousand', async () => {
    const busy = await newSmsOwner(server);
    const rows = Array.from({ length: 999 }, (_, n) => ({
      user_id: busy.userId,
      name: `group ${n}`,
      created_at: server.clock.now,
    }));
    await server.db.write.insertInto('sms_groups').values(rows).execute();
    await newGroup(busy);
    const refused = await busy.call('POST', '/groups', { json: { name: 'one more' } });
    assert.deepEqual(failureOf(refused), [409, 'too_many_groups']);
  });

  it('need a bearer token', async () => {
    for (const route of [
      'POST /groups',
      'GET /groups',
      'GET /groups/1',
      'PUT /groups/1',
      'DELETE /groups/1',
      'GET /groups/1/contacts',
      'POST /groups/1/contacts',
      'DELETE /groups/1/contacts/1',
    ]) {
      const [method = '', path = ''] = route.split(' ');
      assert.equal((await owner.call(method, path, { token: undefined })).status, 401, route);
    }
  });
});
