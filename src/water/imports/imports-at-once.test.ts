import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { failureOf } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { randomMac, registerDevice } from '../../../test/helpers/water/devices.ts';
import { type Job, useImportDesk } from '../../../test/helpers/water/import-desk.ts';

describeOnBothEngines('imports of one person', (engine) => {
  const { server, work, send, begin, get } = useImportDesk(engine);

  it('are at most five at once, however many are sent or taken up again at once', async () => {
    const person = await registerUser(server);
    const stranger = await registerUser(server);
    const taken = randomMac();
    await registerDevice(server, stranger.token, taken);
    const lists = Array.from({ length: 12 }, (_, n) => `${taken}\nKS-4${n}00`);
    const sendAll = async () => {
      const answers = await Promise.all(lists.map((each) => send(person, each)));
      const refused = answers.filter(({ status }) => status === 409);
      for (const answer of refused) assert.deepEqual(failureOf(answer)[1], 'too_many_imports');
      return lists.filter((_, n) => answers[n]?.status !== 409);
    };
    const underWay = async () =>
      ((await get(person, '?limit=500')).body as Job[]).filter(({ status }) => status === 'running')
        .length;
    const first = await sendAll();
    assert.equal(first.length, 5);
    assert.equal(await underWay(), 5);
    await work();
    const rest = lists.filter((each) => !first.includes(each));
    for (const some of [rest.slice(0, 5), rest.slice(5)]) {
      for (const list of some) await begin(person, list);
      await work();
    }
    assert.equal(await underWay(), 0);
    // A line of each was refused, which is tried again.
    const again = await sendAll();
    assert.equal(again.length, 5);
    assert.equal(await underWay(), 5);
    // What is under way has its place.
    await begin(person, again[0] ?? '', 200);
    await work();
  });
});
