import type { Actor } from '../../accounts/audit/queries.ts';
import type { Asker } from './queries.ts';

/** Returns the person who acts by SMS, for the device's log, with the account whose webhook passed it on. */
export function smsActor(
  { personId, accountId }: Asker,
  phone: string,
): { by: NonNullable<Actor>; facts: { by_sms_of_account: string } } {
  return {
    by: { userId: personId, address: `SMS ${phone}` },
    facts: { by_sms_of_account: String(accountId) },
  };
}
