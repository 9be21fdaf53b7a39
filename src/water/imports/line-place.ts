import { fault } from '../../kit/api/failures/faults.ts';
import type { Cells, Refuse } from './columns.ts';

const degrees = /^([+-]?\d{1,3}(?:[.,]\d+)?)°?\s*([NSEW])?$/i;

/** Reads degrees such as `-1.2921`, `-1,2921` or `1.2921° S`; NaN for what is none. */
function readDegrees(text: string): number {
  const [, value, side = ''] = degrees.exec(text.trim()) ?? [];
  if (value === undefined) return Number.NaN;
  return Number(value.replace(',', '.')) * (/[SW]/i.test(side) ? -1 : 1);
}

/** What parts the two: where it is a semicolon, or a blank without any point, a comma is of the numbers. */
function betweenDegrees(place: string): RegExp {
  if (place.includes(';')) return /;/;
  const hasCommasOnly = /^\s*[+-]?\d+,\d+\s+[+-]?\d+,\d+\s*$/.test(place);
  return hasCommasOnly ? /\s+(?=[+-]?\d)/ : /,\s*|\s+(?=[+-]?\d)/;
}

/** Reads `place` (`-1.2921, 36.8219`), or the two columns `latitude` and `longitude`; undefined where there is none. */
export function readPlace({ place, latitude, longitude }: Cells, refuse: Refuse) {
  if (place === undefined && latitude === undefined && longitude === undefined) return undefined;
  const parts = place?.split(betweenDegrees(place)) ?? [latitude ?? '', longitude ?? ''];
  const [north = Number.NaN, east = Number.NaN] = parts.map(readDegrees);
  const isNorth = Math.abs(north) <= 90;
  const isEast = Math.abs(east) <= 180;
  if (place !== undefined) {
    if (parts.length !== 2 || !isNorth || !isEast) refuse('place', fault('place'));
  } else {
    if (!isNorth) refuse('latitude', latitude === undefined ? fault('required') : fault('place'));
    if (!isEast) refuse('longitude', longitude === undefined ? fault('required') : fault('place'));
  }
  // 0, 0 is what receivers say before they have a fix, as in pushes.
  return north === 0 && east === 0 ? undefined : { latitude: north, longitude: east };
}
