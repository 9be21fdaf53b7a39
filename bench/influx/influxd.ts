import { access, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { execa } from 'execa';
import { findFreePort } from '../../test/helpers/database/postgres-server.ts';
import type { Served } from '../lib/processes.ts';

export const database = 'kisima';

const startMs = 20_000;
const lookEveryMs = 100;

/**
 * Starts InfluxDB 1 with a database that syncs each write before it is answered, and nothing else that it could
 * do beside: no reports to its makers, no statistics of its own, no other port but the one of its backups.
 * @throws Error where there is no `influxd` on the PATH.
 */
export async function startInflux(folder: string): Promise<Served> {
  await requireProgram('influxd');
  await mkdir(folder);
  const port = await findFreePort();
  const config = join(folder, 'influxdb.conf');
  await writeFile(config, configOf(folder, port, await findFreePort()));
  const child = execa('influxd', ['-config', config], {
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'inherit',
    buffer: false,
    reject: false,
  });
  const url = `http://127.0.0.1:${port}`;
  await answers(url, child.nodeChildProcess);
  await query(url, `CREATE DATABASE ${database}`);
  return {
    url,
    process: child.nodeChildProcess,
    stop: async () => {
      child.kill('SIGTERM');
      await child;
    },
  };
}

async function requireProgram(name: string): Promise<void> {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const found = await Promise.allSettled(folders.map((folder) => access(join(folder, name))));
  if (found.some(({ status }) => status === 'fulfilled')) return;
  throw new Error(`${name} is not on the PATH (Debian: apt install influxdb)`);
}

function configOf(folder: string, port: number, backupPort: number): string {
  return `
reporting-disabled = true
bind-address = "127.0.0.1:${backupPort}"
[meta]
  dir = "${folder}/meta"
[data]
  dir = "${folder}/data"
  wal-dir = "${folder}/wal"
  wal-fsync-delay = "0s"
  query-log-enabled = false
[http]
  bind-address = "127.0.0.1:${port}"
  log-enabled = false
[logging]
  level = "error"
  suppress-logo = true
[monitor]
  store-enabled = false
[subscriber]
  enabled = false
[continuous_queries]
  enabled = false
[retention]
  enabled = false
`;
}

/** @throws Error where it has ended, or does not answer in time. */
async function answers(url: string, process: Served['process']): Promise<void> {
  const end = performance.now() + startMs;
  while (performance.now() < end && process.exitCode === null) {
    const isThere = await fetch(`${url}/ping`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return;
    await setTimeout(lookEveryMs);
  }
  throw new Error('influxd does not answer');
}

async function query(url: string, q: string): Promise<void> {
  const response = await fetch(`${url}/query`, {
    method: 'POST',
    body: new URLSearchParams({ q }),
  });
  if (!response.ok) throw new Error(`${q}: ${response.status} ${await response.text()}`);
}
