import assert from 'node:assert/strict';
import { openStored } from '../database/open-stored.ts';
import type { Storage } from '../server/kisima-process.ts';
import type { StrikingSmsc } from '../smsc/striking-smsc.ts';

/** Fate of messages, as their SMSC saw it. */
export type SmsToll = {
  messages: number;
  /** Messages that came twice; all of them transactional, and in hand at a kill. */
  doubled: number;
  /** Promotional ones that were in hand at a kill and are `unknown`, and how many of them had come. */
  unknown: number;
  unknownThatCame: number;
};

export const noToll = (): SmsToll => ({ messages: 0, doubled: 0, unknown: 0, unknownThatCame: 0 });

/** Adds one to the other. */
export function addTolls(
  sum: SmsToll,
  { messages, doubled, unknown, unknownThatCame }: SmsToll,
): void {
  sum.messages += messages;
  sum.doubled += doubled;
  sum.unknown += unknown;
  sum.unknownThatCame += unknownThatCame;
}

export type Job = { id: number; to: string[]; class: string };

/** Numbers that no other job has. */
export function numbersOf(job: number, count: number): string[] {
  return Array.from(
    { length: count },
    (_, index) => `2547${String(job * 100_000 + index).padStart(8, '0')}`,
  );
}

/** Holds what the SMSC has seen of a job against what is stored of it. */
export async function takeToll(
  storage: Storage,
  { seen }: StrikingSmsc,
  job: Job,
): Promise<SmsToll> {
  const toll = noToll();
  const { db, close } = openStored(storage);
  const messages = await db
    .selectFrom('sms_messages')
    .select(['phone', 'status', 'attempts'])
    .where('job_id', '=', job.id)
    .execute();
  const entries = await db
    .selectFrom('sms_ledger')
    .select(['kind', 'credits'])
    .where((eb) => eb.or([eb('job_id', '=', job.id), eb('kind', '=', 'refund')]))
    .execute();
  await close();
  assert.deepEqual(entries, [{ kind: 'charge', credits: -job.to.length }], 'charged once');
  assert.deepEqual(messages.map(({ phone }) => phone).sort(), job.to, 'stored once');
  for (const { phone, status, attempts } of messages) {
    const times = seen.get(phone) ?? 0;
    toll.messages += 1;
    if (job.class === 'transactional') {
      assert.ok(status === 'sent' && times >= 1, `${phone} is ${status}, seen ${times} times`);
      assert.ok(times <= attempts, `${phone} came ${times} times in ${attempts} attempts`);
      toll.doubled += times - 1;
    } else {
      assert.ok(times <= 1, `${phone} is promotional and came ${times} times`);
      assert.ok(status === 'unknown' || (status === 'sent' && times === 1), `${phone} ${status}`);
      toll.unknown += status === 'unknown' ? 1 : 0;
      toll.unknownThatCame += status === 'unknown' ? times : 0;
    }
  }
  return toll;
}
