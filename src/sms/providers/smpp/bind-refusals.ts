import { describeStatus, statuses } from './pdu/statuses.ts';
import type { Answer } from './pending-requests.ts';

const wrongCredentials = new Set<number>([statuses.wrongPassword, statuses.wrongSystemId]);
/** Refusals that pass by themselves: it is starting, or has not noticed the end of our old session. */
const passing = new Set<number>([
  statuses.systemError,
  statuses.alreadyBound,
  statuses.throttled,
  statuses.temporaryError,
]);

/** True for name or password; then an early retry only gets the account locked. */
export function isWrongCredentials(answer: Answer): boolean {
  return answer.command !== 'none' && wrongCredentials.has(answer.status);
}

/** True for what passes by itself, and where no answer came. */
export function isPassing(answer: Answer): boolean {
  return answer.command === 'none' || passing.has(answer.status);
}

export function describeBindFailure(answer: Answer): string {
  if (answer.command === 'none') return answer.reason;
  const nack = answer.command === 'generic_nack' ? 'generic_nack, ' : '';
  return `bind refused: ${nack}${describeStatus(answer.status)}`;
}
