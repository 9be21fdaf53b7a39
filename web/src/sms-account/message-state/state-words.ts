import type { Status } from './message-state.ts';
import { say } from './words.ts';

export const stateName: Record<Status, () => string> = {
  scheduled: say.scheduled,
  queued: say.queued,
  sending: say.sending,
  sent: say.sent,
  unknown: say.unknown,
  delivered: say.delivered,
  undelivered: say.undelivered,
  failed: say.failed,
  expired: say.expired,
  cancelled: say.cancelled,
};

/** Meaning of each state, and the fate of its credit. */
const stateMeaning: Record<Status, () => string> = {
  scheduled: say.scheduledAbout,
  queued: say.queuedAbout,
  sending: say.sendingAbout,
  sent: say.sentAbout,
  unknown: say.unknownAbout,
  delivered: say.deliveredAbout,
  undelivered: say.undeliveredAbout,
  failed: say.failedAbout,
  expired: say.expiredAbout,
  cancelled: say.cancelledAbout,
};

/** Returns the meaning of a state; names the simulator if no network carried the message. */
export function meaningOf(status: Status, isSimulated: boolean): string {
  if (isSimulated && status === 'delivered') return say.simulatorAbout();
  if (isSimulated && status === 'sent') return say.simulatorHasIt();
  return stateMeaning[status]();
}
