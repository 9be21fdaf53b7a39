import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import papaparse from 'papaparse';
import { failureOf, wrongFields } from '../../../test/helpers/http/answers.ts';
import { startRoundServer } from '../../../test/helpers/server/round-server.ts';
import {
  describeOnBothEngines,
  type TestServer,
} from '../../../test/helpers/server/test-server.ts';
import { newSmsOwner, type SmsOwner } from '../../../test/helpers/sms/sms-account.ts';
import { until } from '../../../test/helpers/until.ts';
import { updateRole } from '../../accounts/queries.ts';
import { dayMs, hourMs } from '../../kit/time/units.ts';
import { waitBounds } from './columns.ts';
import { boundOf, type DayLine } from './day-lines.ts';

const env = {
  SMS_TRIAL_CREDITS: '100',
  SMS_RETENTION_DAYS: '30',
  SIMULATOR_DELAY_SECONDS: '0',
};

describeOnBothEngines('messages by day', (engine) => {
  let server: TestServer;
  let nextRound: () => Promise<void>;
  let admin: SmsOwner;
  let owner: SmsOwner;
  before(async () => {
    // 08:00 UTC is 11:00 in Nairobi.
    ({ server, nextRound } = await startRoundServer(engine, env, {
      only: 'sms',
      everyMs: 2 * hourMs,
    }));
    [admin, owner] = [await newSmsOwner(server), await newSmsOwner(server)];
    await updateRole(server.db.write, admin.email, 'admin');
    await send('0712000001', 'transactional');
    await send('0733000001', 'promotional');
    // 22 November, 01:00 in Nairobi.
    server.clock.advance(14 * hourMs);
    await send('0712000002', 'transactional');
    await send('0770000001', 'transactional', admin);
  });
  after(() => server.stop());

  const send = async (to: string, kind: string, by = owner) => {
    const json = { to, message: 'Habari', class: kind };
    const { status, body, text } = await by.call('POST', '/sms/send', { json });
    assert.equal(status, 200, text);
    const { message_id } = body as { message_id: string };
    await until(async () => {
      const message = await by.call('GET', `/sms/messages/${message_id}`);
      return (message.body as { status: string }).status === 'delivered';
    });
  };
  const days = async (query = '', by = owner): Promise<DayLine[]> => {
    const { status, body, text } = await by.call('GET', `/sms/days?${query}`);
    assert.equal(status, 200, text);
    return body as DayLine[];
  };
  const ofAll = (query: string, token?: string) =>
    server.request('GET', `/v1/admin/sms/days?${query}`, { ...(token && { token }) });
  const span = 'from=2026-11-20&to=2026-11-22';
  const told = (lines: DayLine[]) =>
    lines.map((line) => [line.day, line.network, line.class, line.messages]);

  it('are those of the days of the account, with every day, or told apart', async () => {
    assert.deepEqual(told(await days(span)), [
      ['2026-11-20', null, null, 0],
      ['2026-11-21', null, null, 2],
      ['2026-11-22', null, null, 1],
    ]);
    assert.deepEqual(told(await days(`${span}&by=network`)), [
      ['2026-11-21', 'airtel', null, 1],
      ['2026-11-21', 'safaricom', null, 1],
      ['2026-11-22', 'safaricom', null, 1],
    ]);
    assert.deepEqual(told(await days(`from=2026-11-21&to=2026-11-21&by=network_and_class`)), [
      ['2026-11-21', 'airtel', 'promotional', 1],
      ['2026-11-21', 'safaricom', 'transactional', 1],
    ]);
    assert.deepEqual(told(await days('by=class&from=2026-11-21T20:00:00Z')), [
      ['2026-11-21', null, 'promotional', 1],
      ['2026-11-21', null, 'transactional', 1],
      ['2026-11-22', null, 'transactional', 1],
    ]);
    assert.equal((await days()).length, 30);
  });

  it('tell what became of them, and how long that took', async () => {
    const [delivered] = await days('from=2026-11-21&to=2026-11-21');
    assert.ok(delivered);
    assert.deepEqual([delivered.handed_over, delivered.delivered], [2, 2]);
    assert.deepEqual([delivered.waiting, delivered.without_receipt, delivered.failed], [0, 0, 0]);
    assert.deepEqual([delivered.handed_over_median_s, delivered.receipt_p95_s], [1, 1]);
  });

  it('are a file, too', async () => {
    const { text, headers } = await owner.call('GET', `/sms/days?${span}&by=network&format=csv`);
    assert.match(headers.get('content-disposition') ?? '', /filename="sms-by-network\.csv"/);
    const { data } = papaparse.parse<string[]>(text, { skipEmptyLines: true });
    assert.equal(data.length, 4);
    assert.deepEqual(data[1]?.slice(0, 4), ['2026-11-21', 'airtel', '', '1']);
  });

  it('are those of all for administrators, who alone find them', async () => {
    const answer = await ofAll(`${span}&by=network`, admin.token);
    assert.deepEqual(told(answer.body as DayLine[]), [
      ['2026-11-21', 'airtel', null, 1],
      ['2026-11-21', 'safaricom', null, 1],
      ['2026-11-22', 'safaricom', null, 1],
      ['2026-11-22', 'telkom', null, 1],
    ]);
    assert.equal((await ofAll(span, owner.token)).status, 404);
    assert.equal((await ofAll(span)).status, 401);
    assert.deepEqual(told(await days(`${span}&by=network`, admin)), [
      ['2026-11-22', 'telkom', null, 1],
    ]);
  });

  it('are of 92 days at most, by days that there are', async () => {
    assert.equal((await days('from=2026-08-23&to=2026-11-22')).length, 92);
    const fields = async (query: string) =>
      wrongFields(await owner.call('GET', `/sms/days?${query}`));
    assert.deepEqual(await fields('from=2026-08-22&to=2026-11-22'), ['from']);
    assert.deepEqual(await fields('from=0001-01-01'), ['from']);
    assert.deepEqual(await fields('from=2026-02-30'), ['from']);
    assert.deepEqual(await fields('from=2026-11-22&to=2026-11-21'), ['to']);
    assert.deepEqual(await fields('by=sender'), ['by']);
    const unknown = await server.request('GET', '/v1/account/sms/days');
    assert.deepEqual(failureOf(unknown)[0], 401);
  });

  it('outlive their messages', async () => {
    const query = `${span}&by=network_and_class`;
    const kept = [await days(query), (await ofAll(query, admin.token)).body];
    server.clock.advance(40 * dayMs);
    await nextRound();
    await until(async () => {
      await nextRound();
      const { body } = await owner.call('GET', '/sms/messages');
      return (body as object[]).length === 0;
    });
    assert.deepEqual([await days(query), (await ofAll(query, admin.token)).body], kept);
  });
});

describe('times that are told from buckets', () => {
  it('are never shorter than that of the rank, and at most one bucket longer', () => {
    const waits = fc.array(fc.integer({ min: 0, max: 604_800 }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(waits, fc.constantFrom(0.5, 0.95), (seconds, share) => {
        const buckets = waitBounds.map((bound, at) => {
          const before = waitBounds[at - 1] ?? -1;
          return seconds.filter((each) => each > before && each <= bound).length;
        });
        const sorted = seconds.toSorted((a, b) => a - b);
        const exact = sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
        const told = boundOf(buckets, share) ?? -1;
        const before = waitBounds[waitBounds.indexOf(told as 1) - 1] ?? -1;
        assert.ok(exact <= told && exact > before);
      }),
    );
    assert.equal(boundOf([0, 0], 0.5), null);
  });
});
