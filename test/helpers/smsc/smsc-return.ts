import { setTimeout as pause } from 'node:timers/promises';
import { openStored } from '../database/open-stored.ts';
import { makeStorage, type Storage, startKisima } from '../server/kisima-process.ts';
import { openSmsAccount, postSms, type SmsAccount } from '../sms/sms-client.ts';
import { numbersOf } from '../soak/sms-toll.ts';
import { type MoodySmsc, startMoodySmsc } from './moody-smsc.ts';

/** Ways in which an SMSC is away for a while. */
export const faults = ['TCP drop', 'SYSERR', 'SIGKILL', 'unbind'] as const;
export type Fault = (typeof faults)[number];

/** Measurements of one return; times in milliseconds after it. */
export type Return = {
  fault: Fault;
  window: number;
  /** Until the next message of the job came. */
  jobGoesOn: number;
  /** Until a single send was taken. */
  singleIsSent: number;
  messages: number;
  /** Messages that came more than once, and how often the worst one came. */
  repeated: number;
  mostCopies: number;
};

/** Outage of an SMSC that is killed, or that answers that it cannot. */
const awayMs = 5000;
/** A message that is not there by then does not come. */
const patienceMs = 90_000;

/** Sends a job, has the SMSC go away with a full window, and measures what happens when it is back. */
export async function measureReturn(fault: Fault, window: number): Promise<Return> {
  const storage = await makeStorage('sqlite');
  const smsc = await startMoodySmsc();
  const server = await startKisima({
    ...storage.env,
    SMPP_URL: `smpp://kisima:secret@127.0.0.1:${smsc.port}`,
    SMPP_WINDOW: String(window),
    SMS_TRIAL_CREDITS: '1000000',
  });
  try {
    const account = await openSmsAccount(server.url);
    const to = numbersOf(window, 500 + 4 * window);
    const job = { to, message: 'Water is back in your street.' };
    await postSms(server.url, '/v1/sms/bulk', account, job);
    await until(() => smsc.count() >= 50 + window);
    const back = await goAway(smsc, fault, window);
    const [jobGoesOn, singleIsSent] = await Promise.all([
      firstAfter(smsc, back, new Set(to)),
      firstSingle(server.url, account, back),
    ]);
    await waitForEnd(storage);
    const copies = to.map((phone) => smsc.arrivals.get(phone.replace(/^\+/, ''))?.length ?? 0);
    return {
      fault,
      window,
      jobGoesOn,
      singleIsSent,
      messages: copies.filter((count) => count > 0).length,
      repeated: copies.filter((count) => count > 1).length,
      mostCopies: Math.max(...copies),
    };
  } finally {
    await server.stop();
    await smsc.close();
    await storage.remove();
  }
}

/** @returns when the SMSC is back. */
async function goAway(smsc: MoodySmsc, fault: Fault, window: number): Promise<number> {
  if (fault === 'SYSERR') {
    smsc.tell({ order: 'mood', mood: 'fails' });
    await pause(awayMs);
    const back = smsc.taking();
    smsc.tell({ order: 'mood', mood: 'takes' });
    return await back;
  }
  const before = smsc.count();
  smsc.tell({ order: 'mood', mood: 'holds' });
  await until(() => smsc.count() >= before + window);
  await pause(200);
  if (fault === 'SIGKILL') return await smsc.dieFor(awayMs);
  const back = smsc.taking();
  smsc.tell({ order: fault === 'TCP drop' ? 'drop' : 'unbind' });
  return await back;
}

async function firstAfter(smsc: MoodySmsc, back: number, job: Set<string>): Promise<number> {
  let first: number | undefined;
  await until(() => {
    const times = [...smsc.arrivals].filter(([phone]) => job.has(phone)).flatMap(([, at]) => at);
    const after = times.filter((at) => at > back);
    if (after.length > 0) first = Math.min(...after);
    return first !== undefined;
  });
  return (first ?? Number.NaN) - back;
}

/** Tries every quarter of a second at first, then every two, since a key has 60 requests a minute. */
async function firstSingle(url: string, account: SmsAccount, back: number): Promise<number> {
  for (let tries = 1; Date.now() < back + patienceMs; tries += 1) {
    const message = { to: `07${String(90_000_000 + tries)}`, message: 'Tank 3 is empty' };
    const { message: said } = await postSms<{ message: string }>(
      url,
      '/v1/sms/send',
      account,
      message,
    ).catch(() => ({ message: '' }));
    if (said === 'SMS sent') return Date.now() - back;
    await pause(tries < 12 ? 250 : 2000);
  }
  return Number.NaN;
}

/** Resolves once nothing is left to send, or after a while in which something always was. */
async function waitForEnd(storage: Storage): Promise<void> {
  const { db, close } = openStored(storage);
  const end = Date.now() + 2 * patienceMs;
  for (let left = 1; left > 0 && Date.now() < end; await pause(200)) {
    const row = await db
      .selectFrom('sms_messages')
      .select(({ fn }) => fn.countAll<number>().as('left'))
      .where('due_at', 'is not', null)
      .executeTakeFirstOrThrow();
    left = Number(row.left);
  }
  await close();
}

async function until(holds: () => boolean): Promise<void> {
  const end = Date.now() + patienceMs;
  while (!holds() && Date.now() < end) await pause(5);
}
