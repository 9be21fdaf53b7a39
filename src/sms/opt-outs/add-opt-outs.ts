import type { Database } from '../../db/database.ts';
import { type FaultText, fault } from '../../kit/api/failures/faults.ts';
import { inSlices } from '../../kit/async/slices.ts';
import { normalisePhone } from '../../kit/text/phone.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { insertOptOuts } from './queries.ts';

export type Added = {
  added: number;
  rejected: { index: number; to: string | null; error: FaultText }[];
};

type Phones = { phones: string[] };

/** Adds what its owner asks not to be sent to, all of it or nothing; what is no number is rejected. */
export async function addOptOuts(
  { db, clock }: { db: Database; clock: Clock },
  userId: number,
  given: readonly unknown[],
): Promise<Added> {
  const { phones, rejected } = await readPhones(given);
  const now = clock();
  const added = await db.transaction((trx) =>
    insertOptOuts(
      trx,
      phones.map((phone) => ({ user_id: userId, phone, source: 'owner', created_at: now })),
    ),
  );
  return { added, rejected };
}

async function readPhones(given: readonly unknown[]): Promise<Omit<Added, 'added'> & Phones> {
  const phones = new Set<string>();
  const rejected: Added['rejected'] = [];
  await inSlices(given, (entry, index) => {
    const phone = normalisePhone(entry);
    if (phone !== undefined) phones.add(phone);
    else {
      const to = typeof entry === 'string' ? entry.slice(0, 100) : null;
      rejected.push({ index, to, error: fault('noPhone') });
    }
  });
  // In one order everywhere, so that two lists that overlap never wait for each other.
  return { phones: [...phones].sort(), rejected };
}
