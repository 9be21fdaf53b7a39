import assert from 'node:assert/strict';
import { it } from 'node:test';
import papaparse from 'papaparse';
import { failureOf, nextPage, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { newGroup } from '../../../test/helpers/sms/sms-account.ts';
import { newNumber, newSmsCaller, type SmsCaller } from '../../../test/helpers/sms/sms-caller.ts';

type Rejected = { index: number; to: string | null; error: string };
type Queued = { job_id: number; rejected: Rejected[]; rejected_count: number };

const noPhone = 'is not a Kenyan mobile number';

describeOnBothEngines('what a bulk job left out', (engine) => {
  const server = useTestServer({ engine });

  const bulk = async ({ bulk }: SmsCaller, to: unknown[]) => {
    const { status, body, text } = await bulk({ to, message: 'Hi' });
    assert.equal(status, 202, text);
    return body as Queued;
  };
  const whole = async ({ call }: SmsCaller, jobId: number) => {
    const answer = await call('GET', `/jobs/${jobId}/rejected?format=csv`);
    assert.equal(answer.status, 200, answer.text);
    assert.match(answer.headers.get('content-type') ?? '', /^text\/csv/);
    const file = answer.text.replace('\ufeff', '');
    const { data } = papaparse.parse<string[]>(file, { skipEmptyLines: true });
    return data;
  };

  it('is had whole, beyond the hundred of the answer, in pages and as a file', async () => {
    const caller = await newSmsCaller(server);
    const bad = Array.from({ length: 2500 }, (_, at) => `bad ${at}`);
    const { job_id, rejected, rejected_count } = await bulk(caller, [newNumber(), ...bad]);
    assert.deepEqual([rejected.length, rejected_count], [100, 2500]);
    const job = await caller.call('GET', `/jobs/${job_id}`);
    assert.equal((job.body as Queued).rejected_count, 2500);
    const seen: Rejected[] = [];
    for (let path: string | undefined = `/jobs/${job_id}/rejected?limit=500`; path; ) {
      const page = await caller.call('GET', path);
      seen.push(...(page.body as Rejected[]));
      path = nextPage(page)?.replace('/v1/sms', '');
    }
    assert.deepEqual(
      seen,
      bad.map((to, at) => ({ index: at + 1, to, error: noPhone })),
    );
    const [head, ...lines] = await whole(caller, job_id);
    assert.deepEqual(head, ['index', 'to', 'error']);
    assert.deepEqual(
      lines,
      bad.map((to, at) => [String(at + 1), to, noPhone]),
    );
    const own = await caller.owner.call('GET', `/sms/jobs/${job_id}/rejected?limit=1&after=2499`);
    assert.deepEqual(own.body, [{ index: 2500, to: 'bad 2499', error: noPhone }]);
  });

  it('is kept as it was written, and harms no spreadsheet', async () => {
    const caller = await newSmsCaller(server);
    const odd = [
      '=1+1',
      '+254',
      '0800',
      '1/2',
      '',
      7,
      null,
      '\ud800x',
      'a\u0000b',
      'x'.repeat(150),
    ];
    const { job_id } = await bulk(caller, [...odd, newNumber()]);
    const { body } = await caller.call('GET', `/jobs/${job_id}/rejected`);
    assert.deepEqual(
      (body as Rejected[]).map(({ to }) => to),
      ['=1+1', '+254', '0800', '1/2', '', null, null, '\ufffdx', 'ab', 'x'.repeat(100)],
    );
    const lines = await whole(caller, job_id);
    assert.deepEqual(
      lines.slice(1, 6).map(([, to]) => to),
      ["'=1+1", "'+254", "'0800", "'1/2", ''],
    );
  });

  it('is nothing for a job that left nothing out, and names contacts of a group', async () => {
    const caller = await newSmsCaller(server);
    const { job_id } = await bulk(caller, [newNumber()]);
    assert.deepEqual((await caller.call('GET', `/jobs/${job_id}/rejected`)).body, []);
    assert.deepEqual(await whole(caller, job_id), [['index', 'to', 'error']]);
    const { body } = await caller.call('GET', `/jobs/${job_id}`);
    assert.ok(!('rejected_count' in (body as object)));

    const group_id = await newGroup(caller.owner);
    const contacts = [
      { phone: '0712000001', name: 'x'.repeat(100) },
      { phone: '0712000002', name: 'Asha' },
    ];
    await caller.owner.call('POST', `/groups/${group_id}/contacts`, { json: { contacts } });
    const message = `{name}${'y'.repeat(850)}`;
    const queued = await caller.bulk({ group_id, message });
    const { job_id: personal } = queued.body as Queued;
    const rejected = await caller.call('GET', `/jobs/${personal}/rejected`);
    const [one] = rejected.body as Rejected[];
    assert.deepEqual([one?.index, one?.to], [0, '254712000001']);
  });

  it("is the account's own, within its limits", async () => {
    const caller = await newSmsCaller(server);
    const { job_id } = await bulk(caller, ['x', newNumber()]);
    const stranger = await newSmsCaller(server);
    for (const format of ['json', 'csv']) {
      const path = `/jobs/${job_id}/rejected?format=${format}`;
      assert.equal((await server.request('GET', `/v1/sms${path}`)).status, 401);
      assert.equal((await server.request('GET', `/v1/account/sms${path}`)).status, 401);
      assert.deepEqual(failureOf(await stranger.call('GET', path)), [404, 'not_found']);
      const other = await stranger.owner.call('GET', `/sms${path}`);
      assert.deepEqual(failureOf(other), [404, 'not_found']);
    }
    for (const [query, field] of [
      ['limit=0', 'limit'],
      ['limit=501', 'limit'],
      ['after=-1', 'after'],
      ['after=1000001', 'after'],
      ['format=xml', 'format'],
    ]) {
      const answer = await caller.call('GET', `/jobs/${job_id}/rejected?${query}`);
      assert.deepEqual(wrongFields(answer), [field]);
    }
    assert.equal((await caller.call('GET', `/jobs/${job_id}/rejected?limit=500`)).status, 200);
  });
});
