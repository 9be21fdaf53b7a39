import { failures } from '../../kit/api/failures/api-error.ts';
import { fault } from '../../kit/api/failures/faults.ts';
import { type AccountDeps, openAccount } from './open-account.ts';
import { type QuietHours, updateQuietHours } from './queries.ts';
import type { SettingsChanges } from './schemas.ts';

/**
 * Changes what is given and leaves the rest.
 * @throws 400 where quiet hours would begin and end at the same time.
 */
export async function changeSettings(
  deps: AccountDeps,
  { userId, address }: { userId: number; address: string },
  { quiet_hours }: SettingsChanges,
): Promise<QuietHours> {
  const account = await openAccount(deps, userId, address);
  if (quiet_hours === undefined) return account;
  const hours = readQuietHours(quiet_hours);
  await updateQuietHours(deps.db.write, userId, hours);
  return hours;
}

function readQuietHours(hours: { from: string; until: string } | null): QuietHours {
  if (hours === null) return { quiet_from: null, quiet_until: null };
  const [from, until] = [toMinutes(hours.from), toMinutes(hours.until)];
  if (from === until) {
    const message = fault('sameAs', { field: 'quiet_hours.from' });
    throw failures.invalid([{ field: 'quiet_hours.until', message }]);
  }
  return { quiet_from: from, quiet_until: until };
}

function toMinutes(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
