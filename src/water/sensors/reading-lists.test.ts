import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { newOwner } from '../../../test/helpers/accounts/owners.ts';
import { failureOf, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { howMany } from '../../../test/helpers/whole-suite.ts';
import { hourMs, minuteMs } from '../../kit/time/units.ts';

const path = '/api/sensors.php';

type Answer = {
  stored: number;
  repeated: number;
  refused: number;
  results: { status: string; error?: string; ignored?: unknown[] }[];
};

describeOnBothEngines('a list of readings by a user', (engine) => {
  const server = useTestServer({ engine });

  const record = (token: string | undefined, json: unknown) =>
    server.request('POST', `${path}?action=reading`, { token, json });
  const iso = (offset: number) => new Date(server.clock.now + offset).toISOString();
  const levelsOf = async (token: string, device_id: string, sensor: string) => {
    const query = `&device_id=${device_id}&hours=168&sensor_name=${sensor}`;
    const { body } = await server.request('GET', `${path}?action=history${query}`, { token });
    return (body as { level: number }[]).map(({ level }) => level);
  };

  it('stores what is right, and says of each reading what became of it', async () => {
    const { token, device_id } = await newOwner(server);
    const readings = [
      { level: 60, recorded_at: iso(-3 * hourMs) },
      { level: 160, recorded_at: iso(-2 * hourMs) },
      { level: 55, recorded_at: iso(-hourMs), sensor_name: 'well' },
      { level: 50, recorded_at: iso(-hourMs), status: 'fine', volume: -1 },
      { level: 58, recorded_at: iso(-3 * hourMs) },
      { level: 57, recorded_at: 'yesterday' },
      { level: 40 },
      null,
      'full',
    ];
    const answer = await record(token, { device_id, sensor_name: 'roof', readings });
    assert.equal(answer.status, 200, answer.text);
    const { stored, repeated, refused, results } = answer.body as Answer;
    assert.deepEqual({ stored, repeated, refused }, { stored: 3, repeated: 1, refused: 5 });
    assert.deepEqual(
      results.map(({ status }) => status),
      [
        ...['stored', 'refused', 'stored', 'refused', 'repeated'],
        ...['refused', 'stored', 'refused', 'refused'],
      ],
    );
    assert.match(results[1]?.error ?? '', /level must be at most 110/);
    assert.match(results[3]?.error ?? '', /volume.*status|status.*volume/);
    assert.match(results[5]?.error ?? '', /recorded_at/);
    assert.equal(results[4]?.ignored?.length, 1, 'another level of the same instant');
    assert.deepEqual(await levelsOf(token, device_id, 'roof'), [60, 40]);
    assert.deepEqual(await levelsOf(token, device_id, 'well'), [55]);
  });

  it('takes any list twice and stores it once, as its readings one by one', async () => {
    const drawn = fc.array(
      fc.record({
        minutes: fc.integer({ min: 1, max: 400 }),
        level: fc.integer({ min: -10, max: 120 }),
      }),
      { minLength: 1, maxLength: 30 },
    );
    await fc.assert(
      fc.asyncProperty(drawn, async (list) => {
        const [together, apart] = [await newOwner(server), await newOwner(server)];
        const readings = list.map(({ minutes, level }) => ({
          sensor_name: 'roof',
          level,
          recorded_at: iso(-minutes * minuteMs),
        }));
        const first = await record(together.token, { device_id: together.device_id, readings });
        const again = await record(together.token, { device_id: together.device_id, readings });
        const [{ stored, repeated, refused }, second] = [
          first.body as Answer,
          again.body as Answer,
        ];
        assert.deepEqual([second.stored, second.refused], [0, refused]);
        assert.equal(second.repeated, stored + repeated);
        for (const reading of readings) {
          await record(apart.token, { device_id: apart.device_id, ...reading });
        }
        const levels = await levelsOf(together.token, together.device_id, 'roof');
        assert.deepEqual(levels, await levelsOf(apart.token, apart.device_id, 'roof'));
        assert.equal(levels.length, stored);
      }),
      { numRuns: howMany(5, 12) },
    );
  });

  it('takes 1 to 1,000', async () => {
    const { token, device_id } = await newOwner(server);
    const of = (length: number) =>
      Array.from({ length }, (_, index) => ({
        level: index % 100,
        recorded_at: iso(-index * minuteMs),
      }));
    const send = (readings: unknown) => record(token, { device_id, sensor_name: 'roof', readings });
    const most = await send(of(1000));
    assert.deepEqual([most.status, (most.body as Answer).stored], [200, 1000], most.text);
    for (const readings of [[], of(1001), 'none', {}]) {
      assert.deepEqual(wrongFields(await send(readings)), ['readings']);
    }
  });

  it('needs no sensor where each reading names its own', async () => {
    const { token, device_id } = await newOwner(server);
    const readings = [{ level: 1, sensor_name: 'a' }, { level: 2 }];
    const { body } = await record(token, { device_id, readings });
    const [named, unnamed] = (body as Answer).results;
    assert.equal(named?.status, 'stored');
    assert.match(unnamed?.error ?? '', /sensor_name is required/);
  });

  it("answers 404 for another user's device and stores nothing; needs a token", async () => {
    const [{ token }, other] = [await newOwner(server), await newOwner(server)];
    const { device_id } = other;
    const list = { device_id, sensor_name: 'roof', readings: [{ level: 50 }] };
    assert.deepEqual(failureOf(await record(token, list)), [404, 'not_found']);
    assert.equal((await record(undefined, list)).status, 401);
    assert.deepEqual(await levelsOf(other.token, device_id, 'roof'), []);
  });
});
