import { type Static, Type } from 'typebox';
import { fault } from '../../kit/api/failures/faults.ts';
import { Instant, Named, Nullable, OneOf, Shaped } from '../../kit/api/schema/schema.ts';
import { toIso } from '../../kit/time/instant.ts';
import { timeOfMinutes } from '../../kit/time/time-of-day.ts';
import { type MessageClass, messageClasses } from '../message-states.ts';
import { suspensionOf } from '../suspension/queries.ts';
import { presentSuspension, suspensionField } from '../suspension/schemas.ts';
import type { Account as AccountRow, AccountSettings, SenderRow } from './queries.ts';

const LowBalance = Nullable(Type.Integer({ minimum: 0, maximum: 1_000_000_000 }), {
  description:
    'Balance at which the owner and the webhooks are told that it runs low; `null` never.',
});

/** Document 2, section 2 "Account balance". */
export const Account = Named(
  'SmsAccount',
  Type.Object({
    email: Type.String(),
    balance: Type.Integer({ description: 'Credits available: `quota - used`.' }),
    quota: Type.Integer({ description: 'All credits ever granted.' }),
    used: Type.Integer({ description: 'All credits spent, refunds taken off.' }),
    simulated: Type.Boolean({
      description:
        'Whether what it sends reaches no phone, since it has nothing but trial credits.',
    }),
    low_balance: LowBalance,
    is_low: Type.Boolean({
      description: 'Whether the balance has fallen to `low_balance`, until a top-up.',
    }),
    ...suspensionField,
  }),
);

const TimeOfDay = Shaped('^([01]\\d|2[0-3]):[0-5]\\d$', fault('timeOfDay', { example: '18:00' }), {
  maxLength: 5,
  description: 'Such as `18:00`.',
});

const QuietHours = Type.Object(
  { from: TimeOfDay, until: TimeOfDay },
  { description: 'When promotional messages wait; `until` may be on the next day.' },
);

const DefaultClass = OneOf(messageClasses, {
  description: 'Class of messages that name none.',
});

/** `null` turns quiet hours off; leaving them out leaves them as they are. */
export const SettingsChanges = Type.Object({
  quiet_hours: Type.Optional(Nullable(QuietHours)),
  default_class: Type.Optional(DefaultClass),
  smart_encoding: Type.Optional(Type.Boolean()),
  low_balance: Type.Optional(LowBalance),
});
export type SettingsChanges = Static<typeof SettingsChanges>;

export const Settings = Named(
  'SmsSettings',
  Type.Object({
    quiet_hours: Nullable(QuietHours),
    default_class: DefaultClass,
    timezone: Type.String({ description: 'The zone of the quiet hours, an IANA name.' }),
    smart_encoding: Type.Boolean({
      description: 'The default of `smart_encoding` of its messages.',
    }),
    low_balance: LowBalance,
  }),
);

export const Sender = Named(
  'Sender',
  Type.Object({
    sender: Type.String(),
    class: Nullable(OneOf(messageClasses), {
      description: 'The only class that it carries; `null` for both.',
    }),
    created_at: Instant,
  }),
);

export function presentAccount(
  account: AccountRow,
  simulatesTrials: boolean,
): Static<typeof Account> {
  const { email, quota, used, is_trial } = account;
  const simulated = simulatesTrials && is_trial === 1;
  return {
    email,
    balance: quota - used,
    quota,
    used,
    simulated,
    low_balance: account.low_balance,
    is_low: account.is_low === 1,
    ...presentSuspension(suspensionOf(account)),
  };
}

export function presentSettings(
  { quiet_from, quiet_until, default_class, smart_encoding, low_balance }: AccountSettings,
  timezone: string,
): Static<typeof Settings> {
  const isOff = quiet_from === null || quiet_until === null;
  return {
    quiet_hours: isOff
      ? null
      : { from: timeOfMinutes(quiet_from), until: timeOfMinutes(quiet_until) },
    default_class: default_class as MessageClass,
    timezone,
    smart_encoding: smart_encoding === 1,
    low_balance,
  };
}

export function presentSender(row: SenderRow): Static<typeof Sender> {
  return { sender: row.name, class: row.class, created_at: toIso(row.created_at) };
}
