import type { Component } from '../kit/async/components.ts';
import type { Candidacy } from '../kit/async/loop.ts';

/** Elects the process that does a job, for jobs that one process at a time may do on a database. */
export type Leadership = {
  /** Enters this process for a job, by a name that is the same in every process. */
  candidate: (job: string) => Candidacy;
  /** Every job that this process is entered for; true if this process does it. */
  jobs: () => ReadonlyMap<string, boolean>;
  component: Component;
};

/** For an embedded database: its only process does every job. */
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
