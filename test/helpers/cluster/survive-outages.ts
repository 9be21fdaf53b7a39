import assert from 'node:assert/strict';
import { createRandom, pick, type Random } from '../../../src/simulator/random.ts';
import {
  assertDerivedRowsFit,
  assertNothingIsLost,
  assertNothingIsTwice,
} from '../database/check-stored.ts';
import { readStored } from '../database/stored-readings.ts';
import { registerOwner } from '../server/process-client.ts';
import { runKisima } from '../server/run-kisima.ts';
import { openSmsAccount, type SmsAccount } from '../sms/sms-client.ts';
import type { Job } from '../soak/sms-toll.ts';
import { postJob, settleJobs } from './bulk-jobs.ts';
import { startFleet } from './fleet.ts';
import { watchLeaders } from './leader-watch.ts';
import { startListeners } from './listeners.ts';
import type { Member } from './members.ts';
import { assertRevocationsHold } from './revocations.ts';
import { createRoundRobin } from './round-robin.ts';
import { type Stage, setStage, smsWindow } from './stage.ts';

type Outage = 'kill' | 'fast' | 'immediate';

export type Outages = {
  /** Of what happens, as far as that is ours to say. */
  seed: number;
  devices: number;
  /** From an answer to the next push of a device, on average. */
  everyMs: number;
  kills: number;
  /** Mode of each restart of PostgreSQL. */
  restarts: ('fast' | 'immediate')[];
  /** Most pushes that are acknowledged between one outage and the next. */
  pushesBetween: number;
  jobs: number;
  numbers: number;
  /** Of each process, so that at every outage there are messages to send. */
  messagesPerSecond: number;
};

/**
 * Three processes on one PostgreSQL serve a fleet, SMS jobs and dashboards, while they are killed and
 * started again, and PostgreSQL too. In the end nothing that was acknowledged is lost or doubled.
 * @returns what was seen, for a table.
 */
export async function surviveOutages(given: Outages): Promise<Record<string, number>> {
  const stage = await setStage(given.messagesPerSecond);
  try {
    return await survive(given, stage);
  } finally {
    await stage.clear();
  }
}

async function survive(given: Outages, stage: Stage): Promise<Record<string, number>> {
  const { seed, devices, everyMs } = given;
  const { members, storage, smsc, over } = stage;
  await Promise.all(members.map(({ start }) => start()));
  const roundRobin = createRoundRobin(members, over);
  const url = members[0]?.url() ?? '';
  const owner = await registerOwner(url, devices);
  const account = await openSmsAccount(url);
  const leaders = watchLeaders(members, over);
  const listeners = startListeners(members, owner, over);
  const fleet = startFleet({ devices: owner.devices, roundRobin, seed, everyMs, over });
  const revocations = (withDevice: boolean) =>
    assertRevocationsHold(members, roundRobin, { withDevice });

  const random = createRandom(seed, 'outages');
  const revoked: Promise<number>[] = [];
  const starts: Promise<void>[] = [];
  const jobs: Promise<Job>[] = [];
  const outages = planOutages(given);
  for (const [index, outage] of outages.entries()) {
    if (jobs.length <= (index * given.jobs) / outages.length && jobs.length < given.jobs) {
      jobs.push(postJob(roundRobin, account, jobs.length + 1, given.numbers));
    }
    revoked.push(revocations(false));
    const background = Promise.all([...revoked, ...jobs, ...starts]);
    const pushes = 1 + Math.floor(random() * given.pushesBetween);
    await orFailure(fleet.acknowledged(pushes), background);
    if (outage === 'kill') starts.push(...(await killOne(members, random, starts)));
    else {
      leaders.newEra();
      await stage.postgres.restart(outage);
      leaders.newEra();
    }
  }
  await Promise.all(starts);
  revoked.push(revocations(true));
  const effective = await Promise.all(revoked);
  await fleet.stop();
  const { record } = fleet;
  const [device] = owner.devices;
  assert.ok(device);
  await listeners.assertEachHearsAll(device, record);
  const posted = await Promise.all(jobs);
  const [toll] = await Promise.all([settleJobs(storage, smsc, posted), leaders.settled()]);
  await assertCreditsAreExact(members, account, toll.messages);
  const { changes, jobs: ledJobs } = await leaders.stop();
  await listeners.stop();
  for (const member of members) await member.stop();

  const stored = await readStored(storage);
  assertNothingIsLost(stored, record);
  assertNothingIsTwice(stored, record);
  assertDerivedRowsFit(stored);
  assert.deepEqual([...smsc.repeated], [], 'sent again though nobody died');
  for (const count of [toll.doubled, toll.unknown]) {
    assert.ok(count <= given.kills * smsWindow, `${count} by ${given.kills} kills`);
  }
  const doctor = await runKisima(['doctor'], storage.env);
  assert.equal(doctor.code, 0, doctor.stdout + doctor.stderr);
  return {
    kills: given.kills,
    'restarts of PostgreSQL': given.restarts.length,
    'starts without a database': stage.refusedStarts(),
    'pushes acknowledged': record.acknowledged.length,
    'answers of 503': roundRobin.counts.unavailable,
    'connections broken or refused': roundRobin.counts.broken,
    'readings stored': stored.readings.length,
    'live events heard': listeners.events(),
    messages: toll.messages,
    'messages doubled': toll.doubled,
    'messages unknown': toll.unknown,
    'unknown that came': toll.unknownThatCame,
    'revocations effective': effective.reduce((sum, each) => sum + each, 0),
    'jobs led': ledJobs,
    'leader changes': changes,
  };
}

/** Kills with the restarts of PostgreSQL spread evenly among them. */
function planOutages({ kills, restarts }: Outages): Outage[] {
  const outages: Outage[] = Array.from({ length: kills }, () => 'kill');
  const apart = (kills + 1) / (restarts.length + 1);
  for (const [index, mode] of restarts.entries()) {
    outages.splice(Math.round(apart * (index + 1)) + index, 0, mode);
  }
  return outages;
}

/** Resolves with the work, or fails as soon as what goes on beside it does. */
async function orFailure<T>(work: Promise<T>, beside: Promise<unknown>): Promise<T> {
  const failed = new Promise<never>((_, reject) => void beside.catch(reject));
  return await Promise.race([work, failed]);
}

/**
 * Kills one that is up, and starts it again while all goes on.
 * @returns its start.
 */
async function killOne(
  members: readonly Member[],
  random: Random,
  starts: readonly Promise<void>[],
): Promise<Promise<void>[]> {
  if (!members.some((member) => member.isUp())) await Promise.all(starts);
  const victim = pick(
    random,
    members.filter((member) => member.isUp()),
  );
  await victim.kill();
  return [victim.start()];
}

/** Nobody was given anything back, so each message has cost its credit once. */
async function assertCreditsAreExact(
  members: readonly Member[],
  { token }: SmsAccount,
  messages: number,
): Promise<void> {
  for (const member of members) {
    const { body } = await member.request('GET', '/v1/account', { token });
    const { quota, used, balance } = body as { quota: number; used: number; balance: number };
    assert.deepEqual({ used, balance }, { used: messages, balance: quota - messages });
  }
}
