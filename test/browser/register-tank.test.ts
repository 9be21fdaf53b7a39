import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../helpers/accounts/accounts.ts';
import { openAs } from '../helpers/browser/device-screens.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { randomMac } from '../helpers/water/devices.ts';
import { inTurn } from '../helpers/whole-suite.ts';

const texts = {
  en: {
    typed: 'MAC address or serial number',
    register: 'Register the device',
    step2: 'Step 2 of 3',
    nameIt: 'What do you call this tank?',
    waiting: 'Waiting for its first reading',
    first: 'First reading: 62.5',
    name: 'Name (optional)',
    next: 'Next',
    howMuch: 'How many litres does it hold?',
    other: 'Other',
    litres: 'Litres',
    amount: (litres: string) => `${litres} L`,
    finish: 'Finish',
    installer: 'For the installer',
    setUp: 'To the whole set-up',
    yours: 'Your tank',
    later: 'Leave it for later',
  },
  sw: {
    typed: 'Anwani ya MAC au namba ya kifaa',
    register: 'Sajili kifaa',
    step2: 'Hatua ya 2 kati ya 3',
    nameIt: 'Tangi hili unaliitaje?',
    waiting: 'Inasubiri kipimo chake cha kwanza',
    first: 'Kipimo cha kwanza: 62.5',
    name: 'Jina (si lazima)',
    next: 'Endelea',
    howMuch: 'Linachukua lita ngapi?',
    other: 'Nyingine',
    litres: 'Lita',
    amount: (litres: string) => `lita ${litres}`,
    finish: 'Maliza',
    installer: 'Kwa fundi',
    setUp: 'Nenda kwenye mipangilio yote',
    yours: 'Tangi lako',
    later: 'Ruka kwa sasa',
  },
};

const ways = (['phone', 'laptop'] as const).flatMap((screen) =>
  (['en', 'sw'] as const).map((language) => ({ screen, language })),
);

describeByTurns('sqlite', 'registering a tank', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  const newPerson = async (language: 'en' | 'sw') => {
    const { token } = await registerUser(server);
    await server.request('PUT', '/api/me', { token, json: { language } });
    return token;
  };
  const push = async (mac_address: string, water_level_percent: number) => {
    const form = { mac_address, water_level_percent };
    assert.equal((await server.request('POST', '/iot_push.php', { form })).status, 201);
  };

  for (const { screen, language } of inTurn(0, ways)) {
    const text = texts[language];
    it(`is three steps: the device, its name, its litres (${screen}, ${language})`, async () => {
      const token = await newPerson(language);
      const mac = randomMac();
      const { page, ...visitor } = await openAs(server, token, '/devices/new', {
        screen,
        language,
      });
      await page.getByLabel(text.typed).fill(mac);
      await visitor.assertAccessible();
      await visitor.assertFits();
      await page.getByRole('button', { name: text.register }).click();

      await page.getByRole('heading', { name: text.nameIt, exact: true }).waitFor();
      await page.getByText(text.step2).waitFor();
      await page.getByText(text.waiting).waitFor();
      await page.getByLabel(text.name).fill('Roof tank');
      await visitor.assertAccessible();
      await visitor.assertFits();
      await push(mac, 62.5);
      await page.getByText(text.first).waitFor();
      await page.getByRole('button', { name: text.next, exact: true }).click();

      await page.getByRole('heading', { name: text.howMuch, exact: true }).waitFor();
      for (const amount of ['500', '1,000', '2,300', '5,000', '10,000']) {
        await page.getByRole('button', { name: text.amount(amount), exact: true }).waitFor();
      }
      await visitor.assertAccessible();
      await visitor.assertFits();
      await page.getByRole('button', { name: text.amount('2,300'), exact: true }).click();
      await page.getByRole('heading', { name: 'Roof tank', level: 1 }).waitFor();
      await page.locator('.tank-capacity', { hasText: text.amount('2,300') }).waitFor();
      visitor.assertClean();
      await visitor.close();
    });

    it(`leaves what nobody knows for later, and takes any litres (${screen}, ${language})`, async () => {
      const token = await newPerson(language);
      const mac = randomMac();
      const { page, ...visitor } = await openAs(server, token, '/devices/new', {
        screen,
        language,
      });
      await page.getByLabel(text.typed).fill(mac);
      await page.getByRole('button', { name: text.register }).click();
      await page.getByRole('button', { name: text.next, exact: true }).click();
      await page.getByRole('button', { name: text.other, exact: true }).click();
      await page.getByLabel(text.litres, { exact: true }).fill('3750');
      await visitor.assertAccessible();
      await page.getByRole('button', { name: text.finish }).click();
      // Nobody has named it, and a MAC is no name.
      await page.getByRole('heading', { name: text.yours, level: 1 }).waitFor();
      await push(mac, 40);
      await page.locator('.tank-volume', { hasText: text.amount('1,500') }).waitFor();
      assert.equal(await page.getByText(mac).count(), 0);
      visitor.assertClean();
      await visitor.close();
    });
  }

  it('keeps the rest for the installer, one tap away', async () => {
    const token = await newPerson('en');
    const { page, ...visitor } = await openAs(server, token, '/devices/new');
    await page.getByLabel(texts.en.typed).fill(randomMac());
    await page.getByRole('button', { name: texts.en.register }).click();
    // The form before it has a part for the installer, too.
    await page.getByText(texts.en.step2).waitFor();
    await page.getByText(texts.en.installer).click();
    await page.getByRole('link', { name: texts.en.setUp }).click();
    await page.getByRole('heading', { name: 'Set-up: Your tank', exact: true }).waitFor();
    await page.getByText('Connect the device').waitFor({ state: 'hidden' });
    await page.getByText(texts.en.installer).click();
    await page.getByText('Connect the device').waitFor();
    await visitor.assertAccessible();
    await visitor.assertFits();
    visitor.assertClean();
    await visitor.close();
  });
});
