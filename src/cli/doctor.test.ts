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
        'The database is whole.\nThe packed readings are whole: 0 readings in 0 stretches.\n' +
          'The credits add up: 0 accounts, 0 ledger entries, 0 messages.\n',
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
        'The packed readings are whole: 0 readings in 0 stretches.\n' +
        'Accounts whose balance is not the sum of their ledger entries:\n' +
        '  account 7: quota 5, used 0; by its entries 0 and 0\n' +
        'The credits do not add up.\n',
    );
  });

  it('ends with 1 where packed readings are damaged, and says which', async () => {
    await withDatabase(readConfig(storage.env), async ({ write }) => {
      const body = Buffer.from('01012300dcff', 'hex');
      const stretch = { device_id: 4, sensor_no: 2, start_at: 0, last_at: 5, count: 3, body };
      await write.insertInto('packed_readings').values(stretch).execute();
    });
    const { code, stdout } = await runKisima(['doctor'], storage.env);
    assert.equal(code, 1);
    assert.match(
      stdout,
      /Packed readings are damaged:\n {2}device 4, sensor 2, from 1970-01-01T00:00:00.000Z: a body has another sum\n/,
    );
  });
});
