import type { Db } from '../../../db/db.ts';
import { failures } from '../../../kit/api/failures/api-error.ts';
import { fault } from '../../../kit/api/failures/faults.ts';
import type { SmsApi } from '../channels/sms.ts';
import { findSettings } from '../queries.ts';
import type { Secrets } from '../secrets.ts';

/** Change of the SMS API; undefined keeps a field, null removes it. */
type ApiChange = { [K in 'key' | 'base' | 'webhookSecret']: string | null | undefined };

/**
 * Returns the SMS API to store. A key and a webhook's secret belong to the base that they came with, and to
 * no other.
 * @throws ApiError 400 for another base without a key, and for a secret without one.
 */
export async function changeApi(
  { secrets }: { secrets: Secrets },
  trx: Db,
  userId: number,
  { key, base, webhookSecret }: ApiChange,
): Promise<{ sms_api?: string | null }> {
  if (key === null) return { sms_api: null };
  const row = await findSettings(trx, userId);
  const before = secrets.open<SmsApi>(userId, row?.sms_api);
  const isSameBase = (before?.base ?? null) === (base ?? null);
  if (key === undefined && base !== undefined && !isSameBase) {
    throw failures.invalidField('sms_key', fault('smsBaseToo'));
  }
  if (key === undefined && webhookSecret === undefined) return {};
  const kept = isSameBase ? before?.webhookSecret : undefined;
  const api = key === undefined ? before : { key, base: base ?? undefined, webhookSecret: kept };
  if (!api) {
    if (webhookSecret === null) return {};
    throw failures.invalidField('sms_webhook_secret', fault('smsKeyToo'));
  }
  const secret = webhookSecret === undefined ? api.webhookSecret : (webhookSecret ?? undefined);
  return { sms_api: secrets.close(userId, { ...api, webhookSecret: secret }) };
}
