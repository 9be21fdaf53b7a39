import type { FastifyRequest } from 'fastify';
import type { Guard } from '../../../accounts/guard.ts';
import { failures } from '../../../kit/api/failures/api-error.ts';
import type { SmsApi } from '../channels/sms.ts';
import { findSettings } from '../queries.ts';
import { findOwnMeans, holdOwnKey, isByOwnAccount, noCredits } from '../settings/own-sms-key.ts';
import type { SettingsDeps } from '../settings/settings.ts';

export type HoldPayer = (
  request: FastifyRequest,
  currentPassword: string | null | undefined,
) => Promise<void>;

/**
 * Creates what sees to it that the SMS account of the caller can pay for others: the account of another SMS
 * service where that is set, else the own one, for which this server has a key or makes itself one.
 * @throws 409 where the account has no credits or trial credits alone, or there is no SMS service here.
 */
export function createHoldPayer(deps: SettingsDeps & { guard: Guard }): HoldPayer {
  const { db, guard, secrets, sms } = deps;
  return async (request, currentPassword) => {
    const { userId } = guard.callerOf(request);
    const api = secrets.open<SmsApi>(userId, (await findSettings(db.read, userId))?.sms_api);
    if (!isByOwnAccount(api)) return;
    if (sms.ownBase() === undefined) {
      throw failures.conflict('no_sms_key', 'Set the API key of an SMS service first.');
    }
    if (currentPassword) await guard.proveOwner(request, { current_password: currentPassword });
    const asker = {
      authorization: request.headers.authorization ?? '',
      address: request.ip,
      currentPassword,
    };
    if ((await findOwnMeans(deps, asker)) !== 'phone') throw noCredits();
    await holdOwnKey(deps, asker, userId);
  };
}
