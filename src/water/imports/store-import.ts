import { createHash } from 'node:crypto';
import { addWithinCap, type Cap, requireRoom } from '../../accounts/add-within-cap.ts';
import type { Actor } from '../../accounts/audit/queries.ts';
import type { Database } from '../../db/database.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { type FaultText, fault } from '../../kit/api/failures/faults.ts';
import { inSlices } from '../../kit/async/slices.ts';
import { chunksOf } from '../../kit/chunks.ts';
import { findLines } from '../../kit/text/csv-lines.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { hasGoneDevices, reopenImport } from './course-queries.ts';
import { createRepeats, type DeviceLine, mostFileDevices, readDeviceFile } from './device-file.ts';
import {
  countUnfinished,
  findImport,
  findImportOfFile,
  type Import,
  type ImportRow,
  insertImport,
  insertRows,
  markReady,
} from './queries.ts';

type StoreDeps = { db: Database; clock: Clock };
type SentFile = { text: string; name: string | undefined };

/** Imports of a person that are under way at once. */
const mostUnfinished = 5;
/** Lines of one statement: the writer is held for a few milliseconds. */
const linesAtOnce = 500;

/**
 * Stores a file of devices, whose lines are then worked on without its sender. The same file again is the
 * same import: where its storing broke off, that goes on; where it was cancelled or had lines refused, these
 * are tried again, and so are those of devices that are gone since; what is done is not done again.
 * @throws ApiError 400 for a file without devices or with too many, 409 where too many imports are under way.
 */
export async function storeImport(
  { db, clock }: StoreDeps,
  { userId, address }: NonNullable<Actor>,
  { text, name }: SentFile,
): Promise<{ stored: Import; isNew: boolean }> {
  refuseLongFile(text);
  const digest = createHash('sha256').update(text).digest('base64url');
  const known = await findImportOfFile(db.read, userId, digest);
  if (known?.ready_at != null) return { stored: await goOn({ db }, known), isNew: false };
  const cap = capBesides(digest);
  await requireRoom(db.read, userId, cap);
  const lines = await readLines(text);
  const row = {
    user_id: userId,
    address,
    digest,
    file_name: name ?? null,
    line_count: lines.length,
    created_at: clock(),
    ready_at: null,
    finished_at: null,
    cancelled_at: null,
  };
  await addWithinCap(db, userId, cap, (trx) => insertImport(trx, row));
  const own = await findImportOfFile(db.read, userId, digest);
  if (!own) throw failures.unavailable('The import has just been deleted; try again.', 1);
  const repeated = createRepeats();
  const rows: ImportRow[] = [];
  await inSlices(lines, (line) => {
    rows.push(rowOf(own.id, line, line.fault ?? repeated(line)));
  });
  for (const some of chunksOf(rows, linesAtOnce)) await insertRows(db.write, some);
  const refused = rows.filter(({ status }) => status === 'unreadable').length;
  await markReady(db.write, own.id, { refused, now: clock() });
  return { stored: await requireImport(db, userId, own.id), isNew: true };
}

/** Lines with content, counted before any is read. */
function refuseLongFile(text: string): void {
  let count = 0;
  // One more than the devices is the headings.
  for (const _ of findLines(text, { at: 1, from: 0 })) {
    count += 1;
    if (count > mostFileDevices + 1) throw tooMany();
  }
}

async function readLines(text: string): Promise<DeviceLine[]> {
  const lines: DeviceLine[] = [];
  await inSlices(readDeviceFile(text).lines, (line) => {
    lines.push(line);
  });
  if (lines.length === 0) throw failures.invalidField('body', fault('noDevices'));
  if (lines.length > mostFileDevices) throw tooMany();
  return lines;
}

function tooMany() {
  const message = fault('mostDevices', { most: mostFileDevices });
  return failures.invalidField('body', message);
}

function rowOf(id: number, { at, cells }: DeviceLine, why: FaultText | undefined): ImportRow {
  return {
    import_id: id,
    line: at,
    cells: JSON.stringify(cells),
    status: why === undefined ? 'open' : 'unreadable',
    device_id: null,
    errors: why === undefined ? null : JSON.stringify([{ field: 'mac_or_serial', message: why }]),
  };
}

/**
 * Takes up again what is left of an import that is over.
 * @throws ApiError 409 as `storeImport`.
 */
async function goOn({ db }: Pick<StoreDeps, 'db'>, known: Import): Promise<Import> {
  const { id, user_id: userId, digest } = known;
  const isLeft = known.cancelled_at !== null || known.refused > 0;
  if (known.finished_at !== null && (isLeft || (await hasGoneDevices(db.longRead, id)))) {
    await addWithinCap(db, userId, capBesides(digest), (trx) => reopenImport(trx, id));
  }
  return await requireImport(db, userId, id);
}

/** The same file has its place already where it is under way. */
function capBesides(digest: string): Cap {
  return {
    most: mostUnfinished,
    count: (db, userId) => countUnfinished(db, userId, digest),
    code: 'too_many_imports',
    message: `At most ${mostUnfinished} imports can be under way at once.`,
  };
}

/** @throws ApiError 404 for no import of the person's. */
export async function requireImport(db: Database, userId: number, id: number): Promise<Import> {
  const found = await findImport(db.read, userId, id);
  if (!found) throw failures.notFound('Import');
  return found;
}
