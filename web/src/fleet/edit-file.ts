import { csvLine, csvLineEnd } from '../../../src/kit/text/csv.ts';
import { type Cells, columnNames } from '../../../src/water/imports/columns.ts';
import { deviceCell } from '../../../src/water/imports/device-cell.ts';
import type { TankLine } from '../tank-view/tank-lines.ts';
import { managedTanks } from './change/change-file.ts';

/**
 * Writes devices as a file of an import, with what is known of them: changed in a spreadsheet and imported, it
 * gives each its owner, group, place, shape, capacity, supply times and key. What is left empty stays, and a line whose
 * serial is spoiled registers nothing. Of what others own it has the tanks that the person manages, with what a
 * manager may change there.
 */
export function editFile(rows: readonly TankLine[]): string {
  const tanks = new Map(managedTanks(rows).map(({ tank }) => [tank.device_id, tank]));
  const lines = [...tanks.values()].map((tank) => {
    const { mac_or_serial, device_name, location, role, sensors } = tank;
    // An import sets one tank of a device.
    const [only, ...others] = sensors;
    const sensor = others.length === 0 ? only : undefined;
    const text = (value: number | null | undefined) => (value == null ? '' : String(value));
    const cells: Cells = {
      mac_or_serial,
      known: 'yes',
      capacity: text(sensor?.capacity),
      high: text(sensor?.high_threshold),
      low: text(sensor?.low_threshold),
    };
    if (role === 'owner') {
      cells.name = device_name ?? '';
      if (location?.source === 'person')
        cells.place = `${location.latitude}, ${location.longitude}`;
    }
    return csvLine(columnNames.map((column) => deviceCell(column, cells[column] ?? '')));
  });
  return [csvLine([...columnNames]), ...lines, ''].join(csvLineEnd);
}
