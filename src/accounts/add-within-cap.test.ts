import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { failureOf } from '../../test/helpers/http/answers.ts';
import {
  type Answer,
  describeOnBothEngines,
  useTestServer,
} from '../../test/helpers/server/test-server.ts';
import { newSmsOwner, type SmsOwner } from '../../test/helpers/sms/sms-account.ts';

describeOnBothEngines('what an account has only so many of', (engine) => {
  const server = useTestServer({ engine });
  let owner: SmsOwner;
  before(async () => {
    owner = await newSmsOwner(server);
  });

  const postMany = (
    count: number,
    path: string,
    json: object | ((n: number) => object),
  ): Promise<Answer[]> =>
    Promise.all(
      Array.from({ length: count }, (_, n) =>
        owner.call('POST', path, { json: typeof json === 'function' ? json(n) : json }),
      ),
    );
  /** So many are made and the others refused, in whatever order they came. */
  const assertMade = (answers: Answer[], made: number, code: string): void => {
    assert.equal(answers.filter(({ status }) => status === 201).length, made);
    const refused = answers.filter(({ status }) => status !== 201);
    assert.equal(refused.length, answers.length - made);
    for (const answer of refused) assert.deepEqual(failureOf(answer), [409, code]);
  };
  const listed = async (path: string) => ((await owner.call('GET', path)).body as unknown[]).length;

  it('is a hundred keys, however many are asked for at once', async () => {
    assertMade(await postMany(150, '/keys', { name: 'shop' }), 100, 'too_many_keys');
    assert.equal(await listed('/keys'), 100);
  });

  it('is a thousand groups, however many are asked for at once', async () => {
    const rows = Array.from({ length: 970 }, (_, n) => ({
      user_id: owner.userId,
      name: `group ${n}`,
      created_at: server.clock.now,
    }));
    await server.db.write.insertInto('sms_groups').values(rows).execute();
    assertMade(await postMany(60, '/groups', { name: 'one more' }), 30, 'too_many_groups');
  });

  it('is ten webhooks, however many are asked for at once', async () => {
    const answers = await postMany(40, '/webhooks', (n) => ({ url: `https://hook.example/${n}` }));
    assertMade(answers, 10, 'too_many_webhooks');
    assert.equal(await listed('/webhooks'), 10);
  });

  it('is counted for each account by itself', async () => {
    const other = await newSmsOwner(server);
    for (const [path, json] of [
      ['/keys', { name: 'shop' }],
      ['/groups', { name: 'Customers' }],
      ['/webhooks', { url: 'https://hook.example/' }],
    ] as const) {
      assert.equal((await other.call('POST', path, { json })).status, 201, path);
    }
  });
});
