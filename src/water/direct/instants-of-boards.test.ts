import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useDeviceDesk } from '../../../test/helpers/browser/device-desk.ts';
import { wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { type Taken, useBoardPosts } from '../../../test/helpers/water/board-posts.ts';

describeOnBothEngines('the instants that boards send', (engine) => {
  const desk = useDeviceDesk(engine);
  const { taken } = useBoardPosts(desk);

  it('names its instant with a lost plus, in seconds, in milliseconds or by its age', async () => {
    await desk.newDevice();
    const at = desk.server.clock.now - 120_000;
    const inNairobi = new Date(at + 3 * 3_600_000).toISOString().slice(0, 19);
    const ways = [
      `recorded_at=${inNairobi}+03:00`,
      `recorded_at=${inNairobi.replace('T', ' ')}+0300`,
      `recorded_at=${inNairobi}%2B03:00`,
      `recorded_at=${inNairobi.replaceAll(/[-:]/g, '')}+0300`,
      `recorded_at=${inNairobi.replaceAll('-', '/').replace('T', ' ')}+03:00`,
      `recorded_at=${at / 1000}`,
      `recorded_at=${at}`,
      'age_s=120',
    ];
    for (const way of ways) {
      await desk.newDevice();
      const { recorded_at } = await taken(`water_level_percent=50&${way}`);
      assert.equal(recorded_at, new Date(at).toISOString(), way);
    }
    const mac_address = desk.device.mac_or_serial;
    const json = { mac_address, water_level_percent: 51, recorded_at: at / 1000 + 1 };
    const { body } = await desk.server.request('POST', '/iot_push.php', { json });
    assert.equal((body as Taken).recorded_at, new Date(at + 1000).toISOString());
    const wrong = [
      { recorded_at: '12' },
      { recorded_at: '2026-11-21T08:00:00' },
      { recorded_at: '176' },
      { age_s: '-1' },
      { age_s: 'old' },
      { age_s: String(401 * 86_400) },
    ];
    for (const fields of wrong) {
      const [name] = Object.keys(fields);
      assert.deepEqual(wrongFields(await desk.push(fields)), [name], JSON.stringify(fields));
    }
  });

  it('takes an instant as clocks write it where it is clear, and says what is missing where it is not', async () => {
    await desk.newDevice();
    const at = new Date(desk.server.clock.now - 3_600_000).toISOString().slice(0, 19);
    const [day = '', time = ''] = at.split('T');
    for (const [index, written] of [
      `${day.replaceAll('-', '/')} ${time} UTC`,
      `${day.replaceAll('-', '')}T${time.replaceAll(':', '')}Z`,
      `${day.slice(2).replaceAll('-', '/')},${time}+00`,
      new Date(`${at}Z`).toUTCString(),
      `${Date.parse(`${at}Z`)}000`,
    ].entries()) {
      const fields = { sensor_name: `clock ${index}`, recorded_at: written };
      const body = new URLSearchParams({ water_level_percent: '50', ...fields }).toString();
      assert.equal((await taken(body)).recorded_at, `${at}.000Z`, written);
    }
    const mac_address = desk.device.mac_or_serial;
    for (const [recorded_at, why] of [
      [`${day} ${time}`, /has no time zone/],
      [`05/11/2026 ${time}Z`, /day and month in either order/],
    ] as const) {
      const form = { mac_address, water_level_percent: 50, recorded_at };
      const refused = await desk.server.request('POST', '/iot_push.php', { form });
      assert.equal(refused.status, 400);
      assert.match(
        (refused.body as { errors: { message: string }[] }).errors[0]?.message ?? '',
        why,
      );
    }
  });
});
