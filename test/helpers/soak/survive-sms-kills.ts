import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { openStored } from '../database/open-stored.ts';
import { type Storage, startKisima } from '../server/kisima-process.ts';
import { runKisima } from '../server/run-kisima.ts';
import { openSmsAccount, postSms } from '../sms/sms-client.ts';
import { startStrikingSmsc } from '../smsc/striking-smsc.ts';
import { addTolls, type Job, noToll, numbersOf, type SmsToll, takeToll } from './sms-toll.ts';

type Kills = {
  storage: Storage;
  /** Jobs, one after the other; every second one is promotional. */
  jobs: number;
  numbers: number;
  killsEach: number;
  /** From 0 to 1: how far into its part of the job each kill comes. */
  random: () => number;
};

/** Effects of the kills. */
type Toll = SmsToll & { kills: number };

/** Most submits without an answer: what one kill may double. */
const window = 100;

/**
 * Kills a server again and again while it sends, and starts it again on what it left. In the end every
 * number has its message, and the ledger adds up.
 */
export async function surviveSmsKills(given: Kills): Promise<Toll> {
  const { storage, killsEach, numbers, random } = given;
  const smsc = await startStrikingSmsc();
  const env = { ...storage.env, ...settingsFor(smsc.port) };
  const toll: Toll = { ...noToll(), kills: 0 };
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
    addTolls(toll, await takeToll(storage, smsc, job));
    assert.ok(
      toll.unknown <= toll.kills * window,
      `${toll.unknown} unknown by ${toll.kills} kills`,
    );
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
