import { contentTypes } from '../../contract/openapi.ts';
import type { LimitAccount } from './asker.ts';
import type { LimitRequest } from './requests-at-limit.ts';

/** Requests that are large and right, in an order in which each finds what it needs. */
export function rightAtLimit({ groupId }: LimitAccount): LimitRequest[] {
  const phones = Array.from({ length: 10_000 }, (_, at) => `+254 7${10_000_000 + at}`.padEnd(64));
  const contacts = phones.map((phone, at) => ({ phone, name: `Mama Wanjiku № ${at} `.repeat(5) }));
  const group = Number(groupId);
  const path = `/v1/account/groups/${group}/contacts`;
  const json = (name: string, to: string, body: unknown): LimitRequest => ({
    name,
    method: 'POST',
    path: to,
    type: contentTypes.json,
    body: Buffer.from(JSON.stringify(body)),
  });
  const read = (name: string, from: string): LimitRequest => ({
    name,
    method: 'GET',
    path: from,
    type: undefined,
    body: undefined,
  });
  const csv = contacts.map(({ phone, name }) => `"${phone}","${name}"`).join('\n');
  const long = `${'Maji ni mengi leo. '.repeat(14)}{name}`;
  return [
    json('ten thousand contacts', path, { contacts }),
    { ...json('a file of them', path, ''), type: 'text/csv', body: Buffer.from(csv) },
    read('the file', `${path}?format=csv`),
    json('ten thousand numbers', '/v1/account/sms/bulk', { to: phones, message: 'x'.repeat(900) }),
    json('the same, promotional', '/v1/account/sms/bulk', {
      to: phones,
      message: 'Hi',
      class: 'promotional',
      scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
    }),
    json('a group by name', '/v1/account/sms/bulk', { group_id: group, message: 'Hi {name}' }),
    json('a group by name, at length', '/v1/account/sms/bulk', { group_id: group, message: long }),
    json('the same, dry', '/v1/account/sms/bulk', {
      group_id: group,
      message: long,
      dry_run: true,
    }),
    json('ten thousand opt-outs', '/v1/account/opt-outs', { phones }),
    read('opt-outs', '/v1/account/opt-outs?limit=500'),
    read('messages', '/v1/account/sms/messages?limit=500'),
  ];
}
