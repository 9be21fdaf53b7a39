import type { Database } from '../../../db/database.ts';
import type { Door } from '../../../db/tables/device-tables.ts';
import { ApiError, failures } from '../../../kit/api/failures/api-error.ts';
import { fault } from '../../../kit/api/failures/faults.ts';
import { ValidationFailure } from '../../../kit/api/schema/validator.ts';
import { inSlices } from '../../../kit/async/slices.ts';
import { takeTokens } from '../../../kit/async/token-bucket.ts';
import { secondMs } from '../../../kit/time/units.ts';
import { findPendingCommands } from '../../pump-commands/queries.ts';
import type { RecordedReading } from '../../record/reading.ts';
import { type AnsweredReading, presentReadings } from '../../sensors/readings-answer.ts';
import { senderOf } from '../device-form.ts';
import type { Gateway } from '../key-check.ts';
import type { KnownDevice } from '../known-device.ts';
import type { Touch } from '../note-device.ts';
import type { PushDeps } from '../push.ts';
import { countOf, findInstantFaults, readingOf } from '../reading-of.ts';
import { refusedFor } from '../reading-refusals.ts';
import type { SentSignature } from '../signed/sent-signature.ts';
import { refuseKnownReplay, takeSigned } from '../signed/take-signed.ts';
import { isOpen, type OpenRow, type Row, requireStored } from './batch-rows.ts';
import { presentCounts } from './present-counts.ts';
import { readReadingOf, type SentBatch } from './read-batch.ts';
import type { BatchAnswer, BatchHead } from './schemas.ts';

export type BatchDeps = PushDeps & { db: Database; touch: Touch };

/**
 * Takes the readings of a batch, all in one call of the recorder; resolves once they are durable, with the counter
 * of a signed one. A reading that is wrong is refused by itself.
 * @throws ApiError 401, 404, 409, 429 or 503, where nothing is refused that a later try would store.
 */
export async function takeBatch(
  deps: BatchDeps,
  batch: SentBatch & { signed?: SentSignature | undefined; door?: Door | undefined },
): Promise<BatchAnswer> {
  const { signed, head, door = signed ? 'signed' : 'batch' } = batch;
  const { mac_address: mac, api_key: key } = head;
  if (signed && !mac) throw unnamedSigner();
  const sender = mac ? await deps.devices.identify(mac, { apiKey: key, signed, door }) : undefined;
  if (sender && signed) refuseKnownReplay(deps, sender, signed);
  const gateway =
    sender && (key || signed) ? { device: sender, isSigned: signed !== undefined } : undefined;
  return await storeSentReadings(deps, batch, { sender, gateway, signed, door });
}

/**
 * The same for a sender who is known already, also where it came by another door.
 * @throws ApiError 409, 429 or 503
 */
export async function storeSentReadings(
  deps: BatchDeps,
  { head, readings, isCsv }: SentBatch,
  { sender, gateway, signed, door }: Sender,
): Promise<BatchAnswer> {
  const rows: Row[] = [];
  await inSlices(readings, (sent) => rows.push(read(deps, sent)));
  await findDevices(deps, rows, { sender, gateway, door });
  const at = deps.clock();
  await inSlices(rows, (row) => makeReading(deps, row, at));
  const open = rows.filter(isOpen);
  markKept(open);
  noteCounts(open, head);
  takeAllowance(deps, open);

  const sent = open.map(({ reading }) => reading);
  const outcomes =
    sender && signed
      ? (await takeSigned(deps, sender, signed, { readings: sent, at })).recorded
      : await deps.recorder.recordAll(sent);
  open.forEach((row, index) => {
    row.outcome = outcomes[index] as RecordedReading | Error;
  });
  await explainFailures(deps, rows);
  await noteOutcomes(deps, rows, door);
  requireStored(rows);
  const isShort = head.results ? head.results === 'refused' : isCsv;
  return {
    ...presentReadings(rows.map(toResult), isShort),
    pending_commands: await countPending(deps, rows, sender),
  };
}

function read(deps: BatchDeps, sent: unknown): Row {
  try {
    return { sent, ...readReadingOf(sent, (form) => findInstantFaults(form, deps)) };
  } catch (error) {
    return { sent, ignored: [], outcome: error as Error };
  }
}

type Sender = {
  /** The device of readings that name none. */
  sender: KnownDevice | undefined;
  /** What speaks for the devices that readings name. */
  gateway: Gateway | undefined;
  /** Set where the sender has signed all of it. */
  signed?: SentSignature | undefined;
  /** The way by which they came. */
  door: Door;
};

/** Finds the device of each row, of all rows at once. */
async function findDevices(
  { devices }: BatchDeps,
  rows: Row[],
  { sender, gateway, door }: Omit<Sender, 'signed'>,
): Promise<void> {
  const found = new Map<string, Promise<KnownDevice | Error>>();
  const find = (mac: string, key: string | undefined) => {
    const of = `${mac} ${key ?? ''}`;
    const known =
      found.get(of) ??
      devices.identify(mac, { apiKey: key, gateway, door }).catch((error: Error) => error);
    found.set(of, known);
    return known;
  };
  const each = rows.map(async (row) => {
    const { mac, apiKey } = senderOf(row.form ?? row.sent);
    const own = mac ?? (apiKey ? sender?.identity : undefined);
    const device = own ? await find(own, apiKey) : sender;
    if (device instanceof Error) row.outcome ??= device;
    else if (device) row.device = device;
  });
  await Promise.all(each);
}

function unnamedSigner(): ApiError {
  return failures.invalidField('mac_address', fault('required'));
}

function makeReading(deps: BatchDeps, row: Row, cameAt: number): void {
  if (!row.form || !row.device || row.outcome) return;
  try {
    row.reading = readingOf(deps, row.device, row.form, cameAt);
  } catch (error) {
    row.outcome = error as Error;
  }
}

/** Marks all readings of a device but the newest as kept: the newest says most about its clock. */
function markKept(rows: OpenRow[]): void {
  for (const some of Map.groupBy(rows, ({ device }) => device).values()) {
    const timeOf = ({ reading }: OpenRow) => reading.recordedAt ?? Number.POSITIVE_INFINITY;
    const newest = some.reduce((last, row) => (timeOf(row) > timeOf(last) ? row : last));
    for (const row of some) if (row !== newest) row.reading.isKept = true;
    const [last = 0, before = last] = [...new Set(some.map(timeOf))].sort((a, b) => b - a);
    if (Number.isFinite(last)) newest.reading.spacingMs = last - before;
  }
}

/** Notes where readings stand in the counts of their devices. */
function noteCounts(rows: OpenRow[], head: BatchHead): void {
  const presents = presentCounts(rows, head);
  for (const { form, device, reading } of rows) {
    const count = countOf(form);
    if (!count) continue;
    const present = presents.get(device) ?? null;
    const paceMs = typeof head.every_s === 'number' ? head.every_s * secondMs : null;
    reading.count = { ...count, present, paceMs };
  }
}

/** Takes what the readings count for from the allowances of their devices; all of them or none. */
function takeAllowance({ batchLimits, timers }: BatchDeps, rows: OpenRow[]): void {
  const tick = timers.now();
  const taken: [KnownDevice, number][] = [];
  for (const [device, { length }] of Map.groupBy(rows, (row) => row.device)) {
    device.batchAllowance ??= { tokens: batchLimits.burst, at: tick };
    const wait = takeTokens(device.batchAllowance, batchLimits, tick, length);
    if (wait === 0) taken.push([device, length]);
    else {
      for (const [{ batchAllowance }, count] of taken)
        if (batchAllowance) batchAllowance.tokens += count;
      throw failures.tooMany(`The device ${device.identity} sends too many readings.`, wait);
    }
  }
}

/** Says when a reading was measured where its count alone told it. */
function toResult({ outcome, ignored, form, reading }: Row): AnsweredReading {
  const isDated =
    reading?.count !== undefined && !form?.recorded_at && typeof form?.age_s !== 'number';
  return { ignored, isDated, ...(outcome && { outcome }) };
}

/** Replaces "not found" by what became of the device. @throws errors of the server. */
async function explainFailures({ devices }: BatchDeps, rows: Row[]): Promise<void> {
  for (const row of rows) {
    const { outcome, device, reading } = row;
    if (!(outcome instanceof Error) || outcome instanceof ValidationFailure) continue;
    const isGone = reading && outcome instanceof ApiError && outcome.status === 404;
    row.outcome = isGone && device ? await devices.explainGone(device) : outcome;
    if (!(row.outcome instanceof ApiError)) throw row.outcome;
  }
}

/** Notes of each device that it was seen, and which of its readings were refused. */
async function noteOutcomes(
  { readingRefusals, arrivals, clock, timers, touch }: BatchDeps,
  rows: Row[],
  door: Door,
): Promise<void> {
  const tick = timers.now();
  const inVain = new Set<KnownDevice>();
  for (const { device, sent, outcome } of rows) {
    if (!device || !outcome) continue;
    if (!(outcome instanceof Error)) {
      device.seenTick = tick;
      readingRefusals.endSeries(device);
      arrivals.note(device, door);
      continue;
    }
    const why = refusedFor(outcome, sent);
    if (!why) continue;
    readingRefusals.count(device, why, clock());
    inVain.add(device);
  }
  // What is stored is stored also where storage is away by now.
  await Promise.all([...inVain].map((device) => touch(device).catch(() => {})));
}

/** Commands that wait for the devices of a batch. */
async function countPending(
  { db, clock }: BatchDeps,
  rows: Row[],
  sender: KnownDevice | undefined,
): Promise<number> {
  const counts = new Map<KnownDevice, number>();
  for (const { device, outcome } of rows) {
    if (device && outcome && !(outcome instanceof Error)) {
      counts.set(device, outcome.pending_commands);
    }
  }
  if (sender && !counts.has(sender)) {
    counts.set(sender, (await findPendingCommands(db.readWhole, sender.id, clock())).length);
  }
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
