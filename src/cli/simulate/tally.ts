import { LatencyHistogram } from './latency-histogram.ts';

/**
 * What the fleet did, added up. Every push ends in exactly one of these, so
 * `sent` = `stored` + `duplicates` + all `refused` + `busy` + `unanswered` once nothing is under way.
 */
export interface Tally {
  sent: number;
  /** Readings answered with 201, each counted once. */
  stored: number;
  /** Resends of a reading that had been stored and was answered with the same reading again. */
  duplicates: number;
  /** Of the duplicates, those answered with another reading: the server stored them twice. */
  storedTwice: number;
  /** Refusals by status, such as 400 or 404. */
  refused: Map<number, number>;
  /** 429, 503 and other failures of the server; the reading is kept and sent again. */
  busy: number;
  /** Pushes that no answer came to. */
  unanswered: number;
  /** Pushes of a reading that had been pushed before. */
  retried: number;
  /** Live readings that were stored after their moment. */
  late: number;
  /** Readings that a full memory pushed out. */
  dropped: number;
  /** Readings never taken because the device was still busy with the one before. */
  missed: number;
  /** Readings that still waited in devices at the end. */
  unsent: number;
  outages: number;
  clocksSet: number;
  polls: number;
  commandsReceived: number;
  commandsAcked: number;
  /** Time to the answer of each push. */
  latency: LatencyHistogram;
}

export function emptyTally(): Tally {
  return {
    sent: 0,
    stored: 0,
    duplicates: 0,
    storedTwice: 0,
    refused: new Map(),
    busy: 0,
    unanswered: 0,
    retried: 0,
    late: 0,
    dropped: 0,
    missed: 0,
    unsent: 0,
    outages: 0,
    clocksSet: 0,
    polls: 0,
    commandsReceived: 0,
    commandsAcked: 0,
    latency: new LatencyHistogram(),
  };
}

/** Counts a refusal by its status. */
export function countRefusal(tally: Tally, status: number): void {
  tally.refused.set(status, (tally.refused.get(status) ?? 0) + 1);
}
