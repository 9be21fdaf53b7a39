import type { Tank, TankSensor } from '../live/tank.ts';

/** A line of the fleet: a device with one of its sensors, or without one before its first reading. */
export type FleetRow = { key: string; tank: Tank; name: string; sensor: TankSensor | undefined };

export const columns = ['name', 'level', 'status', 'heard', 'pump', 'battery', 'signal'] as const;
export type Column = (typeof columns)[number];

/** The columns that have something to show: few boards tell of their battery and their signal. */
export function columnsOf(tanks: Tank[]): Column[] {
  return columns.filter((column) => {
    if (column !== 'battery' && column !== 'signal') return true;
    return tanks.some((tank) => tank[column] !== null);
  });
}

export const statusFilters = ['critical', 'warning', 'normal', 'offline', 'silent'] as const;
export type StatusFilter = (typeof statusFilters)[number];

export type FleetView = {
  /** What the name, the MAC or the sensor must contain. */
  search: string;
  status: StatusFilter | undefined;
  sortBy: Column;
  isDescending: boolean;
};

/** The lines of all tanks, filtered and sorted as asked; equal ones stay in the order of registration. */
export function fleetRows(tanks: Tank[], view: FleetView): FleetRow[] {
  const rows = tanks.flatMap(rowsOf).filter((row) => fits(row, view));
  const direction = view.isDescending ? -1 : 1;
  return rows.sort((one, other) => {
    const [a, b] = [sortKeyOf(one, view.sortBy), sortKeyOf(other, view.sortBy)];
    // What is not known stands last, whichever way the rest is sorted.
    if (a === undefined || b === undefined)
      return Number(a === undefined) - Number(b === undefined);
    return direction * compare(a, b);
  });
}

function rowsOf(tank: Tank): FleetRow[] {
  const name = tank.device_name ?? tank.mac_or_serial;
  if (tank.sensors.length === 0) return [{ key: tank.device_id, tank, name, sensor: undefined }];
  return tank.sensors.map((sensor) => ({
    key: `${tank.device_id} ${sensor.sensor_name}`,
    tank,
    name: tank.sensors.length === 1 ? name : `${name} · ${sensor.sensor_name}`,
    sensor,
  }));
}

function fits({ tank, name, sensor }: FleetRow, { search, status }: FleetView): boolean {
  const sought = search.trim().toLowerCase();
  const text = `${name} ${tank.mac_or_serial}`.toLowerCase();
  if (sought && !text.includes(sought)) return false;
  if (status === undefined) return true;
  if (status === 'offline') return !tank.online;
  if (status === 'silent') return tank.last_seen_at === null;
  return sensor?.status === status;
}

const urgency = { critical: 0, warning: 1, normal: 2 };

function sortKeyOf({ tank, name, sensor }: FleetRow, column: Column): string | number | undefined {
  switch (column) {
    case 'name':
      return name;
    case 'level':
      return sensor?.level ?? undefined;
    case 'status':
      return sensor?.status ? urgency[sensor.status] : undefined;
    case 'heard':
      return tank.last_seen_at ?? undefined;
    case 'pump':
      return sensor?.pump_status ?? undefined;
    case 'battery':
    case 'signal':
      return tank[column] ?? undefined;
  }
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), undefined, { numeric: true, sensitivity: 'base' });
}
