import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { execa } from 'execa';
import { makeTestFolder } from './helpers/server/test-folder.ts';

const path = new URL('../docs/examples/kisima-backup-postgres.conf', import.meta.url);

describe('the example of a backup of PostgreSQL', () => {
  let folder: string;
  let script: string;
  before(async () => {
    folder = await makeTestFolder('dump');
    for (const name of ['bin', 'dumps', 'data']) await mkdir(join(folder, name));
    script = (await readScript()).replaceAll('/var/lib/kisima-backups', join(folder, 'dumps'));
    // Notes what others see of it, and what they do not.
    await writeProgram('pg_dump', [
      `printf '%s\\n' "$3" > "$OUT/seen"`,
      `printf '%s\\n' "$\{PGPASSWORD-none}" > "$OUT/password"`,
      `printf '%s %s\\n' "$\{PGSSLROOTCERT-none}" "$\{PGSSLMODE-none}" > "$OUT/tls"`,
      `echo > "$\{2#--file=}"`,
    ]);
    await writeProgram('pg_restore', []);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const writeProgram = async (name: string, lines: string[]) => {
    await writeFile(join(folder, 'bin', name), ['#!/bin/sh', ...lines, ''].join('\n'));
    await chmod(join(folder, 'bin', name), 0o755);
  };
  const back = async (DATABASE_URL: string, more: Record<string, string> = {}) => {
    const PATH = `${join(folder, 'bin')}:${process.env['PATH']}`;
    const env = { PATH, DATABASE_URL, DATA_DIR: join(folder, 'data'), OUT: folder, ...more };
    await execa('/bin/bash', ['-euc', script], { env, extendEnv: false });
    const read = async (name: string) => (await readFile(join(folder, name), 'utf8')).trimEnd();
    return { seen: await read('seen'), password: await read('password'), tls: await read('tls') };
  };

  for (const [url, seen, password] of [
    ['postgres://kisima:hunter2@db/kisima', 'postgres://kisima@db/kisima', 'hunter2'],
    [
      'postgres://k:a%40b%25%3Ac:d@db:5432/k?sslmode=verify-full',
      'postgres://k@db:5432/k?sslmode=verify-full',
      'a@b%:c:d',
    ],
    ['postgres://kisima@db:5432/kisima', 'postgres://kisima@db:5432/kisima', 'none'],
    ['postgres://db:5432/kisima', 'postgres://db:5432/kisima', 'none'],
    ['postgres:///k?host=/run/postgresql', 'postgres:///k?host=/run/postgresql', 'none'],
    ['postgres://k@db/k?password=hunter2', 'postgres://k@db/k', 'hunter2'],
    ['postgres://db/k?user=k&password=a%26b%5C', 'postgres://db/k?user=k', 'a&b\\'],
    [
      'postgres://k@db/k?password=/*&sslmode=verify-full&host=/run',
      'postgres://k@db/k?sslmode=verify-full&host=/run',
      '/*',
    ],
    // As PostgreSQL's own programs read it, the last one is meant.
    ['postgres://k:one@db/k?password=two&password=three&a=b', 'postgres://k@db/k?a=b', 'three'],
    ['postgres://k:a\\nb%5Cnc@db/k', 'postgres://k@db/k', 'a\\nb\\nc'],
    ['postgres://k@db/k?sslpassword=x', 'postgres://k@db/k?sslpassword=x', 'none'],
  ] as const) {
    it(`shows nobody a password: ${url}`, async () => {
      const { tls: _, ...given } = await back(url);
      assert.deepEqual(given, { seen: `--dbname=${seen}`, password });
      assert.match((await readdir(join(folder, 'dumps'))).join(), /^kisima-\w+\.dump/);
      assert.deepEqual(await readdir(join(folder, 'data')), ['last-backup']);
    });
  }

  const known = '/etc/ssl/certs/ca-certificates.crt';
  for (const [url, caFile, tls] of [
    ['postgres://k:p@db/k?sslmode=verify-full', '', `${known} none`],
    ['postgres://k:p@db/k?password=q&sslmode=verify-ca', '', `${known} none`],
    ['postgres://k:p@db/k?sslmode=require', '', 'none none'],
    ['postgres://k:p@db/k', '', 'none none'],
    ['postgres://k:p@db/k', '/etc/kisima/ca.pem', '/etc/kisima/ca.pem verify-full'],
    ['postgres://k:p@db/k?sslmode=verify-full', '/a b/ca.pem', '/a b/ca.pem verify-full'],
  ] as const) {
    it(`checks the certificate of the server as Kisima does: ${url} ${caFile}`, async () => {
      const more = caFile === '' ? {} : { DATABASE_CA_FILE: caFile };
      assert.equal((await back(url, more)).tls, tls);
    });
  }
});

/** The shell's script as systemd gives it: lines joined, its escapes undone. */
async function readScript(): Promise<string> {
  const text = (await readFile(path, 'utf8')).replaceAll('\\\n', ' ');
  const [, quoted = ''] = /^ExecStart=\/bin\/bash -euc '(.*)'$/m.exec(text) ?? [];
  return quoted.replaceAll('$$', '$').replaceAll('%%', '%').replaceAll('\\\\', '\\');
}
