import { type Static, Type } from 'typebox';
import { fault } from '../../../kit/api/failures/faults.ts';
import {
  Instant,
  Line,
  Named,
  Nullable,
  OneOf,
  OptionalNullable,
  Shaped,
} from '../../../kit/api/schema/schema.ts';
import { phonePattern } from '../../../kit/text/phone.ts';
import { SeverityWord } from '../../fields.ts';
import { channelNames } from '../preferences.ts';
import { smsStops } from './sms-stop.ts';

const Severities = Type.Array(SeverityWord, { maxItems: 3, uniqueItems: true });

const channelFields = {
  sms: Severities,
  email: Severities,
  webhook: Severities,
  'web-push': Severities,
};

const Rules = Type.Object(channelFields, {
  description: 'By channel, the severities that are told on it.',
});

const TimeOfDay = Shaped(
  '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  fault('timeOfDay', { example: '22:00' }),
  { maxLength: 5 },
);
const QuietHours = Type.Object(
  { from: TimeOfDay, until: TimeOfDay },
  { description: "By the clocks of the account's time zone; what is critical overrides them." },
);

/** Fields that are left out stay as they are. */
export const SettingsChange = Named(
  'NotificationChanges',
  Type.Object({
    device_id: OptionalNullable(
      Line(20, { description: 'Whose rules `channels` are; without it those of all devices.' }),
    ),
    channels: OptionalNullable(Type.Partial(Type.Object(channelFields)), {
      description:
        'Channels that are left out stay as they are. `null` with `device_id`: as for all.',
    }),
    quiet_hours: OptionalNullable(QuietHours),
    escalate_minutes: OptionalNullable(
      Type.Integer({
        minimum: 1,
        maximum: 1440,
        description: 'Without an acknowledgement for so long, the next person is told.',
      }),
    ),
    sms_a_day: OptionalNullable(
      Type.Integer({ minimum: 0, maximum: 200, description: 'Most SMS a calendar day.' }),
    ),
    sms_key: OptionalNullable(
      Line(200, {
        description: 'API key of the SMS service; `null` takes it away, and the number.',
      }),
    ),
    sms_base: OptionalNullable(
      Line(500, { description: "Where the SMS service is; this server's own without it." }),
    ),
    sms_webhook_secret: OptionalNullable(
      Shaped('^whsec_[A-Za-z0-9+/]{22,344}={0,2}$', fault('webhookSecret'), {
        maxLength: 352,
        description: 'Of the webhook that posts messages from phones to `sms.webhook.path`.',
      }),
    ),
    webhook_url: OptionalNullable(
      Line(2000, { description: 'Where messages are posted; `null` takes it away.' }),
    ),
  }),
);

const Subscription = Type.Object({
  id: Type.Integer(),
  browser: Nullable(Type.String({ description: 'Such as `Chrome on Android`.' })),
  service: Type.String({ description: 'Host of the push service.' }),
  created_at: Instant,
});

export const Settings = Named(
  'NotificationSettings',
  Type.Object({
    channels: Rules,
    reached_by: Type.Array(OneOf(channelNames), {
      description:
        'Channels that reach the person now; none at first, unless the server sends e-mail.',
    }),
    others_reached: Type.Boolean({
      description: 'Whether somebody else is told of low water at a tank that the caller owns.',
    }),
    devices: Type.Array(Type.Object({ device_id: Type.String(), channels: Rules }), {
      description: 'Devices that have rules of their own.',
    }),
    quiet_hours: Nullable(QuietHours),
    timezone: Type.String(),
    escalate_minutes: Type.Integer(),
    sms_a_day: Type.Integer(),
    sms: Type.Object({
      phone: Nullable(Type.String({ description: 'The number, once it is verified.' })),
      word: Type.String({
        description: 'What that phone sends once, to ask by the SMS account of somebody else.',
      }),
      is_key_set: Type.Boolean(),
      is_key_own: Type.Boolean({
        description: "Whether the key is one that this server made for the caller's account.",
      }),
      is_key_revoked: Type.Boolean({
        description:
          'Whether that key was revoked: no SMS goes out until a number is verified anew.',
      }),
      stopped: Nullable(OneOf(smsStops), {
        description:
          "Why no SMS alerts go out by the caller's own account, as far as it was asked; `null` where they do.",
      }),
      is_paid: Type.Boolean({
        description: 'Whether the owner of a tank pays for SMS alerts about it.',
      }),
      is_simulated: Type.Boolean({
        description: 'Whether the last SMS was simulated, so that no phone got it.',
      }),
      base: Nullable(Type.String()),
      webhook: Type.Object(
        { path: Type.String(), is_secret_set: Type.Boolean() },
        { description: 'Where the SMS service is to post messages from phones, to be answered.' },
      ),
    }),
    email: Type.Object({
      is_available: Type.Boolean({ description: 'Whether this server can send e-mail.' }),
    }),
    webhook: Nullable(
      Type.Object({
        url: Type.String(),
        secret: Type.Optional(
          Type.String({
            description: 'Signs what is posted; shown when the URL is set, and never again.',
          }),
        ),
      }),
    ),
    web_push: Type.Object({
      public_key: Type.String({ description: '`applicationServerKey` of a subscription.' }),
      subscriptions: Type.Array(Subscription),
    }),
  }),
);
export type Settings = Static<typeof Settings>;

const KeyText = (bytes: number) =>
  Shaped('^[A-Za-z0-9_-]+={0,2}$', fault('base64url'), {
    minLength: Math.floor((bytes * 4) / 3),
    maxLength: Math.ceil((bytes * 4) / 3) + 3,
  });

/** Result of `PushSubscription.toJSON()`. */
export const NewSubscription = Type.Object({
  endpoint: Line(2000),
  keys: Type.Object({ p256dh: KeyText(65), auth: KeyText(16) }),
});

export const OldSubscription = Type.Object({ endpoint: Line(2000) });
export const Subscribed = Subscription;
export const Unsubscribed = Type.Object({ removed: Type.Boolean() });
export const RemovedSubscription = Type.Object({
  id: Type.Integer(),
  removed: Type.Literal(true),
});

export const PhoneToVerify = Type.Object({
  phone: Shaped(phonePattern, fault('phoneSuchAs'), {
    maxLength: 64,
  }),
  current_password: OptionalNullable(
    Line(256, { description: 'With two-step sign-in on, for the key that this server makes.' }),
  ),
});
export const PhoneCheck = Type.Object({ phone: Type.String(), expires_at: Instant });
export const PhoneCode = Type.Object({
  code: Shaped('^[0-9]{6}$', fault('sixDigits'), { maxLength: 6 }),
});

export const TestOrder = Type.Object({ channel: OneOf(channelNames) });
