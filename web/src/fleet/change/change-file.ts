import type { FieldError } from '../../../../src/kit/api/failures/api-error.ts';
import { csvLine, csvLineEnd } from '../../../../src/kit/text/csv.ts';
import { type Cells, columnNames } from '../../../../src/water/imports/columns.ts';
import { deviceCell } from '../../../../src/water/imports/device-cell.ts';
import { readLine } from '../../../../src/water/imports/line-values.ts';
import type { TankLine } from '../../tank-view/tank-lines.ts';

/** What a device, or the tank of one of its sensors, gets; undefined where it gets nothing. */
export type CellsOf = (line: TankLine) => Cells | undefined;

/** Lines of devices that are the person's own, each device once: no others can be changed as devices. */
export function ownDevices(rows: readonly TankLine[]): TankLine[] {
  const own = rows.filter(({ tank }) => tank.role === 'owner');
  return [...new Map(own.map((line) => [line.tank.device_id, line])).values()];
}

/** Lines of tanks that the person manages: what is of a tank can be changed there. */
export function managedTanks(rows: readonly TankLine[]): TankLine[] {
  return rows.filter(({ tank }) => tank.role === 'owner' || tank.role === 'manager');
}

/** The line that a change names, which a server refused. */
export function lineOf(rows: readonly TankLine[], cells: Cells): TankLine | undefined {
  return rows.find(
    ({ tank, sensor }) =>
      tank.mac_or_serial === cells.mac_or_serial &&
      (cells.sensor === undefined || cells.sensor === sensor?.sensor_name),
  );
}

/**
 * Writes a change of devices as a file of an import, in which only that is said; one that is gone meanwhile is
 * not registered anew.
 * @param mark differs from change to change: the same file again would be the same import.
 */
export function changeFile(changed: readonly TankLine[], cellsOf: CellsOf, mark: string): string {
  const all = changed.flatMap((line): Cells[] => {
    const cells = cellsOf(line);
    const { mac_or_serial } = line.tank;
    return cells ? [{ ...cells, mac_or_serial, known: 'yes' }] : [];
  });
  const used = columnNames.filter((column) => all.some((cells) => cells[column] !== undefined));
  const lines = all.map((cells) =>
    csvLine(used.map((column) => deviceCell(column, cells[column] ?? ''))),
  );
  return [csvLine([...used, `change ${mark}`]), ...lines, ''].join(csvLineEnd);
}

/** What is wrong with a change, as its first device would be refused for it. */
export function faultsOf(lines: readonly TankLine[], cellsOf: CellsOf): FieldError[] {
  for (const line of lines) {
    const cells = cellsOf(line);
    if (cells) return readLine({ ...cells, mac_or_serial: line.tank.mac_or_serial }).faults;
  }
  return [];
}
