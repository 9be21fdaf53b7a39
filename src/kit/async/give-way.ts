import { setPriority } from 'node:os';

/** A tenth of the weight of a thread that gives no way (`man 7 sched`, "The nice value"). */
const niceness = 10;

/**
 * Lets the other threads go first where processors are short; to be called by the thread itself. Only
 * on Linux, which counts niceness by thread: elsewhere it would be the whole program's.
 */
export function giveWay(): void {
  if (process.platform === 'linux') setPriority(niceness);
}
