import { Type } from 'typebox';
import { fault } from '../../kit/api/failures/faults.ts';
import type { FindFaults } from '../../kit/api/schema/field-rules.ts';
import {
  FormObject,
  Line,
  longestShown,
  Named,
  OptionalNullable,
  type Static,
} from '../../kit/api/schema/schema.ts';
import { ValidationFailure } from '../../kit/api/schema/validator.ts';
import { Battery, Distance, SensorName, Signal } from '../fields.ts';
import { needsLevel, pushedFields } from '../reading-field-schemas.ts';
import { deviceFormReader, type ReadForm } from './device-form.ts';

/** Empty counts as none: firmware sends the field whether or not it has a key. */
export const ApiKey = OptionalNullable(
  Type.String({
    maxLength: longestShown,
    description: 'The key of the device; optional unless required.',
  }),
);
export const MacAddress = Line(longestShown, { description: 'MAC address or serial number.' });

export const Boot = Type.Integer({ minimum: 0, maximum: 4_294_967_295 });
export const Seq = Type.Integer({ minimum: 0, maximum: 4_294_967_295 });

/** The fields of a reading beside its device. */
export const pushedReading = {
  ...pushedFields,
  distance_cm: OptionalNullable(Distance),
  sensor_name: OptionalNullable(SensorName),
  recorded_at: OptionalNullable(
    Line(64, {
      description:
        'When it was measured: ISO 8601 with offset, or seconds or milliseconds since 1970; for buffered readings.',
    }),
  ),
  age_s: OptionalNullable(
    Type.Number({
      minimum: 0,
      description: 'Seconds since it was measured; counts where `recorded_at` is left out.',
    }),
  ),
  boot: OptionalNullable(Boot, {
    description: 'Times that the board had started; with `seq`, in place of an instant.',
  }),
  seq: OptionalNullable(Seq, { description: 'Readings that it had counted since.' }),
  battery_percent: OptionalNullable(Battery),
  signal_dbm: OptionalNullable(Signal),
};

export const levelOfPush = needsLevel('water_level_percent', 'water_level_cm');

/** What a device pushes (section 2, "Readings pushed by a device"), with fields of our own. */
export const PushForm = Named(
  'Push',
  FormObject({ mac_address: MacAddress, ...pushedReading, api_key: ApiKey }, levelOfPush),
);
export type PushForm = Static<typeof PushForm>;
/** The fields of a reading, once they were read. */
export type PushedFields = Omit<PushForm, 'mac_address' | 'api_key'>;

/** Fields that are never left out for being wrong: without one of them a push would be another reading, or none. */
export const strictOfPush = [
  'mac_address',
  'api_key',
  'sensor_name',
  'water_level_percent',
  'recorded_at',
  'age_s',
];

/** Words of boards for their pump, in lower case. */
export const pumpWords = new Map([
  ...['on', '1', 'true'].map((word) => [word, 'on'] as const),
  ...['off', '0', 'false'].map((word) => [word, 'off'] as const),
]);

const read = deviceFormReader<PushForm>(PushForm, {
  strict: strictOfPush,
  words: { pump_status: pumpWords },
});

/**
 * Reads what a device pushed.
 * @param findFaults finds what is named as well where the form is refused
 * @throws ValidationFailure that names the fields without which there is no reading.
 */
export function readPush(sent: unknown, findFaults?: FindFaults): ReadForm<PushForm> {
  const found = read(sent, findFaults);
  if (found instanceof ValidationFailure) throw found;
  dropHalfCount(found);
  dropMeaningless(found);
  return found;
}

/** Leaves out a boot without its count, and a count without its boot: the reading is of now. */
function dropHalfCount({ form, ignored }: ReadForm<PushedFields>): void {
  const { boot = null, seq = null } = form;
  if ((boot === null) === (seq === null)) return;
  ignored.push({ field: boot === null ? 'seq' : 'boot', message: fault('halfCount') });
  form.boot = null;
  form.seq = null;
}

/** What DallasTemperature, the usual library of the DS18B20, says where no sensor is connected. */
const disconnected = -127;

/** Leaves out values that are numbers and no measurements. */
export function dropMeaningless({ form, ignored }: ReadForm<PushedFields>): void {
  const { latitude = null, longitude = null } = form;
  // 0, 0 is what receivers say before they have a fix.
  const isNone = latitude === 0 && longitude === 0;
  if (isNone || (latitude === null) !== (longitude === null)) {
    const message = fault('noPosition');
    if (latitude !== null) ignored.push({ field: 'latitude', message });
    if (longitude !== null) ignored.push({ field: 'longitude', message });
    form.latitude = null;
    form.longitude = null;
  }
  if (form.temperature === disconnected) {
    ignored.push({ field: 'temperature', message: fault('disconnected') });
    form.temperature = null;
  }
}
