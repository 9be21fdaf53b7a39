import type { NotifyOwner } from '../../../accounts/notices/notices.ts';
import type { Database } from '../../../db/database.ts';
import type { Component } from '../../../kit/async/components.ts';
import { createLoop, type LoopDeps } from '../../../kit/async/loop.ts';
import { type Failed, throwFailures, tryAllAtOnce } from '../../../kit/async/try-each.ts';
import { chunksOf } from '../../../kit/chunks.ts';
import type { PostResult } from '../../../kit/http/http-post.ts';
import type { Clock } from '../../../kit/time/clock.ts';
import { minuteMs, secondMs } from '../../../kit/time/units.ts';
import { askForBalance, type SmsApi, type SmsDeps } from '../channels/sms.ts';
import { findSettings } from '../queries.ts';
import type { Secrets } from '../secrets.ts';
import { findStaleChecks, findUncheckedAt, noteAsked, noteCheck } from './sms-check-queries.ts';
import type { SmsStop } from './sms-stop.ts';

type ChecksDeps = {
  db: Database;
  clock: Clock;
  secrets: Secrets;
  sms: SmsDeps;
  notifyAccount: NotifyOwner;
};

/** Answers of this server itself come at once. */
const deadlineMs = 2 * secondMs;
/** What is older is asked for anew before anybody is counted as reached. */
const freshMs = 30 * secondMs;
const everyMs = 30 * secondMs;
const againMs = 10 * minuteMs;
const stoppedAgainMs = minuteMs;
const atOnce = 20;

/**
 * Asks SMS accounts of this server whether alerts go out by them, and tells their person when they no longer
 * do. Only a clear answer counts.
 */
export function createSmsChecks(deps: ChecksDeps) {
  const { db, clock, secrets, sms, notifyAccount } = deps;

  const check = async (userId: number): Promise<void> => {
    const sealed = (await findSettings(db.read, userId))?.sms_api ?? null;
    const api = secrets.open<SmsApi>(userId, sealed);
    if (sealed === null) return;
    const isOwn = api?.ownKeyId !== undefined && sms.ownBase() !== undefined;
    const stop = isOwn
      ? readStop(await askForBalance(sms, api, AbortSignal.timeout(deadlineMs)))
      : undefined;
    const changed = await noteCheck(db, { userId, sealed, stop, now: clock() });
    if (!changed || !stop || stop === 'simulated') return;
    notifyAccount(userId, { kind: 'SMS alerts stopped', why: stop });
  };

  /** One that fails waits as long as if it had answered: else many that always fail would be all that is asked. */
  const checkAll = async (userIds: number[], signal: AbortSignal): Promise<void> => {
    const failed: Failed<number>[] = [];
    for (const chunk of chunksOf(userIds, atOnce)) {
      if (signal.aborted) break;
      const putOff = (userId: number) => noteAsked(db.write, userId, clock());
      failed.push(...(await tryAllAtOnce(chunk, check, putOff)));
    }
    throwFailures(failed, 'some SMS accounts could not be asked');
  };

  const checkStale = async (signal: AbortSignal): Promise<void> => {
    const stale = { now: clock(), againMs, stoppedAgainMs, limit: 200 };
    await checkAll(await findStaleChecks(db.read, stale), signal);
  };

  return {
    /** Asks about one account now, as after it has refused an alert. */
    check,
    /** Asks about the accounts of the people of some devices, where that was not done a moment ago. */
    checkPeopleOf: async (deviceIds: number[], signal: AbortSignal): Promise<void> => {
      const now = clock();
      await checkAll(await findUncheckedAt(db.read, deviceIds, { now, freshMs }), signal);
    },
    /** Asks about those that wait longest; @throws AggregateError where some failed, once the others are done. */
    checkStale,
    /** Creates the loop that asks about all of them in turn, in one process of all. */
    createLoop: (loop: Required<LoopDeps>): Component =>
      createLoop(loop, {
        name: 'checks of SMS accounts',
        everyMs,
        work: checkStale,
      }),
  };
}

type SmsState = { balance: number; simulated?: true; suspended?: object };

/** Reads the answer to `balance`; undefined where it says nothing clear, null where alerts go out. */
export function readStop(answer: PostResult): SmsStop | null | undefined {
  if (answer.outcome !== 'answered') return undefined;
  const { status, text } = answer;
  if (status === 401 || status === 403) return 'revoked';
  if (status !== 200) return undefined;
  const { balance, simulated, suspended } = JSON.parse(text) as SmsState;
  if (suspended) return 'suspended';
  if (balance <= 0) return 'no_credits';
  return simulated ? 'simulated' : null;
}
