import type { Door, KeyRefusal } from '../../db/tables/device-tables.ts';
import { ApiError } from '../../kit/api/failures/api-error.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { deviceKeyOf, isDeviceKey } from '../devices/device-key.ts';
import type { KnownDevice } from './known-device.ts';
import { isSameSignature, signText } from './signed/canonical.ts';
import type { SentSignature } from './signed/sent-signature.ts';

/** What has shown a key or a secret, or signed, and speaks for the devices of its owner. */
export type Gateway = { device: Pick<KnownDevice, 'ownerId'>; isSigned: boolean };

/** What proves the sender of a request; a signature takes precedence over a key. */
export type Proof = {
  apiKey: string | null | undefined;
  signed?: SentSignature | undefined;
  /** What speaks for the device: of the same owner, it needs no key of its own. */
  gateway?: Gateway | undefined;
  /** The way by which it came; HTTP where that is not said. */
  door?: Door | undefined;
  /** Set where the same device is looked for under another name, so that it has knocked already. */
  isAlias?: boolean;
};

/** What a check of a key came to: why it is refused, or whether it was the one that is in force now. */
type Checked = { refusal: KeyRefusal } | { refusal: undefined; isCurrent: boolean };

type CheckDeps = { secret: Buffer; clock: Clock };

/** Checks by what a request shows that it speaks for a device. */
export function createKeyCheck({ secret, clock }: CheckDeps) {
  /** The key in force, then the one before while that goes on. */
  const keysOf = (device: KnownDevice): string[] => {
    device.apiKey ??= deviceKeyOf(secret, device.id, device.keySalt);
    const { former } = device;
    if (!former || former.until <= clock()) return [device.apiKey];
    return [device.apiKey, deviceKeyOf(secret, device.id, former.salt)];
  };

  const checkSignature = (device: KnownDevice, signed: SentSignature): Checked => {
    const text = signed.text();
    const keys = keysOf(device);
    const place = keys.findIndex((key) => isSameSignature(signText(key, text), signed.tag));
    const apiKey = keys[place];
    if (apiKey === undefined) return { refusal: 'wrong_signature' };
    signed.provenBy = { apiKey, keyNo: device.keyNo - place };
    return { refusal: undefined, isCurrent: place === 0 };
  };

  const check = (device: KnownDevice, { apiKey, signed, gateway }: Proof): Checked => {
    if (signed) return checkSignature(device, signed);
    const place = apiKey ? keysOf(device).findIndex((key) => isDeviceKey(apiKey, key)) : undefined;
    if (place === -1) return { refusal: 'wrong_key' };
    const isSpokenFor = gateway?.device.ownerId === device.ownerId;
    if (device.onlySigned && !(isSpokenFor && gateway.isSigned)) return { refusal: 'unsigned' };
    if (place === undefined && device.keyRequired && !isSpokenFor)
      return { refusal: 'missing_key' };
    return { refusal: undefined, isCurrent: place === 0 };
  };
  return { check, keysOf };
}

/** What is answered to a request that does not show whose it is. */
export function keyFailure(refusal: KeyRefusal): ApiError {
  switch (refusal) {
    case 'wrong_signature':
      return invalidSignature();
    case 'unsigned':
      return unauthorised('signature_required', 'This device takes only signed messages.');
    default:
      return unauthorised('invalid_api_key', 'Invalid API key.', 'ApiKey');
  }
}

export function invalidSignature(): ApiError {
  const message = 'The signature is not one by the key of this device over this request.';
  return unauthorised('invalid_signature', message);
}

function unauthorised(
  code: 'invalid_signature' | 'signature_required' | 'invalid_api_key',
  message: string,
  scheme = 'KisimaSignature',
): ApiError {
  return new ApiError(401, code, message, { headers: { 'WWW-Authenticate': scheme } });
}
