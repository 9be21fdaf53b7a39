import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnBothEngines } from '../../../../../test/helpers/server/test-server.ts';
import { useDownlinkDesk } from '../../../../../test/helpers/water/downlink-desk.ts';
import { chirpstackUp, randomDevEui } from '../../../../../test/helpers/water/lorawan.ts';
import { minuteMs } from '../../../../kit/time/units.ts';

describeOnBothEngines('downlinks of LoRaWAN that were received, or were not', (engine) => {
  const desk = useDownlinkDesk(engine);
  const { ask, commandOf, order, post, postAsIs, pumpOf, queue, receipt, says, setUp, soon } = desk;

  it('are acknowledged by the pump status of an uplink after their receipt, and not before', async () => {
    await setUp('chirpstack');
    const off = await order('off');
    await soon(async () => (await pumpOf())?.queued === 1);
    // An uplink from before it came says nothing of it.
    assert.equal(await says('off'), 'stored');
    assert.equal((await commandOf(off)).status, 'pending');
    assert.equal(await receipt(true), 'received');
    assert.equal((await commandOf(off)).status, 'pending');
    desk.server.clock.advance(minuteMs);
    assert.equal(await says('on'), 'stored');
    assert.equal((await commandOf(off)).status, 'pending');
    desk.server.clock.advance(minuteMs);
    assert.equal(await says('OFF'), 'stored');
    assert.equal((await commandOf(off)).status, 'executed');
    await soon(() => queue().length === 0);
  });

  it('are acknowledged by an uplink that comes again after storage failed at it', async () => {
    await setUp('chirpstack');
    const off = await order('off');
    await soon(async () => (await pumpOf())?.queued === 1);
    assert.equal(await receipt(true), 'received');
    desk.server.clock.advance(minuteMs);
    const up = chirpstackUp(desk.devEui, desk.server.clock.now, {
      object: { level: 50, relay: 'off' },
    });
    const { schema } = desk.server.db.write;
    await schema.alterTable('lorawan_pumps').renameTo('lorawan_pumps_away').execute();
    const { status } = await postAsIs('chirpstack?event=up', up);
    await schema.alterTable('lorawan_pumps_away').renameTo('lorawan_pumps').execute();
    assert.ok(status >= 500, String(status));
    assert.equal(await post('chirpstack?event=up', up), 'repeated');
    assert.equal((await commandOf(off)).status, 'executed');
  });

  it('go out again where they were not received, and not once they are over', async () => {
    await setUp('chirpstack');
    const off = await order('off');
    await soon(async () => (await pumpOf())?.queued === 1);
    const [first] = desk.network.queueOf(desk.devEui);
    assert.equal(await receipt(false), 'not_received');
    await soon(
      () => desk.network.queueOf(desk.devEui)[0]?.id !== first?.id && queue().length === 1,
    );
    await ask('DELETE', `/api/pump_commands.php?action=cancel&id=${off.id}`);
    await soon(() => queue().length === 0);
    const late = {
      queueItemId: first?.id,
      acknowledged: false,
      deviceInfo: { devEui: desk.devEui },
    };
    assert.equal(await post('chirpstack?event=ack', late), 'ignored');
  });

  it('go out again once the board has joined anew, since its queue may have been emptied', async () => {
    await setUp('chirpstack');
    const off = await order('off');
    await soon(async () => (await pumpOf())?.queued === 1);
    desk.network.empty(desk.devEui);
    const join = { deviceInfo: { devEui: desk.devEui }, devAddr: '00189440' };
    assert.equal(await post('chirpstack?event=join', join), 'not_received');
    await soon(() => queue().length === 1 && queue()[0] === '030011');
    await soon(async () => (await pumpOf())?.queued === 1);
    assert.equal(await receipt(true), 'received');
    desk.server.clock.advance(minuteMs);
    await says('off');
    assert.equal((await commandOf(off)).status, 'executed');
    await soon(async () => (await pumpOf())?.queued === 0);
    assert.equal(await post('chirpstack?event=join', join), 'ignored');
    const stranger = { deviceInfo: { devEui: randomDevEui() } };
    assert.equal(await post('chirpstack?event=join', stranger), 'unknown_device');
  });

  it('are done by an uplink that says the pump alone, as boards without a sensor send it', async () => {
    await setUp('chirpstack');
    const off = await order('off');
    await soon(async () => (await pumpOf())?.queued === 1);
    const saysAlone = (relay: string) =>
      post(
        'chirpstack?event=up',
        chirpstackUp(desk.devEui, desk.server.clock.now, { object: { relay } }),
      );
    assert.equal(await saysAlone('off'), 'no_reading');
    assert.notEqual((await commandOf(off)).status, 'executed');
    assert.equal(await receipt(true), 'received');
    desk.server.clock.advance(minuteMs);
    await saysAlone('on');
    assert.notEqual((await commandOf(off)).status, 'executed');
    desk.server.clock.advance(minuteMs);
    await saysAlone('off');
    assert.equal((await commandOf(off)).status, 'executed');
  });
});
