import type { FieldError } from '../../../../src/kit/api/failures/api-error.ts';
import { armed, csvLine, csvLineEnd } from '../../../../src/kit/text/csv.ts';
import { type Cells, columnNames } from '../../../../src/water/imports/columns.ts';
import { readLine } from '../../../../src/water/imports/line-values.ts';
import type { Tank } from '../../api/operations.ts';
import type { TankLine } from '../../tank-view/tank-lines.ts';

/** What a device gets; undefined where it gets nothing. */
export type CellsOf = (tank: Tank) => Cells | undefined;

/** Devices of the lines that are the person's own, each once: a file of devices changes no others. */
export function ownTanks(rows: readonly TankLine[]): Tank[] {
  const own = rows.filter(({ tank }) => tank.role === 'owner');
  return [...new Map(own.map(({ tank }) => [tank.device_id, tank])).values()];
}

/**
 * Writes a change of devices as a file of an import, in which only that is said; one that is gone meanwhile is
 * not registered anew.
 * @param mark differs from change to change: the same file again would be the same import.
 */
export function changeFile(tanks: readonly Tank[], cellsOf: CellsOf, mark: string): string {
  const all = tanks.flatMap((tank) => {
    const cells = cellsOf(tank);
    return cells ? [{ ...cells, mac_or_serial: tank.mac_or_serial, known: 'yes' } as Cells] : [];
  });
  const used = columnNames.filter((column) => all.some((cells) => cells[column] !== undefined));
  const lines = all.map((cells) => csvLine(used.map((column) => armed(cells[column] ?? ''))));
  return [csvLine([...used, `change ${mark}`]), ...lines, ''].join(csvLineEnd);
}

/** What is wrong with a change, as its first device would be refused for it. */
export function faultsOf(tanks: readonly Tank[], cellsOf: CellsOf): FieldError[] {
  for (const tank of tanks) {
    const cells = cellsOf(tank);
    if (cells) return readLine({ ...cells, mac_or_serial: tank.mac_or_serial }).faults;
  }
  return [];
}
