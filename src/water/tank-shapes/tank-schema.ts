import { Type } from 'typebox';
import { Named, OneOf, OptionalNullable, type Static } from '../../kit/api/schema/schema.ts';
import { type ConfiguredTank, dimensionsOf, shapeNames } from './tank-shape.ts';

const Length = (description: string) =>
  OptionalNullable(Type.Number({ minimum: 1, maximum: 10_000, description }));
const Height = (options = {}) => Type.Number({ minimum: 0, maximum: 10_000, ...options });

const TableRow = Type.Object({
  height_cm: Height(),
  litres: Type.Number({ minimum: 0, maximum: 1_000_000 }),
});

const CalibrationPoint = Type.Object({
  measured_cm: Type.Number({ minimum: -10_000, maximum: 10_000 }),
  height_cm: Height(),
});

/** Requires the dimensions of the first shape, or else those of one of the others. */
function needsDimensions([shape, ...others]: readonly (typeof shapeNames)[number][]): object {
  if (!shape) return {};
  const names = dimensionsOf[shape];
  const isThere = { type: shape === 'table' ? 'array' : 'number' };
  return {
    if: { required: ['shape'], properties: { shape: { const: shape } } },
    // biome-ignore lint/suspicious/noThenProperty: JSON Schema's `if` goes with a `then`, and nobody awaits a schema.
    then: {
      required: [...names],
      properties: Object.fromEntries(names.map((name) => [name, isThere])),
    },
    ...(others.length > 0 && { else: needsDimensions(others) }),
  };
}

const properties = {
  shape: OneOf(shapeNames),
  diameter_cm: Length('Of upright_cylinder, lying_cylinder, sphere, and of a cone at its brim.'),
  bottom_diameter_cm: Length('Of frustum.'),
  top_diameter_cm: Length('Of frustum.'),
  length_cm: Length('Of lying_cylinder, box, upright_oval, lying_oval.'),
  width_cm: Length('Of box, upright_oval, lying_oval.'),
  height_cm: Length('Of all but lying_cylinder, sphere and table.'),
  table: OptionalNullable(
    Type.Array(TableRow, { maxItems: 100, description: 'Of table: rising from row to row.' }),
  ),
  sensor_height_cm: Length('Of the sensor above the bottom, for devices that send distance_cm.'),
  dead_zone_cm: OptionalNullable(
    Type.Number({
      minimum: 0,
      maximum: 1_000,
      description: 'Distance that the sensor cannot see.',
    }),
  ),
  unusable_bottom_cm: OptionalNullable(Height({ description: 'Water below the outlet.' })),
  calibration: OptionalNullable(
    Type.Array(CalibrationPoint, { maxItems: 2, description: 'The newest point last.' }),
  ),
};

/** Tank in a request. `check-tank.ts` checks how its fields fit together. */
export const TankForm = Named(
  'TankShapeForm',
  Type.Object(properties, {
    description: 'The inside of the tank and the place of its sensor, in centimetres.',
    ...needsDimensions(shapeNames),
  }),
);
export type TankForm = Static<typeof TankForm>;

/** Reads the tank of a form: the dimensions of its shape, and the other given fields. */
export function toTank(form: TankForm): ConfiguredTank {
  const { shape, sensor_height_cm, dead_zone_cm, unusable_bottom_cm, calibration } = form;
  const placement = { sensor_height_cm, dead_zone_cm, unusable_bottom_cm, calibration };
  const own = dimensionsOf[shape].map((name) => [name, form[name]]);
  const given = Object.entries(placement).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  return { shape, ...Object.fromEntries([...own, ...given]) } as ConfiguredTank;
}

/** Tank in an answer, with the fields that it has. */
export const TankAnswer = Named('TankShape', Type.Object(properties));
