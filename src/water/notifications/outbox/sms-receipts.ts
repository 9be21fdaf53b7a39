import type { Database } from '../../../db/database.ts';
import { fault } from '../../../kit/api/failures/faults.ts';
import type { Component } from '../../../kit/async/components.ts';
import { createLoop, type LoopDeps } from '../../../kit/async/loop.ts';
import { throwFailures, tryAllAtOnce } from '../../../kit/async/try-each.ts';
import type { PostResult } from '../../../kit/http/http-post.ts';
import type { Clock } from '../../../kit/time/clock.ts';
import { dayMs, hourMs, secondMs } from '../../../kit/time/units.ts';
import { askForSms, isFinalOfSms, type SmsApi, type SmsDeps } from '../channels/sms.ts';
import { readMessageAnswer } from '../channels/sms-standing.ts';
import { askLater, findSmsToAskFor, noteSms } from './sms-receipt-queries.ts';

type AskDeps = {
  db: Database;
  clock: Clock;
  sms: SmsDeps;
  findApi: (userId: number) => Promise<SmsApi | undefined>;
};

/** Most phones answer within seconds; those that are off for days are given up. */
const firstAskMs = 10 * secondMs;
const longestAskMs = 6 * hourMs;
const lifeMs = 3 * dayMs;
const everyMs = secondMs;
const atOnce = 20;

/** Returns when the service is first asked about an SMS that it took. */
export function firstAskAt(now: number): number {
  return now + firstAskMs;
}

/** Returns when the service is asked again: less and less often, and no more after three days. */
export function nextAskAt(now: number, createdAt: number): number | null {
  const age = Math.max(0, now - createdAt);
  if (age > lifeMs) return null;
  return now + Math.min(longestAskMs, Math.max(firstAskMs, Math.round(age / 2)));
}

/** Creates the loop that asks SMS services what became of notifications, in one process of all. */
export function createSmsReceipts(deps: AskDeps & Required<LoopDeps>): Component {
  return createLoop(deps, {
    name: 'receipts of SMS',
    everyMs,
    work: (signal) => askForDue(deps, signal),
  });
}

/**
 * Asks about some of the SMS whose time it is, those that wait longest first. One that fails waits as if its service
 * had not answered: else a few that always fail would be all that is asked for.
 * @throws AggregateError where some failed, once the others are done.
 */
export async function askForDue(deps: AskDeps, signal: AbortSignal): Promise<void> {
  const { db, clock } = deps;
  const due = await findSmsToAskFor(db.read, { until: clock(), limit: atOnce });
  const failed = await tryAllAtOnce(
    due,
    (sms) => follow(deps, sms, signal),
    ({ id, created_at }) => askLater(db.write, id, nextAskAt(clock(), created_at)),
  );
  throwFailures(failed, 'some SMS could not be asked for');
}

type Due = Awaited<ReturnType<typeof findSmsToAskFor>>[number];

async function follow(deps: AskDeps, due: Due, signal: AbortSignal): Promise<void> {
  const { db, clock, sms, findApi } = deps;
  const api = await findApi(due.paid_by ?? due.user_id);
  const answer = api && (await askForSms(sms, api, due.sms_id, signal));
  if (signal.aborted) return;
  const askAt = nextAskAt(clock(), due.created_at);
  // Without its key nobody can ask any more.
  if (!answer) return await askLater(db.write, due.id, null);
  const standing = standingOf(answer);
  if (!standing) return await askLater(db.write, due.id, askAt);
  const isOpen = standing.state === 'sent';
  await noteSms(db, due, {
    ...standing,
    askAt: isOpen ? askAt : null,
    ...(standing.state === 'failed' && { error: fault('notReceived'), otherWayAt: clock() }),
  });
}

/** Undefined where the service cannot say it now. */
function standingOf(answer: PostResult) {
  if (answer.outcome !== 'answered') return undefined;
  const { status, text } = answer;
  if (status === 200) return readMessageAnswer(text) ?? handedOver;
  return isFinalOfSms(status) ? handedOver : undefined;
}

const handedOver = { state: 'handed_over', receivedAt: null } as const;
