import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { type Pushed, useDeviceDesk } from '../../../test/helpers/browser/device-desk.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { howMany } from '../../../test/helpers/whole-suite.ts';

const form = 'application/x-www-form-urlencoded';
const json = 'application/json';

type Answer = Pushed & {
  sensor_name: string;
  error?: string;
  ignored?: { field: string; message: string }[];
};

describeOnBothEngines('bodies and texts that are not quite what they are called', (engine) => {
  const desk = useDeviceDesk(engine, { PUSH_BURST_PER_DEVICE: '10000' });

  /** Sends a body as it is, with the device's MAC for `#`. */
  async function send(body: string, type = form, path = '/iot_push.php') {
    const answer = await fetch(`${desk.server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: body.replaceAll('#', desk.device.mac_or_serial),
    });
    return { status: answer.status, body: (await answer.json()) as Answer };
  }

  it('are read where JSON is called a form, or a form JSON', async () => {
    await desk.newDevice();
    const levels = fc.integer({ min: 0, max: 9999 }).map((level) => level / 100);
    await fc.assert(
      fc.asyncProperty(levels, async (level) => {
        const asForm = await send(`{"mac_address": "#", "water_level_percent": ${level}}\r\n`);
        assert.deepEqual([asForm.status, asForm.body.level], [201, level]);
        const asJson = await send(`mac_address=#&water_level_percent=${level}\r\n`, json);
        assert.deepEqual([asJson.status, asJson.body.level], [201, level]);
      }),
      { numRuns: howMany(8, 20) },
    );
    const { body } = await send('{"mac_address":"#","water_level_percent":41,"temperature":nan,}');
    assert.deepEqual([body.level, body.ignored?.[0]?.field], [41, 'temperature']);
    const ack = await send('{"mac_address":"#","command_id":1}', form, '/iot_ack.php');
    assert.equal(ack.status, 404);
    for (const broken of ['{"mac_address":"#","water_level_percent":}', '{', '{"mac_address":"#"'])
      assert.equal((await send(broken)).status, 400, broken);
    assert.equal((await send('mac address', json)).status, 400);
  });

  it('are refused by the level where that is wrong', async () => {
    await desk.newDevice();
    for (const text of ['143', '"full"']) {
      const { status, body } = await send(`{"mac_address":"#","water_level_percent":${text}}`);
      assert.deepEqual([status, body.error?.includes('water_level_percent')], [400, true]);
    }
  });

  it('have blanks and byte order marks of any kind around them', async () => {
    const blanks = ['\u00a0', '\u2003', '\u3000', '\ufeff', ' ', '\t', '\r\n', '\0'];
    const pad = fc.array(fc.constantFrom(...blanks), { maxLength: 3 }).map((each) => each.join(''));
    await desk.newDevice();
    await fc.assert(
      fc.asyncProperty(pad, pad, pad, pad, async (head, left, right, tail) => {
        const level = `${encodeURIComponent(left)}62.5${encodeURIComponent(right)}`;
        const answer = await send(`${head}mac_address=#&water_level_percent=${level}${tail}`);
        assert.deepEqual([answer.status, answer.body.level], [201, 62.5]);
      }),
      { numRuns: howMany(12, 40) },
    );
  });

  it('name one sensor and one instant, with blanks around them or without', async () => {
    await desk.newDevice();
    const seconds = Math.floor(desk.server.clock.now / 1000) - 60;
    const at = new Date(seconds * 1000).toISOString();
    for (const [index, blank] of ['', ' ', '%20', '%0D%0A', '%09', '%00'].entries()) {
      const fields = `sensor_name=${blank}roof${blank}&recorded_at=${blank}${seconds - index}${blank}`;
      const { status, body } = await send(`mac_address=#&water_level_percent=50&${fields}`);
      assert.equal(status, 201, `${fields}: ${body.error}`);
      const instant = new Date(Date.parse(at) - 1000 * index).toISOString();
      assert.deepEqual([body.sensor_name, body.recorded_at], ['roof', instant], fields);
    }
  });

  it('have numbers with an exponent, whose plus a form makes a blank', async () => {
    await desk.newDevice();
    for (const [text, level] of [
      ['6.25e+01', 62.5],
      ['6.25E+01', 62.5],
      ['6.25e%2B01', 62.5],
      ['6.25e01', 62.5],
      ['625e-1', 62.5],
    ] as const) {
      const { status, body } = await send(`mac_address=#&water_level_percent=${text}`);
      assert.deepEqual([status, body.level], [201, level], text);
    }
    for (const wrong of ['e 01', '6 e1', '6e 1 2', '6e', '6e 400'])
      assert.equal((await send(`mac_address=#&water_level_percent=${wrong}`)).status, 400, wrong);
  });

  it('say nothing with the words of any language for it', async () => {
    for (const nothing of ['undefined', 'None', 'ovf', '-ovf', 'NULL']) {
      await desk.newDevice();
      const text = `{"mac_address":"#","water_level_percent":45.5,"temperature":${nothing}}`;
      const { status, body } = await send(text, json);
      assert.deepEqual([status, body.level], [201, 45.5], nothing);
    }
  });

  it('are lists of readings only where batches are taken', async () => {
    await desk.newDevice();
    const { status, body } = await send('[{"mac_address":"#","water_level_percent":50}]', json);
    assert.equal(status, 400);
    assert.doesNotMatch(body.error ?? '', /more than once/);
  });
});
