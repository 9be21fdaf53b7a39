import assert from 'node:assert/strict';
import { createECDH, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { openStored } from '../database/open-stored.ts';
import { type RunningKisima, type Storage, startKisima } from '../server/kisima-process.ts';
import { call, make, type Owner, registerOwner } from '../server/process-client.ts';
import {
  type Arrivals,
  type NotificationStands,
  startNotificationStands,
} from './notification-stands.ts';

type Kills = {
  storage: Storage;
  kills: number;
  people: number;
  /** From 0 to 1: how far into the round each kill comes. */
  random: () => number;
};

/** By channel, messages and those that came more than once; of e-mail, what the history says of them. */
export type NotificationToll = {
  messages: number;
  repeated: Record<'sms' | 'webhook' | 'push' | 'email', number>;
  unsureMails: number;
};

type History = { id: number; channel: string; status: string }[];

const path = '/api/notifications.php?action=';
const channelCount = 4;
/** As long as what is critical waits for others, and the round of the router. */
const longestWaitMs = 7000;

/**
 * Raises an incident for several people again and again, and kills the server meanwhile: in turn when
 * some messages have come, and at any time. In the end everybody was told of each incident on each channel.
 */
export async function surviveNotificationKills(given: Kills): Promise<NotificationToll> {
  const { storage, kills, people, random } = given;
  const stands = await startNotificationStands();
  const env = { ...storage.env, SMTP_URL: stands.smtpUrl, WEBHOOKS_ALLOW_PRIVATE: 'true' };
  let server = await startKisima(env);
  try {
    const owners: Owner[] = [];
    for (let count = 0; count < people; count += 1) {
      owners.push(await addPerson(server.url, stands, count));
    }
    const each = people * channelCount;
    for (let kill = 1; kill <= kills; kill += 1) {
      const strike = () => server.kill('SIGKILL');
      const isOfMessages = kill % 2 === 1;
      await letTimePass(storage);
      if (isOfMessages) stands.strikeAfter(1 + Math.floor(random() * each), strike);
      await Promise.all(owners.map((owner) => raise(server.url, owner, kill)));
      if (!isOfMessages) void pause(random() * longestWaitMs).then(strike);
      await server.ended;
      await letTimePass(storage);
      server = await startKisima(env);
      await waitForEnd(storage, kill * each);
    }
    return await takeToll(server, stands, { owners, kills });
  } finally {
    // A server that goes on would keep a failed test from ending.
    await server.stop();
    await stands.close();
  }
}

async function addPerson(url: string, stands: NotificationStands, count: number): Promise<Owner> {
  const owner = await registerOwner(url, 1);
  const { token } = owner;
  const post = async (action: string, json: unknown) => {
    const { status, text, body } = await call(url, 'POST', path + action, { token, json });
    assert.ok(status < 300, `${action}: ${text}`);
    return body;
  };
  const all = ['info', 'warning', 'critical'];
  await post('save', {
    channels: { sms: all, email: all, webhook: all, 'web-push': all },
    quiet_hours: null,
    sms_a_day: 200,
    sms_key: `key-${count}`,
    sms_base: stands.url,
    webhook_url: `${stands.url}/hook/${count}`,
  });
  const { phone } = (await post('verify-phone', {
    phone: `0712${String(count).padStart(6, '0')}`,
  })) as { phone: string };
  await post('confirm-phone', { code: stands.codeOf(phone) });
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  const keys = { p256dh, auth: randomBytes(16).toString('base64url') };
  await post('subscribe', { endpoint: `${stands.url}/push/${count}`, keys });
  return owner;
}

async function raise(url: string, { token, devices }: Owner, round: number): Promise<void> {
  const json = {
    device_id: devices[0]?.id,
    type: 'maintenance',
    severity: 'critical',
    message: `Round ${round}`,
  };
  await make(url, '/api/alerts.php?action=create', { token, json });
}

/** As two minutes later: the leases of the dead have run out, and what arrived came long ago. */
async function letTimePass(storage: Storage): Promise<void> {
  const { db, close } = openStored(storage, { readonly: false });
  const held = db.updateTable('notifications').where('lease_until', 'is not', null);
  await held.set({ lease_until: 1 }).execute();
  const over = db.updateTable('notifications').where('due_at', 'is', null);
  await over.set({ created_at: sql`created_at - 120000` }).execute();
  await close();
}

/** Until so many notifications were stored and none is left to send. */
async function waitForEnd(storage: Storage, expected: number): Promise<void> {
  const { db, close } = openStored(storage);
  try {
    for (;;) {
      const { stored, open } = await db
        .selectFrom('notifications')
        .select(({ fn }) => [
          fn.countAll<number>().as('stored'),
          fn.count<number>('due_at').as('open'),
        ])
        .executeTakeFirstOrThrow();
      assert.ok(Number(stored) <= expected, `${stored} notifications instead of ${expected}`);
      if (Number(stored) === expected && Number(open) === 0) return;
      await pause(50);
    }
  } finally {
    await close();
  }
}

async function takeToll(
  { url }: RunningKisima,
  stands: NotificationStands,
  { owners, kills }: { owners: Owner[]; kills: number },
): Promise<NotificationToll> {
  const email = await stands.takeMails();
  const arrivals: Record<string, Arrivals> = {
    sms: stands.sms,
    webhook: stands.webhook,
    email,
    'web-push': stands.push,
  };
  let unsureMails = 0;
  for (const { token } of owners) {
    const { body } = await call(url, 'GET', `${path}history&limit=500`, { token });
    const history = body as History;
    assert.equal(history.length, kills * channelCount);
    for (const { id, channel, status } of history) {
      const copies = [...(arrivals[channel] ?? [])].find(([name]) => name.endsWith(`_${id}`))?.[1];
      assert.ok(copies, `${channel} ${id} (${status}) was lost`);
      if (status === 'unsure') unsureMails += 1;
      // A receiver of mails cannot recognise a repeat, so the mail says that it may be one.
      if (channel === 'email') assert.ok(copies === 1 || (copies === 2 && status === 'unsure'));
      else assert.ok(['sent', 'handed_over', 'delivered'].includes(status), `${channel} ${status}`);
    }
  }
  assert.equal(stands.changedBodies(), 0);
  const { sms, webhook, push } = stands;
  for (const all of [sms, webhook, push, email]) assert.equal(all.size, owners.length * kills);
  return {
    messages: owners.length * kills * channelCount,
    repeated: {
      sms: repeatedOf(sms),
      webhook: repeatedOf(webhook),
      push: repeatedOf(push),
      email: repeatedOf(email),
    },
    unsureMails,
  };
}

function repeatedOf(arrivals: Arrivals): number {
  return [...arrivals.values()].filter((copies) => copies > 1).length;
}
