import { type Static, Type } from 'typebox';
import { fault } from '../../../kit/api/failures/faults.ts';
import { FormObject, Instant, Line, Named, OneOf, Shaped } from '../../../kit/api/schema/schema.ts';
import { toIso } from '../../../kit/time/instant.ts';
import { DeviceId, SensorName } from '../../fields.ts';
import type { CorrectionRow } from './queries.ts';

export const correctionKinds = ['no_refill', 'cleaning', 'tank_changed'] as const;
export type CorrectionKind = (typeof correctionKinds)[number];

/** Stretch in which a person says that nothing was used and nothing came in. */
export const Correction = Named(
  'Correction',
  Type.Object({
    id: Type.Integer(),
    sensor_name: Type.String(),
    kind: OneOf(correctionKinds),
    from: Instant,
    until: Instant,
    created_at: Instant,
  }),
);
export type Correction = Static<typeof Correction>;

export const CorrectionsQuery = FormObject({ device_id: DeviceId });

export const Corrections = Type.Object({
  device_id: Type.String(),
  corrections: Type.Array(Correction, { description: 'The newest stretch first.' }),
});

export const NewCleaning = Type.Object({
  device_id: DeviceId,
  sensor_name: SensorName,
  from: Line(40, { description: 'ISO 8601 with offset.' }),
  until: Line(40, { description: 'The same: after `from`, at most 7 days, and not to come.' }),
});
export type NewCleaning = Static<typeof NewCleaning>;

export const ByRefill = FormObject({
  id: Shaped('^[0-9]{1,15}-[0-9]{1,10}-[0-9a-z]{1,11}$', fault('refillId'), { maxLength: 38 }),
});

export const RefillDeleted = Type.Object({ id: Type.String(), deleted: Type.Literal(true) });

export function presentCorrection(row: CorrectionRow, sensorName: string): Correction {
  return {
    id: row.id,
    sensor_name: sensorName,
    kind: row.kind as CorrectionKind,
    from: toIso(row.begun_at),
    until: toIso(row.ended_at),
    created_at: toIso(row.created_at),
  };
}
