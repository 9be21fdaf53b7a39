import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnBothEngines } from '../../../../../test/helpers/server/test-server.ts';
import { useDownlinkDesk } from '../../../../../test/helpers/water/downlink-desk.ts';
import { ttsUplink } from '../../../../../test/helpers/water/lorawan.ts';
import { startNetworkServer } from '../../../../../test/helpers/water/network-server.ts';
import { minuteMs } from '../../../../kit/time/units.ts';

describeOnBothEngines('downlinks of LoRaWAN whose queue is elsewhere now', (engine) => {
  const desk = useDownlinkDesk(engine);
  const { ask, order, post, pumpOf, queue, replaceBoard, setUp, soon } = desk;

  it('are queued at the new address of a network server that moves', async () => {
    await setUp('chirpstack');
    const on = await order('on');
    await soon(async () => (await pumpOf())?.queued === 1);
    const moved = await startNetworkServer();
    try {
      const place = { network: 'chirpstack', url: moved.url, api_key: desk.apiKey };
      await ask('PUT', '/api/lorawan/servers', place);
      // As much of its run as is left once it has begun.
      await soon(() => moved.queueOf(desk.devEui)[0]?.hex === '05001200d72620');
      await ask('DELETE', `/api/pump_commands.php?action=cancel&id=${on.id}`);
      await soon(() => moved.queueOf(desk.devEui).length === 0);
      assert.ok(moved.asked.some(({ method }) => method === 'DELETE'));
    } finally {
      await moved.close();
    }
  });

  it('are queued at the new address also where it was set while they went to the old one', async () => {
    await setUp('chirpstack');
    const moved = await startNetworkServer();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    try {
      desk.network.answerAfter(held);
      const before = desk.network.asked.length;
      await order('off');
      await soon(() => desk.network.asked.length > before);
      const place = { network: 'chirpstack', url: moved.url, api_key: desk.apiKey };
      await ask('PUT', '/api/lorawan/servers', place);
      release();
      await soon(() => moved.queueOf(desk.devEui)[0]?.hex === '030011');
      await soon(async () => (await pumpOf())?.queued === 1);
      // What an uplink confirms is the downlink of the new address.
      const [item] = moved.queueOf(desk.devEui);
      const event = {
        queueItemId: item?.id,
        acknowledged: true,
        deviceInfo: { devEui: desk.devEui },
      };
      await soon(async () => (await post('chirpstack?event=ack', event)) === 'received');
    } finally {
      release();
      desk.network.answerAfter(Promise.resolve());
      await moved.close();
    }
  });

  it('go to the new address at once, whatever wait failures at the old one had come to', async () => {
    await setUp('chirpstack');
    desk.network.answerWith(503);
    await order('off');
    await soon(async () => (await pumpOf())?.error !== null);
    const moved = await startNetworkServer();
    try {
      desk.server.clock.advance(1);
      const place = { network: 'chirpstack', url: moved.url, api_key: desk.apiKey };
      await ask('PUT', '/api/lorawan/servers', place);
      await soon(() => moved.queueOf(desk.devEui)[0]?.hex === '030011');
    } finally {
      await moved.close();
    }
  });

  it('go to the new board once one was replaced, and leave the queue of the old one', async () => {
    await setUp('chirpstack');
    await order('on');
    await soon(async () => (await pumpOf())?.queued === 1);
    const serial = await replaceBoard();
    // As much of its run as is left once it has begun.
    await soon(() => queue(serial)[0] === '05001200d72620');
    assert.deepEqual(queue(), []);
    // Nothing waits for the board that this one replaces, whether it is asked for or not.
    await soon(async () => (await pumpOf())?.queued === 1);
    const off = await order('off');
    await soon(() => queue(serial).length === 1 && queue(serial)[0] === '030011');
    await soon(async () => (await pumpOf())?.queued === 1);
    const again = await replaceBoard();
    await ask('DELETE', `/api/pump_commands.php?action=cancel&id=${off.id}`);
    await soon(() => queue(serial).length === 0 && queue(again).length === 0);
  });

  it('go to a new board also where it was set up while they went to the old one', async () => {
    await setUp('chirpstack');
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    try {
      desk.network.answerAfter(held);
      const before = desk.network.asked.length;
      await order('off');
      await soon(() => desk.network.asked.length > before);
      const serial = await replaceBoard();
      release();
      await soon(() => queue(serial)[0] === '030011' && queue().length === 0);
    } finally {
      release();
      desk.network.answerAfter(Promise.resolve());
    }
  });

  it('wait at The Things Stack for the first message of a new board, and leave the old one', async () => {
    await setUp('tts');
    const nameOf = (eui: string) => `pump-${eui}`;
    const hear = async (eui: string) => {
      const up = ttsUplink(eui, desk.server.clock.now, { frm_payload: '' });
      up.end_device_ids.device_id = nameOf(eui);
      await post('tts', up);
    };
    await hear(desk.devEui);
    await order('off');
    await soon(() => queue(nameOf(desk.devEui))[0] === '030011');
    await soon(async () => (await pumpOf())?.queued === 1);
    const serial = await replaceBoard();
    await soon(() => queue(nameOf(desk.devEui)).length === 0);
    await soon(async () => /has never passed on anything/.test((await pumpOf())?.error ?? ''));
    await hear(serial);
    desk.server.clock.advance(minuteMs);
    await soon(() => queue(nameOf(serial))[0] === '030011');
  });
});
