import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readDeviceFile } from '../../../src/water/imports/device-file.ts';
import { readLine } from '../../../src/water/imports/line-values.ts';
import type { Tank, TankSensor } from '../api/operations.ts';
import { editFile } from './edit-file.ts';

it('writes chosen devices as a file that an import reads back as they are', () => {
  const location = { latitude: -1.25, longitude: 36.5, source: 'person' };
  const sensor = { capacity: 5000, high_threshold: 90, low_threshold: 20 } as TankSensor;
  const tank = {
    device_id: '1',
    mac_or_serial: 'KS-0001',
    device_name: '=Roof, "east"',
    role: 'owner',
  };
  const own = { ...tank, location, sensors: [sensor] } as Tank;
  const two = {
    device_id: '2',
    mac_or_serial: 'KS-0002',
    device_name: null,
    location: null,
    role: 'owner',
  };
  const other = { ...two, sensors: [sensor, sensor] } as Tank;
  const rows = [own, other, other].map((tank) => ({ key: '', tank, name: '', sensor: undefined }));
  const [first, second, ...more] = [...readDeviceFile(editFile(rows)).lines].map(({ cells }) =>
    readLine(cells),
  );
  assert.equal(more.length, 0);
  assert.deepEqual([first?.faults, second?.faults], [[], []]);
  const { name, capacity, high, low, place } = first?.values ?? {};
  assert.deepEqual([name, capacity, high, low], ['=Roof, "east"', 5000, 90, 20]);
  assert.deepEqual(place, { latitude: -1.25, longitude: 36.5 });
  assert.deepEqual([second?.values.name, second?.values.capacity], [undefined, undefined]);
});

it('keeps serials and names as they are in a spreadsheet, and registers nothing by a line', () => {
  const tank = {
    device_id: '1',
    mac_or_serial: '00123456',
    device_name: '1/2',
    location: null,
    role: 'owner',
  };
  const row = { key: '', tank: { ...tank, sensors: [] as TankSensor[] } as Tank, name: '' };
  const text = editFile([{ ...row, sensor: undefined }]);
  assert.match(text, /^'00123456,'1\/2,/m);
  const [line] = [...readDeviceFile(text).lines];
  const { values, faults } = readLine(line?.cells ?? {});
  assert.deepEqual(faults, []);
  assert.deepEqual(
    [values.macOrSerial, values.name, values.mustBeKnown],
    ['00123456', '1/2', true],
  );
});

it('says of a tank that one manages what is of the tank alone, and leaves out where one changes nothing', () => {
  const sensor = { capacity: 5000, high_threshold: 90, low_threshold: 20 } as TankSensor;
  const location = { latitude: -1.25, longitude: 36.5, source: 'person' };
  const rows = (['viewer', 'operator', 'manager', 'owner'] as const).map((role, index) => {
    const about = { device_id: `${index}`, mac_or_serial: `KS-000${index}`, device_name: 'Roof' };
    const tank = { ...about, role, location, sensors: [sensor] } as Tank;
    return { key: '', tank, name: '', sensor };
  });
  const lines = [...readDeviceFile(editFile(rows)).lines].map(({ cells }) => readLine(cells));
  const of = lines.map(({ values, faults }) => {
    return [values.macOrSerial, values.isOfTankAlone, values.name, values.capacity, faults.length];
  });
  assert.deepEqual(of, [
    ['KS-0002', true, undefined, 5000, 0],
    ['KS-0003', false, 'Roof', 5000, 0],
  ]);
});
