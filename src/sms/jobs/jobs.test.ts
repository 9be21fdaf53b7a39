import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { nextPage, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { newSmsOwner, type SmsOwner } from '../../../test/helpers/sms/sms-account.ts';
import { newNumbers } from '../../../test/helpers/sms/sms-caller.ts';

type Job = { job_id: number; campaign: string | null; counts: Record<string, number> };

// Beyond document 2: docs/api/sms-account.md.
describeOnBothEngines("the list of an account's jobs", (engine) => {
  const server = useTestServer({ engine, env: { SMS_TRIAL_CREDITS: '600' } });
  let owner: SmsOwner;
  beforeEach(async () => {
    owner = await newSmsOwner(server);
  });

  const queue = async (count: number): Promise<number> => {
    const scheduled_at = new Date(server.clock.now + 3_600_000).toISOString();
    const json = { to: newNumbers(count), message: 'Hi', campaign: `To ${count}`, scheduled_at };
    const { status, body, text } = await owner.call('POST', '/sms/bulk', { json });
    assert.equal(status, 202, text);
    return (body as Job).job_id;
  };
  const list = async (query = ''): Promise<Job[]> => {
    const { status, body, text } = await owner.call('GET', `/sms/jobs${query}`);
    assert.equal(status, 200, text);
    return body as Job[];
  };

  it('is empty before the first', async () => {
    assert.deepEqual(await list(), []);
  });

  it('has each as it is answered by itself, newest first', async () => {
    const ids = [await queue(3), await queue(1), await queue(2)];
    await owner.call('DELETE', `/sms/jobs/${ids[1]}`);
    const [message] = (await owner.call('GET', `/sms/messages?job_id=${ids[0]}`)).body as {
      message_id: string;
    }[];
    await owner.call('DELETE', `/sms/messages/${message?.message_id}`);
    const listed = await list();
    assert.deepEqual(
      listed.map(({ job_id, counts }) => [job_id, counts['scheduled'], counts['cancelled']]),
      [
        [ids[2], 2, 0],
        [ids[1], 0, 1],
        [ids[0], 2, 1],
      ],
    );
    for (const job of listed) {
      assert.deepEqual((await owner.call('GET', `/sms/jobs/${job.job_id}`)).body, job);
    }
  });

  it("leaves out other accounts' jobs, and single messages", async () => {
    const id = await queue(1);
    await owner.call('POST', '/sms/send', { json: { to: newNumbers(1)[0], message: 'Hi' } });
    assert.deepEqual(
      (await list()).map(({ job_id }) => job_id),
      [id],
    );
    const stranger = await newSmsOwner(server);
    assert.deepEqual((await stranger.call('GET', '/sms/jobs')).body, []);
    assert.deepEqual((await stranger.call('GET', `/sms/jobs?before=${id + 1}`)).body, []);
  });

  it('has 50 a page unless asked otherwise, and leads on to the next', async () => {
    const ids: number[] = [];
    for (let count = 0; count < 51; count += 1) ids.unshift(await queue(1));
    assert.equal((await list()).length, 50);
    assert.equal((await list('?limit=500')).length, 51);
    for (const limit of [1, 20, 50, 51]) {
      const seen: number[] = [];
      let path: string | undefined = `/v1/account/sms/jobs?limit=${limit}`;
      while (path !== undefined) {
        const page = await server.request('GET', path, { token: owner.token });
        seen.push(...(page.body as Job[]).map(({ job_id }) => job_id));
        path = nextPage(page);
      }
      assert.deepEqual(seen, ids);
    }
  });

  it('names every wrong field', async () => {
    for (const query of ['limit=0', 'limit=501', 'limit=x', 'limit=', 'before=0', 'before=x']) {
      const answer = await owner.call('GET', `/sms/jobs?${query}`);
      assert.deepEqual(wrongFields(answer), [query.split('=')[0]], query);
    }
    const both = await owner.call('GET', '/sms/jobs?limit=0&before=0');
    assert.deepEqual(wrongFields(both), ['before', 'limit']);
  });
});
