import { toEmailKey } from '../../accounts/sign-in.ts';
import { failures } from '../../kit/api/api-error.ts';
import { normalisePhone } from '../../kit/text/phone.ts';
import type { Target } from './queries.ts';
import type { Addressee } from './share.ts';

type Given<T> = T | null | undefined;

/**
 * What a request is about: a device or a group.
 * @throws ApiError 400 for both or neither of them.
 */
export function readTarget({
  device_id,
  group_id,
}: {
  device_id?: Given<string>;
  group_id?: Given<number>;
}): Target {
  const hasDevice = typeof device_id === 'string';
  if (hasDevice === (typeof group_id === 'number')) {
    const message = 'or group_id must be given, and not both';
    throw failures.invalid([{ field: 'device_id', message }]);
  }
  // One that is no number of ours is nobody's.
  if (hasDevice && !/^[1-9]\d{0,14}$/.test(device_id)) throw failures.notFound('Device');
  return hasDevice ? { deviceId: Number(device_id) } : { groupId: Number(group_id) };
}

/**
 * Whom a request invites, by e-mail or by phone.
 * @throws ApiError 400 for both or neither of them, and for a number that is none of a Kenyan mobile.
 */
export function readAddressee({
  email,
  phone,
}: {
  email?: Given<string>;
  phone?: Given<string>;
}): Addressee {
  const hasEmail = typeof email === 'string';
  if (hasEmail === (typeof phone === 'string')) {
    throw failures.invalid([{ field: 'email', message: 'or phone must be given, and not both' }]);
  }
  if (hasEmail) return { email, emailKey: toEmailKey(email) };
  const normalised = normalisePhone(phone);
  if (normalised === undefined) {
    throw failures.invalid([{ field: 'phone', message: 'must be a Kenyan mobile number' }]);
  }
  return { phone: normalised };
}
