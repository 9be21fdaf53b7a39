import assert from 'node:assert/strict';
import { it } from 'node:test';
import { visit } from '../helpers/browser/browser.ts';
import { signInAs } from '../helpers/browser/dashboard-owner.ts';
import { newTank } from '../helpers/browser/tank-screen.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { inTurn } from '../helpers/whole-suite.ts';

/** Bytes over the wire, headers included, until a person who was never here sees the tank. */
const mostBytes = 90 * 1024;

describeByTurns('sqlite', 'the first page', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  for (const [screen, language] of inTurn(0, [
    ['phone', 'sw'],
    ['laptop', 'en'],
  ] as const)) {
    it(`is at most 90 KB over the wire, what it asks of the server included (${screen}, ${language})`, async () => {
      const tank = await newTank(server);
      await server.request('PUT', '/api/me', { token: tank.token, json: { language } });
      await tank.push(50);
      const { page, context, ...visitor } = await visit(server.url, { screen, language });
      await signInAs(page, tank.token);
      const wire = await context.newCDPSession(page);
      await wire.send('Network.enable');
      const paths = new Map<string, string>();
      const sizes = new Map<string, number>();
      wire.on('Network.responseReceived', ({ requestId, response }) => {
        paths.set(requestId, new URL(response.url).pathname);
      });
      wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
        sizes.set(requestId, encodedDataLength);
      });
      await page.goto('/');
      await page.locator('a.tank-card').waitFor();
      await page.waitForLoadState('load');
      const listed = [...sizes].map(([id, bytes]) => `${paths.get(id)} ${bytes}`);
      const total = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
      assert.ok(
        listed.some((line) => /^\/assets\/.*\.js /.test(line)),
        listed.join('\n'),
      );
      assert.ok(total > 20_000 && total <= mostBytes, `${total}: ${listed.join(', ')}`);
      visitor.assertClean();
      await visitor.close();
    });
  }
});
