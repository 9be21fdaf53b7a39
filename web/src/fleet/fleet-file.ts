import { csvRecord, typedCell } from '../../../src/kit/text/csv.ts';
import type { TankLine } from '../tank-view/tank-lines.ts';
import { createLocalTimes } from '../words/zoned-instant.ts';

const headerIn = (timeZone: string) => [
  'name',
  'mac_or_serial',
  'sensor',
  'level_percent',
  'status',
  'online',
  'last_seen_at',
  `last_seen_at ${timeZone}`,
  'pump',
];

/**
 * Writes the lines of the table as CSV, in their order.
 * @param timeZone IANA name of the owner's zone, for times beside UTC.
 */
export function fleetFile(rows: TankLine[], timeZone: string): string {
  const local = createLocalTimes(timeZone);
  const lines = rows.map(({ tank, sensor }) => [
    typedCell(tank.device_name ?? ''),
    typedCell(tank.mac_or_serial),
    typedCell(sensor?.sensor_name ?? ''),
    sensor?.level == null ? '' : Number(sensor.level.toFixed(3)),
    sensor?.status ?? '',
    tank.online ? 'yes' : 'no',
    tank.last_seen_at ?? '',
    tank.last_seen_at ? local(Date.parse(tank.last_seen_at)) : '',
    sensor?.pump_status ?? '',
  ]);
  return [headerIn(timeZone), ...lines].map(csvRecord).join('');
}
