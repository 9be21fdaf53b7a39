import type { Tank, TankGroup } from '../api/operations.ts';
import { isLost, linesCalled, linesOf, type TankLine } from '../tank-view/tank-lines.ts';

export const columns = ['name', 'level', 'status', 'heard', 'pump', 'battery', 'signal'] as const;
export type Column = (typeof columns)[number];

/** Columns that have data: few boards report battery and signal. */
export function columnsOf(tanks: Tank[]): Column[] {
  return columns.filter((column) => {
    if (column !== 'battery' && column !== 'signal') return true;
    return tanks.some((tank) => tank[column] !== null);
  });
}

export const statusFilters = ['critical', 'warning', 'normal', 'offline', 'never_heard'] as const;
export type StatusFilter = (typeof statusFilters)[number];

export type FleetView = {
  /** Text that the name, the MAC, the sensor or a group must contain. */
  search: string;
  /** Id of the group that the tanks are of. */
  group: string | undefined;
  status: StatusFilter | undefined;
  sortBy: Column;
  isDescending: boolean;
};

type Group = Pick<TankGroup, 'id' | 'name' | 'device_ids'>;

/**
 * Returns the lines of all tanks, filtered and sorted; equal ones stay in the order of registration.
 * @param groups of the person; without that of the view, no line is of it.
 */
export function fleetRows(tanks: Tank[], view: FleetView, groups: Group[] = []): TankLine[] {
  const wanted = groups.find(({ id }) => String(id) === view.group);
  const members = new Set(wanted?.device_ids);
  const shown = tanks.filter((tank) => view.group === undefined || members.has(tank.device_id));
  const namesOf = groupNames(groups);
  const called = linesCalled(
    shown.flatMap(linesOf),
    view.search,
    ({ device_id }) => namesOf.get(device_id) ?? [],
  );
  const rows = called.filter((row) => isOfStatus(row, view.status));
  return sorted(rows, view);
}

/** Returns the chosen lines by their names, whatever is searched for. */
export function chosenRows(tanks: Tank[], chosen: Chosen): TankLine[] {
  if (chosen.size === 0) return [];
  const rows = tanks.flatMap(linesOf).filter((row) => isChosen(chosen, row));
  return sorted(rows, { sortBy: 'name', isDescending: false });
}

function sorted(
  rows: TankLine[],
  { sortBy, isDescending }: Pick<FleetView, 'sortBy' | 'isDescending'>,
): TankLine[] {
  const direction = isDescending ? -1 : 1;
  const keyed = rows.map((row) => ({ row, by: sortKeyOf(row, sortBy) }));
  keyed.sort(({ by: a }, { by: b }) => {
    // Unknown values stand last in either direction.
    if (a === undefined || b === undefined)
      return Number(a === undefined) - Number(b === undefined);
    return direction * compare(a, b);
  });
  return keyed.map(({ row }) => row);
}

function groupNames(groups: Group[]): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const { name, device_ids } of groups) {
    for (const id of device_ids) names.set(id, [...(names.get(id) ?? []), name]);
  }
  return names;
}

function isOfStatus({ tank, sensor }: TankLine, status: StatusFilter | undefined): boolean {
  if (status === undefined) return true;
  if (status === 'offline') return isLost(tank);
  if (status === 'never_heard') return tank.last_seen_at === null;
  return sensor?.status === status;
}

const urgency = { critical: 0, warning: 1, normal: 2 };

function sortKeyOf({ tank, name, sensor }: TankLine, column: Column): string | number | undefined {
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

/** One for all: `localeCompare` with options makes one at each call, which took seconds for a large fleet. */
const byText = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return byText.compare(String(a), String(b));
}

export type Chosen = ReadonlySet<string>;

/** True if the line is chosen, also if that was before its device had a sensor. */
export function isChosen(chosen: Chosen, { key, tank }: TankLine): boolean {
  return chosen.has(key) || chosen.has(tank.device_id);
}

export function withChosen(before: Chosen, rows: readonly TankLine[], isWanted: boolean): Chosen {
  const after = new Set(before);
  for (const { key, tank } of rows) {
    if (isWanted) after.add(key);
    else for (const each of [key, tank.device_id]) after.delete(each);
  }
  return after;
}

type Range = { from: number; until: number };

/** Lines drawn above and below the visible ones, so that a quick scroll meets drawn lines. */
const spare = 8;

/**
 * Returns which of `count` lines of equal height are drawn for a viewport: the visible ones and a
 * few on either side. Half-open; heights and offsets in pixels.
 */
export function visibleRange(
  count: number,
  lineHeight: number,
  scrolled: number,
  viewport: number,
): Range {
  const first = Math.floor(Math.max(0, scrolled) / lineHeight);
  const last = Math.ceil((Math.max(0, scrolled) + viewport) / lineHeight);
  const until = Math.min(count, last + spare);
  return { from: Math.max(0, Math.min(first - spare, until)), until };
}
