import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Timers } from '../../src/kit/time/timers.ts';
import type { Question } from './fill.ts';

/** Requests to the program of the release, and its answers. */
export type Kept = { question: Question; status: number; body: unknown };

/** The settings and the hour of the installation that was kept. */
export const installation = {
  now: '2026-11-21T08:00:00.000Z',
  env: { SERVER_SECRET: 'the secret of installations that are kept for tests' },
};

/** Nothing happens by itself: what is asked is what was stored. */
export const noTimers: Timers = { now: () => 0, after: () => () => {} };

const folder = new URL('./', import.meta.url);

/** The releases of which an installation was kept, such as `0.1.0`. */
export function keptReleases(): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

const fileOf = (release: string, name: string) => new URL(`${release}/${name}.gz`, folder);

export async function readKept(release: string, name: string): Promise<Buffer> {
  return await promisify(gunzip)(await readFile(fileOf(release, name)));
}

export async function keep(release: string, name: string, content: Buffer | string): Promise<void> {
  const zipped = await promisify<Buffer | string, object, Buffer>(gzip)(content, { level: 9 });
  await writeFile(fileOf(release, name), zipped);
}
