import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientRequest, get } from 'node:http';
import { after, before, it } from 'node:test';
import { newOwner, type Owner } from '../../../test/helpers/accounts/owners.ts';
import { withRender } from '../../../test/helpers/database/rendered-by.ts';
import { failureOf } from '../../../test/helpers/http/answers.ts';
import { type HeldPages, holdPages } from '../../../test/helpers/http/held-pages.ts';
import { nextResponse } from '../../../test/helpers/http/next-response.ts';
import {
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from '../../../test/helpers/server/test-server.ts';
import { createTestTimers, type TestTimers } from '../../../test/helpers/server/test-timers.ts';
import { until } from '../../../test/helpers/until.ts';
import { seedReadings } from '../../../test/helpers/water/readings.ts';
import { minuteMs } from '../../kit/time/units.ts';

const week = 10_080;
/** Most long reads of an account that run at once, and that wait. */
const [atOnce, waiting] = [4, 32];
const longestWaitMs = 10_000;
/** Time for which a read that its client has left counts for the account. */
const leftMs = 1000;

describeOnBothEngines('long reads', (engine) => {
  let server: TestServer;
  let timers: TestTimers;
  let owner: Owner;
  /** Number of reads that have queued up so far: each of them sets a timer. */
  let linedUp = 0;
  before(async () => {
    timers = createTestTimers();
    const after: TestTimers['after'] = (ms, run) => {
      if (ms === longestWaitMs) linedUp += 1;
      return timers.after(ms, run);
    };
    server = await startTestServer({ engine, timers: { ...timers, after }, only: 'water' });
    owner = await newOwner(server);
    const readings = Array.from({ length: week - 1 }, (_, index) => ({
      at: server.clock.now - (week - 1 - index) * minuteMs,
      level: index % 101,
    }));
    await seedReadings(server.db, { deviceId: owner.deviceId, sensorName: 'roof', readings });
  });
  after(() => server.stop());

  const pathOf = ({ device_id }: Owner) =>
    `/api/sensors.php?action=history&hours=168&device_id=${device_id}`;
  const ask = (who: Owner) => server.request('GET', pathOf(who), { token: who.token });
  /** Requests a week; resolves once the server handles the request. */
  const askAndHold = async (who: Owner, path = pathOf(who)) => {
    const serving = nextResponse();
    const headers = { authorization: `Bearer ${who.token}` };
    const request = get(server.url + path, { agent: false, headers });
    request.on('error', () => {});
    return { request, response: await serving };
  };
  /** Starts as many long reads as an account may have: first those that run, then those in the queue. */
  const fillLine = async (pages: HeldPages, path = pathOf(owner)) => {
    const before = linedUp;
    const inHand = [];
    for (let count = 0; count < atOnce; count++) inHand.push(await askAndHold(owner, path));
    await pages.whenAsked(atOnce);
    for (let count = 0; count < waiting; count++) inHand.push(await askAndHold(owner, path));
    await until(() => linedUp >= before + waiting);
    return inHand;
  };
  const hangUp = async ({ request, response }: Awaited<ReturnType<typeof askAndHold>>) => {
    // Its handler is notified together with us; by its answer it would be a moment later.
    const closed = new Promise<void>((resolve) => response.req.once('close', () => resolve()));
    // Not by a FIN alone: a client that has sent everything may still wait for an answer.
    request.socket?.resetAndDestroy();
    await closed;
  };
  const answerOf = async (request: ClientRequest) => {
    const [{ statusCode, headers }] = await once(request, 'response');
    return { status: statusCode as number, retryAfter: Number(headers['retry-after']) };
  };
  const secondsFrom2To4 = (seconds: number) => assert.ok(seconds >= 2 && seconds <= 4);

  it('end with their clients, and those that wait are never begun', async () => {
    const pages = holdPages();
    await withRender(server.db, pages.way, async () => {
      const abandoned = await fillLine(pages);
      // From the end of the queue, so that no other request comes in between.
      for (const each of abandoned.toReversed()) await hangUp(each);
      timers.advance(leftMs);
      pages.letGo();
      // The next one in the queue is served, and reads ten pages and the end of the eleventh.
      const { status, body } = await ask(owner);
      assert.deepEqual([status, (body as unknown[]).length], [200, week - 1]);
      // Reads that were running may have requested the page after the one that they had.
      assert.ok(pages.asked() <= 2 * atOnce + 11, `${pages.asked()} pages`);
    });
    assert.doesNotMatch(server.logged(), /"level":50/);
    const { text } = await server.request('GET', '/metrics');
    assert.doesNotMatch(text, /route="\/api\/sensors\.php\?action=history",status="5/);
  });

  it('are four of an account at once; more wait, and 503 is what would wait too long', async () => {
    const other = await newOwner(server);
    await seedReadings(server.db, {
      deviceId: other.deviceId,
      readings: [{ at: server.clock.now - 1, level: 50 }],
    });
    const pages = holdPages();
    await withRender(server.db, pages.way, async () => {
      const inHand = await fillLine(pages);
      const refused = await ask(owner);
      assert.deepEqual(failureOf(refused), [503, 'unavailable']);
      assert.match(String((refused.body as { error: string }).error), /^Too many long requests/);
      secondsFrom2To4(Number(refused.headers.get('retry-after')));
      assert.equal(pages.asked(), atOnce);

      // Another account has a queue of its own, and short reads need none.
      const others = await askAndHold(other);
      await pages.whenAsked(atOnce + 1);
      const latest = `/api/sensors.php?action=latest&device_id=${owner.device_id}`;
      assert.equal((await server.request('GET', latest, { token: owner.token })).status, 200);

      const last = inHand.at(-1);
      assert.ok(last);
      const answer = answerOf(last.request);
      timers.advance(longestWaitMs);
      const late = await answer;
      assert.equal(late.status, 503);
      secondsFrom2To4(late.retryAfter);
      // Those in the queue have been answered, too.
      for (const each of inHand.slice(0, atOnce)) await hangUp(each);
      timers.advance(leftMs);
      pages.letGo();
      assert.equal((await answerOf(others.request)).status, 200);
      others.request.destroy();
    });
    assert.equal((await ask(owner)).status, 200);
  });

  it('that are reports and tanks share in the same way', async () => {
    const paths = ['daily', 'usage', 'alerts', 'pump'].map(
      (action) => `/api/reports.php?action=${action}&device_id=${owner.device_id}`,
    );
    const summary = `/api/sensors.php?action=summary&device_id=${owner.device_id}`;
    const pages = holdPages();
    await withRender(server.db, pages.way, async () => {
      const inHand = await fillLine(pages, `${paths[1]}&period=7d`);
      for (const path of [...paths, summary, '/api/tanks']) {
        const { status } = await server.request('GET', path, { token: owner.token });
        assert.equal(status, 503, path);
      }
      for (const each of inHand) await hangUp(each);
      timers.advance(leftMs);
      pages.letGo();
    });
    for (const path of [...paths, summary, '/api/tanks']) {
      const { status } = await server.request('GET', path, { token: owner.token });
      assert.equal(status, 200, path);
    }
  });

  it('that fail later break off, in the middle of their answer', async () => {
    let pages = 0;
    const failing = withRender(
      server.db,
      (usual) =>
        async (...query) => {
          pages += 1;
          if (pages === 9) throw new Error('the disk is gone');
          return await usual(...query);
        },
      () => ask(owner),
    );
    await assert.rejects(failing, /terminated/);
  });
});
