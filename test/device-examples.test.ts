import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { hourMs } from '../src/kit/time/units.ts';
import { useDeviceDesk } from './helpers/browser/device-desk.ts';
import { makeTestFolder } from './helpers/server/test-folder.ts';

const run = promisify(execFile);

const stubs = path.resolve('test/helpers/arduino');
const flags = ['-std=c++17', '-O1', '-Wall', '-Wextra', '-Wno-unused-variable'];

type Lines = Record<string, string | number>;
type Told = { level: number; recorded_at: string };

const serial = 'serial: ';

/**
 * Builds a sketch with a configuration of the test's. @returns what runs it, and says what it did; with `SERIAL`
 * in place of that what it wrote to the serial monitor.
 */
async function buildSketch(folder: string, sketch: string, settings: Lines) {
  const name = path.basename(sketch);
  await cp(path.resolve('docs/examples', sketch), folder, { recursive: true });
  let config = await readFile(path.join(folder, 'config.example.h'), 'utf8');
  for (const [setting, value] of Object.entries(settings)) {
    const line = new RegExp(`^#define ${setting} .*$`, 'm');
    assert.match(config, line);
    const written = typeof value === 'string' ? JSON.stringify(value) : value;
    config = config.replace(line, `#define ${setting} ${written}`);
  }
  await writeFile(path.join(folder, 'config.h'), config);
  const program = path.join(folder, 'board');
  const sketchFile = JSON.stringify(path.join(folder, `${name}.ino`));
  const includes = ['-include', path.join(folder, 'config.h'), '-I', stubs, '-I', folder];
  await run('g++', [
    ...flags,
    ...includes,
    `-DSKETCH=${sketchFile}`,
    path.join(stubs, 'main.cpp'),
    '-o',
    program,
  ]);
  return async (world: Lines): Promise<string[]> => {
    const env = Object.fromEntries(Object.entries(world).map(([key, value]) => [key, `${value}`]));
    const { stdout } = await run(program, [], { env });
    const isSerial = 'SERIAL' in world;
    const lines = stdout.trim().split('\n');
    return lines
      .filter((line) => line.startsWith(serial) === isSerial)
      .map((line) => (isSerial ? line.slice(serial.length) : line));
  };
}

describe('the examples of devices', () => {
  const desk = useDeviceDesk('sqlite');

  const folders: string[] = [];
  after(async () => {
    for (const folder of folders) await rm(folder, { recursive: true });
  });
  const build = async (sketch: string, settings: Lines) => {
    const folder = await makeTestFolder('sketch');
    folders.push(folder);
    return await buildSketch(folder, sketch, settings);
  };

  /** The stored levels, oldest first, with their age in seconds. */
  const stored = async () => {
    const { body } = await desk.call(
      'GET',
      `/api/sensors.php?action=history&device_id=${desk.device.id}`,
    );
    return (body as Told[]).map(({ level, recorded_at }) => [
      level,
      Math.round((desk.server.clock.now - Date.parse(recorded_at)) / 1000),
    ]);
  };
  const commands = async () => {
    const { body } = await desk.call(
      'GET',
      `/api/pump_commands.php?action=list&device_id=${desk.device.id}`,
    );
    return (body as { command: string; status: string }[]).map(
      ({ command, status }) => `${command} ${status}`,
    );
  };

  it('ESP32: sends each reading, and what it kept while there was no network at once', async () => {
    await desk.newDevice();
    const board = await build('esp32/kisima-tank', { SERVER: desk.server.url });
    const MAC = desk.device.mac_or_serial;
    // Distances of 90, 84, … cm in a tank of 120 cm; 0 is no echo.
    const lines = await board({ MAC, CYCLES: 6, DISTANCES: '90,84,78,0,72,66', OUTAGE: '2,3,4' });
    const requests = lines.map((line) => line.replace(/\?\S*:/, ':'));
    assert.deepEqual(requests, [
      'cycle 0: POST /iot_push.php: 201',
      'cycle 1: POST /iot_push.php: no network',
      'cycle 2: POST /iot_push_batch.php: no network',
      'cycle 3: POST /iot_push_batch.php: no network',
      'cycle 4: POST /iot_push_batch.php: 200',
      'cycle 5: POST /iot_push.php: 201',
    ]);
    const levels = (await stored()).sort((a, b) => Number(b[1]) - Number(a[1]));
    assert.deepEqual(
      levels.map(([level]) => level),
      [55, 60, 50, 65, 70],
    );
    assert.deepEqual(levels.slice(0, 2), [
      [55, 181],
      [60, 121],
    ]);
  });

  it('ESP32: says on the serial monitor who it is, and what became of its readings', async () => {
    await desk.newDevice();
    const board = await build('esp32/kisima-tank', { SERVER: desk.server.url });
    const MAC = desk.device.mac_or_serial;
    const world = { SERIAL: 1, DISTANCES: '90,0', CYCLES: 2 };
    const told = [`This board is ${MAC}`, 'POST /iot_push.php: 201'];
    const noEcho = 'No echo: look at the sensor and its wires.';
    const asks = 'GET /iot_commands.php: 200';
    assert.deepEqual(await board({ MAC, ...world }), [...told, noEcho, asks]);
    const stranger = await board({ ...world, MAC: '02:00:00:00:00:09', CYCLES: 1 });
    assert.equal(stranger[1], 'POST /iot_push.php: 404');
    assert.match(stranger[2] ?? '', /"error":"A device with this MAC address was not found\."/);
  });

  it('SIM800: says on the serial monitor why the server refuses it', async () => {
    const board = await build('sim800/kisima-tank-gsm', {
      SERVER: desk.server.url,
      SERIAL_NUMBER: '860000000000099',
      SENT_AT_ONCE: 1,
    });
    const said = await board({ SERIAL: 1, CYCLES: 2, DISTANCES: '90,0' });
    assert.equal(said[0], 'Sent, answered 404');
    assert.match(said.join('\n'), /was not found\./);
    assert.equal(said.at(-1), 'No echo: look at the sensor and its wires.');
  });

  it('ESP32: runs the pump that it is told to, and stops it by itself', async () => {
    await desk.newDevice();
    await desk.send({ command: 'on', turn_off_above: 80 });
    const board = await build('esp32/kisima-tank', { SERVER: desk.server.url });
    const MAC = desk.device.mac_or_serial;
    // From the third request after the acknowledgement on there is no server any more.
    const lines = await board({
      MAC,
      CYCLES: 6,
      DISTANCES: '120,100,80,60,48,40',
      OUTAGE: '4,5,6,7,8,9',
    });
    assert.deepEqual(
      lines.filter((line) => line.includes('pump')),
      ['cycle 0: pump on', 'cycle 4: pump off'],
    );
    assert.deepEqual(await commands(), ['on executed']);
  });

  it('ESP32: keeps its readings over a deep sleep', async () => {
    await desk.newDevice();
    const settings = { SERVER: desk.server.url, SLEEPS: 1, PUMP_PIN: -1, EVERY_S: 600 };
    const board = await build('esp32/kisima-tank', settings);
    const MAC = desk.device.mac_or_serial;
    const OUTAGE = Array.from({ length: 150 }, (_, at) => at + 1).join();
    await board({ MAC, CYCLES: 151, DISTANCES: '90,84,78', OUTAGE });
    const levels = await stored();
    const oldest = levels.map(([, age]) => Number(age)).sort((a, b) => b - a);
    // A day is what a history of 24 hours shows of it.
    assert.ok(levels.length > 140, `${levels.length}`);
    assert.ok(oldest.slice(1).every((age, at) => [600, 601].includes((oldest[at] ?? 0) - age)));
  });

  it('SIM800: gathers readings, sends them together, and obeys what waits', async () => {
    await desk.newDevice('860000000000017');
    const board = await build('sim800/kisima-tank-gsm', {
      SERVER: desk.server.url,
      SERIAL_NUMBER: desk.device.mac_or_serial,
    });
    await desk.send({ command: 'on' });
    const lines = await board({ CYCLES: 10, DISTANCES: '120,114,108,90,60,36,33', OUTAGE: '1' });
    const requests = lines.map((line) => line.replace(/\?\S*:/, ':'));
    assert.deepEqual(requests.slice(0, 6), [
      'cycle 2: POST /iot_push_batch.php: no network',
      'cycle 3: POST /iot_push_batch.php: 200',
      'cycle 3: GET /iot_commands.php: 200',
      'cycle 3: pump on',
      'cycle 3: POST /iot_ack.php: 200',
      'cycle 4: POST /iot_push_batch.php: 200',
    ]);
    assert.ok(
      lines.some((line) => line.endsWith('pump off')),
      lines.join('\n'),
    );
    assert.equal((await commands()).at(-1), 'on executed');
    const oldest = (await stored()).map(([level]) => level).slice(0, 3);
    assert.deepEqual(oldest, [25, 30, 35]);
  });

  it('SIM800: counts on where its clock starts again, after 49.7 days', async () => {
    await desk.newDevice('860000000000018');
    const board = await build('sim800/kisima-tank-gsm', {
      SERVER: desk.server.url,
      SERIAL_NUMBER: desk.device.mac_or_serial,
    });
    await desk.send({ command: 'on' });
    // The pump runs for four hours around that moment, once the network has gone.
    const RUNS_FOR = Math.floor(2 ** 32 / 1000) - 910;
    const OUTAGE = Array.from({ length: 700 }, (_, at) => at + 4).join();
    const lines = await board({ CYCLES: 520, DISTANCES: '120', RUNS_FOR, OUTAGE });
    const switched = lines.filter((line) => line.includes('pump'));
    assert.deepEqual(
      switched.map((line) => line.replace(/\d+/, 'n')),
      ['cycle n: pump on', 'cycle n: pump off'],
    );
    desk.server.clock.advance(hourMs);
    await desk.newDevice('860000000000019');
    const again = await build('sim800/kisima-tank-gsm', {
      SERVER: desk.server.url,
      SERIAL_NUMBER: desk.device.mac_or_serial,
    });
    await again({ CYCLES: 3, DISTANCES: '120,114,108', RUNS_FOR: RUNS_FOR + 500 });
    const ages = (await stored()).map(([, age]) => Number(age)).sort((a, b) => b - a);
    assert.equal(ages.length, 3);
    assert.ok(
      ages.slice(1).every((age, at) => [300, 301].includes((ages[at] ?? 0) - age)),
      ages.join(),
    );
  });

  for (const [name, sketch, mac] of [
    ['ESP32', 'esp32/kisima-tank', undefined],
    ['SIM800', 'sim800/kisima-tank-gsm', '860000000000020'],
  ] as const) {
    it(`${name}: asks for commands while its sensor says nothing`, async () => {
      await desk.newDevice(mac);
      await desk.send({ command: 'on' });
      const MAC = desk.device.mac_or_serial;
      const board = await build(sketch, {
        SERVER: desk.server.url,
        ...(mac && { SERIAL_NUMBER: mac }),
      });
      const lines = await board({ MAC, CYCLES: 5, DISTANCES: '0' });
      const asked = lines.filter((line) => line.includes('GET /iot_commands.php'));
      assert.equal(asked.length, mac ? 3 : 5, lines.join('\n'));
      assert.ok(
        lines.some((line) => line.endsWith('pump on')),
        lines.join('\n'),
      );
      assert.deepEqual(await commands(), ['on executed']);
    });
  }
});
