import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useDeviceDesk } from '../../../../test/helpers/browser/device-desk.ts';
import { describeOnBothEngines } from '../../../../test/helpers/server/test-server.ts';

type Reading = { level: number; temperature: number | null; latitude: number | null };

describeOnBothEngines('numbers with a decimal comma in a CSV batch', (engine) => {
  const desk = useDeviceDesk(engine);

  /** Sends a file for a new device; gives what was refused, and the readings as they are stored. */
  async function sent(lines: readonly string[]) {
    await desk.newDevice();
    const { id, mac_or_serial } = desk.device;
    const answer = await fetch(
      `${desk.server.url}/iot_push_batch.php?mac_address=${mac_or_serial}`,
      {
        method: 'POST',
        headers: { 'content-type': 'text/csv' },
        body: lines.join('\r\n'),
      },
    );
    const { refused } = (await answer.json()) as { refused: number };
    assert.equal(answer.status, 200);
    const path = `/api/sensors.php?action=history&device_id=${id}&hours=24`;
    const { body } = await desk.call('GET', path);
    const read = (body as Reading[]).map(({ level, temperature, latitude }) => [
      ...[level, temperature, latitude],
    ]);
    return { refused, read };
  }

  const names = ['age_s', 'water_level_percent', 'temperature', 'latitude', 'longitude'];
  const rows = [
    ['120', '45,5', '21,25', '-1,286389', '36,817223'],
    ['60', ' 7,0 ', '-0,5', '-1,28', '36,81'],
  ];
  const values = [
    [45.5, 21.25, -1.286389],
    [7, -0.5, -1.28],
  ];

  it('are read in files by semicolons, by tabs, and of quoted cells', async () => {
    const file = [names, ...rows];
    for (const separator of [';', '\t']) {
      const lines = file.map((cells) => cells.join(separator));
      assert.deepEqual(await sent(lines), { refused: 0, read: values });
    }
    const marked = ['sep=;', ...file.map((cells) => cells.join(';'))];
    assert.deepEqual(await sent(marked), { refused: 0, read: values });
    const quoted = file.map((cells) => cells.map((cell) => `"${cell}"`).join(','));
    assert.deepEqual(await sent(quoted), { refused: 0, read: values });
  });

  it('of three digits are no thousands only where commas do not separate', async () => {
    const clear = await sent(['age_s;water_level_percent', '60;45,125']);
    assert.deepEqual(clear, { refused: 0, read: [[45.125, null, null]] });
    const unclear = await sent(['age_s,water_level_percent', '60,"45,125"']);
    assert.deepEqual(unclear, { refused: 1, read: [] });
    const neither = await sent(['age_s;water_level_percent', '60;1.234,5', '30;4,5,6']);
    assert.deepEqual(neither, { refused: 2, read: [] });
  });
});
