import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Member } from './members.ts';

/** Asks each process again and again which jobs it does. */
export type LeaderWatch = {
  /** To be called while the database is away: who led before may lose a job and win it back. */
  newEra: () => void;
  /** Resolves once each job that any process knows has exactly one leader. */
  settled: () => Promise<void>;
  /** Fails where two processes did one job at a time; resolves with how often a job changed hands. */
  stop: () => Promise<{ jobs: number; changes: number }>;
};

/** From one look that found a process leading to the next one; it led all the time between. */
type Reign = { member: number; from: number; until: number };

type Look = { life: string; startedAt: number; endedAt: number; leads: Map<string, boolean> };

const everyMs = 50;
const settlesWithinMs = 60_000;

/** @param over is aborted when nobody asks any more. */
export function watchLeaders(members: readonly Member[], over: AbortSignal): LeaderWatch {
  const latest = new Map<number, Look>();
  const reigns = new Map<string, Reign[]>();
  const lastLeader = new Map<string, string>();
  let era = 0;
  let changes = 0;
  let isStopped = false;

  const note = (member: number, look: Look): void => {
    const before = latest.get(member);
    latest.set(member, look);
    for (const [job, leads] of look.leads) {
      if (!leads) continue;
      const last = lastLeader.get(job);
      if (last !== look.life && last !== undefined) changes += 1;
      lastLeader.set(job, look.life);
      if (before?.life !== look.life || !before.leads.get(job)) continue;
      const reign = { member, from: before.endedAt, until: look.startedAt };
      const all = reigns.get(job) ?? [];
      reigns.set(job, [...all.filter((each) => each.until > reign.from - 5000), reign]);
      for (const other of all) assertApart(job, other, reign);
    }
  };

  const lookAt = async (member: Member, index: number): Promise<void> => {
    const life = `${index}/${member.life()}/${era}`;
    const startedAt = performance.now();
    const answer = await member.request('GET', '/metrics').catch(() => undefined);
    const isSameLife = life === `${index}/${member.life()}/${era}`;
    if (!answer || !isSameLife) return void latest.delete(index);
    note(index, { life, startedAt, endedAt: performance.now(), leads: readLeads(answer.text) });
  };

  const watch = async () => {
    while (!isStopped && !over.aborted) {
      await Promise.all(members.map(lookAt));
      await pause(everyMs);
    }
  };
  const watching = watch();
  watching.catch(() => {});

  const leadersOf = (job: string) =>
    [...latest.values()].filter(({ leads }) => leads.get(job) === true).length;
  const allJobs = () => [
    ...new Set([...latest.values()].flatMap(({ leads }) => [...leads.keys()])),
  ];

  return {
    newEra: () => {
      era += 1;
      latest.clear();
    },
    settled: async () => {
      const signal = AbortSignal.timeout(settlesWithinMs);
      const isSettled = () =>
        latest.size === members.length &&
        allJobs().length > 0 &&
        allJobs().every((job) => leadersOf(job) === 1);
      while (!isSettled()) {
        const counts = allJobs().map((job) => `${job}: ${leadersOf(job)}`);
        assert.ok(!signal.aborted, `leaders do not settle: ${counts.join(', ')}`);
        await Promise.race([pause(everyMs), watching]);
      }
    },
    stop: async () => {
      isStopped = true;
      await watching;
      return { jobs: allJobs().length, changes };
    },
  };
}

function assertApart(job: string, one: Reign, other: Reign): void {
  const overlap = Math.min(one.until, other.until) - Math.max(one.from, other.from);
  assert.ok(one.member === other.member || overlap <= 0, `${job} has had two leaders at a time`);
}

function readLeads(metrics: string): Map<string, boolean> {
  const lines = metrics.matchAll(/^kisima_job_leader\{task="([^"]+)"\} ([01])$/gm);
  return new Map([...lines].map(([, job = '', leads]) => [job, leads === '1']));
}
