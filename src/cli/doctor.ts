import type { Config } from '../config.ts';
import { checkIntegrity, type Integrity } from '../db/check-integrity.ts';
import type { Database } from '../db/database.ts';
import { isStorageDamaged } from '../db/storage-away.ts';
import { countOf } from '../kit/text/count-of.ts';
import { hourMs } from '../kit/time/units.ts';
import { type Finding, findFaults, type LedgerFigures } from '../sms/doctor/check-ledger.ts';
import { checkPackedReadings } from '../water/readings/check-packed.ts';
import { withDatabase } from './open-database.ts';

/** Longest run of one statement: the check of an index over hundreds of millions of rows. */
const databaseStatementMs = 6 * hourMs;

export type Diagnosis = { lines: string[]; isWell: boolean };

/**
 * Checks the database itself, the packed readings, and then the credits of all accounts against their ledger.
 * @returns lines for the terminal, and if all is well.
 */
export async function examine(config: Config): Promise<Diagnosis> {
  return await withDatabase({ ...config, databaseStatementMs }, async (db) => {
    const database = diagnoseDatabase(await checkIntegrity(db));
    const readings = await examineReadings(db, database.isWell);
    const credits = await examineCredits(db, database.isWell);
    return {
      lines: [...database.lines, ...readings.lines, ...credits.lines],
      isWell: database.isWell && readings.isWell && credits.isWell,
    };
  });
}

function diagnoseDatabase({ faults, unchecked }: Integrity): Diagnosis {
  const notes = unchecked === undefined ? [] : [`Not checked: ${unchecked}.`];
  if (faults.length === 0) {
    return { lines: unchecked === undefined ? ['The database is whole.'] : notes, isWell: true };
  }
  const advice =
    'The database is damaged: stop the server, keep a copy of its files, and restore a backup.';
  return { lines: ['The engine found:', ...faults.map(indent), ...notes, advice], isWell: false };
}

/** In a damaged database they may be unreadable, which is then no news. */
async function examineReadings(db: Database, isWhole: boolean): Promise<Diagnosis> {
  try {
    const { stretches, readings, faults } = await checkPackedReadings(db);
    const all = `${countOf(readings, 'reading')} in ${countOf(stretches, 'stretch', 'stretches')}`;
    if (faults.length === 0)
      return { lines: [`The packed readings are whole: ${all}.`], isWell: true };
    const advice =
      'Readings that come late for these are refused (503): keep a copy of the database, and restore a backup.';
    return {
      lines: ['Packed readings are damaged:', ...faults.map(indent), advice],
      isWell: false,
    };
  } catch (error) {
    if (isWhole || !isStorageDamaged(error)) throw error;
    return { lines: ['The packed readings cannot be checked.'], isWell: false };
  }
}

/** In a damaged database the sums may be unreadable, which is then no news. */
async function examineCredits(db: Database, isWhole: boolean): Promise<Diagnosis> {
  try {
    const { figures, findings } = await findFaults(db);
    if (findings.length === 0) return { lines: [wellOf(figures)], isWell: true };
    return { lines: [...findings.flatMap(tell), 'The credits do not add up.'], isWell: false };
  } catch (error) {
    if (isWhole || !isStorageDamaged(error)) throw error;
    return { lines: ['The credits cannot be checked.'], isWell: false };
  }
}

function wellOf({ accounts, entries, messages }: LedgerFigures): string {
  const all = [
    countOf(accounts, 'account'),
    countOf(entries, 'ledger entry', 'ledger entries'),
    countOf(messages, 'message'),
  ];
  return `The credits add up: ${all.join(', ')}.`;
}

function tell({ title, cases, hasMore }: Finding): string[] {
  return [`${title}:`, ...cases.map(indent), ...(hasMore ? ['  … and more'] : [])];
}

function indent(line: string): string {
  return `  ${line}`;
}
