import { type Static, type TSchema, Type } from 'typebox';
import { TextCursor } from '../../kit/api/page.ts';
import { FormObject, Instant, Line, Named, OptionalNullable } from '../../kit/api/schema/schema.ts';
import { DeviceId, Distance, SensorName } from '../fields.ts';
import { needsLevel, postedFields } from '../reading-field-schemas.ts';
import { Reading } from './reading-schema.ts';
import { readingsAnswer } from './readings-answer.ts';

/** Document 1, section 8. */
export const usualHours = 24;

const Hours = Type.Optional(Type.Integer({ minimum: 1, maximum: 168, default: usualHours }));

export const OfDevice = FormObject({ device_id: DeviceId });

export const OfSensor = FormObject({ device_id: DeviceId, sensor_name: SensorName });

export const Removed = Type.Object({
  device_id: Type.String(),
  sensor_name: Type.String(),
  removed: Type.Literal(true),
});

/** Most readings of each sensor in an answer. */
export const Points = Type.Optional(
  Type.Integer({
    minimum: 2,
    maximum: 5000,
    description: 'Most readings of each sensor; the lowest and the highest of any time stay.',
  }),
);

export const HistoryQuery = FormObject({
  device_id: DeviceId,
  hours: Hours,
  sensor_name: Type.Optional(SensorName),
  points: Points,
  after: TextCursor('Instant of the last reading', 40),
});

/** List that is sent as it was written beside the database, so its type is not checked here. */
export const WrittenReadings: TSchema = Type.Array(Reading);

export const SummaryQuery = FormObject({ device_id: DeviceId, hours: Hours });

const readByUser = {
  ...postedFields,
  distance_cm: OptionalNullable(Distance),
  recorded_at: OptionalNullable(
    Line(40, { description: 'When it was measured, ISO 8601 with offset; now where left out.' }),
  ),
};
const levelOfUser = needsLevel('level', 'level_cm');

/** A reading of a list. */
export const ListedReading = Type.Object({ sensor_name: SensorName, ...readByUser }, levelOfUser);
export type ListedReading = Static<typeof ListedReading>;

/** Most readings of one request. */
const mostListed = 1000;

/** Any value, with the names that a request has room for: each reading is checked by itself. */
const ReadingLike = Type.Unsafe<unknown>({
  properties: Object.fromEntries(Object.keys(ListedReading.properties).map((name) => [name, {}])),
  additionalProperties: true,
});

const isSent = { required: ['readings'], properties: { readings: { not: { type: 'null' } } } };

/** Section 2, "Sensor reading", with two fields of our own; or a list of them. */
export const NewReadingBody = Type.Object(
  {
    device_id: DeviceId,
    sensor_name: OptionalNullable(SensorName, {
      description: 'Required; of a list, the sensor of readings that name none.',
    }),
    ...readByUser,
    readings: OptionalNullable(Type.Array(ReadingLike, { minItems: 1, maxItems: mostListed }), {
      description:
        'In place of the fields of one reading: objects with these fields, `device_id` apart.',
    }),
  },
  {
    if: isSent,
    else: {
      required: ['sensor_name'],
      properties: { sensor_name: { type: 'string' } },
      ...levelOfUser,
    },
  },
);
export type NewReadingBody = Static<typeof NewReadingBody>;

export const ReadingListAnswer = Named('ReadingListAnswer', Type.Object(readingsAnswer));
export type ReadingListAnswer = Static<typeof ReadingListAnswer>;

export const SensorSummary = Named(
  'SensorSummary',
  Type.Object({
    sensor_name: Type.String(),
    average: Type.Number({ description: 'Of the levels, in percent, to two decimals.' }),
    minimum: Type.Number(),
    maximum: Type.Number(),
    count: Type.Integer({ description: 'Readings.' }),
    first_at: Instant,
    last_at: Instant,
  }),
);
