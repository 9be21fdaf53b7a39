import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { useDispatchBench } from '../../../test/helpers/sms/dispatch-bench.ts';
import { queueMessages, readMessage, storeJob } from '../../../test/helpers/sms/outbox.ts';
import { until } from '../../../test/helpers/until.ts';
import { hourMs } from '../../kit/time/units.ts';
import { cancel } from '../messages/cancel.ts';
import type { SubmitResult } from '../providers/provider.ts';

describeOnBothEngines('messages of a job that come back to the outbox', (engine) => {
  const bench = useDispatchBench(engine);
  const busy: SubmitResult = { outcome: 'busy', error: 'try later' };
  const finishedAt = async (id: number) => {
    const job = bench.db.read.selectFrom('sms_jobs').select('finished_at').where('id', '=', id);
    return (await job.executeTakeFirstOrThrow()).finished_at;
  };

  it('end with their credits back where the job was cancelled while they were with the provider', async () => {
    const job = await storeJob(bench.db, 1, 'Maji');
    const [first = 0, second = 0] = await queueMessages(bench.db, 2, { job_id: job, body: null });
    const [other = 0] = await queueMessages(bench.db, 1);
    let answer: (result: SubmitResult) => void = () => {};
    const answered = new Promise<SubmitResult>((resolve) => {
      answer = resolve;
    });
    bench.provider.answer = () => answered;
    const running = bench.run();
    await until(async () => bench.provider.taken.length > 0);
    const deps = { db: bench.db, clock: () => bench.outbox.clock.now, onEvents: () => {} };
    // Nothing waits that could be cancelled at once, and yet the cancelling counts.
    await cancel(deps, { userId: 1, jobId: job });
    answer(busy);
    await running;
    const read = async () =>
      await Promise.all([first, second, other].map((id) => bench.statusOf(id)));
    assert.deepEqual(await read(), ['cancelled', 'cancelled', 'sending']);
    const refunds = (await bench.outbox.refunded()).map(({ id }) => id);
    assert.deepEqual(refunds.sort(), [first, second]);
    assert.equal(await finishedAt(job), bench.outbox.clock.now);
    const { due_at, error } = await readMessage(bench.db, first);
    assert.deepEqual([due_at, error], [null, null]);
    bench.provider.taken.length = 0;
    bench.provider.answer = () => ({ outcome: 'accepted', refs: [] });
    await bench.advance(hourMs);
    assert.deepEqual(
      bench.provider.taken.map(({ id }) => id),
      [other],
    );
    await assert.rejects(cancel(deps, { userId: 1, jobId: job }), /Nothing is left to cancel/);
  });

  it('open the job again that was finished without them', async () => {
    const job = await storeJob(bench.db, 1, 'Maji');
    const inDoubt = { job_id: job, body: null, class: 'promotional' };
    const [id = 0] = await queueMessages(bench.db, 1, inDoubt);
    bench.provider.answer = () => ({ outcome: 'unknown', error: 'no answer' });
    await bench.run();
    assert.equal(await bench.statusOf(id), 'unknown');
    assert.notEqual(await finishedAt(job), null);
    bench.provider.answerLate(id, busy);
    await bench.outbox.dispatcher.idle();
    assert.equal(await bench.statusOf(id), 'sending');
    assert.equal(await finishedAt(job), null);
    bench.provider.answer = () => ({ outcome: 'accepted', refs: [] });
    await bench.advance(hourMs);
    assert.equal(await bench.statusOf(id), 'sent');
    assert.equal(await finishedAt(job), bench.outbox.clock.now);
  });
});
