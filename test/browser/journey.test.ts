import assert from 'node:assert/strict';
import { it } from 'node:test';
import { silentProgress } from '../../src/cli/progress.ts';
import type { SimulateOptions } from '../../src/cli/simulate/options.ts';
import { nodeSimulateIo } from '../../src/cli/simulate/send.ts';
import { planFleet, simulate } from '../../src/cli/simulate/simulate.ts';
import { type Screen, visit } from '../helpers/browser/browser.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { inTurn } from '../helpers/whole-suite.ts';

const inEnglish = {
  makeAccount: 'Make an account',
  noAccount: 'No account yet? Make one',
  email: 'E-mail',
  password: 'Password',
  addDevice: 'Add a device',
  mac: 'MAC address or serial number',
  register: 'Register the device',
  waiting: 'Waiting for its first reading',
  firstReading: 'First reading: ',
  seeTank: 'See the tank',
  on: /^On/,
  turnOn: 'Turn the pump on',
  done: 'Done, says the device',
};

const inSwahili: typeof inEnglish = {
  makeAccount: 'Fungua akaunti',
  noAccount: 'Huna akaunti? Fungua moja',
  email: 'Barua pepe',
  password: 'Nenosiri',
  addDevice: 'Ongeza kifaa',
  mac: 'Anwani ya MAC au namba ya kifaa',
  register: 'Sajili kifaa',
  waiting: 'Inasubiri kipimo chake cha kwanza',
  firstReading: 'Kipimo cha kwanza: ',
  seeTank: 'Tazama tangi',
  on: /^Washa/,
  turnOn: 'Washa pampu',
  done: 'Imetekelezwa, kifaa kimethibitisha',
};

describeByTurns('sqlite', 'the way of a newcomer', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  const ways: [Screen, 'en' | 'sw', typeof inEnglish][] = [
    ['phone', 'en', inEnglish],
    ['laptop', 'en', inEnglish],
    ['phone', 'sw', inSwahili],
  ];
  for (const [index, [screen, language, text]] of inTurn(1, [...ways.entries()])) {
    it(`leads from an account to a tank that moves and a pump that obeys (${screen}, ${language})`, async () => {
      const owner = { email: `owner${index}@example.com`, password: 'maji ni uhai' };
      const fleet = oneTank(server.url, owner, index);
      const mac = planFleet(fleet)[0]?.mac ?? '';
      const { page, ...visitor } = await visit(server.url, { screen, language, hasWorker: true });
      await page.goto('/');
      await page.getByRole('link', { name: text.noAccount }).click();
      await page.getByRole('heading', { name: text.makeAccount }).waitFor();
      await page.getByLabel(text.email).fill(owner.email);
      await page.getByLabel(text.password, { exact: true }).fill(owner.password);
      await page.getByRole('button', { name: text.makeAccount }).click();
      await page.getByRole('main').getByRole('link', { name: text.addDevice }).first().click();
      await page.getByLabel(text.mac).fill(mac);
      await page.getByRole('button', { name: text.register }).click();
      await page.getByText(text.waiting).waitFor();

      const switchedOff = new AbortController();
      const living = simulate(fleet, nodeSimulateIo(switchedOff.signal, silentProgress));
      try {
        await page.getByText(text.firstReading).waitFor();
        await page.getByRole('link', { name: text.seeTank }).click();
        const volume = page.locator('.tank-volume');
        const first = await volume.textContent();
        await page.locator('.tank-volume', { hasNotText: first ?? '' }).waitFor();

        await page.getByRole('radio', { name: text.on }).check();
        await page.locator('.tank-pump').getByRole('button', { name: text.turnOn }).click();
        await page.locator('.tank-steps').getByText(text.done).waitFor();
      } finally {
        switchedOff.abort();
      }
      const { tally } = await living;
      assert.equal(tally.refused.size, 0);
      assert.equal(tally.storedTwice, 0);
      visitor.assertClean();
      await visitor.close();
    });
  }
});

/** A household's tank that reports each simulated minute, two of them a second. */
function oneTank(url: string, owner: { email: string; password: string }, seed: number) {
  return {
    url,
    ...owner,
    devices: 1,
    days: 0,
    everySeconds: 60,
    historyEveryMinutes: 10,
    speed: 2,
    durationSeconds: null,
    seed,
    concurrency: 4,
    kind: 'household',
    sensor: 'good',
    outages: false,
    blackout: null,
    accounts: 1,
    connections: 'kept',
    sockets: 1,
    ca: null,
  } satisfies SimulateOptions;
}
