import type { Door } from '../../../db/tables/device-tables.ts';
import type { createReportRefused } from '../note-device.ts';
import type { SentSignature } from '../signed/sent-signature.ts';
import { readBatch } from './read-batch.ts';
import type { BatchAnswer } from './schemas.ts';
import { type BatchDeps, takeBatch } from './take-batch.ts';

export type ReceiveBatchDeps = BatchDeps & {
  /** Answers 503 where the work would take too long. */
  inTime: <T>(work: Promise<T>) => Promise<T>;
  reportRefused: ReturnType<typeof createReportRefused>;
};

/** A batch as it was sent, by whichever door. */
export type ReceivedBatch = {
  query: object;
  body: unknown;
  signed?: SentSignature | undefined;
  door?: Door | undefined;
};

/**
 * Takes a batch as it was sent; resolves once it is durable, and notes of its device what was sent in vain.
 * @throws ApiError or ValidationFailure, as `readBatch` and `takeBatch`.
 */
export async function receiveBatch(
  deps: ReceiveBatchDeps,
  { query, body, signed, door }: ReceivedBatch,
): Promise<BatchAnswer> {
  try {
    const sent = readBatch(query, body);
    return await deps.inTime(takeBatch(deps, { ...sent, signed, door }));
  } catch (error) {
    // The text of a file is no field, nor are its characters.
    const said = typeof body === 'string' ? query : { ...query, ...(body as object) };
    await deps.reportRefused(said, error, { signed, door });
    throw error;
  }
}
