import { type Static, Type } from 'typebox';
import { Instant, Named, Nullable, OneOf } from '../../../kit/api/schema/schema.ts';
import { Frame } from '../../reports/schemas.ts';
import { adviceCodes } from './advise.ts';

const Share = Type.Number({ minimum: 0, maximum: 1 });
const Count = Type.Integer({ minimum: 0 });

/** Distance on the scale of the sensor; centimetres where it sends them. */
const Distance = Type.Object({
  percent: Type.Number({ description: 'Of capacity.' }),
  cm: Nullable(Type.Number()),
});

const SensorQuality = Named(
  'SensorQuality',
  Type.Object({
    sensor_name: Type.String(),
    readings: Count,
    looked_at: { ...Count, description: 'The newest of them, which the figures below are of.' },
    suspects: { ...Count, description: 'Readings that were refused.' },
    suspect_share: Nullable(Share),
    interval_s: Nullable(Type.Number({ description: 'Usual seconds between two readings.' })),
    gaps: Type.Object({
      count: { ...Count, description: 'Silences of more than an hour and three intervals.' },
      longest_s: Nullable(Type.Number()),
      total_s: Type.Number(),
      last_at: Nullable({ ...Instant, description: 'When the last one ended.' }),
    }),
    noise: Nullable({ ...Distance, description: 'Standard deviation over still water.' }),
    noise_filling: Nullable({ ...Distance, description: 'The same while the tank is filled.' }),
    step: Nullable({ ...Distance, description: 'That the sensor counts in, where it is coarse.' }),
    temperature_drift: Nullable(
      Type.Object({
        percent_per_degree: Type.Number(),
        cm_per_degree: Nullable(Type.Number()),
        degrees: Type.Number({ description: 'By which the temperature moves in a usual day.' }),
      }),
    ),
    advice: Type.Array(
      Type.Object({
        code: OneOf(adviceCodes),
        numbers: Type.Record(Type.String(), Type.Number()),
      }),
      { description: 'What can be done about it, the most useful first.' },
    ),
  }),
);
export type SensorQuality = Static<typeof SensorQuality>;

export const Quality = Type.Object({
  ...Frame.properties,
  sensors: Type.Array(SensorQuality),
});
export type Quality = Static<typeof Quality>;
