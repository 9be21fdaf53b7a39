import { type Static, Type } from 'typebox';
import { fault } from '../../../kit/api/failures/faults.ts';
import { Line, Named, Nullable, OneOf, Shaped } from '../../../kit/api/schema/schema.ts';
import { models } from './decoders/decoders.ts';

/** Fields of a reading that a payload may fill. */
export const mappableFields = [
  'distance_cm',
  'water_level_cm',
  'water_level_percent',
  'volume',
  'temperature',
  'battery_percent',
  'signal_dbm',
  'pump_status',
  'recorded_at',
] as const;
export type MappableField = (typeof mappableFields)[number];

/** Units in which a payload may say a length or a temperature; `as_is` is the reading's own. */
export const units = ['as_is', 'mm', 'm', 'in', 'ft', 'F'] as const;
export type Unit = (typeof units)[number];

/** Names joined by dots, with places of lists in brackets: `data.sensors[0].distance`. */
const step = '[^.\\[\\]\\u0000-\\u001f]+(?:\\[\\d{1,3}\\])*';
export const pathPattern = `^${step}(?:\\.${step})*$`;
const longestPath = 120;

const Bound = Type.Number({ minimum: -1e6, maximum: 1e6 });

export const MappedField = Type.Object({
  field: OneOf(mappableFields, { description: 'The field of a push that it fills.' }),
  path: Shaped(pathPattern, fault('format', { format: 'path such as data.sensors[0].distance' }), {
    minLength: 1,
    maxLength: longestPath,
    description:
      'Where its value stands in what was decoded: names joined by dots, `[0]` in lists.',
  }),
  unit: Type.Optional(
    OneOf(units, { default: 'as_is', description: 'What the payload says it in.' }),
  ),
  factor: Type.Optional({
    ...Bound,
    default: 1,
    description: 'Multiplies the value, in the reading’s unit.',
  }),
  offset: Type.Optional({ ...Bound, default: 0, description: 'Is added to it then.' }),
});
export type MappedField = Static<typeof MappedField>;

const mostFields = 20;

/** How payloads of a kind of device become readings. */
export const Mapping = Named(
  'LorawanMapping',
  Type.Object({
    decoder: Nullable(OneOf(models), {
      description:
        'The decoder of the frame, by the model of the sensor; null to take what the network server decoded.',
    }),
    fields: Type.Array(MappedField, { minItems: 1, maxItems: mostFields }),
  }),
);
export type Mapping = Static<typeof Mapping>;

/** Name of a device profile; empty for all that have no mapping of their own. */
export const Profile = Nullable(Line(100), {
  description:
    'Name of the device profile (ChirpStack) or model id (The Things Stack), in any case; null for all others.',
});

/** The name of a profile for comparison; empty for none. */
export function profileKeyOf(profile: string | null): string {
  return (profile ?? '').trim().toLowerCase().normalize('NFC');
}
