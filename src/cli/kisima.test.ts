import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeStorage, runKisima, type Storage } from '../../test/helpers/kisima-process.ts';
import { describeOnBothEngines } from '../../test/helpers/test-server.ts';

describe('kisima', () => {
  it('says what it can do', async () => {
    for (const args of [[], ['help'], ['--help']]) {
      const { code, stdout, stderr } = await runKisima(args);
      assert.deepEqual([code, stderr], [0, '']);
      for (const command of ['serve', 'migrate', 'backup FILE', 'restore FILE', 'simulate']) {
        assert.match(stdout, new RegExp(`^ {2}kisima ${command}\\b`, 'm'));
      }
    }
  });

  it('refuses what it does not know, with what it can do', async () => {
    for (const name of ['water', 'constructor', '--fast']) {
      const { code, stdout, stderr } = await runKisima([name]);
      assert.deepEqual([code, stdout], [2, '']);
      assert.ok(stderr.startsWith(`There is no command ${name}.\nUsage:\n`), stderr);
    }
  });

  it('reads the same environment as the server, and refuses the same of it', async () => {
    for (const args of [['migrate'], ['backup', 'file'], ['restore', 'file'], ['serve']]) {
      const { code, stdout, stderr } = await runKisima(args, { TOKEN_HOURS: 'many', PORT: '-1' });
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
    const first = await runKisima(['migrate'], storage.env);
    assert.deepEqual([first.code, first.stderr], [0, '']);
    assert.match(first.stdout, /^Done: 001-accounts\b.*\.\n$/);
    const second = await runKisima(['migrate'], storage.env);
    assert.deepEqual([second.code, second.stdout], [0, 'The database is up to date.\n']);
  });

  it('takes no argument but --distribute', async () => {
    const { code, stderr } = await runKisima(['migrate', 'back'], storage.env);
    assert.deepEqual([code, stderr], [2, 'Usage: kisima migrate [--distribute]\n']);
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
