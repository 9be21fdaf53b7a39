import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import about from '../../package.json' with { type: 'json' };
import {
  makeStorage,
  runKisimaAlone,
  type Storage,
} from '../../test/helpers/server/kisima-process.ts';
import { runKisima } from '../../test/helpers/server/run-kisima.ts';
import { describeOnBothEngines } from '../../test/helpers/server/test-server.ts';

describe('kisima', () => {
  it('says what it can do', async () => {
    for (const args of [[], ['help'], ['--help']]) {
      const { code, stdout, stderr } = await runKisimaAlone(args);
      assert.deepEqual([code, stderr], [0, '']);
      for (const command of [
        ...['serve', 'migrate', 'backup', 'restore <file>', 'copy', 'doctor'],
        ...['sms', 'users', 'user', 'simulate'],
      ]) {
        assert.match(stdout, new RegExp(`^ {2}${command} .*\\w`, 'm'));
      }
    }
  });

  it('says of each command what it takes, and does nothing', async () => {
    for (const [args, usage] of [
      [['serve'], 'serve [options]'],
      [['backup'], 'backup [options] [file]'],
      [['sms', 'grant'], 'sms grant [options] <email> <credits> [note]'],
      [['user', 'promote'], 'user promote [options] <email>'],
    ] as const) {
      const { code, stdout, stderr } = await runKisima([...args, '--help']);
      assert.deepEqual([code, stderr], [0, '']);
      assert.equal(stdout.split('\n')[0], `Usage: kisima ${usage}`);
    }
  });

  it('says its version', async () => {
    const { code, stdout } = await runKisimaAlone(['--version']);
    assert.deepEqual([code, stdout], [0, `${about.version}\n`]);
  });

  it('refuses what it does not know in one line', async () => {
    for (const args of [['water'], ['constructor'], ['--fast'], ['sms', 'buy']]) {
      const { code, stdout, stderr } = await runKisima(args);
      assert.deepEqual([code, stdout], [2, '']);
      const words = stderr.replace(/command|option/, 'command or option');
      const expected = `unknown command or option '${args.at(-1)}' (--help tells more)`;
      assert.equal(words, `error: ${expected}\n`);
    }
  });

  it('makes no file by the name of an option', async () => {
    for (const name of ['--help', '-h', '--version']) {
      await runKisima(['backup', name]);
      await runKisima(['backup', '--', name]);
      assert.equal(existsSync(name), false);
    }
  });

  it('ends where no data folder can be made, and says so', async () => {
    const reasons = {
      '/proc/x': 'no such file or directory',
      '/etc/passwd': 'file already exists',
    };
    for (const [folder, reason] of Object.entries(reasons)) {
      const { code, stderr } = await runKisimaAlone(['serve'], { DATA_DIR: folder });
      const expected = `The data folder ${folder} cannot be made: ${reason}.\n`;
      assert.deepEqual([code, stderr], [2, expected]);
    }
  });

  it('reads the same environment as the server, and refuses the same of it', async () => {
    for (const args of [['migrate'], ['backup', 'file'], ['restore', 'file'], ['serve']]) {
      const { code, stdout, stderr } = await runKisima(args, {
        TOKEN_HOURS: 'many',
        PORT: '-1',
      });
      assert.deepEqual([code, stdout], [78, '']);
      assert.match(
        stderr,
        /^PORT .+\nTOKEN_HOURS .+\ndocs\/settings\.md describes every setting\.\n$/,
      );
    }
  });
});

describeOnBothEngines('kisima migrate', (engine) => {
  let storage: Storage;
  before(async () => {
    storage = await makeStorage(engine);
  });
  after(() => storage.remove());

  it('brings the schema up to date once', async () => {
    const first = await runKisima(['migrate'], storage.env);
    assert.deepEqual([first.code, first.stderr], [0, '']);
    assert.match(first.stdout, /^Done: 001-accounts\b.*\.\n$/);
    const second = await runKisima(['migrate'], storage.env);
    assert.deepEqual([second.code, second.stdout], [0, 'The database is up to date.\n']);
  });

  it('takes no argument but --distribute', async () => {
    const { code, stderr } = await runKisima(['migrate', 'back'], storage.env);
    assert.equal(code, 2);
    assert.match(stderr, /^error: too many arguments for 'migrate'.*\n$/);
  });

  it('says where Citus is missing, once the schema is up to date', async () => {
    const { code, stderr } = await runKisima(['migrate', '--distribute'], storage.env);
    assert.equal(code, 2);
    assert.match(
      stderr,
      engine === 'sqlite' ? /^Set DATABASE_URL: / : /^The extension citus is not /,
    );
  });
});
