import assert from 'node:assert/strict';
import { it } from 'node:test';
import pino from 'pino';
import { openTestDatabase } from '../../../../test/helpers/database/test-database.ts';
import { describeOnBothEngines } from '../../../../test/helpers/server/test-server.ts';
import { until } from '../../../../test/helpers/until.ts';
import { connectMqtt } from '../../../../test/helpers/water/mqtt.ts';
import { startOtherBroker } from '../../../../test/helpers/water/other-broker.ts';
import type { Engine } from '../../../db/db.ts';
import { systemTimers } from '../../../kit/time/timers.ts';
import { createClients } from './clients.ts';
import { type ExternalDoorDeps, startExternal } from './external.ts';
import type { DeviceMessage } from './take-message.ts';

type Logged = { msg: string; identity?: string };

/** A door at another broker; nothing of a message is read but what `takeMessage` does. */
async function openDoor(
  engine: Engine,
  takeMessage: (message: DeviceMessage) => Promise<'acknowledge'>,
) {
  const other = await startOtherBroker();
  const stand = await openTestDatabase(engine);
  const lines: Logged[] = [];
  const deps = {
    db: stand.db,
    timers: systemTimers,
    clients: createClients(),
    rooms: [],
    settings: { httpPort: 8080, clientName: undefined },
    metrics: { observe: () => {} },
    takeMessage,
    devices: { onChanged: () => {} },
    log: pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }),
  } as unknown as ExternalDoorDeps;
  const door = startExternal(deps, other.url);
  const board = await connectMqtt(other.url, {});
  const close = async () => {
    await board.end();
    await door.close();
    await stand.close();
    await other.stop();
  };
  return { board, lines, close, stand };
}

describeOnBothEngines('the door at an external broker', (engine) => {
  it('tells a device what was wrong while its message is being taken', async () => {
    let taken = 0;
    const { board, lines, close } = await openDoor(engine, async ({ publishErrors }) => {
      await publishErrors({ success: false, code: 'counter_used' });
      taken += 1;
      return 'acknowledge';
    });
    await board.subscribe('kisima/SERIAL-1/errors');
    await until(async () => {
      await board.publish('kisima/SERIAL-1/status', 'online');
      return taken > 0 || undefined;
    });
    await until(() => board.heard.find(({ payload }) => payload.includes('counter_used')));
    assert.deepEqual(
      lines.filter(({ msg }) => msg.includes('could not be published')),
      [],
    );
    await close();
  });

  it('goes on where storage cannot say which device commands may wait for', async () => {
    let taken = 0;
    const { board, lines, close, stand } = await openDoor(engine, async ({ sendCommands }) => {
      sendCommands();
      taken += 1;
      return 'acknowledge';
    });
    await stand.db.write.schema.alterTable('devices').renameTo('devices_away').execute();
    // The other broker has no shared subscriptions, so that only what goes to every process comes.
    await until(async () => {
      await board.publish('kisima/SERIAL-1/status', 'online');
      return taken > 0 || undefined;
    });
    const told = await until(() => lines.find(({ identity }) => identity === 'SERIAL-1'));
    assert.equal(told.msg, 'commands could not be sent by MQTT');
    const before = taken;
    await board.publish('kisima/SERIAL-1/status', 'online');
    await until(() => taken > before || undefined);
    await close();
  });
});
