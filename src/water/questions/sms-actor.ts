import type { Actor } from '../../accounts/audit/queries.ts';
import type { Asker } from './queries.ts';

/** Who did what an SMS asked for, for the device's log, and the account whose webhook brought it. */
export function smsActor(
  { personId, accountId }: Asker,
  phone: string,
): { by: NonNullable<Actor>; facts: { by_sms_of_account: string } } {
  return {
    by: { userId: personId, address: `SMS ${phone}` },
    facts: { by_sms_of_account: String(accountId) },
  };
}
