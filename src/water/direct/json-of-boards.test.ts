import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Pushed, useDeviceDesk } from '../../../test/helpers/browser/device-desk.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';

type Answer = Pushed & { error?: string; errors?: { field: string }[]; stored?: number };

describeOnBothEngines('JSON of boards', (engine) => {
  const desk = useDeviceDesk(engine, { PUSH_BURST_PER_DEVICE: '10000' });

  /** Sends a body as it is, with the device's MAC for `#`. */
  async function send(body: string, path = '/iot_push.php') {
    const answer = await fetch(`${desk.server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: body.replaceAll('#', `"mac_address":"${desk.device.mac_or_serial}"`),
    });
    return { status: answer.status, body: (await answer.json()) as Answer };
  }

  it('keeps the level where a sensor beside it says nothing that is a number', async () => {
    for (const nothing of ['nan', 'NaN', '-inf', '']) {
      await desk.newDevice();
      const text = `{#,"water_level_percent":045.50,"temperature":${nothing},"pump_status":True,}`;
      const { status, body } = await send(text);
      assert.equal(status, 201, JSON.stringify(body));
      assert.equal(body.level, 45.5);
      assert.deepEqual(
        body.ignored?.map(({ field }) => field),
        ['temperature'],
        nothing,
      );
    }
  });

  it('is refused by the field where the level itself is no number', async () => {
    await desk.newDevice();
    const { status, body } = await send('{#,"water_level_percent":nan}');
    assert.equal(status, 400);
    assert.deepEqual(
      body.errors?.map(({ field }) => field),
      ['water_level_percent'],
    );
  });

  it('loses one value of a batch, not the batch, short or long', async () => {
    for (const count of [3, 900]) {
      await desk.newDevice();
      const readings = Array.from({ length: count }, (_, index) => {
        const temperature = index % 3 === 0 ? 'nan' : '21.5';
        return `{"water_level_percent":${index % 100}.,"temperature":${temperature},"age_s":${10 * (count - index)}}`;
      });
      const { status, body } = await send(`{#,"readings":[${readings}]}`, '/iot_push_batch.php');
      assert.deepEqual([status, body.stored], [200, count], JSON.stringify(body).slice(0, 300));
    }
  });

  it('is no JSON elsewhere, nor where nothing can be meant', async () => {
    await desk.newDevice();
    for (const text of [
      '{#,"water_level_percent":4 5}',
      '{#',
      '{water_level_percent:45}',
      '{#,"a":',
    ]) {
      const { status, body } = await send(text);
      assert.deepEqual([status, body.error], [400, 'The body is not valid JSON.'], text);
    }
    const { status } = await send(
      '{"email":"a@example.com","password":nan}',
      '/api/auth.php?action=login',
    );
    assert.equal(status, 400);
  });
});
