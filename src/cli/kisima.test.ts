import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import about from '../../package.json' with { type: 'json' };
import {
  makeStorage,
  runKisimaAlone,
  type Storage,
} from '../../test/helpers/server/kisima-process.ts';
import { describeOnBothEngines } from '../../test/helpers/server/test-server.ts';

describe('kisima', () => {
  it('says what it can do', async () => {
    for (const args of [[], ['help'], ['--help']]) {
      const { code, stdout, stderr } = await runKisimaAlone(args);
      assert.deepEqual([code, stderr], [0, '']);
      for (const command of [
        ...['serve', 'migrate', 'backup <file>', 'restore <file>', 'copy', 'doctor'],
        ...['sms', 'users', 'user', 'simulate'],
      ]) {
        assert.match(stdout, new RegExp(`^ {2}${command} .*\\w`, 'm'));
      }
    }
  });

  it('says of each command what it takes, and does nothing', async () => {
    for (const [args, usage] of [
      [['serve'], 'serve [options]'],
      [['backup'], 'backup [options] <file>'],
      [['sms', 'grant'], 'sms grant [options] <email> <credits> [note]'],
      [['user', 'promote'], 'user promote [options] <email>'],
    ] as const) {
      const { code, stdout, stderr } = await runKisimaAlone([...args, '--help']);
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
      const { code, stdout, stderr } = await runKisimaAlone(args);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, new RegExp(`^error: unknown (command|option) '${args.at(-1)}'\n$`));
    }
  });

  it('makes no file by the name of an option', async () => {
    for (const name of ['--help', '-h', '--version']) {
      await runKisimaAlone(['backup', name]);
      await runKisimaAlone(['backup', '--', name]);
      assert.equal(existsSync(name), false);
    }
  });

  it('says within 5 seconds where no data folder can be made', async () => {
    const start = performance.now();
    const { code, stderr } = await runKisimaAlone(['serve'], { DATA_DIR: '/proc/x' });
    assert.ok(performance.now() - start < 5000);
    assert.equal(code, 2);
    assert.match(stderr, /^The data folder \/proc\/x cannot be made: .+\n$/);
  });

  it('reads the same environment as the server, and refuses the same of it', async () => {
    for (const args of [['migrate'], ['backup', 'file'], ['restore', 'file'], ['serve']]) {
      const { code, stdout, stderr } = await runKisimaAlone(args, {
        TOKEN_HOURS: 'many',
        PORT: '-1',
      });
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, /^PORT .+\nTOKEN_HOURS .+\n$/);
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
    const first = await runKisimaAlone(['migrate'], storage.env);
    assert.deepEqual([first.code, first.stderr], [0, '']);
    assert.match(first.stdout, /^Done: 001-accounts\b.*\.\n$/);
    const second = await runKisimaAlone(['migrate'], storage.env);
    assert.deepEqual([second.code, second.stdout], [0, 'The database is up to date.\n']);
  });

  it('takes no argument but --distribute', async () => {
    const { code, stderr } = await runKisimaAlone(['migrate', 'back'], storage.env);
    assert.equal(code, 2);
    assert.match(stderr, /^error: too many arguments for 'migrate'.*\n$/);
  });

  it('says where Citus is missing, once the schema is up to date', async () => {
    const { code, stderr } = await runKisimaAlone(['migrate', '--distribute'], storage.env);
    assert.equal(code, 2);
    assert.match(
      stderr,
      engine === 'sqlite' ? /^Set DATABASE_URL: / : /^The extension citus is not /,
    );
  });
});
