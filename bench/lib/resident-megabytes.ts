import { readFile } from 'node:fs/promises';
import type { Served } from './processes.ts';

/** Resident memory of a server (RSS), in MB, as Linux reports it. */
export async function residentMegabytes({ process: { pid } }: Pick<Served, 'process'>) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1000;
}
