import assert from 'node:assert/strict';
import { it } from 'node:test';
import pino from 'pino';
import { openTestDatabase } from '../../../../test/helpers/database/test-database.ts';
import { describeOnBothEngines } from '../../../../test/helpers/server/test-server.ts';
import { until } from '../../../../test/helpers/until.ts';
import { connectMqtt } from '../../../../test/helpers/water/mqtt.ts';
import { startOtherBroker } from '../../../../test/helpers/water/other-broker.ts';
import { systemTimers } from '../../../kit/time/timers.ts';
import { createClients } from './clients.ts';
import { type ExternalDoorDeps, startExternal } from './external.ts';

describeOnBothEngines('the door at an external broker', (engine) => {
  it('goes on where storage cannot say which device commands may wait for', async () => {
    const other = await startOtherBroker();
    const stand = await openTestDatabase(engine);
    await stand.db.write.schema.alterTable('devices').renameTo('devices_away').execute();
    const lines: { msg: string; identity?: string }[] = [];
    let taken = 0;
    const deps = {
      ...{ db: stand.db, timers: systemTimers, clients: createClients(), rooms: [] },
      ...{ settings: { httpPort: 8080 }, metrics: { observe: () => {} } },
      log: pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }),
      takeMessage: async ({ waiting }: { waiting: () => void }) => {
        waiting();
        taken += 1;
        return 'taken';
      },
    } as unknown as ExternalDoorDeps;
    const door = startExternal(deps, other.url);
    const board = await connectMqtt(other.url, {});
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
    await board.end();
    await door.close();
    await stand.close();
    await other.stop();
  });
});
