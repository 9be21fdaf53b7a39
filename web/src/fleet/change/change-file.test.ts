import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readDeviceFile } from '../../../../src/water/imports/device-file.ts';
import { readLine } from '../../../../src/water/imports/line-values.ts';
import type { Tank, TankSensor } from '../../api/operations.ts';
import type { TankLine } from '../../tank-view/tank-lines.ts';
import { changeFile, faultsOf, lineOf, managedTanks, ownDevices } from './change-file.ts';

const tank = (id: number, role: string) =>
  ({ device_id: String(id), mac_or_serial: `KS-000${id}`, role }) as Tank;
const rowOf = (tank: Tank) => ({ key: tank.device_id, tank, name: '', sensor: undefined });

it('writes a change that an import reads as it was meant, for own devices alone', () => {
  const tanks = ownDevices([tank(1, 'owner'), tank(2, 'manager'), tank(1, 'owner')].map(rowOf));
  const cells = { share: '+254 712 345 678', role: 'operator' };
  const text = changeFile(tanks, () => cells, 'a');
  const lines = [...readDeviceFile(text).lines].map(({ cells }) => readLine(cells));
  assert.equal(lines.length, 1);
  assert.deepEqual(lines[0]?.faults, []);
  assert.equal(lines[0]?.values.macOrSerial, 'KS-0001');
  const to = { phone: '254712345678' };
  assert.deepEqual(lines[0]?.values.share, { to, role: 'operator' });
  assert.notEqual(
    text,
    changeFile(tanks, () => cells, 'b'),
  );
});

it('says what is wrong before anything is sent', () => {
  const tanks = [rowOf(tank(1, 'owner'))];
  const fields = (cells: object) => faultsOf(tanks, () => cells).map(({ field }) => field);
  assert.deepEqual(fields({ share: 'nobody' }), ['share']);
  assert.deepEqual(fields({ capacity: '50' }), ['capacity']);
  assert.deepEqual(fields({ key: 'new' }), []);
  assert.deepEqual(fields({ owner: 'none' }), []);
});

it('changes the tank of each sensor, of every device that is managed', () => {
  const rows = ['roof', 'well'].map((sensor_name) => {
    return { ...rowOf(tank(2, 'manager')), sensor: { sensor_name } as TankSensor };
  });
  const managed = managedTanks([...rows, rowOf(tank(3, 'operator'))]);
  assert.deepEqual(managed, rows);
  const cellsOf = ({ sensor }: TankLine) => ({ high: '88', sensor: sensor?.sensor_name ?? '' });
  const lines = [...readDeviceFile(changeFile(managed, cellsOf, 'a')).lines];
  assert.deepEqual(
    lines.map(({ cells }) => cells.sensor),
    ['roof', 'well'],
  );
  for (const [at, { cells }] of lines.entries()) {
    assert.deepEqual(readLine(cells).faults, []);
    assert.equal(lineOf(rows, cells), rows[at]);
  }
});
