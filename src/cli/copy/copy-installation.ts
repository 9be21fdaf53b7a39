import { createHmac } from 'node:crypto';
import { resolve } from 'node:path';
import type { Config } from '../../config.ts';
import { describeDataFolder } from '../../data-folder.ts';
import { countOf } from '../../kit/text/count-of.ts';
import { readSecret } from '../../server-secret.ts';
import { CommandError, CommandFailure } from '../command-error.ts';
import { createProgress } from '../progress.ts';
import { copyTables } from './copy-tables.ts';
import { type Ends, openTowardsPostgres, openTowardsSqlite } from './open-ends.ts';

/**
 * Moves an installation to the other engine. Ctrl-C ends it where it can go on.
 * @param target as the person at the terminal names it.
 */
export async function copyInstallation(config: Config, target: string): Promise<void> {
  const to = readTarget(target, config);
  const secret = await findSecret(config);
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  process.once('SIGINT', leave).once('SIGTERM', leave);

  const ends = await open(config, to, secret);
  const progress = createProgress(process.stderr, Date.now);
  try {
    const rows = await copyTables(ends.source, ends.target, ends.tables, {
      progress,
      tell: (line) => void process.stderr.write(`${line}\n`),
      signal: leaving.signal,
    });
    for (const line of summaryOf(rows, config, to)) console.log(line);
  } catch (error) {
    throw toFailure(error);
  } finally {
    await ends.close();
    process.off('SIGINT', leave).off('SIGTERM', leave);
  }
}

type CopyTarget = { engine: 'postgres'; url: string } | { engine: 'sqlite'; folder: string };

/** The faulty part is not repeated, since a URL holds a password. */
function readTarget(to: string, { databaseUrl }: Config): CopyTarget {
  const folder = /^sqlite:(.+)$/.exec(to)?.[1];
  if (folder !== undefined) {
    if (databaseUrl) return { engine: 'sqlite', folder: resolve(folder) };
    throw new CommandError('Set DATABASE_URL to the installation that sqlite: is to be a copy of.');
  }
  if (!/^postgres(ql)?:\/\//.test(to) || !URL.canParse(to)) {
    throw new CommandError('--to must be postgres://… or sqlite:FOLDER');
  }
  if (!databaseUrl) return { engine: 'postgres', url: to };
  throw new CommandError(
    'DATABASE_URL is set, so this installation uses PostgreSQL already: unset it to copy DATA_DIR.',
  );
}

/** @throws CommandError where the secret is missing: without it no device key would work. */
async function findSecret({ dataDir, serverSecret }: Config): Promise<string> {
  const { secretPath } = describeDataFolder(dataDir);
  const secret = serverSecret ?? (await readSecret(secretPath));
  if (secret !== undefined) return secret;
  throw new CommandError(`There is no ${secretPath}: set SERVER_SECRET as the server has it.`);
}

async function open(config: Config, to: CopyTarget, secret: string): Promise<Ends> {
  const identity = createHmac('sha256', secret).update('kisima copy').digest('hex').slice(0, 16);
  const installation = { config, identity };
  if (to.engine === 'postgres') return await openTowardsPostgres(installation, to.url);
  const there = await readSecret(describeDataFolder(to.folder).secretPath);
  if (there !== undefined && there !== secret) {
    throw new CommandError(
      `${to.folder} has the secret of another installation: give an empty one.`,
    );
  }
  return await openTowardsSqlite(installation, to.folder, secret);
}

function summaryOf(rows: Map<string, number>, config: Config, to: CopyTarget): string[] {
  const filled = [...rows].filter(([, count]) => count > 0);
  const total = filled.reduce((sum, [, count]) => sum + count, 0);
  const { secretPath } = describeDataFolder(config.dataDir);
  const whereSecret = config.serverSecret ? 'the SERVER_SECRET that is set here' : secretPath;
  return [
    ...filled.map(([name, count]) => `  ${name.padEnd(24)} ${String(count).padStart(12)}`),
    `Copied ${countOf(total, 'row')}; counts and checksums of all tables are the same.`,
    to.engine === 'postgres'
      ? `The new installation needs the same secret, or no device key and no token works: ${whereSecret}.`
      : `The server secret is in ${to.folder} too: start the server with this DATA_DIR, without DATABASE_URL.`,
    'Do not start the old installation again: both would send the messages that wait.',
  ];
}

/** A refusal of the engine or the network is no fault of ours; all else is shown whole. */
function toFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof CommandFailure) return error;
  const { code } = error as { code?: unknown };
  const isRefusal = typeof code === 'string' && !code.startsWith('ERR_');
  const isCutOff = /^(Connection terminated|Client has encountered|Query read timeout)/.test(
    error.message,
  );
  if (!isRefusal && !isCutOff) return error;
  return new CommandFailure(
    `The copy broke off: ${error.message}. The same command again goes on from there.`,
  );
}
