/** A tank's inside, in centimetres. */
export type TankShape =
  | { form: 'vertical-cylinder'; diameterCm: number; heightCm: number }
  | { form: 'horizontal-cylinder'; diameterCm: number; lengthCm: number }
  | { form: 'cuboid'; lengthCm: number; widthCm: number; heightCm: number };

const CM3_PER_LITRE = 1000;

export function brimHeight(shape: TankShape): number {
  return shape.form === 'horizontal-cylinder' ? shape.diameterCm : shape.heightCm;
}

export function capacityLitres(shape: TankShape): number {
  return litresAtHeight(shape, brimHeight(shape));
}

/**
 * The litres below a water height in centimetres; heights outside the tank count as floor or brim.
 * Of a lying cylinder: the circular segment, r²/2 · (θ - sin θ) with θ = 2·acos(1 - h/r), times L.
 */
export function litresAtHeight(shape: TankShape, heightCm: number): number {
  const h = Math.min(Math.max(heightCm, 0), brimHeight(shape));
  if (shape.form !== 'horizontal-cylinder') return (floorArea(shape) * h) / CM3_PER_LITRE;
  const r = shape.diameterCm / 2;
  const theta = 2 * Math.acos(Math.min(Math.max(1 - h / r, -1), 1));
  return (((r * r) / 2) * (theta - Math.sin(theta)) * shape.lengthCm) / CM3_PER_LITRE;
}

/** The water height in centimetres over the floor at a volume; inverse of `litresAtHeight`. */
export function heightAtLitres(shape: TankShape, litres: number): number {
  const brim = brimHeight(shape);
  if (litres <= 0) return 0;
  if (litres >= capacityLitres(shape)) return brim;
  if (shape.form !== 'horizontal-cylinder') return (litres * CM3_PER_LITRE) / floorArea(shape);
  return bisect((h) => litresAtHeight(shape, h) < litres, brim);
}

function floorArea(shape: Exclude<TankShape, { form: 'horizontal-cylinder' }>): number {
  return shape.form === 'cuboid'
    ? shape.lengthCm * shape.widthCm
    : Math.PI * (shape.diameterCm / 2) ** 2;
}

/** θ - sin θ = c has no closed inverse; 60 halvings of a few metres are below a double's grain. */
function bisect(isBelow: (h: number) => boolean, brim: number): number {
  let low = 0;
  let high = brim;
  for (let i = 0; i < 60; i += 1) {
    const middle = (low + high) / 2;
    if (isBelow(middle)) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
