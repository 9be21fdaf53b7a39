import type { RecordableHistogram } from 'node:perf_hooks';
import { minuteMs } from '../../kit/time/units.ts';
import type { Backlog, Tally } from './tally.ts';

export type FleetReport = {
  devices: number;
  seconds: number;
  /** Without the time to register the devices. */
  sendingSeconds: number;
  tally: Tally;
  /** The most connections at once, and how many were opened in all. */
  sockets: { readonly most: number; readonly opened: number };
};

type Row = readonly [name: string, value: string, note: string];

/** The closing table: one line a figure, with an explanation where it is needed. */
export function reportTable(report: FleetReport): string {
  const rows = rowsOf(report);
  const width = Math.max(...rows.map(([name]) => name.length));
  const valueWidth = Math.max(...rows.map(([, value]) => value.length));
  return rows
    .map(([name, value, note]) => `  ${name.padEnd(width)}  ${value.padStart(valueWidth)}  ${note}`)
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

/** Legend of a progress line. */
export const tallyLegend = `  refused: the server did not take a reading, such as one from a clock that is ahead; the device
           then sets its clock by the server's answer and sends it again
  retried: sent again, since the answer got lost or the server was busy; it is stored once
`;

/** Note for a progress line, about the whole run so far. */
export function tallyNote({ stored, refused, retried }: Tally): string {
  const refusals = [...refused.values()].reduce((sum, times) => sum + times, 0);
  return `${count(stored)} stored in all, ${count(refusals)} refused, ${count(retried)} retried`;
}

function rowsOf({ devices, seconds, sendingSeconds, tally, sockets }: FleetReport): Row[] {
  const perSecond = (times: number) =>
    count(sendingSeconds > 0 ? Math.round(times / sendingSeconds) : 0);
  const outages = `${count(tally.outages)} ${tally.outages === 1 ? 'outage' : 'outages'}`;
  return [
    ['devices', count(devices), ''],
    ['seconds', seconds.toFixed(1), `${sendingSeconds.toFixed(1)} of them after registering`],
    ['a second', perSecond(tally.sent), `pushes; ${perSecond(tally.stored)} readings stored`],
    ['sent', count(tally.sent), 'pushes, resends included'],
    ['stored', count(tally.stored), 'readings answered with 201'],
    ['duplicates', count(tally.duplicates), 'sent again after a lost answer'],
    ...ifAny('stored twice', tally.storedTwice, 'duplicates that became a second reading: a fault'),
    ...refusalRows(tally.refused),
    ...ifAny('busy', tally.busy, 'answered with 429 or 5xx, sent again later'),
    ...ifAny('unanswered', tally.unanswered, 'no connection, or no answer in time'),
    [
      'retried',
      count(tally.retried),
      'sent again: refused by the clock, busy, or the answer got lost',
    ],
    ['late', count(tally.late), `kept in the device first; ${outages}`],
    ...ifAny('clocks set', tally.clocksSet, 'by the Date header, after a 400'),
    ...ifAny('dropped', tally.dropped, 'the oldest, when a memory was full'),
    ...ifAny('missed', tally.missed, 'never taken: the simulator was late'),
    ...ifAny('unsent', tally.unsent, 'still in devices at the end'),
    ['p50', milliseconds(tally.latencyMicros, 50), 'ms to the answer of a push'],
    ['p99', milliseconds(tally.latencyMicros, 99), 'ms'],
    ...turnRows(tally.turnMicros),
    ['connections', count(sockets.most), 'open at once, at most'],
    ['opened', count(sockets.opened), `connections; ${perSecond(sockets.opened)} a second`],
    ...backlogRows(tally.backlog),
    ['polls', count(tally.polls), 'of /iot_commands.php'],
    ['commands', count(tally.commandsReceived), 'received'],
    ['acked', count(tally.commandsAcked), 'obeyed and acknowledged'],
  ];
}

function turnRows(turns: RecordableHistogram): Row[] {
  const note = 'ms that a device waited for the simulator; where it is long, raise --concurrency';
  return turns.count === 0 ? [] : [['turn p99', milliseconds(turns, 99), note]];
}

function backlogRows(backlog: Backlog | null): Row[] {
  if (backlog === null) return [];
  const { kept, halfAfter, mostAfter, allAfter, latencyMicros, busy } = backlog;
  const seconds = (value: number | null) => value?.toFixed(1) ?? '-';
  return [
    ['backlog', count(kept), 'readings in the devices when the blackout ended'],
    ['  half gone', seconds(halfAfter), 'seconds later'],
    ['  99 % gone', seconds(mostAfter), 'seconds later'],
    ['  all gone', seconds(allAfter), 'seconds later'],
    ['  busy', count(busy), 'answers 429 or 5xx meanwhile'],
    ['  p50', milliseconds(latencyMicros, 50), 'ms to the answer of a push meanwhile'],
    ['  p99', milliseconds(latencyMicros, 99), 'ms'],
  ];
}

function refusalRows(refused: Tally['refused']): Row[] {
  if (refused.size === 0) return [['refused', '0', '']];
  return [...refused]
    .sort(([a], [b]) => a - b)
    .map(([status, times]) => [`refused ${status}`, count(times), refusalNotes.get(status) ?? '']);
}

/** Reasons of refused pushes, by status (section 4 of the document). */
const refusalNotes: ReadonlyMap<number, string> = new Map([
  [400, 'a wrong value, such as the time of a clock that is ahead; a clock is then set'],
  [401, "the device's key is missing or wrong"],
  [404, 'no such device'],
]);

function ifAny(name: string, value: number, note: string): Row[] {
  return value > 0 ? [[name, count(value), note]] : [];
}

/** A percentile of times in microseconds, in milliseconds; a dash where there are none. */
function milliseconds(micros: RecordableHistogram, percent: number): string {
  if (micros.count === 0) return '-';
  const ms = micros.percentile(percent) / 1000;
  return ms.toFixed(ms < 10 ? 2 : 0);
}

function count(value: number): string {
  return value.toLocaleString('en');
}

/** Figures of the last whole minute for a progress line. */
export class LastMinute {
  readonly #tally: Tally;
  readonly #deps: LastMinuteDeps;
  #startedAt: number;
  #storedBefore: number;
  #note = '';

  constructor(deps: LastMinuteDeps) {
    this.#tally = deps.tally;
    this.#deps = deps;
    this.#startedAt = deps.stopwatch();
    this.#storedBefore = deps.tally.stored;
    deps.tally.minuteMicros.reset();
  }

  /** Readings a second, times to the answer and open connections; empty in the first minute. */
  note(): string {
    const passed = this.#deps.stopwatch() - this.#startedAt;
    if (passed < minuteMs) return this.#note;
    const { stored, minuteMicros, backlog } = this.#tally;
    const rate = Math.round(((stored - this.#storedBefore) * 1000) / passed);
    const [p50, p99] = [50, 99].map((percent) => milliseconds(minuteMicros, percent));
    this.#note =
      `; in the last minute ${rate} a second, p50 ${p50} ms, p99 ${p99} ms` +
      `; ${this.#deps.openConnections()} connections open` +
      `${backlog?.isDraining ? `; ${backlog.left} of the blackout's to come` : ''}`;
    this.#startedAt += passed;
    this.#storedBefore = stored;
    minuteMicros.reset();
    return this.#note;
  }
}

type LastMinuteDeps = { tally: Tally; stopwatch: () => number; openConnections: () => number };
