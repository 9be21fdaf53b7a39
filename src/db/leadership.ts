import type { Component } from '../kit/async/components.ts';
import type { Candidacy } from '../kit/async/loop.ts';

/** Which process does the jobs that one at a time is to do, among all that share a database. */
export type Leadership = {
  /** Enters this process for a job; the same name is one job in every process. */
  candidate: (job: string) => Candidacy;
  /** Every job that this process is entered for, and whether it does it. */
  jobs: () => ReadonlyMap<string, boolean>;
  /** To stop after the loops that ask it. */
  component: Component;
};

/** For an embedded database: the process that has it to itself does every job. */
export function createSoleLeadership(): Leadership {
  const jobs = new Map<string, boolean>();
  const { signal } = new AbortController();
  return {
    candidate: (job) => {
      jobs.set(job, true);
      return { lead: async () => signal, resign: async () => void jobs.set(job, false) };
    },
    jobs: () => jobs,
    component: { name: 'leadership' },
  };
}
