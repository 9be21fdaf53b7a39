import { ApiError, failures } from '../../kit/api-error.ts';
import { isDeviceKey } from '../devices/device-key.ts';
import { identityOf } from '../devices/identity.ts';
import type { KnownDevice, KnownDevices } from './known-devices.ts';

/**
 * The device that a request speaks for.
 * @throws ApiError 404 when no such MAC or serial is registered; 401 when the key is wrong, or
 * missing although the owner requires it.
 */
export async function identifyDevice(
  devices: KnownDevices,
  macAddress: string,
  apiKey: string | null | undefined,
): Promise<KnownDevice> {
  const found = devices.find(identityOf(macAddress));
  // What is known is at hand, and every push would wait for a turn of its own.
  const device = found instanceof Promise ? await found : found;
  if (!device) throw failures.notFound('A device with this MAC address was');
  if (apiKey ? !isDeviceKey(apiKey, device.apiKey) : device.keyRequired) throw invalidKey();
  return device;
}

function invalidKey(): ApiError {
  return new ApiError(401, 'invalid_api_key', 'Invalid API key.', {
    headers: { 'WWW-Authenticate': 'ApiKey' },
  });
}
