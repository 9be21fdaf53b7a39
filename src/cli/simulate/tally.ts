import { createHistogram } from 'node:perf_hooks';

/** `sent` = `stored` + `duplicates` + all `refused` + `busy` + `unanswered`, once all is answered. */
export type Tally = ReturnType<typeof emptyTally>;

export function emptyTally() {
  return {
    sent: 0,
    stored: 0,
    /** Resends of a reading that had been stored. */
    duplicates: 0,
    /** Duplicates that were answered with another reading. */
    storedTwice: 0,
    refused: new Map<number, number>(),
    /** Answers 429 and 5xx; the reading is sent again. */
    busy: 0,
    unanswered: 0,
    retried: 0,
    /** Live readings that were stored after their moment. */
    late: 0,
    dropped: 0,
    missed: 0,
    unsent: 0,
    outages: 0,
    clocksSet: 0,
    polls: 0,
    commandsReceived: 0,
    commandsAcked: 0,
    /** Time to the answer of each push, in microseconds. */
    latencyMicros: createHistogram(),
  };
}

export function countRefusal(tally: Tally, status: number): void {
  tally.refused.set(status, (tally.refused.get(status) ?? 0) + 1);
}
