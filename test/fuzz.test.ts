import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { describedOperations, fetchDescription, type OpenApi } from './contract/openapi.ts';
import { createWorld, type World } from './contract/world.ts';
import { contract } from './contract.ts';
import { assertNoFaultLogged } from './fuzz/assert-no-fault-logged.ts';
import { createAnswerCheck } from './fuzz/check-answer.ts';
import { type Grounds, layOut } from './fuzz/grounds.ts';
import { requestsTo } from './fuzz/requests.ts';
import { checkRollups, checkStoredRows, waterRows } from './fuzz/stored-rows.ts';
import { createRawClient } from './helpers/http/raw-request.ts';
import { describeOnBothEngines } from './helpers/server/test-server.ts';
import { howMany } from './helpers/whole-suite.ts';

/** Enough at full size to meet every hostile value somewhere. */
const runs = howMany(40, 120);

describeOnBothEngines('whatever is sent', (engine) => {
  let world: World;
  let openApi: OpenApi;
  let grounds: Grounds;
  let client: ReturnType<typeof createRawClient>;
  let checkAnswer: ReturnType<typeof createAnswerCheck>;
  before(async () => {
    world = await createWorld(engine);
    grounds = await layOut(world);
    openApi = await fetchDescription(world.server);
    client = createRawClient(world.server.url);
    checkAnswer = createAnswerCheck(openApi);
  });
  after(async () => {
    client.close();
    await world.stop();
  });

  for (const route of writesFirst()) {
    it(`${route} answers as described`, async () => {
      const operation = describedOperations(openApi).get(route);
      assert.ok(operation);
      const given = { pools: grounds.poolsOf(route), token: grounds.tokenOf(route) };
      await fc.assert(
        fc.asyncProperty(requestsTo(route, operation, given), async (request) => {
          checkAnswer(route, operation, await client.send(request));
        }),
        { numRuns: runs },
      );
    });
  }

  it('leaves nothing in the database that should not be there', async () => {
    await checkStoredRows(world.server.db, waterRows);
    await checkRollups(world.server.db);
  });

  it('is never a fault of ours', () => {
    assertNoFaultLogged(world.server);
  });
});

/** Reads come last, so that they meet whatever the writes have left. */
function writesFirst(): string[] {
  const [reads = [], writes = []] = [true, false].map((isRead) =>
    contract.map(({ route }) => route).filter((route) => route.startsWith('GET ') === isRead),
  );
  return [...writes, ...reads];
}
