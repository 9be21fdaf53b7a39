import type { Logger } from 'pino';
import type { Timers } from '../../../kit/time/timers.ts';
import { secondMs } from '../../../kit/time/units.ts';
import type { Outcome, PublishedMessage } from './message.ts';

type FleetingDeps = {
  timers: Timers;
  log: Logger;
  take: (message: PublishedMessage) => Promise<Outcome>;
};

/** Somebody who has turned a switch, and sees nothing happen, turns it again. */
const longestMs = 10 * secondMs;
const againMs = secondMs;
const mostWaiting = 1000;

/**
 * Takes messages that mean the moment in which they are sent, one after the other: an order to a pump that waits for
 * storage longer than some seconds is dropped, since the pump must not start by it once nobody expects it any more.
 */
export function createFleeting({ timers, log, take }: FleetingDeps) {
  const pause = (ms: number) => new Promise<void>((resolve) => void timers.after(ms, resolve));
  let last = Promise.resolve();
  let waiting = 0;
  let isOpen = true;

  const takeInTime = async (message: PublishedMessage, cameAt: number): Promise<void> => {
    while (isOpen && timers.now() - cameAt < longestMs) {
      const outcome = await take(message).catch((error: unknown) => {
        log.error({ err: error }, 'a message of MQTT could not be taken');
        return 'again' as const;
      });
      if (outcome !== 'again') return;
      await pause(againMs);
    }
    log.warn(
      { topic: message.topic },
      'an order by MQTT was dropped: it could not be taken in time',
    );
  };

  return {
    add: (message: PublishedMessage): void => {
      if (waiting >= mostWaiting) return;
      waiting += 1;
      const cameAt = timers.now();
      last = last
        .then(() => takeInTime(message, cameAt))
        .finally(() => {
          waiting -= 1;
        });
    },
    close: (): void => {
      isOpen = false;
    },
  };
}
