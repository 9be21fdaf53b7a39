import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type RegisteredUser, registerUser } from '../helpers/accounts/accounts.ts';
import { visit } from '../helpers/browser/browser.ts';
import { signInAs } from '../helpers/browser/dashboard-owner.ts';
import { describeByTurns, type TestServer, useTestServer } from '../helpers/server/test-server.ts';
import { makeOutage } from '../helpers/water/outages.ts';
import { inTurn } from '../helpers/whole-suite.ts';

const minuteMs = 60_000;

const words = {
  en: {
    silentCount: '3,200 silent',
    backCount: '1,800 are back',
    cluster: /tanks, worst: Low$/,
    since: /^Silent since /,
    low: '15 %, Low',
    more: /^Show more/,
    search: 'Search by name or MAC',
    show: 'Show',
    seenAgain: /^Seen again .*silent before that since /,
  },
  sw: {
    silentCount: '3,200 kimya',
    backCount: '1,800 vimerudi',
    cluster: /^Matangi .*baya zaidi: /,
    since: /^Kimya tangu /,
    low: /15/,
    more: /^Onyesha zaidi/,
    search: 'Tafuta kwa jina au MAC',
    show: 'Onyesha',
    seenAgain: /^Kimepatikana tena .*kabla ya hapo kimya tangu /,
  },
};

describeByTurns('sqlite', 'the page of an outage', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  for (const [screen, language] of inTurn(1, [
    ['phone', 'sw'],
    ['laptop', 'en'],
  ] as const)) {
    const said = words[language];

    it(`lists its devices with a map on a ${screen}, in ${language}`, async () => {
      const owner = await registerUser(server);
      const ids = await addDevices(server, owner, 5_000);
      const since = server.clock.now - 40 * minuteMs;
      const back = { deviceIds: ids.slice(0, 1_800), at: since + 30 * minuteMs };
      const id = await makeOutage(server, { deviceIds: ids, since, back });
      await server.request('PUT', '/api/me', { token: owner.token, json: { language } });
      const { page, ...visitor } = await visit(server.url, { screen, language });
      await signInAs(page, owner.token);
      await page.goto(`/alerts/${id}`);
      await page.getByText(said.silentCount).waitFor();
      await page.getByText(said.backCount).waitFor();
      const cluster = page.getByRole('button', { name: said.cluster });
      await cluster.first().waitFor();
      const lines = page.locator('.outage-line');
      assert.equal(await lines.count(), 50);
      await lines.first().getByText(said.since).waitFor();
      await lines.first().getByText(said.low).waitFor();
      await visitor.assertAccessible();
      await visitor.assertFits();

      await page.getByRole('button', { name: said.more }).click();
      assert.equal(await lines.count(), 100);
      await page.getByLabel(said.search).fill('outage tank 0042');
      await lines.first().getByText('Outage tank 0042').waitFor();
      assert.equal(await lines.count(), 1);
      await lines.first().getByText(said.seenAgain).waitFor();
      await page.getByLabel(said.search).fill('');
      await page.getByLabel(said.show).selectOption('back');
      await lines.first().getByText('Outage tank 0001').waitFor();
      await visitor.assertAccessible();
      visitor.assertClean();
      await visitor.close();
    });
  }
});

/** Devices about Thika and Nakuru, written into the database as their pushes would. */
async function addDevices(
  server: TestServer,
  { user }: RegisteredUser,
  count: number,
): Promise<number[]> {
  const ids: number[] = [];
  for (let from = 0; from < count; from += 250) {
    const numbers = Array.from({ length: 250 }, (_, index) => from + index + 1);
    ids.push(...(await addSome(server, Number(user.id), numbers)));
  }
  return ids;
}

async function addSome(server: TestServer, userId: number, numbers: number[]) {
  const { now } = server.clock;
  return await server.db.transaction(async (trx) => {
    const rows = await trx
      .insertInto('devices')
      .values(
        numbers.map((number) => ({
          owner_id: userId,
          mac_or_serial: `outage-${userId}-${number}`,
          identity: `OUTAGE-${userId}-${number}`,
          name: `Outage tank ${String(number).padStart(4, '0')}`,
          key_salt: 'salt',
          key_required: 0 as const,
          created_at: now,
        })),
      )
      .returning('id')
      .execute();
    const some = rows.map(({ id }, index) => ({ id, number: numbers[index] ?? 0 }));
    await trx
      .insertInto('device_roles')
      .values(some.map(({ id }) => ({ user_id: userId, device_id: id, role: 4 })))
      .execute();
    await trx
      .insertInto('device_status')
      .values(
        some.map(({ id, number }) => ({
          device_id: id,
          last_seen_at: now - 40 * minuteMs,
          latitude: (number % 2 ? -1.03 : -0.3) + (number % 70) / 2_000,
          longitude: (number % 2 ? 37.07 : 36.08) + (number % 50) / 2_000,
          located_at: now - 40 * minuteMs,
        })),
      )
      .execute();
    await trx
      .insertInto('sensors')
      .values(
        some.map(({ id }) => ({
          device_id: id,
          sensor_no: 1,
          name: 'main',
          recorded_at: now - 40 * minuteMs,
          level: 15,
          status: 1,
          watch: '',
        })),
      )
      .execute();
    return some.map(({ id }) => id);
  });
}
