import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { useDeviceDesk } from '../../../../test/helpers/browser/device-desk.ts';
import { describeOnBothEngines } from '../../../../test/helpers/server/test-server.ts';
import { type SignedRequest, SigningBoard } from '../../../../test/helpers/water/signing-board.ts';
import { howMany } from '../../../../test/helpers/whole-suite.ts';
import { hourMs, secondMs } from '../../../kit/time/units.ts';

/** What happens: a new push or poll, an earlier message again, or time that passes. */
const steps = fc.oneof(
  fc.record({ kind: fc.constant('push' as const), level: fc.integer({ min: 0, max: 100 }) }),
  fc.record({ kind: fc.constant('poll' as const) }),
  fc.record({ kind: fc.constant('again' as const), back: fc.integer({ min: 0, max: 3 }) }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(secondMs, hourMs) }),
);

describeOnBothEngines('signed messages in any course of them', (engine) => {
  const desk = useDeviceDesk(engine);

  it('hold: the last one alone comes again, and each reading is stored once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { maxLength: 15 }), async (course) => {
        await desk.signInAnew();
        const { id, mac_or_serial } = await desk.newDevice();
        const json = { device_id: id };
        const { body } = await desk.call('POST', '/api/devices.php?action=api-key', json);
        const board = new SigningBoard(mac_or_serial, (body as { api_key: string }).api_key);
        const sent: SignedRequest[] = [];
        const stored = new Map<string, unknown>();
        for (const step of course) {
          if (step.kind === 'wait') {
            desk.server.clock.advance(step.ms);
            continue;
          }
          const isAgain = step.kind === 'again';
          const place = isAgain ? sent.length - 1 - step.back : sent.length;
          if (place < 0) continue;
          if (step.kind === 'poll') sent.push(board.poll());
          // Two pushes of one level within seconds are one reading, signed or not.
          if (step.kind === 'push') {
            desk.server.clock.advance(20 * secondMs);
            sent.push(board.push({ water_level_percent: step.level }));
          }
          const request = sent[place] as SignedRequest;
          const answer = await board.send(desk.server, request);
          assert.ok(answer.isProven);
          const isLast = place === sent.length - 1;
          assert.equal(answer.status === 409, !isLast, answer.text);
          if (answer.status !== 201) continue;
          const { recorded_at } = answer.body as { recorded_at: string };
          assert.equal(stored.get(request.tag) ?? recorded_at, recorded_at);
          stored.set(request.tag, recorded_at);
        }
        const history = await desk.call(
          'GET',
          `/api/sensors.php?action=history&device_id=${id}&hours=168`,
        );
        const told = (history.body as { recorded_at: string }[]).map((each) => each.recorded_at);
        assert.deepEqual(told.sort(), [...stored.values()].sort());
      }),
      { numRuns: howMany(7, 20) },
    );
  });
});
