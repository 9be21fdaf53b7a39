import type { QueueFailure, QueueRequest, SetQueue } from './network-servers.ts';
import type { Queued } from './queued.ts';

/**
 * Takes out what waits for a board that was replaced, which may still run somewhere. A network server that no longer
 * knows the board holds nothing for it.
 * @returns why it may still wait there.
 */
export async function emptyQueue(
  set: SetQueue,
  asked: Pick<QueueRequest, 'server' | 'key' | 'signal'>,
  { board, commands }: Queued,
): Promise<QueueFailure | undefined> {
  if (board === undefined || commands.length === 0) return undefined;
  const { devEui, address } = board;
  const result = await set({ ...asked, devEui, address, frames: [] });
  return 'error' in result && result.status !== 404 ? result : undefined;
}

/**
 * True if it is the request that was refused, as network servers do both for a wrong key and for a board that the
 * key's tenant does not have any more. Where the same key is taken for another board it was the board: nobody can
 * take anything out there.
 */
export function isRefusal({ status = 0 }: QueueFailure): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 425 && status !== 429;
}
