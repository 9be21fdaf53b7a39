import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeStorage, type Storage } from '../../test/helpers/server/kisima-process.ts';
import { runKisima } from '../../test/helpers/server/run-kisima.ts';
import { readConfig } from '../config.ts';
import { withDatabase } from './open-database.ts';

describe('kisima doctor', () => {
  let storage: Storage;
  before(async () => {
    storage = await makeStorage('sqlite');
  });
  after(() => storage.remove());

  it('needs a database', async () => {
    const { code, stdout, stderr } = await runKisima(['doctor'], storage.env);
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /^There is no database in /);
  });

  it('takes no arguments', async () => {
    const { code, stderr } = await runKisima(['doctor', 'now'], storage.env);
    assert.equal(code, 2);
    assert.match(stderr, /^error: too many arguments for 'doctor'.*\n$/);
  });

  it('ends with 0 where the credits add up', async () => {
    await runKisima(['migrate'], storage.env);
    const { code, stdout } = await runKisima(['doctor'], storage.env);
    assert.deepEqual(
      [code, stdout],
      [
        0,
        'The database is whole.\nThe credits add up: 0 accounts, 0 ledger entries, 0 messages.\n',
      ],
    );
  });

  it('ends with 1 where they do not, and says where', async () => {
    const account = { user_id: 7, quota: 5, used: 0, created_at: 0 };
    await withDatabase(readConfig(storage.env), async ({ write }) => {
      await write.insertInto('sms_accounts').values(account).execute();
    });
    const { code, stdout, stderr } = await runKisima(['doctor'], storage.env);
    assert.deepEqual([code, stderr], [1, '']);
    assert.equal(
      stdout,
      'The database is whole.\n' +
        'Accounts whose balance is not the sum of their ledger entries:\n' +
        '  account 7: quota 5, used 0; by its entries 0 and 0\n' +
        'The credits do not add up.\n',
    );
  });
});
