import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { rootCertificates } from 'node:tls';
import { makePostgresDatabase } from './helpers/database/postgres.ts';
import { type PostgresServer, startPostgresServer } from './helpers/database/postgres-server.ts';
import { testCertificate } from './helpers/http/test-certificate.ts';
import { runServe } from './helpers/server/run-kisima.ts';
import { startTestServer } from './helpers/server/test-server.ts';

const warning = 'nobody checks the certificate of the database';

describe('TLS to PostgreSQL', () => {
  let folder: string;
  let postgres: PostgresServer;
  let ca: string;
  let otherCa: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kisima-tls-'));
    ca = join(folder, 'ca.pem');
    otherCa = join(folder, 'other.pem');
    await writeFile(ca, testCertificate.cert);
    await writeFile(otherCa, rootCertificates[0] ?? '');
    postgres = await startPostgresServer({
      // The certificate is for localhost and 127.0.0.1, not for the other address.
      flags: ['-c', 'ssl=on', '-c', 'listen_addresses=127.0.0.1,127.0.0.2'],
      files: {
        'server.crt': testCertificate.cert,
        'server.key': testCertificate.key,
        'pg_hba.conf': 'hostssl all all all scram-sha-256\nlocal all all scram-sha-256\n',
      },
    });
  });
  after(async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const env = (query: string, more: Record<string, string> = {}, host = '127.0.0.1') => ({
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: `${postgres.url.replace('127.0.0.1', host)}${query}`,
    ...more,
  });
  const connects = async (settings: Record<string, string>) => {
    const server = await startTestServer({ engine: 'postgres', env: settings });
    await server.stop();
    return { isWarned: server.logged().includes(warning) };
  };
  const refusal = async (settings: Record<string, string>, status = 2) => {
    const { code, stderr } = await runServe({ PORT: '0', ...settings });
    assert.deepEqual([code, stderr.split('\n').length], [status, 2], stderr);
    assert.ok(!stderr.includes('kisima:kisima'));
    return stderr;
  };

  it('connects where the authority is the right one, by setting or in the URL', async () => {
    for (const settings of [
      env('?sslmode=verify-full', { DATABASE_CA_FILE: ca }),
      env('', { DATABASE_CA_FILE: ca }),
      env(`?sslmode=verify-full&sslrootcert=${encodeURIComponent(ca)}`),
      env('?sslmode=verify-full', { DATABASE_CA_FILE: ca }, 'localhost'),
      env('?sslmode=verify-ca', { DATABASE_CA_FILE: ca }, '127.0.0.2'),
      env('?sslmode=require', { DATABASE_CA_FILE: ca }, '127.0.0.2'),
    ]) {
      assert.deepEqual(await connects(settings), { isWarned: false }, JSON.stringify(settings));
    }
  });

  it('connects with sslmode=require alone, and warns that nobody checks the certificate', async () => {
    assert.deepEqual(await connects(env('?sslmode=require')), { isWarned: true });
  });

  it('refuses a certificate of another authority or another host, in one line', async () => {
    const start = /^The database that DATABASE_URL names cannot be opened: /;
    for (const settings of [
      env('?sslmode=verify-full', { DATABASE_CA_FILE: otherCa }),
      env('?sslmode=verify-ca', { DATABASE_CA_FILE: otherCa }),
      env('?sslmode=require', { DATABASE_CA_FILE: otherCa }),
      env('?sslmode=verify-full'),
    ]) {
      const line = await refusal(settings);
      assert.match(line, start);
      assert.match(line, /certificate/);
    }
    const otherHost = env('?sslmode=verify-full', { DATABASE_CA_FILE: ca }, '127.0.0.2');
    assert.match(await refusal(otherHost), /does not match certificate's altnames/);
  });

  it('is refused without TLS where the server demands it, and with it where the server has none', async () => {
    assert.match(await refusal(env('')), /cannot be opened: .*no encryption/);
    assert.match(await refusal(env('?sslmode=disable')), /cannot be opened: .*no encryption/);
    const plain = await makePostgresDatabase();
    const settings = { ...env(''), DATABASE_URL: `${plain.url}?sslmode=require` };
    assert.match(await refusal(settings), /The server does not support SSL connections/);
    await plain.drop();
  });

  it('says what is wrong with a mode or a file', async () => {
    assert.equal(
      await refusal(env('?sslmode=prefer'), 78),
      'sslmode of a database URL must be one of disable, require, verify-ca and verify-full.\n',
    );
    assert.equal(
      await refusal(env('?sslmode=verify-ca'), 78),
      'sslmode=verify-ca needs the authority: set DATABASE_CA_FILE.\n',
    );
    const missing = join(folder, 'nowhere.pem');
    assert.equal(
      await refusal(env('?sslmode=verify-full', { DATABASE_CA_FILE: missing }), 78),
      `The certificate file ${missing} cannot be read: ENOENT.\n`,
    );
  });
});
