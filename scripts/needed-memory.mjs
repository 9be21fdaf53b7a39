// What the first `npm start` needs of memory, measured by a control group that allowed less and less.
import { totalmem } from 'node:os';

/** Of `npm ci` and of building the dashboard; the server itself takes a third of it. */
const neededMb = 900;

export const needsMemory = `The first start takes up to ${neededMb} MB: give it so much, be it by swap.`;

/**
 * @param {number} bytes that this process and its children may have, by the machine or by its control group
 * @returns a sentence where they are too few for the first start
 */
export function memoryHere(
  bytes = Math.min(totalmem(), process.constrainedMemory?.() || Infinity),
) {
  const mb = Math.floor(bytes / 2 ** 20);
  if (mb >= neededMb) return undefined;
  return `Only ${mb} MB of memory are here, and it may be killed for that. ${needsMemory}`;
}
