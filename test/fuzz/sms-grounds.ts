import assert from 'node:assert/strict';
import { updateRole } from '../../src/accounts/queries.ts';
import { hourMs } from '../../src/kit/time/units.ts';
import type { Answer, TestServer } from '../helpers/server/test-server.ts';
import { newGroup, newSmsOwner, type SmsOwner } from '../helpers/sms/sms-account.ts';
import { callerOf, newNumbers, type SmsCaller } from '../helpers/sms/sms-caller.ts';
import type { Pools } from './values.ts';

export type SmsGrounds = {
  owner: SmsOwner;
  apiKey: string;
  poolsOf: (route: string) => Pools;
};

/** Something stored of every kind of the SMS service, of an owner who is an administrator too. */
export async function layOutSms(server: TestServer, hookUrl: string): Promise<SmsGrounds> {
  const [owner, other] = [await newSmsOwner(server), await newSmsOwner(server)];
  await updateRole(server.db.write, owner.email, 'admin');
  const caller = await callerOf(server, owner);
  const phones = newNumbers(12);
  const contacts = phones.map((phone, at) => ({ phone, name: ['Wanjiku', '', null][at % 3] }));
  const make = async (path: string, json: unknown) =>
    made(await owner.call('POST', path, { json }));
  const makeSeveral = async (count: number, path: string, json: unknown) => {
    const ids: number[] = [];
    while (ids.length < count) ids.push((await make(path, json)).id);
    return ids;
  };

  const groups: number[] = [];
  while (groups.length < 4) groups.push(await newGroup(owner));
  for (const id of groups) await make(`/groups/${id}/contacts`, { contacts });
  await make('/opt-outs', { phones: phones.slice(0, 3) });
  const spareGroups = await makeSeveral(8, '/groups', { name: 'Spare' });
  const spareKeys = await makeSeveral(20, '/keys', { name: 'Spare' });
  const makeHooks = async (marks: string[]) => {
    const ids: number[] = [];
    for (const mark of marks) ids.push((await make('/webhooks', { url: `${hookUrl}?${mark}` })).id);
    return ids;
  };
  const hooks = await makeHooks(['1', '2', '3']);
  const spareHooks = await makeHooks(['4', '5', '6', '7']);
  const spareSenders = ['22384', '+254711000000'];
  for (const sender of spareSenders) {
    const json = { sender, email: owner.email };
    made(await server.request('POST', '/v1/admin/senders', { token: owner.token, json }));
  }
  const { messages, jobs } = await queue(server, caller, phones);
  // A message that a program cancels cannot be cancelled again by its owner.
  const ownersOwn = await queue(server, caller, phones);

  const now = server.clock.now;
  const instants = [-50 * hourMs, -hourMs, 0, 60_000, hourMs, 48 * hourMs].map((offset) =>
    new Date(now + offset).toISOString(),
  );
  const recordIds = Array.from({ length: 40 }, (_, index) => index + 1);
  const pools: Pools = {
    to: [...phones, '+254 (733) 000-001', '0110000001'],
    phones,
    phone: phones,
    contacts: [...contacts, { phone: '0712' }, { name: 'x' }, { phone: phones[0], name: '=1+1' }],
    message: [
      'Hi',
      'Habari {name}, maji yamefika',
      '{',
      '😀'.repeat(200),
      'é€[]'.repeat(100),
      '\n',
    ],
    group_id: groups,
    job_id: jobs,
    message_id: messages,
    id: groups,
    contact_id: recordIds,
    before: recordIds,
    after: [0, ...recordIds],
    from: instants,
    until: instants,
    scheduled_at: [...instants, '2026-11-22T08:00:00+03:00'],
    email: [owner.email, other.email, other.email.toUpperCase(), 'nobody@example.com'],
    sender: ['KISIMA', 'Maji & Co', ...spareSenders, 'kisima'],
    url: [hookUrl, `${hookUrl}/a?b=c#d`],
  };
  const { id: _id, ...others } = pools;
  const special: [RegExp, Pools][] = [
    [/^PUT .*\/settings$/, { ...others, from: ['18:00', '00:00'], until: ['08:00', '23:59'] }],
    [/^GET .*\/(contacts|opt-outs)$/, { ...pools, after: ['254710000005', '0'] }],
    [/^GET .*\/admin\/senders$/, { ...pools, after: ['KISIMA', '2'] }],
    [
      /^DELETE .*\/account\/sms\//,
      { ...pools, message_id: ownersOwn.messages, job_id: ownersOwn.jobs },
    ],
    [/^DELETE .*\/groups\/\{id\}$/, { ...pools, id: spareGroups }],
    [/^DELETE .*\/keys\/\{id\}$/, { ...pools, id: spareKeys }],
    [/^DELETE .*\/opt-outs\//, { ...pools, phone: phones.slice(0, 2) }],
    [/^DELETE .*\/senders\//, { ...pools, sender: spareSenders }],
    [/^DELETE .*\/webhooks\/\{id\}$/, { ...pools, id: spareHooks }],
    [/\/webhooks\/\{id\}\//, { ...pools, id: hooks }],
  ];
  return {
    owner,
    apiKey: caller.apiKey,
    poolsOf: (route) => ({
      ...(special.find(([pattern]) => pattern.test(route))?.[1] ?? pools),
      // A key belongs to one path: at another it is refused.
      'idempotency-key': ['a', 'b', 'c', 'k'.repeat(200)].map((key) => `${key} ${route}`),
    }),
  };
}

/** Messages and jobs, some sent and some that wait. */
async function queue(server: TestServer, caller: SmsCaller, phones: string[]) {
  const messages: string[] = [];
  const jobs: number[] = [];
  const scheduled_at = new Date(server.clock.now + 300 * hourMs).toISOString();
  for (const to of phones) {
    for (const when of [{}, { scheduled_at }]) {
      const { message_id } = made(await caller.send({ to, message: 'Hi', ...when }));
      messages.push(message_id);
    }
  }
  for (const when of [{}, { scheduled_at }, { scheduled_at }, { scheduled_at }]) {
    jobs.push(made(await caller.bulk({ to: [...phones, '?'], message: 'Hi', ...when })).job_id);
  }
  return { messages, jobs };
}

function made({ status, body, text }: Answer) {
  assert.ok(status < 300, text);
  return body as { id: number; message_id: string; job_id: number };
}
