import { setImmediate } from 'node:timers/promises';
import { CommandFailure } from '../command-error.ts';
import { inPhase, type Progress } from '../progress.ts';
import { type Digest, keyReader, type Source, type TablePlan, type Target } from './ends.ts';
import { RowBytes } from './row-bytes.ts';

export type CopyOptions = {
  progress: Progress;
  /** Prints a line beside the progress. */
  tell: (line: string) => void;
  /** Ends the copy after the current commit. */
  signal: AbortSignal;
  /** Rows between two commits. */
  commitRows?: number;
};

const defaultCommitRows = 100_000;

/**
 * Copies every table, goes on where an earlier run was interrupted, and compares both ends.
 * @returns rows by table.
 * @throws CommandFailure when it was interrupted, or the ends differ.
 */
export async function copyTables(
  source: Source,
  target: Target,
  tables: TablePlan[],
  options: CopyOptions,
): Promise<Map<string, number>> {
  let total = 0;
  for (const table of tables) total += await source.count(table);
  const read = new Map<TablePlan, Digest>();
  await inPhase(options.progress, 'Copying rows', total, async (advance) => {
    for (const table of tables) {
      read.set(table, await copyTable(source, target, table, options, advance));
      if (table.isCounted) await target.continueIds(table, await source.lastId(table));
    }
  });
  await compare(read, target, options);
  await target.finish();
  return new Map([...read].map(([{ name }, { rows }]) => [name, rows]));
}

async function copyTable(
  source: Source,
  target: Target,
  table: TablePlan,
  options: CopyOptions,
  advance: (rows: number, note: string) => void,
): Promise<Digest> {
  const { signal, commitRows = defaultCommitRows } = options;
  const known = await findStart(source, target, table, options, advance);
  if (known) advance(known.rows, table.name);
  const bytes = new RowBytes(table, known);
  const keyOf = keyReader(table);
  let lastKey = known?.lastKey;
  let uncommitted = 0;
  const commit = async () => {
    if (uncommitted === 0 || !lastKey) return;
    await target.commit(table, { lastKey, ...bytes.digest });
    uncommitted = 0;
  };

  for await (const rows of source.read(table, { after: lastKey })) {
    for (const row of rows) bytes.add(row);
    await target.add(table, rows, bytes.take());
    uncommitted += rows.length;
    lastKey = keyOf(rows.at(-1) ?? []);
    advance(rows.length, table.name);
    if (uncommitted >= commitRows || signal.aborted) await commit();
    if (signal.aborted) break;
  }
  await commit();
  refuseInterrupted(signal);
  return bytes.digest;
}

/** @throws CommandFailure once the run is to end. */
function refuseInterrupted(signal: AbortSignal): void {
  if (signal.aborted)
    throw new CommandFailure('Interrupted. The same command again goes on from here.');
}

/** Progress of an earlier run, if the source still holds what that run read of the table. */
async function findStart(
  source: Source,
  target: Target,
  table: TablePlan,
  { tell, signal }: CopyOptions,
  advance: (rows: number, note: string) => void,
) {
  const known = await target.progressOf(table);
  if (!known) return undefined;
  const bytes = new RowBytes(table);
  for await (const rows of source.read(table, { upTo: known.lastKey })) {
    for (const row of rows) bytes.add(row);
    bytes.drop();
    advance(0, `${table.name} as far as it was copied`);
    // SQLite is read without a wait, in which nobody could be heard.
    await setImmediate();
    refuseInterrupted(signal);
  }
  if (isSame(bytes.digest, known)) return known;
  tell(`${table.name} has changed since the copy was interrupted: it is copied anew.`);
  await target.clear(table);
  return undefined;
}

async function compare(
  read: Map<TablePlan, Digest>,
  target: Target,
  { progress, signal }: CopyOptions,
): Promise<void> {
  const differences: string[] = [];
  await inPhase(progress, 'Comparing tables', read.size, async (advance) => {
    for (const [table, digest] of read) {
      refuseInterrupted(signal);
      const there = await target.digest(table);
      if (!isSame(digest, there)) differences.push(describe(table, digest, there));
      advance(1, table.name);
    }
  });
  if (differences.length === 0) return;
  throw new CommandFailure(
    `The copy is not the same as its source: ${differences.join('; ')}. Empty the target and copy again.`,
  );
}

function isSame(one: Digest, other: Digest): boolean {
  return one.rows === other.rows && one.checksum === other.checksum;
}

function describe({ name }: TablePlan, here: Digest, there: Digest): string {
  return here.rows === there.rows
    ? `${name} has as many rows, with other values`
    : `${name} has ${there.rows} rows instead of ${here.rows}`;
}
