import { ApiError, failures } from '../../kit/api/api-error.ts';
import { isDeviceKey } from '../devices/device-key.ts';
import { identityOf } from '../devices/identity.ts';
import type { KnownDevice, KnownDevices } from './known-devices.ts';

/**
 * The device that a request speaks for: at once where it is known, so that a push does not take a turn
 * for it.
 * @throws ApiError 404 when no such MAC or serial is registered; 401 when the key is wrong, or
 * missing although the owner requires it.
 */
export function identifyDevice(
  devices: KnownDevices,
  macAddress: string,
  apiKey: string | null | undefined,
): Promise<KnownDevice> | KnownDevice {
  const found = devices.find(identityOf(macAddress));
  return found instanceof Promise
    ? found.then((device) => checkKey(device, apiKey))
    : checkKey(found, apiKey);
}

function checkKey(device: KnownDevice | undefined, apiKey: string | null | undefined): KnownDevice {
  if (!device) throw failures.notFound('A device with this MAC address was');
  if (apiKey ? !isDeviceKey(apiKey, device.apiKey) : device.keyRequired) throw invalidKey();
  return device;
}

function invalidKey(): ApiError {
  return new ApiError(401, 'invalid_api_key', 'Invalid API key.', {
    headers: { 'WWW-Authenticate': 'ApiKey' },
  });
}
