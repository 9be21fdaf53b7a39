import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newOwner, type Owner } from '../../../test/helpers/accounts/owners.ts';
import { failureOf, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { hourMs } from '../../kit/time/units.ts';

const path = '/api/reports.php';
const actions = ['daily', 'usage', 'alerts', 'pump', 'export'] as const;

type Frame = { period: string | null; start_date: string; end_date: string; timezone: string };
type Rows = { date: string; sensor_name: string; [field: string]: unknown }[];

describeOnBothEngines('reports', (engine) => {
  const server = useTestServer({ engine });

  const get = (action: string, token: string | undefined, query: string) =>
    server.request('GET', `${path}?action=${action}${query}`, { token });
  const instant = (offset = 0) => new Date(server.clock.now + offset).toISOString();
  const record = async ({ token, device_id }: Owner, fields: object) => {
    const json = { device_id, sensor_name: 'roof', level: 50, ...fields };
    const answer = await server.request('POST', '/api/sensors.php?action=reading', { token, json });
    assert.equal(answer.status, 201, answer.text);
  };

  for (const action of actions) {
    describe(action, () => {
      it("answers 404 for another user's device; needs a token", async () => {
        const [{ token }, { device_id }] = [await newOwner(server), await newOwner(server)];
        const stranger = await get(action, token, `&device_id=${device_id}`);
        assert.deepEqual(failureOf(stranger), [404, 'not_found']);
        assert.equal((await get(action, undefined, `&device_id=${device_id}`)).status, 401);
        const post = await server.request('POST', `${path}?action=${action}`, { token });
        assert.equal(post.status, 405);
      });

      it('takes each period and each kind of date', async () => {
        const { token, device_id } = await newOwner(server);
        const queries = [
          ...['1d', '7d', '30d', '90d'].map((period) => `&period=${period}`),
          '&start_date=2026-11-01',
          '&end_date=2026-11-01T12:00',
          '&start_date=2026-11-01T12:00:00Z&end_date=2026-11-02T15:00:00%2B03:00',
          '&start_date=2026-11-01T12:00:00+03:00',
          '&start_date=0001-01-01&end_date=9999-12-31',
          '&sensor_name=nobody',
        ];
        for (const query of queries) {
          const answer = await get(action, token, `&device_id=${device_id}${query}`);
          assert.equal(answer.status, 200, answer.text);
        }
      });

      it('names every wrong field', async () => {
        const { token, device_id } = await newOwner(server);
        const wrongIn = async (query: string) => wrongFields(await get(action, token, query));
        assert.deepEqual(await wrongIn(''), ['device_id']);
        const all =
          '&device_id=&period=2d&sensor_name=%09&start_date=yesterday&end_date=2026-02-30';
        const names = ['device_id', 'end_date', 'period', 'sensor_name', 'start_date'];
        assert.deepEqual(await wrongIn(all), names);
        const here = `&device_id=${device_id}`;
        for (const period of ['', '0d', '7', '7D']) {
          assert.deepEqual(await wrongIn(`${here}&period=${period}`), ['period']);
        }
        assert.deepEqual(await wrongIn(`${here}&start_date=&end_date=`), [
          'end_date',
          'start_date',
        ]);
        assert.deepEqual(await wrongIn(`${here}&start_date=2026-11-20&end_date=2026-11-19`), [
          'end_date',
        ]);
        assert.deepEqual(await wrongIn(`${here}&start_date=2026-11-22`), ['start_date']);
        const twice = `${here}&start_date=2026-11-01&start_date=2026-11-02&period=1d&period=7d`;
        assert.deepEqual(await wrongIn(twice), ['period', 'start_date']);
      });
    });
  }

  describe('the frame', () => {
    const frameOf = async (owner: Owner, action: string, query: string) => {
      const { body } = await get(action, owner.token, `&device_id=${owner.device_id}${query}`);
      const { period, start_date, end_date, timezone } = body as Frame;
      assert.equal((body as { device_id: string }).device_id, owner.device_id);
      return [period, start_date, end_date, timezone];
    };

    it('tells the period, 7 days unless told', async () => {
      const owner = await newOwner(server);
      const end = instant();
      for (const action of ['daily', 'usage', 'alerts', 'pump']) {
        const home = 'Africa/Nairobi';
        const days = (count: number) => instant(-count * 24 * hourMs);
        assert.deepEqual(await frameOf(owner, action, ''), ['7d', days(7), end, home]);
        for (const count of [1, 7, 30, 90]) {
          const frame = await frameOf(owner, action, `&period=${count}d`);
          assert.deepEqual(frame, [`${count}d`, days(count), end, home]);
        }
      }
    });

    it("tells the dates in the account's time zone, and no period then", async () => {
      const owner = await newOwner(server, 'America/New_York');
      // A day of 23 hours.
      const dates = '&period=90d&start_date=2026-03-08&end_date=2026-03-08';
      const [start, end] = ['2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'];
      for (const action of ['daily', 'usage', 'alerts', 'pump']) {
        const frame = await frameOf(owner, action, dates);
        assert.deepEqual(frame, [null, start, end, 'America/New_York']);
      }
    });

    it('fills in the date that is missing', async () => {
      const owner = await newOwner(server, 'UTC');
      const [, start, end] = await frameOf(owner, 'daily', '&start_date=2026-11-20');
      assert.deepEqual([start, end], ['2026-11-20T00:00:00.000Z', instant()]);
      const [, from, until] = await frameOf(owner, 'daily', '&end_date=2026-11-20&period=1d');
      assert.deepEqual([from, until], ['2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z']);
    });
  });

  describe('what readings come to', () => {
    /** Pushes readings around midnight of 20 November in Kathmandu, which is at 18:15 UTC, and now. */
    const prepare = async (): Promise<Owner> => {
      const owner = await newOwner(server, 'Asia/Kathmandu');
      const config = { device_id: owner.device_id, sensor_name: 'roof', capacity: 1000 };
      const { token } = owner;
      await server.request('POST', '/api/sensor_configs.php?action=save', { token, json: config });
      const evening = { '18:05:00Z': 80, '18:14:59.999Z': 70, '18:15:00Z': 60, '18:30:00Z': 80 };
      for (const [time, level] of Object.entries(evening)) {
        await record(owner, { level, recorded_at: `2026-11-19T${time}` });
      }
      await record(owner, { level: 40.125 });
      return owner;
    };

    it('daily', async () => {
      const { token, device_id } = await prepare();
      const { body } = await get('daily', token, `&device_id=${device_id}`);
      const roof = { sensor_name: 'roof' };
      assert.deepEqual((body as { days: Rows }).days, [
        { ...roof, date: '2026-11-19', average: 75, minimum: 70, maximum: 80, count: 2 },
        { ...roof, date: '2026-11-20', average: 70, minimum: 60, maximum: 80, count: 2 },
        { ...roof, date: '2026-11-21', average: 40.13, minimum: 40.125, maximum: 40.125, count: 1 },
      ]);
    });

    it('daily, cut to its dates', async () => {
      const { token, device_id } = await prepare();
      const of = async (dates: string) => {
        const { body } = await get('daily', token, `&device_id=${device_id}${dates}`);
        return (body as { days: Rows }).days.map(({ date, count }) => [date, count]);
      };
      assert.deepEqual(await of('&start_date=2026-11-20&end_date=2026-11-20'), [['2026-11-20', 2]]);
      assert.deepEqual(await of('&start_date=2026-11-19T23:59&end_date=2026-11-20T00:15:00'), [
        ['2026-11-19', 1],
        ['2026-11-20', 1],
      ]);
      assert.deepEqual(await of('&start_date=2026-11-18&end_date=2026-11-18'), []);
      assert.deepEqual(await of(`&start_date=${instant()}`), [['2026-11-21', 1]]);
      assert.deepEqual(await of(`&start_date=${instant(1 - hourMs)}&end_date=${instant()}`), []);
    });

    it('usage', async () => {
      const { token, device_id } = await prepare();
      const { body } = await get('usage', token, `&device_id=${device_id}`);
      const { unit, days, total_volume_change } = body as Record<string, unknown>;
      const row = (date: string, consumed: number, refilled: number) => ({
        date,
        sensor_name: 'roof',
        consumed,
        refilled,
        net_change: refilled - consumed,
        total_volume_change: refilled - consumed,
      });
      assert.deepEqual([unit, total_volume_change], ['litre', -398.75]);
      assert.deepEqual(figuresOf(days), [
        row('2026-11-19', 100, 0),
        // Most of what went out in the night between two readings belongs to the evening before.
        row('2026-11-20', 365.12, 200),
        row('2026-11-21', 133.63, 0),
      ]);
    });

    it('usage in percent where no reading carries a volume', async () => {
      const owner = await newOwner(server, 'UTC');
      for (const [hours, level] of [20, 60, 52.5].entries()) {
        await record(owner, { level, recorded_at: instant((hours - 3) * hourMs) });
      }
      const { body } = await get('usage', owner.token, `&device_id=${owner.device_id}`);
      const { unit, days, total_volume_change } = body as Record<string, unknown>;
      assert.deepEqual([unit, total_volume_change], ['percent', 32.5]);
      assert.deepEqual(figuresOf(days), [
        {
          date: '2026-11-21',
          sensor_name: 'roof',
          consumed: 7.5,
          refilled: 40,
          net_change: 32.5,
          total_volume_change: 32.5,
        },
      ]);
    });

    it('of several sensors, by day, and of one when told so', async () => {
      const owner = await newOwner(server, 'UTC');
      for (const sensor_name of ['well', 'attic']) {
        for (const days of [2, 1]) {
          await record(owner, { sensor_name, recorded_at: instant(-days * 24 * hourMs) });
        }
      }
      const of = async (action: string, query: string) => {
        const { body } = await get(action, owner.token, `&device_id=${owner.device_id}${query}`);
        return (body as { days: Rows }).days.map(
          ({ date, sensor_name }) => `${date} ${sensor_name}`,
        );
      };
      for (const action of ['daily', 'usage']) {
        assert.deepEqual(await of(action, ''), [
          '2026-11-19 well',
          '2026-11-19 attic',
          '2026-11-20 well',
          '2026-11-20 attic',
        ]);
        assert.deepEqual(await of(action, '&sensor_name=attic&period=30d'), [
          '2026-11-19 attic',
          '2026-11-20 attic',
        ]);
      }
    });

    it('is nothing for a device that said nothing', async () => {
      const { token, device_id } = await newOwner(server);
      const of = async (action: string) =>
        (await get(action, token, `&device_id=${device_id}`)).body as Record<string, unknown>;
      assert.deepEqual((await of('daily'))['days'], []);
      const usage = await of('usage');
      const { unit, days, total_volume_change } = usage;
      assert.deepEqual([unit, days, total_volume_change], ['percent', [], 0]);
    });
  });
});

/** The figures of the document. */
function figuresOf(days: unknown): unknown {
  return (days as Record<string, unknown>[]).map(
    ({ consumed_low, consumed_high, estimated_share, unexplained, ...figures }) => {
      assert.ok(Number(consumed_low) <= Number(figures['consumed']));
      assert.ok(Number(consumed_high) >= Number(figures['consumed']));
      assert.equal(unexplained, 0);
      assert.ok(Number(estimated_share) >= 0 && Number(estimated_share) <= 1);
      return figures;
    },
  );
}
