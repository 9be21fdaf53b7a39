import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { registerUser } from '../../../../test/helpers/accounts/accounts.ts';
import {
  describeOnBothEngines,
  useTestServer,
} from '../../../../test/helpers/server/test-server.ts';
import { until } from '../../../../test/helpers/until.ts';
import { dayMs } from '../../../kit/time/units.ts';
import type { SubmitResult } from '../provider.ts';
import { createMoneyWatch, type MoneyWatch } from './watch-money.ts';

const refused: SubmitResult = { outcome: 'busy', error: 'no credit', forMoney: true };
const accepted: SubmitResult = { outcome: 'accepted', refs: [] };

describeOnBothEngines('the want of money at a provider', (engine) => {
  const server = useTestServer({ engine });
  let told = 0;
  /** A watch as each process, and each start, has its own. */
  const start = (): MoneyWatch =>
    createMoneyWatch({
      db: server.db,
      clock: () => server.clock.now,
      log: pino({ level: 'silent' }),
      registry: new Registry(),
      timers: undefined as never,
      leadership: undefined as never,
      notifyOwner: () => {
        told += 1;
      },
    });
  const isRefusing = async () => {
    const row = await server.db.read
      .selectFrom('sms_provider_money')
      .select('is_refusing')
      .where('provider', '=', 'smpp')
      .executeTakeFirst();
    return row?.is_refusing === 1;
  };
  before(async () => {
    const { user } = await registerUser(server);
    await server.db.write
      .updateTable('users')
      .set({ role: 'admin' })
      .where('id', '=', Number(user.id))
      .execute();
  });

  it('ends with what is taken after a restart, and is told once more when it comes again', async () => {
    start().note('smpp', [refused]);
    await until(async () => (await isRefusing()) && told === 1);
    server.clock.advance(2 * dayMs);
    const next = start();
    next.note('smpp', [accepted]);
    await until(async () => !(await isRefusing()));
    next.note('smpp', [accepted, refused]);
    await until(async () => (await isRefusing()) && told === 2);
  });

  it('is stored in the order in which it was heard of', async () => {
    const watch = start();
    for (let round = 0; round < 20; round += 1) {
      watch.note('smpp', [refused]);
      watch.note('smpp', [accepted]);
    }
    watch.note('other', [refused]);
    await until(async () => {
      const { rows } = await countRows();
      return rows === 2;
    });
    assert.equal(await isRefusing(), false);
  });

  const countRows = async () =>
    await server.db.read
      .selectFrom('sms_provider_money')
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
});
