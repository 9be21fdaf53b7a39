import { normalisePhone } from '../../../../src/kit/text/phone.ts';
import type { AddedOptOuts } from '../../api/operations.ts';

/** Returns those of the numbers sent that the server took for none, which names only the first of many. */
export function phonesLeft(
  sent: readonly string[],
  { rejected, rejected_count }: Pick<AddedOptOuts, 'rejected' | 'rejected_count'>,
): string[] {
  if (rejected.length < rejected_count) {
    return sent.filter((phone) => normalisePhone(phone) === undefined);
  }
  return rejected.map(({ index }) => sent[index] ?? '');
}
