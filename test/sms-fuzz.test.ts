import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { countMessages } from '../src/sms/counts/count-messages.ts';
import { describedOperations, fetchDescription, type OpenApi } from './contract/openapi.ts';
import { assertNoFaultLogged } from './fuzz/assert-no-fault-logged.ts';
import { createAnswerCheck } from './fuzz/check-answer.ts';
import { requestsTo } from './fuzz/requests.ts';
import { layOutSms, type SmsGrounds } from './fuzz/sms-grounds.ts';
import { smsRows } from './fuzz/sms-rows.ts';
import { checkStoredRows } from './fuzz/stored-rows.ts';
import { assertDoctorClean } from './helpers/database/assert-doctor-clean.ts';
import { createRawClient } from './helpers/http/raw-request.ts';
import {
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from './helpers/server/test-server.ts';
import { startWebhookReceiver, type WebhookReceiver } from './helpers/sms/webhook-receiver.ts';
import { howMany } from './helpers/whole-suite.ts';

/** Enough at full size to meet every hostile value somewhere. */
const runs = howMany(40, 120);

/**
 * Where none of them succeeds, others are drawn, so many times at most: of what leads nowhere there is much in some
 * requests (numbers that opted out, names that are somebody else's, instants that are over), and chance would tell.
 */
const mostTimes = 10;

/** Between two requests, so that the 60 a minute of a key are no hindrance. */
const betweenMs = 1100;

const env = {
  SMS_TRIAL_CREDITS: '1000000',
  SIMULATOR_DELAY_SECONDS: '0',
  SIMULATOR_FAILURE_SHARE: '0.3',
  WEBHOOKS_ALLOW_PRIVATE: 'true',
};

describeOnBothEngines('whatever is sent to the SMS service', (engine) => {
  let server: TestServer;
  let receiver: WebhookReceiver;
  let openApi: OpenApi;
  let grounds: SmsGrounds;
  let client: ReturnType<typeof createRawClient>;
  before(async () => {
    receiver = await startWebhookReceiver();
    server = await startTestServer({ engine, env });
    grounds = await layOutSms(server, receiver.url);
    openApi = await fetchDescription(server);
    client = createRawClient(server.url);
  });
  after(async () => {
    client.close();
    await server.stop();
    await receiver.close();
  });

  it('is answered as described, by every operation', async (test) => {
    const checkAnswer = createAnswerCheck(openApi);
    for (const [route, operation] of inOrder(openApi)) {
      const { owner, apiKey, poolsOf } = grounds;
      const given = { pools: poolsOf(route), token: owner.token, apiKey };
      const statuses = new Set<number>();
      const isReached = () => [...statuses].some((status) => status < 300);
      const property = fc.asyncProperty(requestsTo(route, operation, given), async (request) => {
        server.clock.advance(betweenMs);
        const answer = await client.send(request);
        statuses.add(answer.status);
        checkAnswer(route, operation, answer);
      });
      await test.test(route, async () => {
        const { seed = Date.now() } = fc.readConfigureGlobal();
        for (let time = 0; time === 0 || (time < mostTimes && !isReached()); time += 1) {
          await fc.assert(property, { numRuns: runs, seed: seed + time });
        }
      });
      assert.ok(isReached(), `${route} never succeeded: ${[...statuses]}`);
    }
  });

  it('leaves nothing in the database that should not be there', async () => {
    // They are counted once they are hours old.
    await countMessages(server.db, grounds.owner.userId, {
      before: Number.MAX_SAFE_INTEGER,
      ahead: Number.MAX_SAFE_INTEGER,
      pauseSince: async () => {},
      now: () => 0,
      signal: new AbortController().signal,
    });
    await checkStoredRows(server.db, smsRows);
    await assertDoctorClean(server.db);
  });

  it('is never a fault of ours', () => {
    assertNoFaultLogged(server);
  });
});

/** Reads meet what writes have left, and removals come last. */
function inOrder(openApi: OpenApi) {
  const rank = (route: string) =>
    ['POST', 'PUT', 'GET', 'DELETE'].indexOf(route.split(' ', 1)[0] ?? '');
  return [...describedOperations(openApi)]
    .filter(([route]) => route.includes(' /v1/'))
    .sort(([a], [b]) => rank(a) - rank(b));
}
