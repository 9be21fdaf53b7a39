import { setPriority } from 'node:os';

/** A tenth of the weight of a thread that gives no way (`man 7 sched`, "The nice value"). */
const niceness = 10;

/** Lets other threads go first; called by the thread itself. Only Linux counts niceness by thread. */
export function giveWay(): void {
  if (process.platform === 'linux') setPriority(niceness);
}
