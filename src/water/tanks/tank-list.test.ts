import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import { newOwner } from '../../../test/helpers/accounts/owners.ts';
import { failureOf, nextPage, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';
import { useTankCalls } from '../../../test/helpers/water/tank-calls.ts';
import type { Tank } from './schemas.ts';

describeOnBothEngines('the list of tanks', (engine) => {
  const server = useTestServer({ engine });
  const { ask, tanksOf, push } = useTankCalls(server);

  it('lists devices in the order of registration, page by page', async () => {
    const owner = await newOwner(server);
    const others = [];
    for (let count = 0; count < 4; count += 1) {
      others.push((await registerDevice(server, owner.token)).id);
    }
    await newOwner(server);
    const ids = [owner.device_id, ...others];
    assert.deepEqual(
      (await tanksOf(owner)).map(({ device_id }) => device_id),
      ids,
    );
    const found: string[] = [];
    let next: string | undefined = '?limit=2';
    const lengths: number[] = [];
    while (next !== undefined) {
      const answer = await ask(owner.token, next);
      const page = answer.body as Tank[];
      lengths.push(page.length);
      found.push(...page.map(({ device_id }) => device_id));
      next = nextPage(answer)?.replace('/api/tanks', '');
    }
    assert.deepEqual(lengths, [2, 2, 1]);
    assert.deepEqual(found, ids);
    const [, second = ''] = ids;
    const [one, ...none] = await tanksOf(owner, `?device_id=${second}`);
    assert.deepEqual([one?.device_id, none.length], [second, 0]);
  });

  it('asks the database no more for many devices than for one', async () => {
    const owner = await newOwner(server);
    const usual = server.db.longRead;
    let queries = 0;
    const counter: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        queries += 1;
        return result;
      },
    };
    const countOf = async (devices: number) => {
      queries = 0;
      server.db.longRead = usual.withPlugin(counter);
      try {
        assert.equal((await tanksOf(owner)).length, devices);
      } finally {
        server.db.longRead = usual;
      }
      return queries;
    };
    await push(owner, { water_level_percent: 50 });
    const one = await countOf(1);
    for (let count = 1; count < 7; count += 1) {
      const { id } = await registerDevice(server, owner.token);
      await push({ ...owner, device_id: id }, { water_level_percent: 50 });
    }
    assert.deepEqual([one, await countOf(7)], [6, 6]);
  });

  it('keeps to the caller', async () => {
    const [owner, stranger] = [await newOwner(server), await newOwner(server)];
    await push(owner, { water_level_percent: 5 });
    assert.deepEqual(
      (await tanksOf(stranger)).map(({ device_id }) => device_id),
      [stranger.device_id],
    );
    assert.equal((await ask(undefined)).status, 401);
    for (const id of [owner.device_id, '999999999', 'abc', '0']) {
      const answer = await ask(stranger.token, `?device_id=${id}`);
      assert.deepEqual(failureOf(answer), [404, 'not_found']);
    }
    for (const query of ['limit=0', 'limit=501', 'limit=x', 'limit=1.5']) {
      assert.deepEqual(wrongFields(await ask(owner.token, `?${query}`)), ['limit']);
    }
    assert.deepEqual(wrongFields(await ask(owner.token, '?after=-1&device_id=')), [
      'after',
      'device_id',
    ]);
  });
});
