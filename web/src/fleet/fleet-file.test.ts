import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Tank, TankSensor } from '../api/operations.ts';

// The language is also set on the document, which tests lack.
Object.assign(globalThis, { document: { documentElement: {} } });
const { fleetFile } = await import('./fleet-file.ts');

it('writes the lines of the fleet as CSV that a spreadsheet does not run', () => {
  const tank = {
    device_name: '=1+1, "roof"',
    mac_or_serial: 'SN-1',
    online: false,
    last_seen_at: null,
  } as Tank;
  const heard = {
    device_name: 'Roof',
    mac_or_serial: 'SN-2',
    online: true,
    last_seen_at: '2026-11-21T08:00:00.000Z',
  } as Tank;
  const sensor = { sensor_name: 'main', level: 1738.0439999999999 } as TankSensor;
  const rows = [
    { key: '1', tank, name: '', sensor: undefined },
    { key: '2', tank: heard, name: '', sensor },
  ];
  const [header, line, other, end] = fleetFile(rows, 'Africa/Nairobi').split('\r\n');
  assert.match(header ?? '', /^name,mac_or_serial,sensor,level_percent/);
  assert.equal(line, `"'=1+1, ""roof""",SN-1,,,,no,,,`);
  assert.equal(other, 'Roof,SN-2,main,1738.044,,yes,2026-11-21T08:00:00.000Z,2026-11-21 11:00:00,');
  assert.equal(end, '');
});

it('keeps serials and names that look like numbers or dates as they are in a spreadsheet', () => {
  const tank = { device_name: '1/2', mac_or_serial: '00123456', online: false } as Tank;
  const sensor = { sensor_name: '2', level: 50 } as TankSensor;
  const text = fleetFile([{ key: '1', tank, name: '', sensor }], 'Africa/Nairobi');
  assert.match(text, /^'1\/2,'00123456,'2,50,/m);
});
