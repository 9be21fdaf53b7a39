import { type Static, Type } from 'typebox';
import { fault } from '../../../kit/api/failures/faults.ts';
import { inLink, PageLimit } from '../../../kit/api/page.ts';
import {
  FormObject,
  Instant,
  Line,
  Named,
  Nullable,
  OneOf,
  OptionalNullable,
  Shaped,
} from '../../../kit/api/schema/schema.ts';
import { toIso } from '../../../kit/time/instant.ts';
import { DeviceId, SensorName } from '../../fields.ts';
import { Frame, reportParameters } from '../../reports/schemas.ts';
import { refillSources, sourceGrounds } from './decide-source.ts';
import type { ReceiptRow } from './queries.ts';

export const RefillsQuery = FormObject({
  ...reportParameters,
  limit: PageLimit(100),
  before: Type.Optional(
    Shaped('^[0-9]{1,15}-[0-9]{1,10}-[0-9a-z]{1,11}$', fault('refillId'), {
      maxLength: 38,
      description: inLink('Id of the last refill'),
    }),
  ),
});
export type RefillsQuery = Static<typeof RefillsQuery>;

const Litres = Type.Number({ description: 'Litres.' });
const SourceWord = OneOf(refillSources);

/** Receipt of a tanker's load. */
export const Receipt = Named(
  'Receipt',
  Type.Object({
    id: Type.Integer(),
    sensor_name: Type.String(),
    received_at: Instant,
    litres: Litres,
    supplier: Nullable(Type.String()),
    price: Nullable(Type.Number({ description: 'Shillings, for all of it.' })),
    created_at: Instant,
  }),
);
export type Receipt = Static<typeof Receipt>;

export const RefillAnswer = Named(
  'Refill',
  Type.Object({
    id: Type.String(),
    sensor_name: Type.String(),
    began_at: Instant,
    ended_at: Nullable({ ...Instant, description: 'Null while it runs.' }),
    level_before: Type.Number({ description: 'Percent.' }),
    level_after: Type.Number({ description: 'Percent; while it runs, the level so far.' }),
    litres: Nullable({
      ...Litres,
      description: 'All that came in: risen, and drawn meanwhile. Null where litres are not known.',
    }),
    drawn: Nullable({
      ...Litres,
      description: 'Of `litres`, what was drawn meanwhile: estimated.',
    }),
    percent: Type.Number({ description: 'As `litres`, in percent of capacity.' }),
    drawn_percent: Type.Number({ description: 'As `drawn`, in percent of capacity: estimated.' }),
    litres_per_hour: Nullable(Type.Number()),
    source: Nullable({ ...SourceWord, description: 'Null where nothing tells it.' }),
    source_by: Nullable({ ...OneOf(sourceGrounds), description: 'What tells the source.' }),
    receipts: Type.Array(Receipt, { description: 'Of tankers within six hours, nearest to this.' }),
    difference: Nullable({ ...Litres, description: '`litres` less those of the receipts.' }),
    difference_share: Nullable(
      Type.Number({ description: '`difference` as a share of the receipts.' }),
    ),
  }),
);
export type RefillAnswer = Static<typeof RefillAnswer>;

export const Refills = Type.Object({
  ...Frame.properties,
  refills: Type.Array(RefillAnswer),
  unmatched_receipts: Type.Array(Receipt, {
    description: "Receipts of the page's time without a refill within six hours.",
  }),
});
export type Refills = Static<typeof Refills>;

export const NewReceipt = Type.Object({
  device_id: DeviceId,
  sensor_name: SensorName,
  received_at: Line(40, { description: 'ISO 8601 with offset.' }),
  litres: Type.Number({ minimum: 1, maximum: 100_000, description: 'As it was paid for.' }),
  supplier: OptionalNullable(Line(100)),
  price: OptionalNullable(
    Type.Number({ minimum: 0, maximum: 10_000_000, description: 'Shillings, for all of it.' }),
  ),
});
export type NewReceipt = Static<typeof NewReceipt>;
export const Deleted = Type.Object({ id: Type.Integer(), deleted: Type.Literal(true) });

export const SourceChange = Type.Object({
  device_id: DeviceId,
  sensor_name: SensorName,
  began_at: Line(40, { description: 'As the refill has it.' }),
  source: OptionalNullable(SourceWord, {
    description: 'Null, or left out: as it is decided without a word of yours.',
  }),
});
export type SourceChange = Static<typeof SourceChange>;

export const StatedSource = Type.Object({
  device_id: Type.String(),
  sensor_name: Type.String(),
  began_at: Instant,
  source: Nullable(SourceWord),
});

export function presentReceipt(receipt: ReceiptRow, sensorName: string): Receipt {
  return {
    id: receipt.id,
    sensor_name: sensorName,
    received_at: toIso(receipt.received_at),
    litres: receipt.litres,
    supplier: receipt.supplier,
    price: receipt.price,
    created_at: toIso(receipt.created_at),
  };
}
