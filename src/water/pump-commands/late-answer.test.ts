import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { usePumpDesk } from '../../../test/helpers/water/pump-desk.ts';
import { minuteMs } from '../../kit/time/units.ts';

describeOnBothEngines('an acknowledgement amid a run', (engine) => {
  const { desk, advance, push, look, listed } = usePumpDesk(engine);

  it('leaves the run its end, which comes when the tank must be full, though nothing more is heard', async () => {
    await desk.newDevice();
    await desk.send({ command: 'auto' });
    for (const { command_id } of await desk.poll()) await desk.ack({ command_id });
    await push(15);
    const [on] = await desk.poll();
    assert.equal(on?.command, 'on');
    for (let level = 20; level <= 40; level += 5) {
      advance(2 * minuteMs - 1000);
      await push(level, { pump_status: 'on' });
    }
    await desk.ack({ command_id: on.command_id });
    await look();
    assert.equal((await listed()).at(-1), 'on auto executed');
    advance(29 * minuteMs);
    await look();
    assert.equal((await listed()).at(-1), 'off auto pending');
  });

  it('leaves the `auto` waiting that its owner sent, where the server ends the run', async () => {
    await desk.newDevice();
    await desk.send({ command: 'on' });
    for (const { command_id } of await desk.poll()) await desk.ack({ command_id });
    await desk.send({ command: 'auto', turn_on_below: 25, turn_off_above: 70 });
    advance(4 * 60 * minuteMs);
    await look();
    const expected = ['on user executed', 'auto user pending', 'off auto pending'];
    assert.deepEqual(await listed(), expected);
  });
});
