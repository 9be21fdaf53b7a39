import { Unreachable } from '../api/failure.ts';

/**
 * Waits for something to be made. Where no answer came it may have been: its list is loaded again, so that it is
 * seen before somebody makes it a second time.
 */
export async function seenInList<T>(making: Promise<T>, reload: () => unknown): Promise<T> {
  try {
    return await making;
  } catch (error) {
    if (error instanceof Unreachable) reload();
    throw error;
  }
}
