import { type Static, Type } from 'typebox';
import {
  Instant,
  Line,
  Named,
  Nullable,
  OneOf,
  OptionalNullable,
  RecordId,
} from '../../kit/api/schema/schema.ts';
import { deviceRoles } from '../access.ts';

export const mostDevices = 1000;
export const mostGroups = 100;

const Name = Line(100);
/** Our ids have at most 16 digits, and a thousand of them must be a small body. */
const ListedId = Line(20, { description: 'The `id` of a device.' });
const DeviceIds = Type.Array(ListedId, { maxItems: mostDevices });

export const NewGroup = Type.Object({ name: Name, device_ids: OptionalNullable(DeviceIds) });
export const GroupName = Type.Object({ id: RecordId, name: Name });
export const GroupDevices = Type.Object({
  id: RecordId,
  device_ids: Type.Array(ListedId, { minItems: 1, maxItems: mostDevices }),
});

const Count = Type.Integer({ minimum: 0 });
const Litres = Nullable(Type.Number());

const Sums = Named(
  'TankGroupSums',
  Type.Object({
    devices: Count,
    online: Count,
    tanks: Count,
    capacity_litres: Litres,
    litres: Litres,
    level_percent: Nullable(
      Type.Number({ description: 'Litres in percent of capacity, over tanks with both.' }),
    ),
    low: Type.Integer({ minimum: 0, description: 'Tanks at or below their low threshold.' }),
    overflow: Type.Integer({ minimum: 0, description: 'Tanks at or above their high threshold.' }),
    open_alerts: Type.Integer({
      minimum: 0,
      description: 'That the server found and are not over.',
    }),
    litres_today: Nullable(Type.Number({ description: "Consumed since the caller's midnight." })),
    litres_usual_day: Nullable(Type.Number({ description: 'Mean of the last 7 times 24 hours.' })),
  }),
);
export type Sums = Static<typeof Sums>;

export const Group = Named(
  'TankGroup',
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    role: OneOf(deviceRoles, { description: 'What the caller is at the group.' }),
    device_ids: Type.Array(Type.String()),
    sums: Sums,
    created_at: Instant,
  }),
);
export type Group = Static<typeof Group>;

export const Deleted = Type.Object({ id: Type.Integer(), deleted: Type.Literal(true) });
