import { setTimeout } from 'node:timers/promises';
import { minuteMs } from '../../kit/time/units.ts';
import { createRandom, type Random } from '../../simulator/random.ts';
import { CommandFailure } from '../command-error.ts';
import type { Progress } from '../progress.ts';
import {
  type ApiAnswer,
  type Connection,
  type ConnectionChoices,
  connectByHttp,
  type Send,
} from './connection.ts';

/** Time, and a signal that ends the run. */
export type Pacing = {
  now: () => number;
  /** Resolves at an instant (epoch milliseconds), or when the signal comes. */
  sleepUntil: (at: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
};

/** The outside world of a simulation. */
export type SimulateIo = Pacing & {
  /** Milliseconds of a clock that only goes forward, for latencies. */
  stopwatch: () => number;
  connect: (url: string, choices: ConnectionChoices) => Connection;
  progress: Progress;
};

/** The real world. */
export function nodeSimulateIo(signal: AbortSignal, progress: Progress): SimulateIo {
  return {
    now: Date.now,
    stopwatch: () => performance.now(),
    sleepUntil: async (at, signal) => {
      const wait = at - Date.now();
      if (wait > 0) await setTimeout(wait, undefined, { signal }).catch(() => {});
    },
    connect: connectByHttp,
    progress,
    signal,
  };
}

/** JSON object of an answer; empty where it is none, as of another server. */
export function bodyOf<T extends object>({ text }: ApiAnswer): Partial<T> {
  try {
    return (JSON.parse(text) ?? {}) as Partial<T>;
  } catch {
    return {};
  }
}

/** JSON list of an answer; empty where it is none. */
export function listOf<T extends object>(answer: ApiAnswer): Partial<T>[] {
  const body = bodyOf(answer);
  return Array.isArray(body) ? body : [];
}

/** True if a request is worth sending again: 429 and failures of the server. */
export function isBusy({ status }: ApiAnswer): boolean {
  return status === 429 || status >= 500;
}

const firstWaitMs = 1000;
const longestWaitMs = minuteMs;

/**
 * Milliseconds to wait: by Retry-After, else 1 s doubled with each failure in a row up to a minute, half of
 * it random so that a fleet does not return together.
 */
export function retryWait(
  retryAfter: string | null,
  failuresInARow: number,
  now: number,
  random: Random,
): number {
  const asked = retryAfter === null ? null : parseRetryAfter(retryAfter, now);
  if (asked !== null) return asked;
  const wait = Math.min(firstWaitMs * 2 ** (failuresInARow - 1), longestWaitMs);
  return wait * (0.5 + random() / 2);
}

/** Milliseconds of a Retry-After header; null where it is of no use. */
export function parseRetryAfter(header: string, now: number): number | null {
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

const tries = 6;

/**
 * For the owner's calls: 429, server failures and silence are tried again, unless Retry-After is more than
 * a minute.
 * @param server its address, for the message that nothing answers there.
 * @throws CommandFailure with the server's last answer.
 */
export function patientSend(send: Send, pacing: Pacing, server: string): Send {
  const random = createRandom(0, 'owner');
  return async (request) => {
    for (let tried = 1; ; tried += 1) {
      const answer = await send(request).catch(reasonOf);
      if (typeof answer !== 'string' && !isBusy(answer)) return answer;
      const retryAfter = typeof answer === 'string' ? null : answer.retryAfter;
      const now = pacing.now();
      const wait = retryWait(retryAfter, tried, now, random);
      if (tried === tries || wait > longestWaitMs || pacing.signal.aborted) {
        throw new CommandFailure(
          typeof answer === 'string'
            ? `No answer from ${server} (${answer}). Does the server run? --url names another.`
            : `${request.method} ${request.path} failed: ${answer.status} ${answer.text}`,
        );
      }
      await pacing.sleepUntil(now + wait, pacing.signal);
    }
  };
}

function reasonOf({ cause, message }: Error): string {
  return cause instanceof Error ? cause.message : message;
}
