import { isDiskFull } from './storage-away.ts';

const remedy = 'Make room on its disk, and start again: nothing that was stored is lost.';

/** What is told of a failure, and where that was for want of room, what to do. */
export function withRemedy(told: string, error: unknown): string {
  return isDiskFull(error) ? `${told.replace(/\.$/, '')}. ${remedy}` : told;
}
