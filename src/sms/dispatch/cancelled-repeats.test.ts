import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { useDispatchBench } from '../../../test/helpers/sms/dispatch-bench.ts';
import {
  queueMessages,
  readMessage,
  storeClaimer,
  storeJob,
} from '../../../test/helpers/sms/outbox.ts';
import { until } from '../../../test/helpers/until.ts';
import { hourMs } from '../../kit/time/units.ts';
import { cancel } from '../messages/cancel.ts';
import type { SubmitResult } from '../providers/provider.ts';
import { recoverMessages } from './upkeep/recover.ts';

describeOnBothEngines('messages in doubt of a job that is cancelled', (engine) => {
  const bench = useDispatchBench(engine);
  const noAnswer: SubmitResult = { outcome: 'unknown', error: 'No response' };
  const busy: SubmitResult = { outcome: 'busy', error: 'try later' };
  const cancelJob = (jobId: number) => {
    const deps = { db: bench.db, clock: () => bench.outbox.clock.now, onEvents: () => {} };
    return cancel(deps, { userId: 1, jobId });
  };
  const queueOne = async (given: object = {}) => {
    const job = await storeJob(bench.db, 1, 'Maji');
    const [id = 0] = await queueMessages(bench.db, 1, { job_id: job, body: null, ...given });
    return { job, id };
  };
  /** Whatever time passes, nothing more goes out; the message keeps its doubt, and the job is over. */
  const assertOver = async ({ job, id }: { job: number; id: number }) => {
    const { due_at, status, error } = await readMessage(bench.db, id);
    assert.deepEqual([status, due_at, error === null], ['unknown', null, false]);
    const copies = bench.provider.taken.length;
    bench.provider.answer = () => ({ outcome: 'accepted', refs: [] });
    await bench.advance(hourMs);
    await bench.advance(hourMs);
    assert.equal(bench.provider.taken.length, copies);
    assert.deepEqual(await bench.outbox.refunded(), []);
    const jobs = bench.db.read.selectFrom('sms_jobs').select('finished_at').where('id', '=', job);
    assert.notEqual((await jobs.executeTakeFirstOrThrow()).finished_at, null);
    await assert.rejects(cancelJob(job), /Nothing is left to cancel/);
  };
  /** Cancels the job while its message is with the provider, which then answers so. */
  const cancelMeanwhile = async (job: number, result: SubmitResult, hand: () => Promise<void>) => {
    const { promise, resolve: answer } = Promise.withResolvers<SubmitResult>();
    const before = bench.provider.taken.length;
    bench.provider.answer = () => promise;
    const running = hand();
    await until(async () => bench.provider.taken.length > before);
    await cancelJob(job);
    answer(result);
    await running;
  };

  it('are not sent again where they wait for it', async () => {
    const sent = await queueOne();
    bench.provider.answer = () => noAnswer;
    await bench.run();
    assert.notEqual((await readMessage(bench.db, sent.id)).due_at, null);
    await cancelJob(sent.job);
    await assertOver(sent);
  });

  it('are not sent again where they are lost after it', async () => {
    const sent = await queueOne();
    await cancelMeanwhile(sent.job, noAnswer, () => bench.run());
    await assertOver(sent);
  });

  it('are not sent again where a repeat that was under way is not taken', async () => {
    const sent = await queueOne();
    bench.provider.answer = () => noAnswer;
    await bench.run();
    await cancelMeanwhile(sent.job, busy, () => bench.advance(22_500));
    await assertOver(sent);
  });

  it('are not sent again where their process died', async () => {
    await bench.run();
    const { now } = bench.outbox.clock;
    const claimed_by = await storeClaimer(bench.db, now);
    const sent = await queueOne({ status: 'sending', claimed_by });
    await cancelJob(sent.job);
    await recoverMessages(
      { db: bench.db, unknownRepeats: 2 },
      { now, leasedUntil: now, ahead: now + hourMs },
    );
    await assertOver(sent);
  });

  it('end with their credits back where a late answer says that they were not taken', async () => {
    const { job, id } = await queueOne();
    bench.provider.answer = () => noAnswer;
    await bench.run();
    await cancelJob(job);
    bench.provider.answerLate(id, busy);
    await bench.outbox.dispatcher.idle();
    assert.equal(await bench.statusOf(id), 'cancelled');
    assert.deepEqual(
      (await bench.outbox.refunded()).map((each) => each.id),
      [id],
    );
  });
});
