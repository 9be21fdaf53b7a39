import type { Guard } from '../../accounts/guard.ts';
import type { NoticeWay, NotifyOwner } from '../../accounts/notices/notices.ts';
import { findUser } from '../../accounts/queries.ts';
import { openMailTransport } from '../../accounts/resets/mailer.ts';
import { createSeal } from '../../accounts/second-factor/seal.ts';
import type { Config } from '../../config.ts';
import { createDestinations } from '../../delivery/destinations.ts';
import { createAgents } from '../../delivery/signed-post.ts';
import type { Component } from '../../kit/async/components.ts';
import type { App } from '../../kit/http/app.ts';
import { ownBaseOf } from '../../kit/http/own-base.ts';
import { createPassedClient } from '../../kit/http/passed-client.ts';
import { createSignedIds } from '../../kit/signed-ids.ts';
import type { ServiceDeps } from '../../service-deps.ts';
import type { LivePublisher } from '../live-publisher.ts';
import { createEmailChannel } from './channels/email.ts';
import { createSmsChannel, type SmsApi, type SmsDeps } from './channels/sms.ts';
import {
  createWebPushChannel,
  deriveVapidKeys,
  type SubscriptionKeys,
} from './channels/web-push.ts';
import { createWebhookChannel } from './channels/webhook.ts';
import { addLinkRoutes } from './links/routes.ts';
import { createNotificationSweep } from './outbox/notification-sweep.ts';
import { createOwnerNotices } from './outbox/owner-notices.ts';
import {
  type Channels,
  createNames,
  createNotificationDelivery,
} from './outbox/send-notification.ts';
import { createSmsReceipts } from './outbox/sms-receipts.ts';
import { createHoldPayer, type HoldPayer } from './paying/hold-payer.ts';
import { deleteTargets, findSettings, type Target } from './queries.ts';
import { addNotificationsRoutes } from './routes.ts';
import { createRouter } from './routing/route-incidents.ts';
import { createSecrets, type Secrets } from './secrets.ts';
import { createSmsChecks } from './settings/sms-checks.ts';
import { addToldRoutes } from './told/routes.ts';

export type NotificationsDeps = ServiceDeps & {
  guard: Guard;
  publisher: Pick<LivePublisher, 'alertsChanged'>;
  /** The one service that runs; both where none is named. */
  only?: 'water' | 'sms' | undefined;
  /** Sends an owner an account notice. */
  notifyAccount: NotifyOwner;
};

export type Notifications = {
  components: Component[];
  secrets: Secrets;
  sms: SmsDeps;
  notifyOwner: NoticeWay;
  holdPayer: HoldPayer;
};

/** Adds notifications: their operations, routing and delivery, and access to the SMS service. */
export async function addNotifications(app: App, deps: NotificationsDeps): Promise<Notifications> {
  const { config, db, ids, secret } = deps;
  const secrets = createSecrets(createSeal(secret, ids, 'notifications'));
  const destinations = createDestinations({ allowPrivate: config.webhooksAllowPrivate });
  const links = createSignedIds(secret, 'kisima acknowledgements');
  const vapid = deriveVapidKeys(secret);
  const sms = {
    destinations,
    ownBase: () => ownSmsBase(app, deps.only),
    passedClient: createPassedClient(secret),
  };
  const { smtpUrl } = config.reset;
  const hasMail = smtpUrl !== undefined;
  const opened = <T>(target: Target) => secrets.open<T>(target.user_id, target.sealed_secret);
  const findApi = async (userId: number) =>
    secrets.open<SmsApi>(userId, (await findSettings(db.read, userId))?.sms_api);
  const checks = createSmsChecks({ ...deps, secrets, sms });
  const channels: Channels = {
    sms: createSmsChannel({ ...sms, findApi, onRefused: checks.check }),
    webhook: createWebhookChannel({
      ...deps,
      destinations,
      agents: createAgents(),
      secretOf: opened<string>,
    }),
    'web-push': createWebPushChannel({
      destinations,
      vapid: { ...vapid, subject: subjectOf(config) },
      keysOf: opened<SubscriptionKeys>,
      remove: async ({ user_id, address }) => {
        await deleteTargets(db.write, user_id, { channel: 'web-push', address });
      },
    }),
    ...(smtpUrl !== undefined && { email: await createMail(deps, smtpUrl) }),
  };
  const { publicUrl } = config;
  const nameOf = createNames(secret);
  const delivery = createNotificationDelivery({ ...deps, channels, links, publicUrl, nameOf });
  const stored = delivery.wake;
  const vapidPublicKey = vapid.publicKey;
  const settings = { ...deps, secrets, destinations, hasMail, sms, vapidPublicKey };
  addNotificationsRoutes(app, { ...settings, stored });
  addToldRoutes(app, deps);
  await addLinkRoutes(app, { ...deps, links });
  const router = createRouter({ ...deps, hasMail, stored, checkSms: checks.checkPeopleOf });
  const sweep = createNotificationSweep({ ...deps, keptMs: config.notificationRetentionMs });
  const receipts = createSmsReceipts({ ...deps, sms, findApi });
  const notifyOwner = createOwnerNotices({ ...deps, stored });
  const components = [delivery, router, receipts, sweep, checks.createLoop(deps)];
  return { components, secrets, sms, notifyOwner, holdPayer: createHoldPayer(settings) };
}

async function createMail({ config, db }: NotificationsDeps, smtpUrl: string) {
  const transport = await openMailTransport({ smtpUrl, from: config.reset.mailFrom });
  const { publicUrl } = config;
  return createEmailChannel({
    transport,
    findAddress: async (userId) => (await findUser(db.read, userId))?.email,
    domain: publicUrl === undefined ? 'kisima.invalid' : new URL(publicUrl).hostname,
  });
}

/** Returns the contact for push services (RFC 8292, section 2.1). */
function subjectOf({ publicUrl, reset }: Config): string {
  if (publicUrl?.startsWith('https:')) return publicUrl;
  const [address = 'no-reply@localhost'] = /[^\s<>]+@[^\s<>]+/.exec(reset.mailFrom) ?? [];
  return `mailto:${address}`;
}

/** Returns the address at which this process itself serves document 2; undefined where it does not. */
function ownSmsBase(app: App, only: NotificationsDeps['only']): string | undefined {
  return only === undefined ? ownBaseOf(app) : undefined;
}
