import { setPriority } from 'node:os';

/** A tenth of the weight of a thread of usual niceness (`man 7 sched`, "The nice value"). */
const niceness = 10;

/** Lowers the priority of the calling thread. Only Linux counts niceness by thread. */
export function giveWay(): void {
  if (process.platform === 'linux') setPriority(niceness);
}
