import { sql } from 'kysely';
import type { Db } from '../../../db/db.ts';
import { devicesSeenBy, type Viewer } from '../../access.ts';
import type { Facts } from '../kinds.ts';

/** Places of an outage's devices, as far as a viewer may see them. */
export type OutagePlaces = Required<
  Pick<Facts['outage'], 'places' | 'place_count' | 'placed' | 'unplaced'>
>;

/** Devices within a hundredth of a degree of each other, about a kilometre. */
type Cell = { north: number; east: number; devices: number };

/** Most places that are named; the others are counted. */
const mostPlaces = 5;
/** Cells of one outage, the fullest first. */
const mostCells = 500;

/** Finds at which places the devices of some outages stand that a viewer may see, the fullest first. */
export async function findOutagePlaces(
  db: Db,
  viewer: Viewer,
  incidentIds: number[],
): Promise<Map<number, OutagePlaces>> {
  const found = new Map<number, OutagePlaces>();
  for (const id of new Set(incidentIds)) {
    const rows = await cellsOf(db, viewer, id).execute();
    const cells = rows.flatMap(({ north, east, devices }): Cell[] =>
      north === null || east === null ? [] : [{ north, east, devices }],
    );
    const places = joinNeighbours(cells);
    found.set(id, {
      places: places.slice(0, mostPlaces).map(({ north, east, devices }) => ({
        latitude: north / 100,
        longitude: east / 100,
        devices,
      })),
      place_count: places.length,
      placed: places.reduce((sum, { devices }) => sum + devices, 0),
      unplaced: rows.find(({ north, east }) => north === null || east === null)?.devices ?? 0,
    });
  }
  return found;
}

function cellsOf(db: Db, viewer: Viewer, incidentId: number) {
  const cell = (placed: 'placed_latitude' | 'placed_longitude', said: 'latitude' | 'longitude') =>
    sql<number | null>`cast(round(100 * case when d.placed_latitude is null
      then ${sql.ref(`s.${said}`)} else ${sql.ref(`d.${placed}`)} end) as integer)`;
  return devicesSeenBy(db, viewer)
    .innerJoin('outage_devices as o', 'o.device_id', 'p.device_id')
    .leftJoin('device_status as s', 's.device_id', 'p.device_id')
    .select(({ fn }) => [
      cell('placed_latitude', 'latitude').as('north'),
      cell('placed_longitude', 'longitude').as('east'),
      fn.countAll<number>().as('devices'),
    ])
    .where('o.incident_id', '=', incidentId)
    .groupBy([sql`1`, sql`2`])
    .orderBy('devices', 'desc')
    .orderBy('north')
    .orderBy('east')
    .limit(mostCells);
}

/** Joins each cell to the fullest place beside it, so that a village on the edge of a cell is one place. */
export function joinNeighbours(cells: readonly Cell[]): Cell[] {
  const places: Cell[] = [];
  for (const cell of cells) {
    const beside = places.find(
      ({ north, east }) => Math.abs(north - cell.north) <= 1 && Math.abs(east - cell.east) <= 1,
    );
    if (beside) beside.devices += cell.devices;
    else places.push({ ...cell });
  }
  return places.toSorted((a, b) => b.devices - a.devices);
}
