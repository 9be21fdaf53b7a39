import { contentTypes } from '../../contract/openapi.ts';
import type { LimitAccount } from './asker.ts';
import type { LimitRequest } from './requests-at-limit.ts';

/** Requests that are large and right, in an order in which each finds what it needs. */
export function rightAtLimit({ groupId }: LimitAccount): LimitRequest[] {
  const phones = Array.from({ length: 10_000 }, (_, at) => `+254 7${10_000_000 + at}`.padEnd(64));
  const contacts = phones.map((phone, at) => ({ phone, name: `Mama Wanjiku № ${at} `.repeat(5) }));
  const group = Number(groupId);
  const path = `/v1/account/groups/${group}/contacts`;
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
    json('ten thousand texts', '/v1/account/sms/bulk', {
      messages: phones.map((to, at) => ({
        to,
        text: `${at} ${'ж'.repeat(390)}`,
        reference: `R${at}`,
      })),
      class: 'transactional',
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

/** Long reads of a device with a week of readings. */
export function readsAtLimit({ deviceId }: LimitAccount): LimitRequest[] {
  const of = `device_id=${deviceId}`;
  return [
    read('a week of readings', `/api/sensors.php?action=history&${of}&hours=168`),
    read('the summary of a week', `/api/sensors.php?action=summary&${of}&hours=168`),
    read('a file of 90 days', `/api/reports.php?action=export&${of}&period=90d&format=csv`),
    read('a list of 90 days', `/api/reports.php?action=export&${of}&period=90d`),
    read('90 days by day', `/api/reports.php?action=daily&${of}&period=90d`),
    read('the use of 90 days', `/api/reports.php?action=usage&${of}&period=90d`),
    read('a forecast', `/api/insights.php?action=forecast&${of}`),
    read('refills', `/api/insights.php?action=refills&${of}&period=90d`),
    read('tanks', '/api/tanks'),
  ];
}

/** Largest requests, for several at the same moment. */
export function crowdAtLimit({ groupId }: LimitAccount): LimitRequest[] {
  const items = `[${'{},'.repeat(5000)}{}]`;
  const schedule = json('a schedule of nothing', '/api/pump_commands.php?action=send', '');
  const path = `/v1/account/groups/${groupId}/contacts`;
  const file = (text: string) => ({
    ...json('a file', path, ''),
    type: 'text/csv',
    body: Buffer.from(text),
  });
  return [
    ...Array(20).fill({ ...schedule, body: Buffer.from(`{"schedule":${items}}`) }),
    ...Array(4).fill(file('"x"\n'.repeat(1_000_000))),
    ...Array(4).fill(file('"0712345678","Juma"\n'.repeat(10_000))),
  ];
}

function json(name: string, to: string, body: unknown): LimitRequest {
  const text = JSON.stringify(body);
  return { name, method: 'POST', path: to, type: contentTypes.json, body: Buffer.from(text) };
}

function read(name: string, from: string): LimitRequest {
  return { name, method: 'GET', path: from, type: undefined, body: undefined };
}
