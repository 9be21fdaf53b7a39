import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { failureOf, nextPage, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { newSmsOwner, type SmsOwner } from '../../../test/helpers/sms/sms-account.ts';
import { international, newNumber, newSmsCaller } from '../../../test/helpers/sms/sms-caller.ts';
import { updateRole } from '../../accounts/queries.ts';

type Found = { email: string; message_id: string; to: string; message?: string };
type Entry = { action: string; by: string; account: string | null; facts: object };

describeOnBothEngines('messages of all accounts', (engine) => {
  const server = useTestServer({ engine });
  let admin: SmsOwner;
  before(async () => {
    admin = await newSmsOwner(server);
    await updateRole(server.db.write, admin.email, 'admin');
  });

  const search = (query: string, { token }: { token?: string } = admin) =>
    server.request('GET', `/v1/admin/messages?${query}`, { ...(token && { token }) });
  const find = async (query: string) => {
    const { status, body, text } = await search(query);
    assert.equal(status, 200, text);
    return body as Found[];
  };
  const newest = async (count: number) => {
    const { body } = await server.request('GET', `/v1/admin/audit?limit=${count}`, {
      token: admin.token,
    });
    return (body as Entry[]).map(({ action, account, facts }) => ({ action, account, facts }));
  };
  const sendTo = async (to: string) => {
    const caller = await newSmsCaller(server);
    const { body } = await caller.send({ to, message: 'PIN 4711' });
    return { email: caller.owner.email, id: (body as { message_id: string }).message_id };
  };

  it('are found by number in any form, by id and by the id of the provider', async () => {
    const to = newNumber();
    const [first, second] = [await sendTo(to), await sendTo(to)];
    const ids = [second.id, first.id];
    for (const form of [to, `+${international(to)}`, `00${international(to)}`, to.slice(1)]) {
      const answer = await search(`phone=${encodeURIComponent(form)}`);
      if (answer.status === 400) continue;
      const found = answer.body as Found[];
      assert.deepEqual(
        found.map(({ message_id }) => message_id),
        ids,
      );
      assert.ok(found.every((each) => each.message === undefined));
    }
    const [one] = await find(`message_id=${first.id}`);
    assert.deepEqual([one?.email, one?.to], [first.email, international(to)]);
    const { ref } = await server.db.read
      .selectFrom('sms_provider_refs')
      .select('ref')
      .where('message_id', '=', Number(second.id))
      .executeTakeFirstOrThrow();
    const byRef = await find(`provider_id=${encodeURIComponent(ref)}`);
    assert.deepEqual([byRef[0]?.message_id, byRef[0]?.email], [second.id, second.email]);
    const pages: string[] = [];
    for (let path: string | undefined = `/v1/admin/messages?phone=${to}&limit=1`; path; ) {
      const page = await server.request('GET', path, { token: admin.token });
      pages.push(...(page.body as Found[]).map(({ message_id }) => message_id));
      path = nextPage(page);
    }
    assert.deepEqual(pages, ids);
    assert.deepEqual(await find('message_id=987654321'), []);
  });

  it('are found by the id of the provider in each form in which answers, receipts and tickets have it', async () => {
    for (const [stored, written] of [
      ['a1b2c3d', ['0A1B2C3D', 'A1B2C3D', '{a1b2c3d}', '169552957']],
      [
        '550e8400-e29b-41d4-a716-446655440000',
        ['550E8400-E29B-41D4-A716-446655440000', '550e8400e29b41d4a716446655440000'],
      ],
      ['ATXid_9bF', ['ATXid_9bF']],
    ] as const) {
      const { id } = await sendTo(newNumber());
      await server.db.write
        .updateTable('sms_provider_refs')
        .set({ ref: stored })
        .where('message_id', '=', Number(id))
        .execute();
      for (const each of written) {
        const found = await find(`provider_id=${encodeURIComponent(each)}`);
        assert.deepEqual(
          found.map(({ message_id }) => message_id),
          [id],
          each,
        );
      }
    }
  });

  it('show their texts only when asked, and the audit says who looked for what', async () => {
    const to = newNumber();
    const { email } = await sendTo(to);
    await find(`phone=${to}`);
    const facts = { by: 'phone', sought: international(to), messages: 1 };
    assert.deepEqual(await newest(1), [{ action: 'messages_searched', account: email, facts }]);
    const [shown] = await find(`phone=${to}&text=true`);
    assert.equal(shown?.message, 'PIN 4711');
    assert.deepEqual(await newest(1), [{ action: 'texts_read', account: email, facts }]);
    await find('provider_id=none');
    const none = { by: 'provider_id', sought: 'none', messages: 0 };
    assert.deepEqual(await newest(1), [
      { action: 'messages_searched', account: null, facts: none },
    ]);
  });

  it('are for administrators alone, within limits', async () => {
    assert.equal((await search('phone=0712345678', {})).status, 401);
    const stranger = await search('phone=0712345678', await newSmsOwner(server));
    assert.deepEqual(failureOf(stranger), [404, 'not_found']);
    const three = ['message_id', 'phone', 'provider_id'];
    assert.deepEqual(wrongFields(await search('')), three);
    assert.deepEqual(wrongFields(await search('phone=0712345678&message_id=1')), three);
    assert.deepEqual(wrongFields(await search('phone=x')), ['phone']);
    for (const [query, field] of [
      ['message_id=0', 'message_id'],
      [`provider_id=${'x'.repeat(201)}`, 'provider_id'],
      ['message_id=1&limit=0', 'limit'],
      ['message_id=1&limit=101', 'limit'],
      ['message_id=1&text=maybe', 'text'],
    ]) {
      assert.deepEqual(wrongFields(await search(query ?? '')), [field]);
    }
    assert.equal((await search(`provider_id=${'x'.repeat(200)}&limit=100`)).status, 200);
  });
});
