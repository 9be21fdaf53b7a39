import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { makeTestFolder } from '../helpers/server/test-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Runs a command into a pipe whose reader has gone before the command has loaded.
 * @returns its status and its standard error.
 */
async function intoClosedPipe(script: string, args: string[], env: Record<string, string> = {}) {
  const pipe = '{ "$@"; echo "status $?" >&2; } | true';
  const { PATH = '' } = process.env;
  const { stderr } = await execa('sh', ['-c', pipe, 'sh', process.execPath, script, ...args], {
    cwd: root,
    env: { PATH, ...env },
    extendEnv: false,
    stdin: 'ignore',
  });
  return stderr;
}

describe('a command whose output nobody reads any more', () => {
  for (const args of [['--help'], ['--version'], ['users', '--help'], ['serve', '--help']]) {
    it(`ends without a word: ${args.join(' ')}`, async () => {
      assert.equal(await intoClosedPipe('src/cli/kisima.ts', args), 'status 141');
    });
  }

  it('ends without a word where it is the server that only says what it takes', async () => {
    assert.equal(await intoClosedPipe('src/main.ts', ['--help']), 'status 141');
  });

  let folder: string;
  before(async () => {
    folder = await makeTestFolder('closed-pipe');
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('ends without a word after its work', async () => {
    const env = { DATA_DIR: join(folder, 'data') };
    assert.equal(await intoClosedPipe('src/cli/kisima.ts', ['migrate'], env), 'status 141');
    assert.equal(await intoClosedPipe('src/cli/kisima.ts', ['doctor'], env), 'status 141');
  });

  it('ends the demo too', async () => {
    const env = { DATA_DIR: join(folder, 'demo'), PORT: '0' };
    assert.equal(await intoClosedPipe('src/main.ts', ['--demo'], env), 'status 141');
  });
});
