import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { runKisima, type Storage, startKisima } from './kisima-process.ts';
import { openStored } from './open-stored.ts';
import { openSmsAccount, postSms } from './sms-client.ts';
import { type StrikingSmsc, startStrikingSmsc } from './striking-smsc.ts';

type Kills = {
  storage: Storage;
  /** Jobs, one after the other; every second one is promotional. */
  jobs: number;
  numbers: number;
  killsEach: number;
  /** From 0 to 1: how far into its part of the job each kill comes. */
  random: () => number;
};

/** What the kills did, as the SMSC saw it. */
export type Toll = {
  messages: number;
  kills: number;
  /** Messages that came twice; all of them transactional, and in hand at a kill. */
  doubled: number;
  /** Promotional ones that were in hand at a kill and are `unknown`, and how many of them had come. */
  unknown: number;
  unknownThatCame: number;
};

/** Most submits without an answer: what one kill may double. */
const window = 100;

type Job = { id: number; to: string[]; class: string };

/**
 * Kills a server again and again while it sends, and starts it again on what it left. In the end every
 * number has its message, and the ledger adds up.
 */
export async function surviveSmsKills(given: Kills): Promise<Toll> {
  const { storage, killsEach, numbers, random } = given;
  const smsc = await startStrikingSmsc();
  const env = { ...storage.env, ...settingsFor(smsc.port) };
  const toll: Toll = { messages: 0, kills: 0, doubled: 0, unknown: 0, unknownThatCame: 0 };
  let server = await startKisima(env);
  const account = await openSmsAccount(server.url);

  for (let count = 1; count <= given.jobs; count += 1) {
    const to = numbersOf(count, numbers);
    const messageClass = count % 2 === 1 ? 'transactional' : 'promotional';
    const body = { to, message: 'Water is back in your street.', class: messageClass };
    const share = numbers / killsEach;
    let struck = smsc.strikeAfter(random() * share, () => server.kill('SIGKILL'));
    const { job_id } = await postSms<{ job_id: number }>(server.url, '/v1/sms/bulk', account, body);
    const job = { id: job_id, to, class: messageClass };
    for (let kill = 1; kill <= killsEach; kill += 1) {
      if (!(await Promise.race([struck, waitForEnd(storage, job)]))) break;
      await server.ended;
      toll.kills += 1;
      if (kill < killsEach) {
        struck = smsc.strikeAfter(random() * share, () => server.kill('SIGKILL'));
      }
      server = await startKisima(env);
    }
    smsc.sheathe();
    await waitForEnd(storage, job);
    await takeToll(storage, smsc, job, toll);
  }

  await server.stop();
  await smsc.close();
  assert.ok(toll.doubled <= toll.kills * window, `${toll.doubled} doubled by ${toll.kills} kills`);
  const doctor = await runKisima(['doctor'], storage.env);
  assert.equal(doctor.code, 0, doctor.stdout + doctor.stderr);
  return toll;
}

function settingsFor(port: number): Record<string, string> {
  return {
    SMPP_URL: `smpp://kisima:secret@127.0.0.1:${port}`,
    SMPP_WINDOW: String(window),
    SMS_TRIAL_CREDITS: '1000000',
    SMS_LEASE_SECONDS: '0.5',
  };
}

/** Numbers that no other job has. */
function numbersOf(job: number, count: number): string[] {
  return Array.from(
    { length: count },
    (_, index) => `2547${String(job * 100_000 + index).padStart(8, '0')}`,
  );
}

/** Resolves, with false, once nothing of the job is left to send. */
async function waitForEnd(storage: Storage, { id }: Job): Promise<false> {
  const { db, close } = openStored(storage);
  try {
    for (;;) {
      const job = await db
        .selectFrom('sms_jobs')
        .select('finished_at')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      if (job.finished_at !== null) return false;
      await pause(20);
    }
  } finally {
    await close();
  }
}

/** Holds what the SMSC has seen of a job against what is stored of it. */
async function takeToll(
  storage: Storage,
  { seen }: StrikingSmsc,
  job: Job,
  toll: Toll,
): Promise<void> {
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
  assert.ok(toll.unknown <= toll.kills * window, `${toll.unknown} unknown by ${toll.kills} kills`);
}
