import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { withDeadline } from '../../../src/kit/async/deadline.ts';
import type { Answer, RequestOptions } from '../server/test-server.ts';
import { hangsAfterMs, type Member } from './members.ts';

/** Sends each request to the next process, as a load balancer does, and tries again elsewhere. */
export type RoundRobin = {
  next: () => Member;
  /**
   * Resolves with the first answer that is no 503.
   * @param options a function where each try needs another content.
   */
  request: (
    method: string,
    path: string,
    options: RequestOptions | (() => RequestOptions),
  ) => Promise<Answer>;
  /** Body of an answer that must have one of these statuses. */
  ask: <T>(
    expected: number[],
    method: string,
    path: string,
    options: RequestOptions | (() => RequestOptions),
  ) => Promise<T>;
  counts: RoundRobinCounts;
};

export type RoundRobinCounts = {
  /** Answers that said that storage is away or the server stops. */
  unavailable: number;
  /** Requests whose connection broke or could not be made. */
  broken: number;
};

const pauseMs = 50;
const givesUpAfterMs = 90_000;

/** @param over is aborted when nobody waits for an answer any more. */
export function createRoundRobin(members: readonly Member[], over: AbortSignal): RoundRobin {
  const counts: RoundRobinCounts = { unavailable: 0, broken: 0 };
  let turn = 0;
  const next = (): Member => {
    turn += 1;
    const member = members[turn % members.length];
    assert.ok(member);
    return member;
  };

  const request: RoundRobin['request'] = async (method, path, options) => {
    const signal = AbortSignal.any([over, AbortSignal.timeout(givesUpAfterMs)]);
    while (!signal.aborted) {
      const given = typeof options === 'function' ? options() : options;
      const answer = await attempt(counts, path, () => next().request(method, path, given));
      if (answer && !isUnavailable(counts, answer.status, answer.headers.has('retry-after'))) {
        return answer;
      }
      await pause(pauseMs);
    }
    throw new Error(`${method} ${path}: no process answers`);
  };

  return {
    next,
    counts,
    request,
    ask: async <T>(...[expected, method, path, options]: Parameters<RoundRobin['ask']>) => {
      const { status, text, body } = await request(method, path, options);
      assert.ok(expected.includes(status), `${method} ${path}: ${status} ${text}`);
      return body as T;
    },
  };
}

/** @returns undefined where the connection broke; fails where nothing comes at all. */
export async function attempt<T>(
  counts: RoundRobinCounts,
  what: string,
  send: () => Promise<T>,
): Promise<T | undefined> {
  const sent = send().catch(() => {
    counts.broken += 1;
    return undefined;
  });
  return await withDeadline(what, hangsAfterMs, sent);
}

/** True for a 503, which must have a Retry-After. */
export function isUnavailable(
  counts: RoundRobinCounts,
  status: number,
  hasRetryAfter: boolean,
): boolean {
  if (status !== 503) return false;
  assert.ok(hasRetryAfter, 'a 503 without Retry-After');
  counts.unavailable += 1;
  return true;
}
