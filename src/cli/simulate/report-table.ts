import type { LatencyHistogram } from './latency-histogram.ts';
import type { Tally } from './tally.ts';

/** What a finished run reports. */
export interface FleetReport {
  devices: number;
  /** Real time of the run. */
  seconds: number;
  tally: Tally;
}

/** The closing table: one line a figure, with a word on what it means where that is not plain. */
export function reportTable(report: FleetReport): string {
  const rows = [...runRows(report), ...readingRows(report.tally), ...commandRows(report.tally)];
  const width = Math.max(...rows.map(([name]) => name.length));
  const valueWidth = Math.max(...rows.map(([, value]) => value.length));
  const line = ([name, value, note]: Row): string =>
    `  ${name.padEnd(width)}  ${value.padStart(valueWidth)}  ${note}`.trimEnd();
  return `${rows.map(line).join('\n')}\n`;
}

/** A few words for a progress line, about the whole run so far. */
export function tallyNote(tally: Tally): string {
  const refused = sumOf(tally.refused.values());
  return `${count(tally.stored)} stored in all, ${count(refused)} refused, ${count(tally.retried)} retried`;
}

type Row = readonly [name: string, value: string, note: string];

function runRows({ devices, seconds, tally }: FleetReport): Row[] {
  const rate = seconds > 0 ? tally.sent / seconds : 0;
  return [
    ['devices', count(devices), ''],
    ['seconds', seconds.toFixed(1), `${count(Math.round(rate))} pushes a second`],
  ];
}

function readingRows(tally: Tally): Row[] {
  return [
    ['sent', count(tally.sent), 'pushes, resends included'],
    ['stored', count(tally.stored), 'readings answered with 201'],
    ['duplicates', count(tally.duplicates), 'sent again after a lost answer'],
    ...onlyIf(
      tally.storedTwice,
      'stored twice',
      'duplicates that became a second reading: a fault',
    ),
    ...refusalRows(tally.refused),
    ...onlyIf(tally.busy, 'busy', 'answered with 429 or 5xx, sent again later'),
    ...onlyIf(tally.unanswered, 'unanswered', 'no connection, or no answer in time'),
    ['retried', count(tally.retried), 'pushes of a reading pushed before'],
    ['late', count(tally.late), `kept in the device first; ${outageNote(tally.outages)}`],
    ...onlyIf(tally.clocksSet, 'clocks set', 'by the Date header, after a 400'),
    ...onlyIf(tally.dropped, 'dropped', 'the oldest, when a memory was full'),
    ...onlyIf(tally.missed, 'missed', 'never taken: the device was still busy'),
    ...onlyIf(tally.unsent, 'unsent', 'still in devices at the end'),
    ['p50', quantile(tally.latency, 0.5), 'ms to the answer of a push'],
    ['p99', quantile(tally.latency, 0.99), 'ms'],
  ];
}

function commandRows(tally: Tally): Row[] {
  return [
    ['polls', count(tally.polls), 'of /iot_commands.php'],
    ['commands', count(tally.commandsReceived), 'received'],
    ['acked', count(tally.commandsAcked), 'obeyed and acknowledged'],
  ];
}

function refusalRows(refused: ReadonlyMap<number, number>): Row[] {
  if (refused.size === 0) return [['refused', '0', '']];
  return [...refused]
    .sort(([a], [b]) => a - b)
    .map(([status, times]) => [`refused ${status}`, count(times), '']);
}

function onlyIf(value: number, name: string, note: string): Row[] {
  return value > 0 ? [[name, count(value), note]] : [];
}

function outageNote(outages: number): string {
  return `${count(outages)} ${outages === 1 ? 'outage' : 'outages'}`;
}

function quantile(latency: LatencyHistogram, share: number): string {
  const ms = latency.quantile(share);
  return ms === null ? '-' : ms.toFixed(ms < 10 ? 2 : 0);
}

function count(value: number): string {
  return value.toLocaleString('en');
}

function sumOf(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
