import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { failureOf, nextPage, wrongFields } from '../../../test/helpers/http/answers.ts';
import {
  type Answer,
  describeOnBothEngines,
  useTestServer,
} from '../../../test/helpers/server/test-server.ts';
import { newGroup, newSmsOwner, type SmsOwner } from '../../../test/helpers/sms/sms-account.ts';

type Contact = { id: number; phone: string; name: string | null; created_at: string };

/** As many different numbers as are asked for. */
function phones(count: number): string[] {
  return Array.from({ length: count }, (_, n) => `2547${String(n).padStart(8, '0')}`);
}

describeOnBothEngines('contacts', (engine) => {
  const server = useTestServer({ engine });
  let owner: SmsOwner;
  before(async () => {
    owner = await newSmsOwner(server);
  });

  const add = (group: number, contacts: unknown): Promise<Answer> =>
    owner.call('POST', `/groups/${group}/contacts`, { json: { contacts } });
  const list = async (group: number): Promise<[string, string | null][]> => {
    const { body } = await owner.call('GET', `/groups/${group}/contacts?limit=500`);
    return (body as Contact[]).map(({ phone, name }) => [phone, name]);
  };

  it('are added under one form of their numbers', async () => {
    const group = await newGroup(owner);
    const answer = await add(group, [
      { phone: '0712 345 678', name: ' Wanjiku ' },
      { phone: '+254-112-345-678', name: null },
      { phone: '254733000000' },
    ]);
    assert.deepEqual(
      [answer.status, answer.body],
      [201, { added: 3, updated: 0, rejected: [], rejected_count: 0 }],
    );
    assert.deepEqual(await list(group), [
      ['254112345678', null],
      ['254712345678', 'Wanjiku'],
      ['254733000000', null],
    ]);
  });

  it('get their new name, and keep the old one where none is given', async () => {
    const group = await newGroup(owner);
    await add(group, [
      { phone: '0712345678', name: 'Old' },
      { phone: '0712345679', name: 'Kept' },
    ]);
    const answer = await add(group, [
      { phone: '254712345678', name: 'First' },
      { phone: '0712345678', name: 'New' },
      { phone: '0712345678' },
      { phone: '0712345679', name: ' ' },
    ]);
    assert.deepEqual(
      [answer.status, answer.body],
      [200, { added: 0, updated: 2, rejected: [], rejected_count: 0 }],
    );
    assert.deepEqual(await list(group), [
      ['254712345678', 'New'],
      ['254712345679', 'Kept'],
    ]);
  });

  it('are rejected one by one, with their place and the reason', async () => {
    const group = await newGroup(owner);
    const wrongPhone = 'is not a Kenyan mobile number';
    const { status, body } = await add(group, [
      { phone: '0612345678' },
      '0712345678',
      null,
      { phone: 712345678 },
      { name: 'Nobody' },
      { phone: '0712345678', name: 'x'.repeat(100) },
      { phone: '0712345679', name: 'x'.repeat(101) },
      { phone: '0712345679', name: 5 },
      { phone: '0712345679', name: 'a\tb' },
      { phone: '0712345679', name: '\ud800' },
    ]);
    assert.equal(status, 201);
    assert.deepEqual(body, {
      added: 1,
      updated: 0,
      rejected: [
        { index: 0, to: '0612345678', error: wrongPhone },
        { index: 1, to: null, error: wrongPhone },
        { index: 2, to: null, error: wrongPhone },
        { index: 3, to: null, error: wrongPhone },
        { index: 4, to: null, error: wrongPhone },
        { index: 6, to: '0712345679', error: 'has a name of more than 100 characters' },
        { index: 7, to: '0712345679', error: 'has a name that is no text' },
        { index: 8, to: '0712345679', error: 'has a name with control characters' },
        { index: 9, to: '0712345679', error: 'has a name with control characters' },
      ],
      rejected_count: 9,
    });
    const none = await add(group, Array(101).fill('x'));
    const { rejected, ...counts } = none.body as { rejected: unknown[] };
    assert.deepEqual(
      [none.status, counts, rejected.length],
      [200, { added: 0, updated: 0, rejected_count: 101 }, 100],
    );
  });

  it('are 1 to 10,000 a request, and 10,000 a group', async () => {
    const group = await newGroup(owner);
    const all = phones(10_001).map((phone) => ({ phone, name: 'Mteja wa 😀' }));
    assert.deepEqual(wrongFields(await add(group, all)), ['contacts']);
    assert.deepEqual(wrongFields(await add(group, [])), ['contacts']);
    assert.deepEqual(wrongFields(await add(group, 'all')), ['contacts']);
    assert.deepEqual(
      wrongFields(await owner.call('POST', `/groups/${group}/contacts`, { json: {} })),
      ['contacts'],
    );
    assert.deepEqual(wrongFields(await owner.call('POST', `/groups/${group}/contacts`)), [
      'contacts',
    ]);
    const full = await add(group, all.slice(0, 10_000));
    assert.deepEqual([full.status, (full.body as { added: number }).added], [201, 10_000]);
    const more = await add(group, [{ phone: '0712345678' }, { phone: all[0]?.phone, name: 'New' }]);
    assert.deepEqual(
      [more.status, more.body],
      [
        200,
        {
          added: 0,
          updated: 1,
          rejected: [
            {
              index: 0,
              to: '254712345678',
              error: 'does not fit: a group has at most 10000 contacts',
            },
          ],
          rejected_count: 1,
        },
      ],
    );
    const shown = await owner.call('GET', `/groups/${group}`);
    assert.equal((shown.body as { contact_count: number }).contact_count, 10_000);
  });

  it('never grow beyond the bound, however many add at once', async () => {
    const group = await newGroup(owner);
    const all = phones(12_000).map((phone) => ({ phone }));
    const parts = [0, 3000, 6000, 9000].map((start) => all.slice(start, start + 3000));
    const answers = await Promise.all(parts.map((part) => add(group, part)));
    const sums = answers.map(({ body }) => body as { added: number; rejected_count: number });
    assert.equal(
      sums.reduce((sum, { added }) => sum + added, 0),
      10_000,
    );
    assert.equal(
      sums.reduce((sum, { rejected_count }) => sum + rejected_count, 0),
      2000,
    );
  });

  it('are listed in pages, in the order of their numbers', async () => {
    const group = await newGroup(owner);
    await add(
      group,
      phones(7)
        .reverse()
        .map((phone) => ({ phone })),
    );
    const seen: string[] = [];
    for (let path: string | undefined = `/v1/account/groups/${group}/contacts?limit=3`; path; ) {
      const page = await server.request('GET', path, { token: owner.token });
      const contacts = page.body as Contact[];
      assert.ok(contacts.length <= 3);
      seen.push(...contacts.map(({ phone }) => phone));
      path = nextPage(page);
    }
    assert.deepEqual(seen, phones(7));
    for (const query of ['limit=0', 'limit=501', 'format=xml', 'after=']) {
      const answer = await owner.call('GET', `/groups/${group}/contacts?${query}`);
      assert.deepEqual(wrongFields(answer), [query.split('=')[0]]);
    }
  });

  it('are deleted, and answered as they were', async () => {
    const [group, other] = [await newGroup(owner), await newGroup(owner)];
    await add(group, [{ phone: '0712345678', name: 'Juma' }]);
    const { body } = await owner.call('GET', `/groups/${group}/contacts`);
    const [contact] = body as Contact[];
    const path = `/groups/${group}/contacts/${contact?.id}`;
    const elsewhere = await owner.call('DELETE', `/groups/${other}/contacts/${contact?.id}`);
    assert.equal(elsewhere.status, 404);
    const deleted = await owner.call('DELETE', path);
    assert.deepEqual([deleted.status, deleted.body], [200, contact]);
    assert.deepEqual(failureOf(await owner.call('DELETE', path)), [404, 'not_found']);
    const wrong = await owner.call('DELETE', '/groups/x/contacts/y');
    assert.deepEqual(wrongFields(wrong), ['contact_id', 'id']);
  });

  it("are nobody else's", async () => {
    const stranger = await newSmsOwner(server);
    const group = await newGroup(owner);
    await add(group, [{ phone: '0712345678', name: 'Juma' }]);
    const [contact] = (await owner.call('GET', `/groups/${group}/contacts`)).body as Contact[];
    const path = `/groups/${group}/contacts`;
    const contacts = [{ phone: '0712345678', name: 'Mine' }];
    const answers = [
      await stranger.call('GET', path),
      await stranger.call('GET', `${path}?format=csv`),
      await stranger.call('POST', path, { json: { contacts } }),
      await stranger.call('DELETE', `${path}/${contact?.id}`),
    ];
    for (const answer of answers) assert.deepEqual(failureOf(answer), [404, 'not_found']);
    assert.deepEqual(await list(group), [['254712345678', 'Juma']]);
  });
});
