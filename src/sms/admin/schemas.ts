import { type Static, Type } from 'typebox';
import { fault } from '../../kit/api/failures/faults.ts';
import { PageCursor, PageLimit, TextCursor } from '../../kit/api/page.ts';
import {
  FormObject,
  Instant,
  Line,
  Named,
  Nullable,
  OneOf,
  OptionalNullable,
  Shaped,
} from '../../kit/api/schema/schema.ts';
import { toIso, toIsoOrNull } from '../../kit/time/instant.ts';
import type { Account } from '../account/queries.ts';
import { type MessageClass, messageClasses } from '../message-states.ts';
import type { ProviderMoney } from '../providers/money/queries.ts';
import type { ProviderHealth } from '../providers/provider.ts';
import { suspensionOf } from '../suspension/queries.ts';
import { presentSuspension, suspensionField } from '../suspension/schemas.ts';
import type { AccountLine as AccountRow, Sender as SenderRow } from './queries.ts';

/** More than any account ever needs at once, and less than a slip of the hand. */
export const mostCredits = 1_000_000_000;

export const NewGrant = Type.Object({
  email: Line(254),
  credits: Type.Integer({
    minimum: -mostCredits,
    maximum: mostCredits,
    not: { const: 0 },
    'x-message': fault('zero'),
    description: 'Below 0, so many unused credits are taken back; not 0.',
  }),
  note: OptionalNullable(Line(200, { description: 'Shown in the ledger of the account.' })),
});

export const Granted = Type.Object({
  email: Type.String(),
  credits: Type.Integer(),
  note: Nullable(Type.String()),
  balance: Type.Integer(),
  quota: Type.Integer(),
  used: Type.Integer(),
});

export const AccountsQuery = FormObject({
  limit: PageLimit(),
  email: Type.Optional(Line(254, { description: 'How the e-mail begins, in any letter case.' })),
  after: PageCursor('account'),
});

const roles = ['user', 'admin'] as const;

export const AccountLine = Named(
  'AccountCredits',
  Type.Object({
    id: Type.String(),
    email: Type.String(),
    role: OneOf(roles),
    balance: Type.Integer(),
    quota: Type.Integer(),
    used: Type.Integer(),
    ...suspensionField,
    created_at: Instant,
  }),
);

/** Sender ids as networks take them (3GPP TS 23.040, section 9.1.2.5), and numbers. */
const SenderName = Shaped(
  // It looks for a letter from the start: once for each blank before it would be too often.
  '^( *\\+?\\d{3,15}|(?=[^A-Za-z]*[A-Za-z]) *[A-Za-z0-9 &._-]{3,11}) *$',
  fault('senderName'),
  { maxLength: 20 },
);

export const NewSender = Type.Object({
  sender: SenderName,
  email: Line(254),
  class: OptionalNullable(OneOf(messageClasses), {
    description: 'The only class that it carries, as networks demand; without, both.',
  }),
});
export const BySender = Type.Object({ sender: Line(20) });

export const SendersQuery = FormObject({
  limit: PageLimit(),
  after: TextCursor('Last sender'),
});

export const Sender = Named(
  'SenderOfAccount',
  Type.Object({
    sender: Type.String(),
    email: Type.String(),
    class: Nullable(OneOf(messageClasses)),
    created_at: Instant,
  }),
);

export const ProviderLine = Named(
  'SmsProvider',
  Type.Object({
    name: Type.String(),
    state: OneOf(['up', 'degraded', 'down']),
    detail: Type.String({ description: 'Why, in a phrase.' }),
    balance: Nullable(
      Type.Object({
        amount: Type.Number(),
        currency: Type.String({
          description: 'Such as `KES`; empty where the provider names none.',
        }),
        asked_at: Instant,
        is_low: Type.Boolean(),
      }),
      { description: 'What the provider says that there is; `null` where it is not known.' },
    ),
    refused_for_money_at: Nullable(Instant, {
      description: 'When it last began to refuse messages for want of money.',
    }),
  }),
);

export function presentProviders(
  providers: (ProviderHealth & { name: string })[],
  money: ProviderMoney[],
): Static<typeof ProviderLine>[] {
  const byProvider = new Map(money.map((each) => [each.provider, each]));
  return providers.map(({ name, state, detail }) => {
    const { balance, currency, asked_at, is_low, refused_at } = byProvider.get(name) ?? {};
    const isKnown = balance != null && asked_at != null;
    return {
      name,
      state,
      detail,
      balance: isKnown
        ? {
            amount: balance,
            currency: currency ?? '',
            asked_at: toIso(asked_at),
            is_low: is_low === 1,
          }
        : null,
      refused_for_money_at: toIsoOrNull(refused_at ?? null),
    };
  });
}

export function presentGranted(
  { email, quota, used }: Account,
  { credits, note }: { credits: number; note: string | null },
): Static<typeof Granted> {
  return { email, credits, note, balance: quota - used, quota, used };
}

export function presentAccountLine(account: AccountRow): Static<typeof AccountLine> {
  const { id, email, role, created_at } = account;
  const { quota, used } = { quota: account.quota ?? 0, used: account.used ?? 0 };
  return {
    id: String(id),
    email,
    role: role as (typeof roles)[number],
    balance: quota - used,
    quota,
    used,
    ...presentSuspension(suspensionOf(account)),
    created_at: toIso(created_at),
  };
}

export function presentSender(row: SenderRow): Static<typeof Sender> {
  const { name, email, created_at } = row;
  return { sender: name, email, class: row.class as MessageClass, created_at: toIso(created_at) };
}
