import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { report } from '../lib/figures.ts';
import { exportPath, type Installation, install, inTurn, readsOf } from '../lib/installation.ts';
import { startPostgres } from '../lib/postgres.ts';

/** `npm run bench read -- --database`: what reads cost on PostgreSQL against SQLite with the same rows. */
export async function benchReadFromPostgres(rows: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kisima-bench-read-'));
  await chmod(folder, 0o755);
  const postgres = await startPostgres(join(folder, 'postgres'));
  try {
    const embedded = await install(join(folder, 'embedded'), rows);
    const away = await install(join(folder, 'away'), rows, postgres.url);
    const first = ({ fleet }: Installation) => fleet.deviceIds[0] ?? '';
    for (const [index, [what]] of readsOf('').entries()) {
      const pathOf = (of: Installation) => readsOf(first(of))[index]?.[1] ?? '';
      compare(what, await inTurn(embedded, away, pathOf));
    }
    const exports = await inTurn(embedded, away, (of) => exportPath(first(of)), 5);
    compare('CSV export of 129,600 rows', exports);
    await embedded.server.stop();
    await away.server.stop();
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function compare(what: string, [sqlite, postgres]: readonly [number, number]): void {
  report(`${what} on PostgreSQL`, `${postgres.toFixed(2)} ms`, `on SQLite ${sqlite.toFixed(2)} ms`);
  report('  times the cost on SQLite', (postgres / sqlite).toFixed(2), 'at most 1.5');
}
