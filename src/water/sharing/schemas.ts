import { type Static, Type } from 'typebox';
import type { AuditEntry } from '../../accounts/audit/queries.ts';
import { PageCursor, PageLimit } from '../../kit/api/page.ts';
import {
  FormObject,
  Instant,
  Line,
  Named,
  Nullable,
  OneOf,
  OptionalNullable,
  RecordId,
} from '../../kit/api/schema/schema.ts';
import { toIso, toIsoOrNull } from '../../kit/time/instant.ts';
import { type DeviceRole, deviceRoles, roleOfRank, sharedRoles } from '../access.ts';
import { type LoggedAction, loggedActions } from '../device-log.ts';
import { longestPage } from '../devices/schemas.ts';
import { DeviceId } from '../fields.ts';
import type { findInvitations, findOpenInvitation, SharePerson } from './queries.ts';

/** Addressee and role of an invitation. */
export const offerFields = {
  to: Line(254, { description: 'An e-mail, or the number of a Kenyan mobile phone.' }),
  role: OneOf(sharedRoles),
};

const GroupId = { ...RecordId, description: 'Of a group, in the place of a device.' };
const needsTarget = {
  if: { required: ['group_id'], properties: { group_id: { not: { type: 'null' } } } },
  else: { required: ['device_id'] },
};

export const NewShare = Type.Object(
  { device_id: Type.Optional(DeviceId), group_id: OptionalNullable(GroupId), ...offerFields },
  needsTarget,
);
export const SharesQuery = FormObject(
  { device_id: Type.Optional(DeviceId), group_id: Type.Optional(GroupId) },
  needsTarget,
);
const CodeText = Line(30, { description: 'Of an invitation by phone, from its link.' });
export const InvitationQuery = FormObject({
  code: Line(30, { description: 'Of an invitation, from its link.' }),
});
export const InvitationsQuery = FormObject({
  code: Type.Optional(CodeText),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: longestPage, default: longestPage })),
  after: PageCursor('invitation'),
});
export const Answer = Type.Object({ id: RecordId, code: OptionalNullable(CodeText) });

const SmsPaidADay = Nullable(Type.Integer({ minimum: 1, maximum: 100 }), {
  description:
    "Most SMS within 24 hours that the owner's SMS account pays for; `null` where it pays for none.",
});

export const SmsPayment = Type.Object({
  id: { ...RecordId, description: 'Of the share.' },
  a_day: Type.Optional(SmsPaidADay),
  current_password: OptionalNullable(
    Line(256, { description: 'Where two-step sign-in is on and this server makes itself a key.' }),
  ),
});

const states = ['pending', 'accepted'] as const;
const RoleWord = OneOf(deviceRoles, {
  description: '`owner` where the device is to change hands.',
});

const Somebody = Type.Object({ email: Type.String(), full_name: Nullable(Type.String()) });

export const Share = Named(
  'Share',
  Type.Object({
    id: Type.Integer(),
    device_id: Nullable(Type.String()),
    group_id: Nullable(Type.Integer()),
    role: RoleWord,
    email: Nullable(Type.String({ description: 'As it was invited.' })),
    phone: Nullable(Type.String()),
    status: OneOf(states),
    user: Nullable(
      Type.Object({ id: Type.String(), email: Type.String(), full_name: Nullable(Type.String()) }),
      { description: 'Who has accepted.' },
    ),
    owner: Nullable(Somebody, { description: 'Who owns what is shared.' }),
    from: Nullable(Somebody, { description: 'Who shared it.' }),
    created_at: Instant,
    expires_at: Nullable({ ...Instant, description: 'Until when it can be accepted.' }),
    accepted_at: Nullable(Instant),
    sms_paid_a_day: SmsPaidADay,
    code: Nullable(
      Type.String({
        description:
          'Accepts an invitation by phone, for whoever has it: to be sent to that phone as a link. ' +
          'Shown to who may make the invitation.',
      }),
    ),
    link_code: Nullable(
      Type.String({
        description:
          'Of the link of an open invitation, which shows what is offered. It is `code` of one by ' +
          'phone; that of one by e-mail accepts nothing. Shown to who may make the invitation.',
      }),
    ),
  }),
);

export const Invitation = Named(
  'Invitation',
  Type.Object({
    id: Type.Integer(),
    device_id: Nullable(Type.String()),
    device_name: Nullable(Type.String()),
    mac_or_serial: Nullable(Type.String()),
    group_id: Nullable(Type.Integer()),
    group_name: Nullable(Type.String()),
    role: RoleWord,
    keep_history: Nullable(Type.Boolean()),
    keep_shares: Nullable(Type.Boolean()),
    from: Somebody,
    created_at: Instant,
    expires_at: Nullable(Instant),
  }),
);

/** What a stranger with the link may know. */
export const InvitationPreview = Named(
  'InvitationPreview',
  Type.Object({
    id: Type.Integer(),
    name: Nullable(
      Type.String({ description: 'Of the device or the group; null where it has none.' }),
    ),
    role: RoleWord,
    from: Nullable(Type.String({ description: 'Full name of the inviter, if given.' })),
  }),
);

export const Unshared = Type.Object({ id: Type.Integer(), removed: Type.Literal(true) });
export const Declined = Type.Object({ id: Type.Integer(), declined: Type.Literal(true) });
export const Accepted = Type.Object({
  id: Type.Integer(),
  accepted: Type.Literal(true),
  device_id: Nullable(
    Type.String({ description: 'A new one, where a device came without its history.' }),
  ),
  group_id: Nullable(Type.Integer()),
});

export const LogQuery = FormObject({
  device_id: DeviceId,
  limit: PageLimit(),
  before: PageCursor('entry'),
});

export const LogEntry = Named(
  'DeviceLogEntry',
  Type.Object({
    id: Type.Integer(),
    action: OneOf(loggedActions),
    by: Nullable(Type.String({ description: 'Who, by the e-mail of then.' })),
    user: Nullable(Type.String({ description: 'Whom it concerned, by the e-mail of then.' })),
    facts: Type.Record(Type.String(), Type.Unknown(), { description: 'What exactly, by action.' }),
    created_at: Instant,
  }),
);

/** @param shown codes that the reader may have, of `findShownCodes`. */
export function presentShare(
  share: SharePerson,
  shown: ReadonlyMap<number, string>,
): Static<typeof Share> {
  const { user_id, person, full_name } = share;
  const linkCode = shown.get(share.id) ?? null;
  return {
    id: share.id,
    device_id: idOf(share.device_id),
    group_id: share.group_id,
    role: roleOfRank(share.role),
    email: share.email,
    phone: share.phone,
    status: share.accepted_at === null ? 'pending' : 'accepted',
    user:
      user_id === null || person === null
        ? null
        : { id: String(user_id), email: person, full_name },
    owner: somebody(share.owner, share.owner_name),
    from: somebody(share.inviter, share.inviter_name),
    created_at: toIso(share.created_at),
    expires_at: toIsoOrNull(share.expires_at),
    accepted_at: toIsoOrNull(share.accepted_at),
    sms_paid_a_day: share.sms_paid_a_day,
    code: share.phone === null ? null : linkCode,
    link_code: linkCode,
  };
}

function somebody(email: string | null, full_name: string | null) {
  return email === null ? null : { email, full_name };
}

type InvitationRow = Awaited<ReturnType<typeof findInvitations>>[number];

export function presentInvitation(row: InvitationRow): Static<typeof Invitation> {
  const role: DeviceRole = roleOfRank(row.role);
  return {
    id: row.id,
    device_id: idOf(row.device_id),
    device_name: row.device_name,
    mac_or_serial: row.mac_or_serial,
    group_id: row.group_id,
    group_name: row.group_name,
    role,
    keep_history: row.keep_history === null ? null : row.keep_history === 1,
    keep_shares: row.keep_shares === null ? null : row.keep_shares === 1,
    from: { email: row.inviter, full_name: row.inviter_name },
    created_at: toIso(row.created_at),
    expires_at: toIsoOrNull(row.expires_at),
  };
}

type OpenInvitation = NonNullable<Awaited<ReturnType<typeof findOpenInvitation>>>;

/** Leaves out e-mails, phones and the hardware's address: anybody may have the link. */
export function presentPreview(row: OpenInvitation): Static<typeof InvitationPreview> {
  const { id, device_name, group_name, inviter_name } = row;
  return { id, name: group_name ?? device_name, role: roleOfRank(row.role), from: inviter_name };
}

/** Leaves out the address, which only administrators may see. */
export function presentLogEntry(row: AuditEntry): Static<typeof LogEntry> {
  return {
    id: row.id,
    action: row.action as LoggedAction,
    by: row.actor,
    user: row.account,
    facts: JSON.parse(row.facts) as Record<string, unknown>,
    created_at: toIso(row.created_at),
  };
}

function idOf(deviceId: number | null): string | null {
  return deviceId === null ? null : String(deviceId);
}
