import { refundMessages } from '../credits/credits.ts';
import { enqueueStatusEvents } from '../webhooks/enqueue-events.ts';
import type { MessageEffects } from './follow-changes.ts';

/** What follows from changes of messages in this program; counts the events that were stored. */
export function createOwnEffects(): MessageEffects & { hasEvents: () => boolean } {
  let events = 0;
  return {
    refund: refundMessages,
    tell: async (trx, messages, now) => {
      events += await enqueueStatusEvents(trx, messages, now);
    },
    hasEvents: () => events > 0,
  };
}
