import type { Config } from '../config.ts';
import { type Finding, findFaults, type LedgerFigures } from '../sms/doctor/check-ledger.ts';
import { withDatabase } from './open-database.ts';

/**
 * Checks the credits of all accounts against their ledger.
 * @returns what the person at the terminal is told, and whether all is well.
 */
export async function examine(config: Config): Promise<{ lines: string[]; isWell: boolean }> {
  return await withDatabase(config, async (db) => {
    const { figures, findings } = await findFaults(db);
    if (findings.length === 0) return { lines: [wellOf(figures)], isWell: true };
    return { lines: [...findings.flatMap(tell), 'The credits do not add up.'], isWell: false };
  });
}

function wellOf({ accounts, entries, messages }: LedgerFigures): string {
  return `All is well: ${accounts} accounts, ${entries} ledger entries, ${messages} messages.`;
}

function tell({ title, cases, hasMore }: Finding): string[] {
  const lines = cases.map((each) => `  ${each}`);
  return [`${title}:`, ...lines, ...(hasMore ? ['  … and more'] : [])];
}
