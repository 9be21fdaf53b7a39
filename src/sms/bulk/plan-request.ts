import type { Database } from '../../db/database.ts';
import { type FieldError, failures } from '../../kit/api/failures/api-error.ts';
import { fault } from '../../kit/api/failures/faults.ts';
import { inSlices } from '../../kit/async/slices.ts';
import { normalisePhone } from '../../kit/text/phone.ts';
import { findQuietEnds } from '../account/queries.ts';
import { readOrigin } from '../account/read-origin.ts';
import { readSmartEncoding } from '../account/read-smart-encoding.ts';
import { checkSegments, readSchedule, refuseWrong } from '../message-fields.ts';
import type { MessageClass } from '../message-states.ts';
import { findOptedOut } from '../opt-outs/queries.ts';
import { type PromotionRules, textOf } from '../promotions.ts';
import { checkPlaceholders } from '../text/placeholder-faults.ts';
import { fillTemplate, readTemplate, type Template } from '../text/placeholders.ts';
import { encodingToSend } from '../text/smart-encoding.ts';
import { groupColumns, type RecipientsField, recipientsField } from './bulk-faults.ts';
import { readOwnTexts } from './own-texts.ts';
import { createPlaceholderTally, type PlaceholderCount } from './placeholder-tally.ts';
import {
  type Contact,
  type Plan,
  planForContacts,
  planForNumbers,
  planForOwnTexts,
} from './plan-bulk.ts';
import { findRecipients } from './queries.ts';
import type { BulkRequest } from './schemas.ts';

export type Planned = {
  class: MessageClass;
  /** The text that goes out to all, or as it was given where it is for each by name; empty for own texts. */
  body: string;
  isSmart: boolean;
  plan: Plan;
  scheduledAt: number | null;
  sender: string | null;
  /** What looks like a placeholder and is none: for a dry run, since nothing else gets here with any. */
  unknown: PlaceholderCount[];
};

type PlanDeps = { db: Database; promotions: PromotionRules };

type Asking = { userId: number; now: number; isDryRun: boolean };

/** Says who gets what. @throws 400 for what cannot be sent. */
export async function planBulk(
  deps: PlanDeps,
  asked: BulkRequest,
  asking: Asking,
): Promise<Planned> {
  const errors: FieldError[] = [];
  const { userId, now, isDryRun } = asking;
  const scheduledAt = readSchedule(asked.scheduled_at, now, errors);
  const field = recipientsField(asked, errors);
  const origin = await readOrigin(deps.db.read, userId, asked, errors);
  if (origin.class === 'promotional') {
    await refuseWithoutTime(deps, { userId, at: scheduledAt ?? now, errors });
  }
  const finish = (text: string) => textOf(text, origin.class, deps.promotions);
  const tally = isDryRun ? createPlaceholderTally() : undefined;
  const shared = { userId, asked, class: origin.class, finish, tally, errors };
  const planned =
    field === 'messages' ? await planOwn(deps, shared) : await planOne(deps, { ...shared, field });
  const { plan } = planned;
  if (plan.messages.length === 0) {
    throw failures.invalidField(field, plan.optedOut > 0 ? fault('allOptedOut') : nobody[field]);
  }
  const { class: messageClass, sender } = origin;
  return { ...planned, class: messageClass, sender, scheduledAt, unknown: tally?.found() ?? [] };
}

/** Adds to `errors` where quiet hours leave promotional messages no time. */
async function refuseWithoutTime(
  { db, promotions }: PlanDeps,
  { userId, at, errors }: { userId: number; at: number; errors: FieldError[] },
): Promise<void> {
  const [quiet] = await findQuietEnds(db.read, [userId], at, promotions);
  if (quiet?.until === null) errors.push({ field: 'class', message: fault('neverTime') });
}

const nobody = {
  to: fault('nobody'),
  messages: fault('nobody'),
  group_id: fault('nobodyInGroup'),
} as const satisfies Record<RecipientsField, string>;

type Shared = {
  userId: number;
  asked: BulkRequest;
  class: MessageClass;
  finish: (text: string) => string;
  tally: ReturnType<typeof createPlaceholderTally> | undefined;
  errors: FieldError[];
};

type PlannedTexts = Pick<Planned, 'body' | 'isSmart' | 'plan'>;

async function planOwn(deps: PlanDeps, shared: Shared): Promise<PlannedTexts> {
  const { userId, asked, errors } = shared;
  const smart = { message: '', smart_encoding: asked.smart_encoding };
  const isSmart = await readSmartEncoding(deps.db.read, userId, smart, true);
  const texts = await readOwnTexts(asked.messages ?? [], { ...shared, isSmart });
  refuseWrong(errors);
  const optedOut = await findOptedOutOf(deps, shared, async () => {
    return await phonesOf(texts.map(({ to }) => to));
  });
  return { body: '', isSmart, plan: await planForOwnTexts(texts, optedOut) };
}

type OneText = Shared & { field: 'to' | 'group_id' };

/** Plans one text, for a list of numbers or for a group. */
async function planOne(deps: PlanDeps, shared: OneText): Promise<PlannedTexts> {
  const { userId, asked, field, finish, tally, errors } = shared;
  const text = asked.message ?? '';
  const template = readTemplate(text, field === 'group_id' ? groupColumns : []);
  if (tally) tally.add(template.unknown, 0);
  else checkPlaceholders(template, errors);
  const isSame = template.columns.length === 0;
  const message = finish(isSame ? fillTemplate(template) : text);
  const smart = { message, smart_encoding: asked.smart_encoding };
  const isSmart = await readSmartEncoding(deps.db.read, userId, smart, !isSame);
  if (isSame) checkSegments(encodingToSend(message, isSmart), errors);
  refuseWrong(errors);
  const plan =
    field === 'to'
      ? await planNumbers(deps, shared, { text: message, isSmart })
      : await planGroup(deps, shared, { template, isSmart, finish });
  return { body: message, isSmart, plan };
}

async function planNumbers(
  deps: PlanDeps,
  shared: Shared,
  text: { text: string; isSmart: boolean },
): Promise<Plan> {
  const entries = shared.asked.to ?? [];
  const optedOut = await findOptedOutOf(deps, shared, () => phonesOf(entries));
  return await planForNumbers(entries, text, optedOut);
}

async function planGroup(
  deps: PlanDeps,
  shared: Shared,
  text: { template: Template; isSmart: boolean; finish: (text: string) => string },
): Promise<Plan> {
  const contacts = await findRecipients(
    deps.db.longRead,
    shared.userId,
    shared.asked.group_id ?? 0,
  );
  if (!contacts) throw failures.invalidField('group_id', fault('noSuchGroup'));
  const optedOut = await findOptedOutOf(deps, shared, async () =>
    contacts.map(({ phone }: Contact) => phone),
  );
  return await planForContacts(contacts, text, optedOut);
}

async function phonesOf(entries: readonly unknown[]): Promise<string[]> {
  const phones = new Set<string>();
  await inSlices(entries, (entry) => {
    const phone = normalisePhone(entry);
    if (phone !== undefined) phones.add(phone);
  });
  return [...phones];
}

/** Of some phones those that opted out, where the job is promotional. */
async function findOptedOutOf(
  { db }: PlanDeps,
  { userId, class: messageClass }: Pick<Shared, 'userId' | 'class'>,
  findPhones: () => Promise<string[]>,
): Promise<Set<string>> {
  if (messageClass !== 'promotional') return new Set();
  const phones = await findPhones();
  if (phones.length === 0) return new Set();
  const recipients = phones.map((phone) => ({ user_id: userId, phone }));
  const rows = await findOptedOut(db.longRead, db.engine, recipients);
  return new Set(rows.map(({ phone }) => phone));
}
