import type { Bearing, NearTown } from '../kit/towns/towns.ts';
import { number } from '../words/format.ts';
import { say } from './words.ts';

/** Says where a point lies by its nearest town: "4.2 km north-east of Thika, Kiambu". */
export function townText({ name, county, km, bearing }: NearTown): string {
  const place = name === county ? name : `${name}, ${county}`;
  if (km < 0.1) return say.inTown({ place });
  return say.fromTown({ km: number(km, km < 10 ? 1 : 0), direction: directions[bearing](), place });
}

const directions: Record<Bearing, () => string> = {
  n: say.toNorth,
  ne: say.toNorthEast,
  e: say.toEast,
  se: say.toSouthEast,
  s: say.toSouth,
  sw: say.toSouthWest,
  w: say.toWest,
  nw: say.toNorthWest,
};
