import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { failureOf } from '../../../../../test/helpers/http/answers.ts';
import { describeOnBothEngines } from '../../../../../test/helpers/server/test-server.ts';
import { randomMac, registerDevice } from '../../../../../test/helpers/water/devices.ts';
import { useDownlinkDesk } from '../../../../../test/helpers/water/downlink-desk.ts';
import { randomDevEui } from '../../../../../test/helpers/water/lorawan.ts';
import { minuteMs } from '../../../../kit/time/units.ts';

describeOnBothEngines('what waits for a LoRaWAN board that is replaced', (engine) => {
  const desk = useDownlinkDesk(engine);
  const { ask, order, pumpOf, queue, replaceBoard, request, setUp, soon } = desk;
  let old = '';
  const downlinksOf = () =>
    desk.server.db.read
      .selectFrom('lorawan_downlinks')
      .selectAll()
      .where('device_id', '=', Number(desk.device.id))
      .execute();

  beforeEach(async () => {
    old = desk.devEui;
    await setUp('chirpstack');
    await order('on');
    await soon(async () => (await pumpOf())?.queued === 1);
    assert.equal(queue(old).length, 1);
  });

  for (const status of [503, 429, 500]) {
    it(`is taken out later where its queue is answered with ${status} at first`, async () => {
      desk.network.answerFor(old, status);
      const fresh = await replaceBoard();
      await soon(async () => (await pumpOf())?.error === `answered with status ${status}`);
      assert.equal(queue(old).length, 1);
      desk.network.answerFor(old, 200);
      desk.server.clock.advance(minuteMs);
      await soon(() => queue(old).length === 0 && queue(fresh).length === 1);
    });
  }

  it('is taken out later where the key is refused for both boards at first', async () => {
    desk.network.answerWith(401);
    const fresh = await replaceBoard();
    await soon(async () => (await pumpOf())?.error === 'answered with status 401');
    desk.network.answerWith(200);
    desk.server.clock.advance(minuteMs);
    await soon(() => queue(old).length === 0 && queue(fresh).length === 1);
  });

  for (const status of [401, 403, 404]) {
    it(`is over where its network server knows it no more (${status}), but the new one`, async () => {
      desk.network.answerFor(old, status);
      const fresh = await replaceBoard();
      await soon(() => queue(fresh).length === 1);
      await soon(async () => (await pumpOf())?.queued === 1);
      assert.equal((await pumpOf())?.error, null);
    });
  }

  /** The old queue cannot be emptied at first, and meanwhile something makes the new one to be told anew. */
  const meanwhile = async (happens: (fresh: string) => Promise<unknown>) => {
    desk.network.answerFor(old, 503);
    const fresh = await replaceBoard();
    await soon(async () => (await pumpOf())?.error === 'answered with status 503');
    await happens(fresh);
    desk.network.answerFor(old, 200);
    desk.server.clock.advance(minuteMs);
    await soon(() => queue(fresh).length === 1);
    assert.deepEqual(queue(old), []);
  };
  it('is taken out also where the new one joins before', async () => {
    await meanwhile((devEui) =>
      desk.post('chirpstack?event=join', { deviceInfo: { devEui }, devAddr: '00189440' }),
    );
  });

  it('is taken out also where its pump is set up anew before', async () => {
    await meanwhile(() => setUp('chirpstack'));
  });

  it('is taken out where the new one has no DevEUI, and its pump is told nothing more', async () => {
    await replaceBoard(randomMac());
    await soon(() => queue(old).length === 0);
    await soon(async () => (await pumpOf())?.queued === 0);
    await soon(async () => (await downlinksOf()).every(({ due_at }) => due_at === null));
    const told = await downlinksOf();
    await order('off');
    // A pump that is looked at after it shows that it was looked at.
    const other = randomDevEui();
    const { id } = await registerDevice(desk.server, desk.owner.token, other);
    await setUp('chirpstack', { device_id: id });
    await order('off', id);
    await soon(() => queue(other)[0] === '030011');
    assert.deepEqual(await downlinksOf(), told);
    await ask('DELETE', `/api/lorawan/pumps/${desk.device.id}`);
  });

  it('is kept for a board without a DevEUI until its network server can be told', async () => {
    desk.network.answerFor(old, 503);
    await replaceBoard(randomMac());
    await soon(async () => (await pumpOf())?.error === 'answered with status 503');
    desk.network.answerFor(old, 200);
    desk.server.clock.advance(minuteMs);
    await soon(() => queue(old).length === 0);
    await soon(async () => (await pumpOf())?.queued === 0);
    await ask('DELETE', `/api/lorawan/pumps/${desk.device.id}`);
    assert.deepEqual(failureOf(await request('DELETE', `/api/lorawan/pumps/${desk.device.id}`)), [
      404,
      'not_found',
    ]);
  });

  it('goes to a third board with a DevEUI after one that has none', async () => {
    await replaceBoard(randomMac());
    await soon(async () => (await pumpOf())?.queued === 0);
    const third = await replaceBoard();
    await soon(() => queue(third).length === 1);
  });

  it('is taken out also where an earlier version had told it, which kept no board', async () => {
    const [{ queued } = { queued: '' }] = await desk.server.db.read
      .selectFrom('lorawan_pumps')
      .select('queued')
      .where('device_id', '=', Number(desk.device.id))
      .execute();
    const { board: _board, at: _at, ...before } = JSON.parse(queued);
    await desk.server.db.write
      .updateTable('lorawan_pumps')
      .set({ queued: JSON.stringify(before) })
      .where('device_id', '=', Number(desk.device.id))
      .execute();
    const fresh = await replaceBoard();
    await soon(() => queue(fresh).length === 1 && queue(old).length === 0);
  });
});
