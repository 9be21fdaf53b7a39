import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import papaparse from 'papaparse';
import { nextPage, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import {
  newNumber,
  newNumbers,
  newSmsCaller,
  type SmsCaller,
} from '../../../test/helpers/sms/sms-caller.ts';
import { until } from '../../../test/helpers/until.ts';
import { dayMs, hourMs } from '../../kit/time/units.ts';
import { lastMonths } from './months.ts';

type Entry = { id: number; kind: string; created_at: string };
type Sum = { name: string | null; key_id?: number; messages: number; credits: number };

describeOnBothEngines('dates, sums and files of an account', (engine) => {
  // 08:00 UTC is 11:00 in Nairobi.
  const server = useTestServer({ engine, env: { TOKEN_HOURS: '8760', SMS_TRIAL_CREDITS: '100' } });
  let caller: SmsCaller;
  const get = async <T>(path: string): Promise<T> => {
    const { status, body, text } = await caller.owner.call('GET', path);
    assert.equal(status, 200, text);
    return body as T;
  };
  const file = async (path: string) => {
    const { status, text, headers } = await caller.owner.call('GET', path);
    assert.equal(status, 200, text);
    assert.match(headers.get('content-disposition') ?? '', /^attachment; filename="[\w-]+\.csv"$/);
    return papaparse.parse<string[]>(text, { skipEmptyLines: true }).data;
  };
  before(async () => {
    caller = await newSmsCaller(server);
    const { owner } = caller;
    await owner.call('GET', '');
    // 21 November, 23:00 in Nairobi; then 22 November, 01:00 there.
    server.clock.advance(12 * hourMs);
    await caller.send({ to: newNumber(), message: '=1+1; Habari' });
    server.clock.advance(2 * hourMs);
    await caller.bulk({ to: newNumbers(3), message: 'Ofa', campaign: 'May' });
    await owner.call('POST', '/sms/bulk', { json: { to: newNumbers(2), message: 'Ofa' } });
    await until(async () => {
      const { body } = await owner.call('GET', '/sms/jobs');
      return (body as { finished_at: string | null }[]).every((job) => job.finished_at !== null);
    });
    server.clock.advance(10 * dayMs);
    await owner.call('POST', '/sms/send', { json: { to: newNumber(), message: 'Later' } });
  });

  it('has a ledger by days of the account, in pages, and as a file', async () => {
    const kinds = async (query: string) =>
      (await get<Entry[]>(`/ledger?${query}`)).map(({ kind }) => kind);
    assert.deepEqual(await kinds('from=2026-11-21&to=2026-11-21'), ['charge', 'grant']);
    assert.deepEqual(await kinds('from=2026-11-22&to=2026-11-22'), ['charge', 'charge']);
    assert.deepEqual(await kinds('from=2026-11-22'), ['charge', 'charge', 'charge']);
    assert.deepEqual(await kinds('to=2026-11-21T23:00'), ['grant']);
    assert.deepEqual(await kinds('from=2026-11-21T20:00:00Z&to=2026-11-21T20:00:01Z'), ['charge']);
    const seen: number[] = [];
    for (let path: string | undefined = '/ledger?from=2026-11-01&limit=2'; path; ) {
      const page = await caller.owner.call('GET', path);
      seen.push(...(page.body as Entry[]).map(({ id }) => id));
      path = nextPage(page)?.replace('/v1/account', '');
    }
    const all = await get<Entry[]>('/ledger');
    assert.deepEqual(
      seen,
      all.map(({ id }) => id),
    );
    const [head, ...lines] = await file('/ledger?format=csv');
    assert.equal(head?.join(), 'id,kind,credits,message_id,job_id,note,created_at');
    assert.deepEqual(
      lines.map(([id]) => Number(id)),
      seen,
    );
    assert.equal((await file('/ledger?format=csv&from=2026-11-22&to=2026-11-22')).length, 3);
  });

  it('has messages by days of the account, and as a file that harms no spreadsheet', async () => {
    const count = async (query: string) => (await get<object[]>(`/sms/messages?${query}`)).length;
    assert.equal(await count('from_day=2026-11-21&to_day=2026-11-21'), 1);
    assert.equal(await count('from_day=2026-11-22&to_day=2026-11-22'), 5);
    assert.equal(await count('from_day=2026-11-22'), 6);
    assert.equal(await count('to_day=2026-11-21&until=2026-11-21T20:00:00Z'), 0);
    const byKey = await caller.call('GET', '/messages?to_day=2026-11-21');
    assert.equal((byKey.body as object[]).length, 1);
    const seen: string[] = [];
    for (let path: string | undefined = '/sms/messages?from_day=2026-11-21&limit=2'; path; ) {
      const page = await caller.owner.call('GET', path);
      seen.push(...(page.body as { message_id: string }[]).map((each) => each.message_id));
      path = nextPage(page)?.replace('/v1/account', '');
    }
    assert.equal(new Set(seen).size, 7);
    const [head, ...lines] = await file('/sms/messages?format=csv&to_day=2026-11-22');
    assert.deepEqual(head?.slice(0, 4), ['message_id', 'job_id', 'to', 'message']);
    assert.equal(lines.length, 6);
    const [, , to, message] = lines.at(-1) ?? [];
    assert.match(to ?? '', /^07\d\d \d{3} \d{3}$/);
    assert.equal(message, "'=1+1; Habari");
  });

  it('sums up by campaign, key and sender', async () => {
    const sums = async (by: string, more = '') => {
      const found = await get<Sum[]>(`/sms/sums?by=${by}&${more}`);
      return found.map(({ name, messages, credits }) => [name, messages, credits]);
    };
    assert.deepEqual(await sums('campaign'), [
      [null, 4, 4],
      ['May', 3, 3],
    ]);
    assert.deepEqual(await sums('key'), [
      ['test', 4, 4],
      [null, 3, 3],
    ]);
    assert.deepEqual(await sums('sender'), [[null, 7, 7]]);
    assert.deepEqual(await sums('campaign', 'from=2026-11-21&to=2026-11-21'), [[null, 1, 1]]);
    const lines = await file('/sms/sums?by=campaign&format=csv');
    assert.deepEqual(lines[2]?.slice(0, 3), ['May', '', '3']);
    const stranger = await newSmsCaller(server);
    const { body } = await stranger.owner.call('GET', '/sms/sums?by=key');
    assert.deepEqual(body, []);
  });

  it('sums the ledger up by month of the account', async () => {
    type Month = { month: string; granted: number; charged: number; change: number };
    const months = await get<Month[]>('/ledger/months?limit=2');
    assert.deepEqual(
      months.map(({ month, granted, charged, change }) => [month, granted, charged, change]),
      [
        ['2026-12', 0, 1, -1],
        ['2026-11', 100, 6, 94],
      ],
    );
    assert.equal((await get<Month[]>('/ledger/months')).length, 12);
    assert.equal((await file('/ledger/months?limit=24&format=csv')).length, 25);
    const [first, second] = lastMonths(Date.parse('2027-01-31T22:00:00Z'), 'Africa/Nairobi', 2);
    assert.deepEqual([first?.month, second?.month], ['2027-02', '2027-01']);
    assert.equal(second?.to, first?.from);
  });

  it('keeps within its limits, and to those who are signed in', async () => {
    const wrong = async (path: string) => wrongFields(await caller.owner.call('GET', path));
    assert.deepEqual(await wrong('/ledger?from=x&to=y'), ['from', 'to']);
    assert.deepEqual(await wrong('/ledger?from=2026-11-22&to=2026-11-21'), ['to']);
    assert.deepEqual(await wrong('/ledger?format=xml'), ['format']);
    assert.deepEqual(await wrong('/sms/messages?from_day=x'), ['from_day']);
    assert.deepEqual(await wrong('/sms/sums'), ['by']);
    assert.deepEqual(await wrong('/sms/sums?by=phone'), ['by']);
    assert.deepEqual(await wrong('/sms/sums?by=key&from=2025-01-01&to=2026-01-04'), ['from']);
    assert.equal(
      (await caller.owner.call('GET', '/sms/sums?by=key&from=2025-01-01&to=2026-01-01')).status,
      200,
    );
    for (const limit of ['0', '25']) {
      assert.deepEqual(await wrong(`/ledger/months?limit=${limit}`), ['limit']);
    }
    for (const path of ['/ledger?format=csv', '/sms/sums?by=key', '/ledger/months']) {
      assert.equal((await server.request('GET', `/v1/account${path}`)).status, 401, path);
    }
  });
});
