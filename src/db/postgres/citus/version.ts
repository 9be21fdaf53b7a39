import { type Kysely, sql } from 'kysely';
import { StartError } from '../../../kit/start-error.ts';
import type { Tables } from '../../tables/tables.ts';

/** Versions of Citus that were tried; decision 16. */
const supported = ['13.0', '13.1', '13.2'];

/**
 * Must be called before anything is spread, or written to spread tables. Each version plans statements in
 * its own way: an untested one may refuse or crash where another holds.
 * @throws StartError if this database is of another version of Citus.
 */
export async function requireSupportedCitus(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ version: string }>`select citus_version() as version`.execute(db);
  const named = rows[0]?.version ?? '';
  const version = /^Citus (\d+\.\d+)/.exec(named)?.[1];
  if (version !== undefined && supported.includes(version)) return;
  throw new StartError(
    `Citus ${supported.join(', ')} are supported, and this database is of ${version ?? `“${named}”`}: ` +
      'what another version does with the statements of this program was not tried.',
  );
}
