import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { useGroupCalls } from '../../../test/helpers/water/group-calls.ts';
import { minuteMs } from '../../kit/time/units.ts';

describeOnBothEngines('the litres of a group', (engine) => {
  const server = useTestServer({ engine, env: { PUSH_BURST_PER_DEVICE: '100' } });
  const { newPerson, newDevice, create, get, push, configure } = useGroupCalls(server);

  it('are those before a last reading that cannot be', async () => {
    const owner = await newPerson();
    const device = await newDevice(owner);
    await configure(owner, device, 2000);
    const { id } = await create(owner, { name: 'Estate', device_ids: [device.id] });
    for (let count = 0; count < 24; count += 1) {
      server.clock.advance(5 * minuteMs);
      await push(device, 70);
    }
    server.clock.advance(5 * minuteMs);
    await push(device, 0);
    const { litres, level_percent, low } = (await get(owner, id)).sums;
    assert.deepEqual({ litres, level_percent, low }, { litres: 1400, level_percent: 70, low: 0 });
  });
});
