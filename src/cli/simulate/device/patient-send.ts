import { CommandFailure } from '../../command-error.ts';
import type { ApiAnswer, Send } from '../io/http-send.ts';
import { createRandom } from '../tank/random.ts';
import { retryWait } from './retry-wait.ts';

/** What waiting takes; `sleepUntil` resolves at an instant (epoch ms) or when the signal says so. */
export interface Pacing {
  now(): number;
  sleepUntil(at: number, signal: AbortSignal): Promise<void>;
  signal: AbortSignal;
}

const TRIES = 6;
/** The owner's calls prepare a run; who must wait longer than this should be told instead. */
const LONGEST_WAIT_MS = 60_000;

/**
 * The same line for the owner's calls: 429, server failures and silence are tried again, within
 * reason. Rejects with a CommandFailure that says what the server said last.
 */
export function patientSend(send: Send, pacing: Pacing): Send {
  const random = createRandom(0, 'owner');
  return async (request) => {
    for (let tries = 1; ; tries += 1) {
      const answer = await send(request).catch(reasonOf);
      if (typeof answer !== 'string' && !isPassing(answer)) return answer;
      const said = typeof answer === 'string' ? answer : `${answer.status} ${answer.text}`;
      const retryAfter = typeof answer === 'string' ? null : answer.retryAfter;
      const now = pacing.now();
      const wait = retryWait(retryAfter, tries, now, random);
      if (tries === TRIES || wait > LONGEST_WAIT_MS || pacing.signal.aborted) {
        throw new CommandFailure(`${request.method} ${request.path} failed: ${said}`);
      }
      await pacing.sleepUntil(now + wait, pacing.signal);
    }
  };
}

function isPassing(answer: ApiAnswer): boolean {
  return answer.status === 429 || answer.status >= 500;
}

/** `fetch` says only that it failed; its cause says why. */
function reasonOf(error: Error): string {
  return String(error.cause ?? error);
}
