import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { failureOf, nextPage, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { newSmsOwner, type SmsOwner } from '../../../test/helpers/sms/sms-account.ts';
import { insertOptOuts } from './queries.ts';

describeOnBothEngines('opt-outs', (engine) => {
  const server = useTestServer({ engine });
  let owner: SmsOwner;
  before(async () => {});
  before(async () => {
    owner = await newSmsOwner(server);
  });

  const add = ({ call }: SmsOwner, phones: unknown) =>
    call('POST', '/opt-outs', { json: { phones } });
  const created_at = '2026-11-21T08:00:00.000Z';

  it('are added once, and what is no number is rejected', async () => {
    const somebody = await newSmsOwner(server);
    const first = await add(somebody, ['0712345678', '+254 712 345 678', '0112345678', 'x', 5]);
    assert.deepEqual(
      [first.status, first.body],
      [
        201,
        {
          added: 2,
          rejected: [
            { index: 3, to: 'x', error: 'is not a Kenyan mobile number' },
            { index: 4, to: null, error: 'is not a Kenyan mobile number' },
          ],
          rejected_count: 2,
        },
      ],
    );
    const again = await add(somebody, ['254712345678']);
    assert.deepEqual(
      [again.status, again.body],
      [200, { added: 0, rejected: [], rejected_count: 0 }],
    );
    const { body } = await somebody.call('GET', '/opt-outs');
    assert.deepEqual(body, [
      { phone: '254112345678', source: 'owner', created_at },
      { phone: '254712345678', source: 'owner', created_at },
    ]);
  });

  it('are taken off the list under any form of the number', async () => {
    const stranger = await newSmsOwner(server);
    await add(owner, ['0733000001']);
    assert.deepEqual(failureOf(await stranger.call('DELETE', '/opt-outs/0733000001')), [
      404,
      'not_found',
    ]);
    const removed = await owner.call('DELETE', '/opt-outs/+254733000001');
    const optOut = { phone: '254733000001', source: 'owner', created_at };
    assert.deepEqual([removed.status, removed.body], [200, optOut]);
    for (const phone of ['0733000001', 'nobody', '%20']) {
      const { status } = await owner.call('DELETE', `/opt-outs/${phone}`);
      assert.equal(status, phone === '%20' ? 400 : 404, phone);
    }
  });

  it('are all deleted as they are listed, also what is no number', async () => {
    const own = await newSmsOwner(server);
    for (const phone of ['Safaricom', '712345678', '254712345678']) {
      await insertOptOuts(server.db.write, [
        { user_id: own.userId, phone, source: 'inbound', created_at: server.clock.now },
      ]);
    }
    const listed = (await own.call('GET', '/opt-outs')).body as { phone: string }[];
    assert.equal(listed.length, 3);
    for (const { phone } of listed) {
      assert.equal((await own.call('DELETE', `/opt-outs/${phone}`)).status, 200, phone);
    }
    assert.deepEqual((await own.call('GET', '/opt-outs')).body, []);
  });

  it('are 1 to 10,000 a request, in pages of 1 to 500', async () => {
    const busy = await newSmsOwner(server);
    const phones = Array.from({ length: 10_000 }, (_, n) => `2541${String(n).padStart(8, '0')}`);
    for (const wrong of [[], [...phones, '0712345678'], 'all', undefined]) {
      assert.deepEqual(wrongFields(await add(busy, wrong)), ['phones']);
    }
    const answers = await Promise.all([add(busy, phones), add(busy, phones.toReversed())]);
    const added = answers.map(({ body }) => (body as { added: number }).added);
    assert.equal(
      added.reduce((a, b) => a + b),
      10_000,
    );
    const seen: string[] = [];
    for (let path: string | undefined = '/v1/account/opt-outs?limit=500'; path; ) {
      const page = await server.request('GET', path, { token: busy.token });
      seen.push(...(page.body as { phone: string }[]).map(({ phone }) => phone));
      path = nextPage(page);
    }
    assert.deepEqual(seen, phones);
    for (const limit of ['0', '501', 'x']) {
      assert.deepEqual(wrongFields(await busy.call('GET', `/opt-outs?limit=${limit}`)), ['limit']);
    }
  });

  it('need a bearer token', async () => {
    for (const route of ['GET /opt-outs', 'POST /opt-outs', 'DELETE /opt-outs/0712345678']) {
      const [method = '', path = ''] = route.split(' ');
      assert.equal((await owner.call(method, path, { token: undefined })).status, 401, route);
    }
  });
});
