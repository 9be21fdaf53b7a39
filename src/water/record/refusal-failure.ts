import { type ApiError, failures } from '../../kit/api/failures/api-error.ts';
import { type FaultText, fault } from '../../kit/api/failures/faults.ts';
import { fromFuture } from '../recorded-at.ts';
import { tooManySensors } from '../sensor-limit.ts';
import type { Refusal } from './batch-parts.ts';
import { deviceSource, type NewReading } from './reading.ts';

/** What is answered for a reading that was not stored. */
export function refusalFailure(
  refusal: Refusal,
  reading: NewReading,
  sensorsPerDevice: number,
): ApiError {
  switch (refusal) {
    case 'gone':
      return failures.notFound('Device');
    case 'full':
      return tooManySensors(sensorsPerDevice);
    case 'future':
      return fromFuture();
    case 'no-tank':
      return noLevel(reading, fault('needsTank', { sensor: reading.sensorName }));
    case 'no-sensor-height':
      return noLevel(reading, fault('needsSensorHeight', { sensor: reading.sensorName }));
    case 'beyond-tank': {
      const message = fault('beyondTank');
      return failures.invalidField(measuredField(reading), message);
    }
  }
}

function noLevel({ source }: NewReading, message: FaultText): ApiError {
  const field = source === deviceSource ? 'water_level_percent' : 'level';
  return failures.invalidField(field, message);
}

function measuredField({ level_cm, source }: NewReading): string {
  if (level_cm === null) return 'distance_cm';
  return source === deviceSource ? 'water_level_cm' : 'level_cm';
}
