import type { Database } from '../../db/database.ts';
import { removeInBatches } from '../../kit/async/loop.ts';
import { rowsOfPages } from '../../kit/async/rows-of-pages.ts';
import { nextTurn } from '../../kit/async/slices.ts';
import { throwFailures, tryEach } from '../../kit/async/try-each.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { dayMs } from '../../kit/time/units.ts';
import type { DeviceChanges } from '../device-changes.ts';
import type { PublishDeps } from '../live-publisher.ts';
import { findOpenRows, finishImport, holdImport, saveOutcomes } from './course-queries.ts';
import { deleteOldRows, findOldImports } from './old-import-queries.ts';
import { findOpenImports } from './queries.ts';
import { type RegisterDeps, registerLines } from './register-lines.ts';

export type ImportDeps = PublishDeps<'devicesChanged' | 'rolesChanged'> &
  RegisterDeps & { deviceChanges: DeviceChanges };

/**
 * Lines of one transaction: their statements hold the writer for a few milliseconds. Rows that are spread
 * over servers are changed device by device (`isSpread`).
 */
const linesAtOnce = 50;

/**
 * Works on all imports that are open, some lines of each in turn, until none is. Each transaction takes
 * lines that are open yet and stores their outcome, so a stop, a restart or a second process loses none and
 * does none twice.
 * @throws AggregateError where some imports failed, once the others are done.
 */
export async function importDevices(deps: ImportDeps, signal: AbortSignal): Promise<void> {
  const { db } = deps;
  const failed = new Map<number, unknown>();
  const told = new Map<number, Told>();
  try {
    for (;;) {
      const open = new Set<number>();
      let hasWorked = false;
      for await (const id of eachOpen(db)) {
        if (failed.has(id)) continue;
        if (signal.aborted) return;
        hasWorked = true;
        try {
          if (await importSome(deps, id, told)) open.add(id);
        } catch (error) {
          failed.set(id, error);
        }
        await nextTurn();
      }
      // Lists of others may take an hour yet; one that was cancelled or has failed is over, too.
      for (const [id, known] of told) {
        if (open.has(id)) continue;
        told.delete(id);
        tell(deps, known);
      }
      if (!hasWorked) break;
    }
  } finally {
    for (const known of told.values()) tell(deps, known);
  }
  throwFailures(
    [...failed].map(([item, error]) => ({ item, error })),
    'some imports of devices could not go on',
  );
}

/** Imports of a page. */
const importsAtOnce = 100;

/** Gives each open import its turn: those that stay open, as they always fail, keep none behind them waiting. */
async function* eachOpen(db: Database): AsyncGenerator<number> {
  let after = 0;
  for (;;) {
    const page = await findOpenImports(db.read, { after, limit: importsAtOnce });
    yield* page;
    after = page.at(-1) ?? after;
    if (page.length < importsAtOnce) return;
  }
}

/** What people are to be told of an import once, and not line by line: dashboards load all tanks then. */
type Told = { userId: number; joined: number[]; people: Set<number>; owners: Set<number> };

/** Works on some lines of an import. @returns false where it is over. */
async function importSome(
  { db, clock, deviceChanges, ...deps }: ImportDeps,
  id: number,
  told: Map<number, Told>,
): Promise<boolean> {
  const done = await db.transaction(async (trx) => {
    const held = await holdImport(trx, id);
    if (!held) return undefined;
    const now = clock();
    const rows = await findOpenRows(trx, id, db.isSpread ? 1 : linesAtOnce);
    if (rows.length === 0) {
      await finishImport(trx, id, { now, isCancelled: false });
      return undefined;
    }
    const by = { userId: held.user_id, address: held.address };
    const registered = await registerLines(trx, deps, by, rows, now);
    await saveOutcomes(trx, id, registered.rows);
    return { ...registered, userId: held.user_id };
  });
  if (!done) return false;
  for (const identity of done.identities) deviceChanges.forget(identity);
  const { userId, joined, people, owners } = done;
  const known = told.get(id) ?? { userId, joined: [], people: new Set(), owners: new Set() };
  told.set(id, known);
  for (const each of joined) known.joined.push(each);
  for (const each of people) known.people.add(each);
  for (const each of owners) known.owners.add(each);
  return true;
}

/** Tells people of an import what has come of it until now. */
function tell(
  { publisher }: Pick<ImportDeps, 'publisher'>,
  { userId, joined, people, owners }: Told,
): void {
  const others = [...people].filter((each) => each !== userId);
  if (others.length > 0) publisher.rolesChanged(joined, others);
  publisher.devicesChanged([userId, ...owners]);
}

/** Time for which a finished import is kept, with its lines; and one whose file never came whole. */
export const importsKeptMs = 30 * dayMs;
const unreadyKeptMs = dayMs;

/**
 * Deletes imports that are over for long, with their lines; their devices stay.
 * @throws AggregateError where some failed, once the others are done.
 */
export async function deleteOldImports(
  { db, clock }: { db: Database; clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  const now = clock();
  const old = { finished: now - importsKeptMs, unready: now - unreadyKeptMs };
  const ids = rowsOfPages<number>(importsAtOnce, ({ after = 0, limit }) =>
    findOldImports(db.read, { ...old, after, limit }),
  );
  const failed = await tryEach(ids, signal, (id) =>
    removeInBatches((limit) => deleteOldRows(db.write, id, limit), signal),
  );
  throwFailures(failed, 'some old imports of devices could not be deleted');
}
