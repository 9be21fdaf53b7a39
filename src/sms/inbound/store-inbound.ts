import { createHash } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import type { Db } from '../../db/db.ts';
import { readNamedOptOut, readOptOutWord } from '../../kit/text/opt-out-word.ts';
import { phoneOfNetwork } from '../../kit/text/phone.ts';
import { storable } from '../../kit/text/storable.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { deleteAskedOptOuts, deleteOptOut, insertOptOuts } from '../opt-outs/queries.ts';
import type { InboundMessage } from '../providers/provider.ts';
import { enqueueInboundEvent } from '../webhooks/enqueue-events.ts';
import { findSenderOwner, insertInbound, markInbound, senderKey } from './queries.ts';
import { answersForMs, findWritersOfSharedSender } from './shared-sender.ts';

type StoreDeps = {
  db: Database;
  clock: Clock;
  /** The operator's own senders, as `senderKey` writes them; an account may have one of them too. */
  operatorSenders?: ReadonlySet<string>;
  /** Codes to which promotional messages of all accounts tell people to send a STOP (`codesIn`). */
  toldCodes?: ReadonlySet<string>;
};

const longestNumber = 64;
const longestRef = 200;
const longestText = 10_000;

/**
 * Time within which the same message without an id is a repeat, whose answer was lost on the way: SMSCs
 * wait for an answer for up to a minute. Later it is a new message of the same text.
 */
export const repeatMs = 90_000;

/**
 * Stores a message from a phone with all that follows from it, in one transaction; a repeat changes
 * nothing. It belongs to the account whose sender id or short code it was sent to. Where no account has
 * that, it is kept for the operator alone: to guess, say by the last message to that phone, would hand one
 * account's mail to another.
 *
 * STOP and START change the account's opt-outs, of numbers that it could write to; to a number that no
 * account has, or that is the operator's as well, those of the accounts that wrote to the phone from there, or of
 * the one account whose sender they name; to a code that promotional messages tell people to write to, those of
 * the accounts that sent any to the phone. No other word means
 * anything here: each message, these two as well, goes to the account's webhooks as `message.inbound`. The
 * water service takes that event at `/api/questions`, and alone decides on its answer, to an `OK` too
 * (`docs/api/questions.md`).
 */
export async function storeInbound(deps: StoreDeps, message: InboundMessage) {
  const { db, clock } = deps;
  const now = clock();
  await db.transaction(async (trx) => {
    const to = storable(message.to, longestNumber);
    const owner = await findSenderOwner(trx, senderKey(to));
    const shares = sharesOf(deps, senderKey(to), owner);
    const received = {
      user_id: owner ?? null,
      provider: message.provider,
      ref: message.ref === null ? null : storable(message.ref, longestRef),
      from_phone: phoneOfNetwork(message.from) ?? storable(message.from, longestNumber),
      to_number: to,
      body: storable(message.text, longestText),
      received_at: now,
    };
    if (message.ref === null && !(await isNew(trx, message, now))) {
      // A START may have come in between, so a STOP counts each time.
      const asked = await readAsked(trx, { ...received, ...shares });
      if (asked?.word === 'stop') await keepOptOuts(trx, asked, now);
      return;
    }
    const inbound = await insertInbound(trx, received);
    if (!inbound) return;
    const asked = await readAsked(trx, { ...received, ...shares });
    if (asked) await keepOptOuts(trx, asked, now);
    if (owner === undefined) return;
    await enqueueInboundEvent(trx, { ...inbound, body: received.body, user_id: owner }, now);
  });
}

/** Whether accounts share a sender, and whether promotional messages tell of it. */
type Shares = { isShared: boolean; isTold: boolean };

/** @param to empty where the sender is lost: then it is the one that accounts share. */
function sharesOf(
  { operatorSenders = new Set(), toldCodes = new Set() }: StoreDeps,
  to: string,
  owner: number | undefined,
): Shares {
  const isTold = to === '' ? !toldCodes.isDisjointFrom(operatorSenders) : toldCodes.has(to);
  return { isTold, isShared: isTold || owner === undefined || operatorSenders.has(to) };
}

/** True if the message is new; one without an id is recognised by all of its other fields. */
async function isNew(db: Db, message: InboundMessage, now: number): Promise<boolean> {
  const { provider, from, to, text, reference = '' } = message;
  const mark = createHash('sha256')
    .update(JSON.stringify([provider, from, to, text, reference]))
    .digest('base64url');
  return await markInbound(db, { mark, now, repeatMs });
}

type Received = Shares & {
  user_id: number | null;
  from_phone: string;
  to_number: string;
  body: string;
};

/** A STOP or a START; of the accounts that wrote from a shared sender, too, where it names no other. */
type Asked = Shares & { word: 'stop' | 'start'; phone: string; owner: number | null };

async function readAsked(db: Db, received: Received): Promise<Asked | undefined> {
  const { user_id: owner, from_phone: phone, to_number: to, body, isShared, isTold } = received;
  if (phoneOfNetwork(phone) === undefined) return undefined;
  const word = readOptOutWord(body, to);
  if (word !== undefined) return { word, phone, owner, isShared, isTold };
  const named = readNamedOptOut(body);
  if (named === undefined) return undefined;
  const meant = await findSenderOwner(db, senderKey(named.name));
  const isHere = meant !== undefined && (isShared || meant === owner);
  if (!isHere) return undefined;
  return { word: named.word, phone, owner: meant, isShared: false, isTold: false };
}

async function keepOptOuts(db: Db, asked: Asked, now: number): Promise<void> {
  const { word, phone, owner, isShared, isTold } = asked;
  const writersSince = async (since: number) =>
    isShared ? await findWritersOfSharedSender(db, { phone, since, isTold }) : [];
  if (word === 'stop') {
    const users = new Set(await writersSince(now - answersForMs));
    if (owner !== null) users.add(owner);
    await insertOptOuts(
      db,
      [...users].map((user_id) => ({ user_id, phone, source: 'inbound', created_at: now })),
    );
    return;
  }
  // What the accounts sent before the STOP may be of long ago.
  if (isShared) await deleteAskedOptOuts(db, await writersSince(0), phone);
  if (owner !== null) await deleteOptOut(db, owner, phone);
}
