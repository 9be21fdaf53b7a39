import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { report } from './lib/figures.ts';
import { startPostgres } from './lib/postgres.ts';
import type { Boards } from './lib/seed/record-history.ts';
import { type StoredBytes, storeOnPostgres, storeOnSqlite } from './lib/stored-bytes.ts';

type Measured = { sqlite: StoredBytes; postgres: StoredBytes };

/**
 * `npm run bench size -- --devices 300 --minutes 2000`: bytes that a reading takes on both engines
 * once the recorder itself has stored that many, minute by minute and devices in turn, so that pages
 * are as full as a fleet leaves them. Rows of readings, with their indexes, and rollups apart; then all are packed. `--save`
 * puts them where the sums of docs/scaling.md come from; then `npm run docs:figures`.
 */
export async function benchSize(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      devices: { type: 'string', default: '300' },
      minutes: { type: 'string', default: '2000' },
      save: { type: 'boolean', default: false },
    },
  });
  const size = { devices: Number(values.devices), minutes: Number(values.minutes) };
  console.log(`level and pump, ${size.devices * size.minutes} readings`);
  const plain = await measure({ ...size, isLocated: false });
  console.log('\nboards that send centimetres and a place too');
  const located = await measure({ ...size, isLocated: true });
  if (values.save) await save(plain, located);
}

async function measure(boards: Boards): Promise<Measured> {
  const sqlite = await inFolder((folder) => storeOnSqlite(folder, boards));
  reportBytes('SQLite', 'the whole file, a reading', sqlite);
  const postgres = await inFolder(async (folder) => {
    const server = await startPostgres(join(folder, 'postgres'));
    try {
      return await storeOnPostgres({ url: server.url, folder }, boards);
    } finally {
      await server.stop();
    }
  });
  reportBytes('PostgreSQL', 'write-ahead log, a reading', postgres);
  return { sqlite, postgres };
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'kisima-bench-size-'));
  // As root, PostgreSQL runs as another user and has to get at its own folder inside.
  await chmod(folder, 0o755);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function reportBytes(engine: string, beside: string, found: StoredBytes): void {
  report(`${engine}, a reading`, bytes(found.reading));
  report(`${engine}, a reading once it is packed`, bytes(found.packed));
  report(`${engine}, an hour's rollup`, bytes(found.hour));
  report(`${engine}, ${beside}`, bytes(found.beside));
}

async function save(plain: Measured, located: Measured): Promise<void> {
  const sizesOf = (engine: keyof Measured) => ({
    reading: Math.round(plain[engine].reading),
    locatedReading: Math.round(located[engine].reading),
    hour: Math.round(plain[engine].hour),
  });
  const path = new URL('../docs/measurements/figures.json', import.meta.url);
  const figures = JSON.parse(await readFile(path, 'utf8')) as { bytes: object };
  const sizes = { ...figures.bytes, sqlite: sizesOf('sqlite'), postgres: sizesOf('postgres') };
  await writeFile(path, `${JSON.stringify({ ...figures, bytes: sizes }, null, 2)}\n`);
}

const bytes = (count: number) => `${count.toFixed(1)} bytes`;
