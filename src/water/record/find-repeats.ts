import { readingFieldList, readingValuesOf } from '../../db/tables/reading-fields.ts';
import { minuteMs, secondMs } from '../../kit/time/units.ts';
import type { Entry } from './batch-parts.ts';
import type { BatchWork, ReadingSpan, SensorState } from './batch-statements.ts';
import { deviceSource, type NewReading } from './reading.ts';
import type { ReadingRow } from './rollups/rollup.ts';
import type { StoredReadings } from './stored-readings.ts';

/**
 * A reading that names no instant and equals the one before it, this close to it, is that reading again: its
 * sender had no answer, or sends everything twice.
 */
const repeatedWithinMs = 10 * secondMs;

/**
 * A reading sent by its age comes again with an age that is out by what its way took, at most by this; less
 * where readings sent together are so close that two of them may be meant.
 */
const ageWithinMs = minuteMs;

/** Stored rows that the readings of a sensor are compared with at once; of a usual batch some thousand. */
const mostCompared = 20_000;

/** Gives retries of readings that name no instant the rows that they repeat. @returns the other entries. */
export function* withoutRetries(entries: Entry[], stored: StoredReadings): BatchWork<Entry[]> {
  const latest = new Map<SensorState, ReadingRow>();
  const sentAgain = new Map<SensorState, Entry>();
  const alike: [Entry, Entry][] = [];
  const open = entries.filter((entry) => {
    const { reading, row, sensor } = entry;
    if (reading.recordedAt !== null) return true;
    if (reading.isOfRepeat) {
      const former = sentAgain.get(sensor);
      sentAgain.set(sensor, entry);
      if (!former || !isAlike(row, former.row)) return true;
      alike.push([entry, former]);
      return false;
    }
    const before = latest.get(sensor) ?? latestRowOf(sensor);
    if (before && isRetry(row, before)) {
      repeat(entry, before);
      return false;
    }
    latest.set(sensor, row);
    return true;
  });
  const repeated = yield* findByAge(open, stored);
  for (const [entry, former] of alike) repeat(entry, former.row);
  return repeated.size === 0 ? open : open.filter((entry) => !repeated.has(entry));
}

/** Whether a reading of a repeated message names no instant: it was stored at about that of the message, if at all. */
function namesNothingAgain({ recordedAt, isOfRepeat }: NewReading): boolean {
  return recordedAt === null && isOfRepeat === true;
}

/** Whether two readings of one message, which name no instant, were one as it came first. */
function isAlike(row: ReadingRow, former: ReadingRow): boolean {
  return row.recorded_at === former.recorded_at && isRetry(row, former);
}

/** Makes an entry the repetition of a row. */
export function repeat(entry: Entry, row: ReadingRow): void {
  entry.row = row;
  entry.isRepeated = true;
}

function isRetry(row: ReadingRow, before: ReadingRow): boolean {
  const since = row.recorded_at - before.recorded_at;
  if (row.source !== deviceSource || since < 0 || since > repeatedWithinMs) return false;
  return saysTheSame(row, before);
}

/** What a device says of a reading; the rest is found out about it. */
const measuredByDevices = readingFieldList
  .filter(({ pushedAs }) => pushedAs !== undefined)
  .map(({ column }) => column);

function saysTheSame(row: ReadingRow, other: ReadingRow): boolean {
  return measuredByDevices.every((column) => row[column] === other[column]);
}

/** The latest reading of a sensor, as its row holds it. */
function latestRowOf(sensor: SensorState): ReadingRow | undefined {
  const { recorded_at, level, status, source } = sensor;
  if (recorded_at === null || level === null || status === null || source === null)
    return undefined;
  const { device_id, sensor_no } = sensor;
  return { ...readingValuesOf(sensor), device_id, sensor_no, recorded_at, level, status, source };
}

function isAged({ reading }: Entry): boolean {
  return reading.isByAge === true || namesNothingAgain(reading);
}

/**
 * Of entries by age, those that are stored, or that a message before theirs in the same commit brings: each is the
 * nearest row that says the same, and no row is two of one message.
 */
function* findByAge(entries: Entry[], stored: StoredReadings): BatchWork<Set<Entry>> {
  const found = new Set<Entry>();
  const sensors = new Set(entries.filter(isAged).map(({ sensor }) => sensor));
  if (sensors.size === 0) return found;
  for (const [sensor, ofSensor] of Map.groupBy(entries, (entry) => entry.sensor)) {
    if (!sensors.has(sensor)) continue;
    const messages = messagesOf(ofSensor);
    const spans = spansAround(messages, sensor);
    let rows = spans.length > 0 ? yield* stored.findIn(sensor, spans, mostCompared) : [];
    for (const { sent, aged, withinMs } of messages) {
      for (const [entry, row] of pair(aged, rows, withinMs)) {
        repeat(entry, row);
        found.add(entry);
      }
      const brought = sent.filter((entry) => !found.has(entry)).map(({ row }) => row);
      rows = [...rows, ...brought].sort((a, b) => a.recorded_at - b.recorded_at);
    }
  }
  return found;
}

/** What one message brings of a sensor, and those of it by age in the order of time. */
type SentMessage = { sent: Entry[]; aged: Entry[]; withinMs: number };

function messagesOf(entries: Entry[]): SentMessage[] {
  const messages = Map.groupBy<unknown, Entry>(entries, (entry) => entry.reading.message ?? entry);
  return [...messages.values()].map((sent) => {
    const aged = sent.filter(isAged).sort((a, b) => a.row.recorded_at - b.row.recorded_at);
    return { sent, aged, withinMs: toleranceOf(aged) };
  });
}

/** How far the ages of readings sent together may be out before one could be taken for its neighbour. */
function toleranceOf(sent: Entry[]): number {
  const times = [...new Set(sent.map(({ row }) => row.recorded_at))].sort((a, b) => a - b);
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at));
  if (gaps.length === 0) return repeatedWithinMs;
  return Math.min(ageWithinMs, gaps.reduce((least, gap) => Math.min(least, gap)) / 2);
}

/** The spans in which stored rows may be those of messages, in the order of time, joined where they overlap. */
function spansAround(messages: SentMessage[], { recorded_at: latest }: SensorState): ReadingSpan[] {
  if (latest === null) return [];
  const around = messages.flatMap(({ aged, withinMs }) =>
    aged
      .filter(({ row }) => row.recorded_at - withinMs < latest)
      .map(({ row: { device_id, sensor_no, recorded_at } }) => ({
        device_id,
        sensor_no,
        begun_at: Math.floor(recorded_at - withinMs),
        ended_at: Math.ceil(recorded_at + withinMs),
      })),
  );
  const spans: ReadingSpan[] = [];
  for (const span of around.sort((a, b) => a.begun_at - b.begun_at)) {
    const last = spans.at(-1);
    if (last && span.begun_at <= last.ended_at)
      last.ended_at = Math.max(last.ended_at, span.ended_at);
    else spans.push(span);
  }
  return spans;
}

/** Pairs entries with rows, both in the order of time. */
function* pair(
  entries: Entry[],
  stored: ReadingRow[],
  withinMs: number,
): Iterable<[Entry, ReadingRow]> {
  const taken = new Set<ReadingRow>();
  let from = 0;
  for (const entry of entries) {
    const { row } = entry;
    const distanceOf = (other: ReadingRow) => other.recorded_at - row.recorded_at;
    while (distanceOf(stored[from] ?? row) <= -withinMs) from += 1;
    let nearest: ReadingRow | undefined;
    for (let at = from; at < stored.length; at += 1) {
      const other = stored[at] as ReadingRow;
      if (distanceOf(other) >= withinMs) break;
      if (taken.has(other) || !saysTheSame(row, other)) continue;
      if (nearest && Math.abs(distanceOf(other)) >= Math.abs(distanceOf(nearest))) continue;
      nearest = other;
    }
    if (!nearest) continue;
    taken.add(nearest);
    yield [entry, nearest];
  }
}
