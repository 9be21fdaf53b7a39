import assert from 'node:assert/strict';
import { readFile, rm, stat } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { execa } from 'execa';
import { installPostgres } from './helpers/database/postgres-program.ts';
import { findFreePort } from './helpers/database/postgres-server.ts';
import { makeTestFolder } from './helpers/server/test-folder.ts';

describe('the PostgreSQL of the tests', () => {
  it('runs without a user of its own, as nobody where root runs it, and leaves no socket', async () => {
    const users = await readFile('/etc/passwd', 'utf8');
    const folder = await makeTestFolder('postgres');
    const program = await installPostgres(folder, []);
    const port = await findFreePort();
    const running = await program.start(['-p', String(port)]);
    const { uid } = await stat(`/proc/${running.pid}`);
    const isRoot = process.getuid?.() === 0;
    const own = isRoot ? Number((await execa`id -u nobody`).stdout) : process.getuid?.();
    assert.deepEqual([uid, program.owner.uid], [own, own]);
    const sockets = await readFile('/proc/net/unix', 'utf8');
    assert.ok(!sockets.includes(`.s.PGSQL.${port}`));
    await running.stop('fast');
    await rm(folder, { recursive: true });
    assert.equal(await readFile('/etc/passwd', 'utf8'), users);
  });
});
