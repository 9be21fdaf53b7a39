import { type Static, Type } from 'typebox';
import { Instant, Named, Nullable, OneOf } from '../../../kit/api/schema/schema.ts';
import { Frame } from '../../reports/schemas.ts';
import { leakKinds, otherCauses } from './find-leaks.ts';

const Leak = Named(
  'Leak',
  Type.Object({
    kind: OneOf(leakKinds, {
      description:
        '`night_flow`: more runs away in the quiet hours of the nights than noise explains. ' +
        '`never_stops`: no hour has been without flow for days.',
    }),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    since: { ...Instant, description: 'The first night of it that is known.' },
    nights: Type.Integer({ minimum: 1, description: 'Nights that show it.' }),
    percent_per_day: Type.Number({ description: 'Percent of capacity.' }),
    litres_per_day: Nullable(Type.Number()),
    litres_per_month: Nullable(Type.Number({ description: 'Of 30 days.' })),
    cost_per_month: Nullable(
      Type.Number({ description: "Shillings, by the account's price of water." }),
    ),
    could_also_be: Type.Array(OneOf(otherCauses)),
  }),
);

export const Leaks = Type.Object({
  ...Frame.properties,
  water_price: Nullable(
    Type.Number({ description: 'Shillings for 1,000 litres; of the account.' }),
  ),
  sensors: Type.Array(
    Type.Object({
      sensor_name: Type.String(),
      nights: Type.Integer({ minimum: 0, description: 'Nights of which enough was seen.' }),
      nights_needed: Type.Integer({ minimum: 0, description: 'That are wanting for a judgement.' }),
      leaks: Type.Array(Leak, { description: 'The most certain first.' }),
    }),
  ),
});
export type Leaks = Static<typeof Leaks>;
