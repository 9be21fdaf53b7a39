import { minuteMs } from '../../../kit/time/units.ts';
import { CommandFailure } from '../../command-error.ts';
import type { ApiAnswer, Send } from '../io/http-send.ts';
import type { Pacing } from '../io/simulate-io.ts';
import { createRandom } from '../tank/random.ts';
import { retryWait } from './retry-wait.ts';

const TRIES = 6;
/** Who would wait longer than this is told instead. */
const LONGEST_WAIT_MS = minuteMs;

/**
 * For the owner's calls: 429, server failures and silence are tried again.
 * @param server its address, for who reads that nothing answers there.
 * @throws CommandFailure with what the server said last.
 */
export function patientSend(send: Send, pacing: Pacing, server: string): Send {
  const random = createRandom(0, 'owner');
  return async (request) => {
    for (let tries = 1; ; tries += 1) {
      const answer = await send(request).catch(reasonOf);
      if (typeof answer !== 'string' && !isPassing(answer)) return answer;
      const retryAfter = typeof answer === 'string' ? null : answer.retryAfter;
      const now = pacing.now();
      const wait = retryWait(retryAfter, tries, now, random);
      if (tries === TRIES || wait > LONGEST_WAIT_MS || pacing.signal.aborted) {
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

function isPassing(answer: ApiAnswer): boolean {
  return answer.status === 429 || answer.status >= 500;
}

/** `fetch` says only that it failed; its cause says why. */
function reasonOf(error: Error): string {
  const { cause = error } = error;
  return cause instanceof Error ? cause.message : String(cause);
}
