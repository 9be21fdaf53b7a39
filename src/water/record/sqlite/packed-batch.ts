import { nanAsNull } from '../../../kit/nan-as-null.ts';
import { type Batch, type BatchOutcome, refusals } from '../batch-parts.ts';
import {
  type Consequence,
  consequenceKinds,
  type NewReading,
  type RecordedReading,
} from '../reading.ts';

/**
 * A batch and its outcome as they cross to the writer thread and back: one array of numbers in place
 * of an object for each reading, whose every name would be written and read again. Null is NaN.
 */
export type PackedBatch = Omit<Batch, 'readings'> & {
  /** `fieldsIn` numbers for each reading. */
  numbers: Float64Array;
  /** The names of the sensors, each once: most are `main`. */
  sensorNames: string[];
};

const fieldsIn = 14;
const fieldsOut = 13;
const fieldsOfConsequence = 3;

export function packBatch({ readings, ...rest }: Batch): PackedBatch {
  const numbers = new Float64Array(readings.length * fieldsIn);
  const names = new Map<string, number>();
  readings.forEach((reading, index) => {
    const at = index * fieldsIn;
    numbers[at] = reading.deviceId;
    numbers[at + 1] = reading.recordedAt ?? Number.NaN;
    numbers[at + 2] = reading.level ?? Number.NaN;
    numbers[at + 3] = reading.levelCm ?? Number.NaN;
    numbers[at + 4] = reading.volume ?? Number.NaN;
    numbers[at + 5] = reading.temperature ?? Number.NaN;
    numbers[at + 6] = reading.pump ?? Number.NaN;
    numbers[at + 7] = reading.latitude ?? Number.NaN;
    numbers[at + 8] = reading.longitude ?? Number.NaN;
    numbers[at + 9] = reading.status ?? Number.NaN;
    numbers[at + 10] = reading.source;
    numbers[at + 11] = reading.battery ?? Number.NaN;
    numbers[at + 12] = reading.signal ?? Number.NaN;
    numbers[at + 13] = placeOf(reading.sensorName, names);
  });
  return { ...rest, numbers, sensorNames: [...names.keys()] };
}

/** The place of a name among those that have come up, where a new one is the last. */
function placeOf(name: string, places: Map<string, number>): number {
  const known = places.get(name);
  if (known !== undefined) return known;
  places.set(name, places.size);
  return places.size - 1;
}

export function countReadings({ numbers }: PackedBatch): number {
  return numbers.length / fieldsIn;
}

export function unpackReadings(batch: PackedBatch): NewReading[] {
  const { numbers, sensorNames } = batch;
  return Array.from({ length: countReadings(batch) }, (_, index) => {
    const at = index * fieldsIn;
    return {
      deviceId: numbers[at] as number,
      sensorName: sensorNames[numbers[at + 13] as number] as string,
      recordedAt: nanAsNull(numbers[at + 1]),
      level: nanAsNull(numbers[at + 2]) as number,
      levelCm: nanAsNull(numbers[at + 3]),
      volume: nanAsNull(numbers[at + 4]),
      temperature: nanAsNull(numbers[at + 5]),
      pump: nanAsNull(numbers[at + 6]) as NewReading['pump'],
      latitude: nanAsNull(numbers[at + 7]),
      longitude: nanAsNull(numbers[at + 8]),
      status: nanAsNull(numbers[at + 9]),
      source: numbers[at + 10] as number,
      battery: nanAsNull(numbers[at + 11]),
      signal: nanAsNull(numbers[at + 12]),
    };
  });
}

/**
 * What became of the readings, in their order, and behind it the consequences. A reading that was
 * refused has no device, and the reason in place of the sensor.
 */
export function packOutcome({ recorded: readings, consequences }: BatchOutcome): Float64Array {
  const length = readings.length * fieldsOut + consequences.length * fieldsOfConsequence;
  const numbers = new Float64Array(length).fill(Number.NaN);
  readings.forEach((recorded, index) => {
    const at = index * fieldsOut;
    if (typeof recorded === 'string') {
      numbers[at + 1] = refusals.indexOf(recorded);
      return;
    }
    numbers[at] = recorded.device_id;
    numbers[at + 1] = recorded.sensor_no;
    numbers[at + 2] = recorded.recorded_at;
    numbers[at + 3] = recorded.level;
    numbers[at + 4] = recorded.level_cm ?? Number.NaN;
    numbers[at + 5] = recorded.volume ?? Number.NaN;
    numbers[at + 6] = recorded.temperature ?? Number.NaN;
    numbers[at + 7] = recorded.pump ?? Number.NaN;
    numbers[at + 8] = recorded.latitude ?? Number.NaN;
    numbers[at + 9] = recorded.longitude ?? Number.NaN;
    numbers[at + 10] = recorded.status;
    numbers[at + 11] = recorded.source;
    numbers[at + 12] = recorded.pending_commands;
  });
  consequences.forEach(({ kind, deviceId, value }, index) => {
    const at = readings.length * fieldsOut + index * fieldsOfConsequence;
    numbers[at] = consequenceKinds.indexOf(kind);
    numbers[at + 1] = deviceId;
    numbers[at + 2] = value;
  });
  return numbers;
}

export function unpackOutcome(numbers: Float64Array, readings: NewReading[]): BatchOutcome {
  const recorded = readings.map(({ sensorName }, index) => {
    const at = index * fieldsOut;
    const deviceId = nanAsNull(numbers[at]);
    if (deviceId === null) return refusals[numbers[at + 1] as number] ?? 'gone';
    return {
      device_id: deviceId,
      sensor_no: numbers[at + 1] as number,
      recorded_at: numbers[at + 2] as number,
      level: numbers[at + 3] as number,
      level_cm: nanAsNull(numbers[at + 4]),
      volume: nanAsNull(numbers[at + 5]),
      temperature: nanAsNull(numbers[at + 6]),
      pump: nanAsNull(numbers[at + 7]) as RecordedReading['pump'],
      latitude: nanAsNull(numbers[at + 8]),
      longitude: nanAsNull(numbers[at + 9]),
      status: numbers[at + 10] as number,
      source: numbers[at + 11] as number,
      sensor_name: sensorName,
      pending_commands: numbers[at + 12] as number,
    };
  });
  return { recorded, consequences: unpackConsequences(numbers, readings.length * fieldsOut) };
}

function unpackConsequences(numbers: Float64Array, from: number): Consequence[] {
  const consequences: Consequence[] = [];
  for (let at = from; at < numbers.length; at += fieldsOfConsequence) {
    const kind = consequenceKinds[numbers[at] as number];
    if (!kind) throw new Error('a consequence is of a known kind');
    const deviceId = numbers[at + 1] as number;
    consequences.push({ kind, deviceId, value: numbers[at + 2] as number });
  }
  return consequences;
}
