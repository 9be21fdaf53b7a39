import { type FaultText, fault } from '../../kit/api/failures/faults.ts';
import { inSlices } from '../../kit/async/slices.ts';
import { normalisePhone } from '../../kit/text/phone.ts';

export type Rejection = { index: number; to: string | null; error: FaultText };

/** What a list of numbers comes to. */
export type Recipients = {
  /** Each once, in the order in which they first stood, with where that was. */
  phones: string[];
  places: number[];
  duplicates: number;
  rejected: Rejection[];
  rejectedCount: number;
};

/** Rejections that are listed; all are counted. */
const mostListed = 100;

/** Longer entries are answered cut, so that an answer is never larger than its request. */
const longestShown = 100;

/** Normalises numbers and takes each once; entries that are no numbers are left out and listed. */
export async function readRecipients(entries: readonly unknown[]): Promise<Recipients> {
  const seen = new Set<string>();
  const places: number[] = [];
  const rejected: Rejection[] = [];
  let rejectedCount = 0;
  await inSlices(entries, (entry, index) => {
    const phone = normalisePhone(entry);
    if (phone === undefined) {
      rejectedCount += 1;
      if (rejected.length < mostListed) rejected.push(reject(index, entry));
    } else if (!seen.has(phone)) {
      seen.add(phone);
      places.push(index);
    }
  });
  const duplicates = entries.length - rejectedCount - seen.size;
  return { phones: [...seen], places, duplicates, rejected, rejectedCount };
}

function reject(index: number, entry: unknown): Rejection {
  const to = typeof entry === 'string' ? entry.slice(0, longestShown).toWellFormed() : null;
  return { index, to, error: fault('noPhone') };
}
