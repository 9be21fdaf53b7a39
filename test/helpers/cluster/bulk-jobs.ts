import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import { openStored } from '../database/open-stored.ts';
import type { Storage } from '../server/kisima-process.ts';
import type { SmsAccount } from '../sms/sms-client.ts';
import type { StrikingSmsc } from '../smsc/striking-smsc.ts';
import { addTolls, type Job, noToll, numbersOf, type SmsToll, takeToll } from '../soak/sms-toll.ts';
import type { RoundRobin } from './round-robin.ts';

/** Posts the nth job wherever somebody answers; every second one is promotional. */
export async function postJob(
  roundRobin: RoundRobin,
  { apiKey }: SmsAccount,
  count: number,
  numbers: number,
): Promise<Job> {
  const to = numbersOf(count, numbers);
  const messageClass = count % 2 === 1 ? 'transactional' : 'promotional';
  const { job_id, queued } = await roundRobin.ask<{ job_id: number; queued: number }>(
    [202],
    'POST',
    '/v1/sms/bulk',
    {
      headers: { 'x-api-key': apiKey, 'idempotency-key': randomUUID() },
      json: { to, message: 'Water is back in your street.', class: messageClass },
    },
  );
  assert.equal(queued, numbers);
  return { id: job_id, to, class: messageClass };
}

const finishedWithinMs = 120_000;

/** Waits until nothing of the jobs is left to send, and holds what came against what is stored. */
export async function settleJobs(
  storage: Storage,
  smsc: StrikingSmsc,
  jobs: readonly Job[],
): Promise<SmsToll> {
  const { db, close } = openStored(storage);
  const signal = AbortSignal.timeout(finishedWithinMs);
  const countUnfinished = async () =>
    (await db.selectFrom('sms_jobs').select('id').where('finished_at', 'is', null).execute())
      .length;
  const statesOfMessages = async () =>
    await db
      .selectFrom('sms_messages')
      .select(['status', 'class', (eb) => eb.fn.countAll<number>().as('count')])
      .select((eb) => [
        eb.fn.count<number>('due_at').as('due'),
        eb.fn.count<number>('claimed_by').as('claimed'),
      ])
      .groupBy(['status', 'class'])
      .execute();
  while ((await countUnfinished()) > 0) {
    if (signal.aborted) assert.fail(`not finished in time: ${inspect(await statesOfMessages())}`);
    await pause(50);
  }
  await close();
  const toll = noToll();
  for (const job of jobs) addTolls(toll, await takeToll(storage, smsc, job));
  return toll;
}
