import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hourMs, minuteMs } from '../../src/kit/time/units.ts';
import { newTank, openTank } from '../helpers/browser/tank-screen.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { inTurn } from '../helpers/whole-suite.ts';

/** Levels by the hours that have passed: a float valve that makes each dip good, and three float switches. */
const kinds = {
  valve: (hours: number) => 96 - (hours % 24 < 14 ? 3 * Math.max(0, Math.sin(hours * 1.57)) : 0),
  switches: (hours: number) => [90, 60, 30][Math.floor(hours / 9) % 3] ?? 0,
  used: (hours: number) => 95 - ((hours * 1.5) % 36),
};

const why = {
  en: { valve: /^It is kept full/, switches: /only a few levels/, title: /cannot be known/ },
  sw: {
    valve: /^Hujazwa muda wote/,
    switches: /^Kihisi chake huonyesha viwango vichache/,
    title: /hayawezi kujulikana/,
  },
};

describeByTurns('postgres', 'use that cannot be known', (engine) => {
  const server = useTestServer({
    engine,
    isTimed: true,
    env: { PUSH_BURST_PER_DEVICE: '2000' },
  });

  async function filledTank(kind: keyof typeof kinds) {
    const tank = await newTank(server);
    const [now, step] = [Date.now(), 15 * minuteMs];
    for (let ago = 96 * hourMs; ago >= 0; ago -= step) {
      const level = kinds[kind]((96 * hourMs - ago) / hourMs);
      await tank.push(Math.round(level * 10) / 10, {
        recorded_at: new Date(now - ago).toISOString(),
      });
    }
    return tank;
  }

  for (const language of inTurn(0, ['en', 'sw'] as const)) {
    for (const [kind, screen] of [
      ['valve', 'phone'],
      ['switches', 'laptop'],
    ] as const) {
      it(`is said of ${kind} with the reason, on a ${screen} (${language})`, async () => {
        const tank = await filledTank(kind);
        await server.request('PUT', '/api/me', { token: tank.token, json: { language } });
        const path = `${tank.path}/water`;
        const { page, ...visitor } = await openTank(
          server,
          { ...tank, path },
          { language, screen },
        );
        await page.getByText(why[language].title).waitFor();
        await page.getByText(why[language][kind]).waitFor();
        await visitor.assertAccessible();
        await visitor.assertFits();
        await page.goto(`/reports?device=${tank.id}&kind=usage`);
        await page.getByText(why[language][kind]).waitFor();
        await visitor.assertFits();
        visitor.assertClean();
        await visitor.close();
      });
    }
  }

  it('is not said where it can', async () => {
    const tank = await filledTank('used');
    const { page, ...visitor } = await openTank(server, { ...tank, path: `${tank.path}/water` });
    await page.locator('.water-picked').waitFor();
    assert.equal(await page.getByText(why.en.title).count(), 0);
    visitor.assertClean();
    await visitor.close();
  });
});
