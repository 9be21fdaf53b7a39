import type { ShapeName } from '../../../../src/water/tank-shapes/tank-shape.ts';
import type { LengthName } from './tank-draft.ts';
import { say } from './words.ts';

export function shapeText(shape: ShapeName): string {
  const texts = {
    upright_cylinder: say.upright_cylinder,
    lying_cylinder: say.lying_cylinder,
    box: say.box,
    upright_oval: say.upright_oval,
    lying_oval: say.lying_oval,
    cone: say.cone,
    frustum: say.frustum,
    sphere: say.sphere,
    table: say.table,
  };
  return texts[shape]();
}

export function lengthText(length: LengthName): string {
  const texts = {
    diameter_cm: say.diameter_cm,
    bottom_diameter_cm: say.bottom_diameter_cm,
    top_diameter_cm: say.top_diameter_cm,
    length_cm: say.length_cm,
    width_cm: say.width_cm,
    height_cm: say.height_cm,
    sensor_height_cm: say.sensor_height_cm,
    dead_zone_cm: say.dead_zone_cm,
    unusable_bottom_cm: say.unusable_bottom_cm,
  };
  return texts[length]();
}
