import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { useDispatchBench } from '../../../test/helpers/sms/dispatch-bench.ts';
import {
  createOutbox,
  fakeProvider,
  queueMessages,
  readMessage,
  storeClaimer,
  storeJob,
} from '../../../test/helpers/sms/outbox.ts';
import { awaited, until } from '../../../test/helpers/until.ts';
import type { Database } from '../../db/database.ts';
import type { Commit } from './commit/committer.ts';

const lost = () => new Error('Connection terminated unexpectedly');

describeOnBothEngines('a commit whose answer is lost', (engine) => {
  const bench = useDispatchBench(engine);

  /** The database, but the answer to the first commit that does so is lost: it takes place, and fails here. */
  const losing = (
    isMeant: (commit: Commit) => boolean,
    meanwhile: () => Promise<void> = async () => {},
  ): Database => {
    let isLost = false;
    return {
      ...bench.db,
      perform: async (work, argument) => {
        const result = await bench.db.perform(work, argument);
        if (isLost || !isMeant(argument as Commit)) return result;
        isLost = true;
        await meanwhile();
        throw lost();
      },
    };
  };
  const start = async (db: Database) => {
    bench.outbox = createOutbox(db, [bench.provider]);
    await bench.outbox.dispatcher.start?.();
  };
  const takenIds = () => bench.provider.taken.map(({ id }) => id).sort((a, b) => a - b);

  it('leaves nothing claimed by a process that does not know of it', async () => {
    const job_id = await storeJob(bench.db, 1, 'Water is back');
    const ids = await queueMessages(bench.db, 3, { job_id, body: null });
    ids.push(...(await queueMessages(bench.db, 1, { job_id, class: 'promotional' })));
    await start(losing(({ waiting }) => waiting !== null));
    await bench.outbox.dispatcher.idle();
    assert.deepEqual(takenIds(), ids);
    for (const id of ids) {
      const { status, claimed_by, attempts } = await readMessage(bench.db, id);
      assert.deepEqual([status, claimed_by, attempts], ['sent', null, 1]);
    }
    const jobs = await bench.db.read.selectFrom('sms_jobs').select('finished_at').execute();
    assert.deepEqual(jobs, [{ finished_at: bench.outbox.clock.now }]);
  });

  it('leaves alone what is in hand', async () => {
    const [inHand = 0] = await queueMessages(bench.db, 1);
    const handed = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    bench.provider.answer = async ({ id }) => {
      handed.resolve();
      if (id === inHand) await gate.promise;
      else gate.resolve();
      return { outcome: 'accepted', refs: [] };
    };
    let isHanded = false;
    await start(losing(({ waiting }) => isHanded && waiting !== null));
    await awaited('the first message', handed.promise);
    isHanded = true;
    const [id = 0] = await queueMessages(bench.db, 1);
    bench.outbox.dispatcher.wake();
    await bench.outbox.dispatcher.idle();
    assert.deepEqual(takenIds(), [inHand, id]);
    assert.deepEqual([await bench.statusOf(inHand), await bench.statusOf(id)], ['sent', 'sent']);
  });

  it('changes nothing when it is repeated that others have done meanwhile', async () => {
    const answers = [
      { outcome: 'busy', error: 'Queue full' },
      { outcome: 'unknown', error: 'No response' },
    ] as const;
    for (const answer of answers) {
      const [id = 0] = await queueMessages(bench.db, 1);
      const claimed_by = await storeClaimer(bench.db, Number.MAX_SAFE_INTEGER);
      bench.provider.answer = () => answer;
      const db = losing(
        ({ updates }) => updates.length > 0,
        async () => {
          const rows = bench.db.write.updateTable('sms_messages').where('id', '=', id);
          await rows.set({ claimed_by }).execute();
        },
      );
      await start(db);
      await bench.outbox.dispatcher.idle();
      const { claimed_by: holder, attempts } = await readMessage(bench.db, id);
      assert.deepEqual([holder, attempts], [claimed_by, 1], answer.outcome);
      await bench.outbox.dispatcher.stop?.();
    }
  });

  it('sends each message once, also where one of three is lost, and in two processes', async () => {
    const ids = await queueMessages(bench.db, 300);
    const names = engine === 'postgres' ? ['one', 'other'] : ['one'];
    const providers = names.map((name) => fakeProvider(name, { batch: 5, abreast: 10 }));
    const outboxes = providers.map((provider) => {
      let commits = 0;
      const perform: Database['perform'] = async (work, argument) => {
        const result = await bench.db.perform(work, argument);
        commits += 1;
        if (commits % 3 === 1) throw lost();
        return result;
      };
      return createOutbox({ ...bench.db, perform }, [provider]);
    });
    for (const { dispatcher } of outboxes) await dispatcher.start?.();
    await until(async () => {
      const waiting = bench.db.read.selectFrom('sms_messages').where('due_at', 'is not', null);
      return (await waiting.select('id').executeTakeFirst()) === undefined;
    });
    for (const { dispatcher } of outboxes) await dispatcher.stop?.();
    const taken = providers.flatMap((provider) => provider.taken.map(({ id }) => id));
    assert.deepEqual(
      taken.sort((a, b) => a - b),
      ids,
    );
    const claimers = await bench.db.read.selectFrom('sms_claimers').selectAll().execute();
    assert.deepEqual(claimers, []);
  });

  it('is waited for where it takes place only later', async (test) => {
    if (engine === 'sqlite') {
      test.diagnostic('an embedded database does one thing after the other');
      return;
    }
    const [id = 0] = await queueMessages(bench.db, 1);
    const end = Promise.withResolvers<void>();
    let late: Promise<void> | undefined;
    await start({
      ...bench.db,
      perform: async (work, argument) => {
        if (late) return await bench.db.perform(work, argument);
        const claimed = Promise.withResolvers<void>();
        late = bench.db.transaction(async (trx) => {
          await work.run(trx, engine, argument);
          claimed.resolve();
          await end.promise;
        });
        await claimed.promise;
        throw lost();
      },
      transaction: async (work) => {
        const result = await bench.db.transaction(work);
        end.resolve();
        return result;
      },
    });
    await awaited('a look for what is claimed', end.promise);
    await late;
    await bench.outbox.dispatcher.idle();
    assert.deepEqual([takenIds(), await bench.statusOf(id)], [[id], 'sent']);
  });
});
