import type { TableRow, TankShape } from './tank-shape.ts';

const cm3PerLitre = 1000;

export function brimOf(tank: TankShape): number {
  switch (tank.shape) {
    case 'lying_cylinder':
    case 'sphere':
      return tank.diameter_cm;
    case 'table':
      return tank.table.at(-1)?.height_cm ?? 0;
    default:
      return tank.height_cm;
  }
}

export function fullLitres(tank: TankShape): number {
  return litresAtHeight(tank, brimOf(tank));
}

/** Returns the litres up to a height above the bottom; heights outside the tank count as bottom or brim. */
export function litresAtHeight(tank: TankShape, heightCm: number): number {
  const height = Math.min(Math.max(heightCm, 0), brimOf(tank));
  if (tank.shape === 'table') return interpolate(tank.table, height);
  return volumeAt(tank, height) / cm3PerLitre;
}

/**
 * Returns the height in centimetres at which a tank holds so many litres: the inverse of `litresAtHeight`. A
 * segment of a circle has no closed inverse, so bisection finds it for every shape: 60 halvings of 100 m are
 * below the precision of a double.
 */
export function heightAtLitres(tank: TankShape, litres: number): number {
  let low = 0;
  let high = brimOf(tank);
  if (litres <= 0) return low;
  if (litres >= fullLitres(tank)) return high;
  for (let halving = 0; halving < 60; halving++) {
    const middle = (low + high) / 2;
    if (litresAtHeight(tank, middle) < litres) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function volumeAt(tank: Exclude<TankShape, { shape: 'table' }>, height: number): number {
  switch (tank.shape) {
    case 'upright_cylinder':
      return ellipseArea(tank.diameter_cm, tank.diameter_cm) * height;
    case 'box':
      return tank.length_cm * tank.width_cm * height;
    case 'upright_oval':
      return ellipseArea(tank.length_cm, tank.width_cm) * height;
    case 'lying_cylinder':
      return segmentArea(tank.diameter_cm / 2, height) * tank.length_cm;
    case 'lying_oval': {
      // An ellipse is a circle that is stretched sideways, and so is each of its segments.
      const stretch = tank.width_cm / tank.height_cm;
      return stretch * segmentArea(tank.height_cm / 2, height) * tank.length_cm;
    }
    case 'cone':
      return frustumVolume(0, tank.diameter_cm / 2, height, tank.height_cm);
    case 'frustum': {
      const { bottom_diameter_cm: bottom, top_diameter_cm: top, height_cm: brim } = tank;
      return frustumVolume(bottom / 2, top / 2, height, brim);
    }
    case 'sphere':
      return capVolume(tank.diameter_cm / 2, height);
  }
}

/** π/4 · a · b, with both diameters: https://mathworld.wolfram.com/Ellipse.html */
function ellipseArea(a: number, b: number): number {
  return (Math.PI / 4) * a * b;
}

/**
 * The part of a circle of radius r below a height h: r² · acos((r - h) / r) - (r - h) · √(2rh - h²).
 * https://mathworld.wolfram.com/CircularSegment.html
 */
function segmentArea(r: number, h: number): number {
  const above = r - h;
  return r * r * Math.acos(above / r) - above * Math.sqrt(Math.max(0, h * (2 * r - h)));
}

/**
 * A frustum whose radius goes evenly from `bottom` to `top`, filled to h: π · h / 3 · (R² + Rr + r²),
 * with R at the bottom and r at the water. https://mathworld.wolfram.com/ConicalFrustum.html
 */
function frustumVolume(bottom: number, top: number, h: number, brim: number): number {
  const r = bottom + ((top - bottom) * h) / brim;
  return ((Math.PI * h) / 3) * (bottom * bottom + bottom * r + r * r);
}

/** π · h² / 3 · (3r - h): https://mathworld.wolfram.com/SphericalCap.html */
function capVolume(r: number, h: number): number {
  return ((Math.PI * h * h) / 3) * (3 * r - h);
}

/** Interpolates between the rows of a table, and below its first row from nothing. */
function interpolate(table: TableRow[], height: number): number {
  const index = table.findIndex(({ height_cm }) => height_cm >= height);
  const above = table[index] ?? table.at(-1);
  if (!above || above.height_cm <= height) return above?.litres ?? 0;
  const below = table[index - 1] ?? { height_cm: 0, litres: 0 };
  const share = (height - below.height_cm) / (above.height_cm - below.height_cm);
  return below.litres + share * (above.litres - below.litres);
}
