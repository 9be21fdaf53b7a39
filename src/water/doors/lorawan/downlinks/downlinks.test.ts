import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../../../test/helpers/accounts/accounts.ts';
import { describeOnBothEngines } from '../../../../../test/helpers/server/test-server.ts';
import { useDownlinkDesk } from '../../../../../test/helpers/water/downlink-desk.ts';
import { makeSecret, postTo, ttsUplink } from '../../../../../test/helpers/water/lorawan.ts';
import { minuteMs } from '../../../../kit/time/units.ts';

describeOnBothEngines('commands as downlinks of LoRaWAN', (engine) => {
  const desk = useDownlinkDesk(engine);
  const { ask, commandOf, order, post, pumpOf, queue, setUp, soon } = desk;

  it('wait in the queue of ChirpStack, confirmed, with where they end, and not beyond their time', async () => {
    await setUp('chirpstack');
    const on = await order('on');
    await soon(async () => (await commandOf(on)).delivered_at !== null);
    const [item] = desk.network.queueOf(desk.devEui);
    assert.deepEqual([item?.hex, item?.fPort, item?.confirmed], ['05001200dbba00', 2, true]);
    const stale = Date.parse(item?.expiresAt ?? '') - desk.server.clock.now;
    assert.ok(stale > 0 && stale <= 60 * minuteMs, String(stale));
    assert.ok(desk.network.asked.every(({ key }) => key === `Bearer ${desk.apiKey}`));
    await soon(async () => (await pumpOf())?.queued === 1);
    // An `on` that is too late is taken out: the board would else start at its next uplink.
    desk.server.clock.advance(stale);
    await soon(() => queue().length === 0);
    await soon(async () => (await pumpOf())?.queued === 0);
  });

  it('are replaced by what came later, and taken out where they are cancelled', async () => {
    await setUp('chirpstack');
    await order('on');
    await soon(() => queue()[0] === '05001200dbba00');
    const off = await order('off');
    await soon(() => queue().length === 1 && queue()[0] === '030011');
    await ask('DELETE', `/api/pump_commands.php?action=cancel&id=${off.id}`);
    await soon(() => queue().length === 0);
  });

  it('go by The Things Stack once it has named the device, and their receipt may be enough', async () => {
    await setUp('tts', { receipt_is_done: true });
    const on = await order('on');
    await soon(async () => (await pumpOf())?.error !== null);
    assert.match((await pumpOf())?.error ?? '', /has never passed on anything/);
    const name = `pump-${desk.devEui}`;
    const up = ttsUplink(desk.devEui, desk.server.clock.now, { frm_payload: '' });
    up.end_device_ids.device_id = name;
    await post('tts', up);
    // Its wait has grown meanwhile; whatever is sent anew goes at once.
    const off = await order('off');
    await soon(() => queue(name)[0] === '030011');
    await soon(async () => (await commandOf(off)).delivered_at !== null);
    assert.notEqual((await commandOf(on)).status, 'executed');
    const { uplink_message: _, ...rest } = up;
    const downlink_ack = {
      f_port: 2,
      correlation_ids: ['as:downlink:01', `kisima:command:${off.id}`],
    };
    assert.equal(await post('tts', { ...rest, downlink_ack }), 'received');
    assert.equal((await commandOf(off)).status, 'executed');
    await soon(() => queue(name).length === 0);
    const again = await order('on');
    await soon(() => queue(name)[0] === '05001200dbba00');
    await soon(async () => (await pumpOf())?.queued === 1);
    const failed = { downlink: { correlation_ids: [`kisima:command:${again.id}`] }, error: {} };
    assert.equal(await post('tts', { ...rest, downlink_failed: failed }), 'not_received');
  });

  it('are tried again while their network server fails, which is told without its key or address', async () => {
    await setUp('chirpstack');
    desk.network.answerWith(503);
    const off = await order('off');
    await soon(async () => (await pumpOf())?.error !== null);
    assert.equal((await pumpOf())?.error, 'answered with status 503');
    assert.equal((await commandOf(off)).delivered_at, null);
    desk.network.answerWith(200);
    desk.server.clock.advance(minuteMs);
    await soon(async () => (await commandOf(off)).delivered_at !== null);
    await soon(async () => (await pumpOf())?.error === null);
    assert.ok(!desk.server.logged().includes(desk.apiKey));
    const stored = await desk.server.db.read.selectFrom('lorawan_servers').selectAll().execute();
    assert.ok(!JSON.stringify(stored).includes(desk.apiKey));
  });

  it('go to nobody else’s devices, and end with the device', async () => {
    await setUp('chirpstack');
    const stranger = await registerUser(desk.server);
    const theirs = await makeSecret(desk.server, stranger.token);
    await order('off');
    await soon(async () => (await pumpOf())?.queued === 1);
    const [item] = desk.network.queueOf(desk.devEui);
    const event = {
      queueItemId: item?.id,
      acknowledged: true,
      deviceInfo: { devEui: desk.devEui },
    };
    const { body } = await postTo(desk.server, 'chirpstack?event=ack', theirs, event);
    assert.equal((body as { status: string }).status, 'unknown_device');
    await ask('DELETE', `/api/devices.php?action=remove&id=${desk.device.id}`);
    await soon(async () => {
      const rows = await desk.server.db.read.selectFrom('lorawan_pumps').selectAll().execute();
      return rows.every(({ device_id }) => device_id !== Number(desk.device.id));
    });
  });
});
