import assert from 'node:assert/strict';
import { it } from 'node:test';
import { newTank, openTank } from '../helpers/browser/tank-screen.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { inTurn } from '../helpers/whole-suite.ts';

const texts = {
  en: {
    setUp: 'Set-up',
    title: 'When water comes',
    none: 'No times are set.',
    set: 'Set the times',
    noDay: 'Choose at least one day.',
    days: ['Mon', 'Thu'],
    from: 'From',
    until: 'Until',
    add: 'Add a time',
    second: 'Time 2',
    save: 'Save',
    said: ['Mon, Thu: 04:00 to 11:30', 'Every day: 20:00 to 06:00'],
    remove: 'Remove this time',
  },
  sw: {
    setUp: 'Mipangilio',
    title: 'Maji huja lini',
    none: 'Hakuna saa zilizowekwa.',
    set: 'Weka saa',
    noDay: 'Chagua angalau siku moja.',
    days: ['Jumatatu', 'Alhamisi'],
    from: 'Kuanzia',
    until: 'Hadi',
    add: 'Ongeza muda',
    second: 'Muda wa 2',
    save: 'Hifadhi',
    said: ['Jumatatu, Alhamisi: 04:00 hadi 11:30', 'Kila siku: 20:00 hadi 06:00'],
    remove: 'Ondoa muda huu',
  },
};

describeByTurns('sqlite', 'when the mains supply comes', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  for (const screen of inTurn(0, ['phone', 'laptop'] as const)) {
    for (const language of inTurn(1, ['en', 'sw'] as const)) {
      it(`is set by buttons of days, with no code to type (${screen}, ${language})`, async () => {
        const text = texts[language];
        const tank = await newTank(server);
        const { token } = tank;
        await server.request('PUT', '/api/me', { token, json: { language } });
        await tank.push(50);
        const { page, ...visitor } = await openTank(server, tank, { screen, language });
        const supplyOf = async () => {
          const path = `/api/sensor_configs.php?action=list&device_id=${tank.id}`;
          const { body } = await server.request('GET', path, { token });
          return (body as { supply: string | null }[])[0]?.supply;
        };
        await page.getByRole('link', { name: text.setUp, exact: true }).click();
        const card = page.locator('#supply');
        await card.getByText(text.none).waitFor();
        await card.getByRole('button', { name: text.set }).click();
        const save = card.getByRole('button', { name: text.save, exact: true });
        await save.click();
        await card.getByText(text.noDay).waitFor();
        for (const day of text.days) {
          await card.getByRole('button', { name: day, exact: true }).click();
        }
        await card.getByLabel(text.until, { exact: true }).fill('11:30');
        await card.getByRole('button', { name: text.add }).click();
        const second = card.getByRole('group', { name: text.second });
        for (const day of await second.locator('.week-days button').all()) await day.click();
        await second.getByLabel(text.from, { exact: true }).fill('20:00');
        await second.getByLabel(text.until, { exact: true }).fill('06:00');
        await visitor.assertAccessible();
        await visitor.assertFits();
        await save.click();
        for (const said of text.said) await card.getByText(said, { exact: true }).waitFor();
        assert.equal(await supplyOf(), 'Mon, Thu 04:00 to 11:30; daily 20:00 to 06:00');

        await card.getByRole('button', { name: text.set }).click();
        for (let left = 2; left > 0; left -= 1) {
          await card.getByRole('button', { name: text.remove }).first().click();
        }
        await save.click();
        await card.getByRole('button', { name: text.set }).waitFor();
        await card.getByText(text.none).waitFor();
        assert.equal(await supplyOf(), null);
        visitor.assertClean();
        await visitor.close();
      });
    }
  }
});
