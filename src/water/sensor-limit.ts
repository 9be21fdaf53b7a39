import { type ApiError, failures } from '../kit/api/failures/api-error.ts';

/** Returns the failure for one sensor more than a device may have. */
export function tooManySensors(sensorsPerDevice: number): ApiError {
  return failures.conflict(
    'too_many_sensors',
    `A device may have at most ${sensorsPerDevice} sensors, and this one has no room for another; ` +
      'its owner can remove those that are no longer used.',
  );
}
