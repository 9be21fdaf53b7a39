import { createHistogram } from 'node:perf_hooks';

/**
 * What the fleet did, added up. Every push ends in exactly one of these, so
 * `sent` = `stored` + `duplicates` + all `refused` + `busy` + `unanswered` once nothing is under way.
 */
export type Tally = ReturnType<typeof emptyTally>;

export function emptyTally() {
  return {
    sent: 0,
    /** Readings answered with 201, each counted once. */
    stored: 0,
    /** Resends of a reading that had been stored and was answered with the same reading again. */
    duplicates: 0,
    /** Of the duplicates, those answered with another reading: the server stored them twice. */
    storedTwice: 0,
    /** Refusals by status, such as 400 or 404. */
    refused: new Map<number, number>(),
    /** 429, 503 and other failures of the server; the reading is kept and sent again. */
    busy: 0,
    /** Pushes that no answer came to. */
    unanswered: 0,
    /** Pushes of a reading that had been pushed before. */
    retried: 0,
    /** Live readings that were stored after their moment. */
    late: 0,
    /** Readings that a full memory pushed out. */
    dropped: 0,
    /** Readings never taken because the device was still busy with the one before. */
    missed: 0,
    /** Readings that still waited in devices at the end. */
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
