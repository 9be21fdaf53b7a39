import { describeProgram } from '../../../accounts/sessions/client.ts';
import type { Database } from '../../../db/database.ts';
import type { Db } from '../../../db/db.ts';
import { type Destinations, readPostUrl } from '../../../delivery/destinations.ts';
import { writeSecret } from '../../../delivery/sign-post.ts';
import { failures } from '../../../kit/api/failures/api-error.ts';
import { fault } from '../../../kit/api/failures/faults.ts';
import type { Static } from '../../../kit/api/schema/schema.ts';
import type { Ids } from '../../../kit/ids.ts';
import type { Clock } from '../../../kit/time/clock.ts';
import { toIso } from '../../../kit/time/instant.ts';
import { minutesOfTime, timeOfMinutes } from '../../../kit/time/time-of-day.ts';
import type { SmsApi, SmsDeps } from '../channels/sms.ts';
import { shownAddressOf } from '../outbox/queries.ts';
import { findPayments } from '../paying/payments.ts';
import type { ChannelRules, Person } from '../preferences.ts';
import {
  deleteTargets,
  findPerson,
  findRules,
  findSettings,
  findTargets,
  putTarget,
  type SettingsRow,
  saveRules,
  saveSettings,
  type Target,
} from '../queries.ts';
import type { Secrets } from '../secrets.ts';
import { channelsReaching } from '../usable-targets.ts';
import { changeApi } from './change-api.ts';
import { areOthersReached } from './others-reached.ts';
import type { Settings, SettingsChange } from './schemas.ts';
import type { SmsStop } from './sms-stop.ts';

export type SettingsDeps = {
  db: Database;
  clock: Clock;
  ids: Ids;
  secrets: Secrets;
  destinations: Destinations;
  hasMail: boolean;
  vapidPublicKey: string;
  sms: SmsDeps;
};

export async function readSettings(
  { clock, secrets, hasMail, vapidPublicKey }: SettingsDeps,
  db: Db,
  userId: number,
  isOwnKeyRevoked: boolean,
): Promise<Settings> {
  const person = await findExisting(db, userId);
  const row = await findSettings(db, userId);
  const targets = await findTargets(db, userId);
  const rules = await findRules(db, userId);
  const api = secrets.open<SmsApi>(userId, row?.sms_api);
  const isRevoked = isOwnKeyRevoked && api?.ownKeyId !== undefined;
  const payments = await findPayments(db, [userId], { now: clock() });
  const stopped = isRevoked ? 'revoked' : ((row?.sms_stopped ?? null) as SmsStop | null);
  const isPaid = payments.some(({ left }) => left > 0);
  const hasKey = (row?.sms_api != null && stopped === null) || isPaid;
  const addressOf = (channel: string) => targets.find((each) => each.channel === channel)?.address;
  const url = addressOf('webhook');
  return {
    channels: person.channels,
    reached_by: channelsReaching(targets, { hasMail, hasKey }),
    others_reached: await areOthersReached(db, userId, { hasMail, now: clock() }),
    devices: [...rules].map(([id, channels]) => ({ device_id: String(id), channels })),
    quiet_hours:
      person.quietFrom === person.quietUntil
        ? null
        : { from: timeOfMinutes(person.quietFrom), until: timeOfMinutes(person.quietUntil) },
    timezone: person.timezone,
    escalate_minutes: person.escalateMinutes,
    sms_a_day: person.smsADay,
    sms: {
      phone: addressOf('sms') ?? null,
      word: `ME ${userId}`,
      is_key_set: api !== undefined,
      is_key_own: api?.ownKeyId !== undefined,
      is_key_revoked: isRevoked,
      stopped,
      is_paid: payments.length > 0,
      is_simulated: targets.some(
        ({ channel, is_simulated }) => channel === 'sms' && is_simulated === 1,
      ),
      base: api?.base ?? null,
      webhook: {
        path: `/api/questions?account=${userId}`,
        is_secret_set: api?.webhookSecret !== undefined,
      },
    },
    email: { is_available: hasMail },
    webhook: url === undefined ? null : { url },
    web_push: {
      public_key: vapidPublicKey,
      subscriptions: await Promise.all(
        targets.filter(({ channel }) => channel === 'web-push').map(presentBrowser),
      ),
    },
  };
}

export async function presentBrowser(
  target: Target,
): Promise<Settings['web_push']['subscriptions'][number]> {
  const { id, created_at } = target;
  return {
    id,
    browser: await describeProgram(target.user_agent),
    service: shownAddressOf(target),
    created_at: toIso(created_at),
  };
}

/**
 * Changes settings. @param deviceId device of the rules in `channels`; without it, those of all devices.
 * @throws 400 for a URL that cannot be posted to.
 */
export async function changeSettings(
  deps: SettingsDeps,
  userId: number,
  {
    deviceId,
    isOwnKeyRevoked,
    ...change
  }: Static<typeof SettingsChange> & { deviceId: number | undefined; isOwnKeyRevoked: boolean },
): Promise<Settings> {
  const { db, destinations } = deps;
  const { webhook_url, sms_base } = change;
  const url =
    webhook_url == null ? webhook_url : readPostUrl(webhook_url, destinations, 'webhook_url');
  const base = sms_base == null ? sms_base : readBase(sms_base, destinations);
  return await db.transaction(async (trx) => {
    // Two changes at once are merged one after the other.
    await saveSettings(trx, userId, {});
    const person = await findExisting(trx, userId);
    const sealed = await changeApi(deps, trx, userId, {
      key: change.sms_key,
      base,
      webhookSecret: change.sms_webhook_secret,
    });
    if (deviceId !== undefined && change.channels !== undefined) {
      const before = (await findRules(trx, userId, [deviceId])).get(deviceId) ?? person.channels;
      const rules = change.channels === null ? null : mergeRules(before, change.channels);
      await saveRules(trx, { userId, deviceId }, rules);
    }
    await saveSettings(trx, userId, {
      ...toRow(person, deviceId === undefined ? change : { ...change, channels: null }),
      ...sealed,
      ...('sms_api' in sealed && { sms_stopped: null, sms_checked_at: null }),
    });
    if (change.sms_key === null) await deleteTargets(trx, userId, { channel: 'sms' });
    const secret = await changeWebhook(deps, trx, userId, url);
    const settings = await readSettings(deps, trx, userId, isOwnKeyRevoked);
    const { webhook } = settings;
    return webhook && secret !== undefined
      ? { ...settings, webhook: { ...webhook, secret } }
      : settings;
  });
}

async function findExisting(db: Db, userId: number): Promise<Person> {
  const person = await findPerson(db, userId);
  if (!person) throw failures.unauthenticated();
  return person;
}

function mergeRules(before: ChannelRules, change: Partial<ChannelRules>): ChannelRules {
  return { ...before, ...change };
}

function toRow(
  person: Person,
  change: Static<typeof SettingsChange>,
): Partial<Omit<SettingsRow, 'user_id'>> {
  const { channels, quiet_hours, escalate_minutes, sms_a_day } = change;
  return {
    ...(channels && { channels: JSON.stringify(mergeRules(person.channels, channels)) }),
    ...(quiet_hours !== undefined && {
      quiet_from: quiet_hours ? minutesOfTime(quiet_hours.from) : 0,
      quiet_until: quiet_hours ? minutesOfTime(quiet_hours.until) : 0,
    }),
    ...(escalate_minutes != null && { escalate_minutes }),
    ...(sms_a_day != null && { sms_a_day }),
  };
}

/** @returns the secret of a new webhook. */
async function changeWebhook(
  { ids, secrets, clock }: SettingsDeps,
  trx: Db,
  userId: number,
  url: string | null | undefined,
): Promise<string | undefined> {
  if (url === undefined) return undefined;
  const before = (await findTargets(trx, userId)).find(({ channel }) => channel === 'webhook');
  if (before?.address === url) return undefined;
  await deleteTargets(trx, userId, { channel: 'webhook' });
  if (url === null) return undefined;
  const secret = writeSecret(Buffer.from(ids.secret(32), 'base64url'));
  await putTarget(trx, {
    user_id: userId,
    channel: 'webhook',
    address: url,
    sealed_secret: secrets.close(userId, secret),
    created_at: clock(),
  });
  return secret;
}

function readBase(text: string, destinations: Destinations): string {
  const url = new URL(readPostUrl(text, destinations, 'sms_base'));
  if (url.search !== '') {
    throw failures.invalidField('sms_base', fault('urlQuery'));
  }
  // People copy it with the version that we add.
  return url.href.replace(/\/(v1\/?)?$/, '');
}
