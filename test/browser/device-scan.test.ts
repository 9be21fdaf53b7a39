import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { registerUser } from '../helpers/accounts/accounts.ts';
import { openAs } from '../helpers/browser/device-screens.ts';
import { makeQrFilm } from '../helpers/browser/qr-film.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { randomMac } from '../helpers/water/devices.ts';

describeByTurns('sqlite', 'scanning the code of a device', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  it('reads a QR code by the camera, and lets the camera go', async () => {
    const film = await makeQrFilm('https://maker.example/start?serial=KS%2D2026.0042');
    const owner = await registerUser(server);
    const { page, ...visitor } = await openAs(server, owner.token, '/devices/new', {
      film: film.path,
    });
    await keepTracks(page);
    await page.getByRole('button', { name: 'Scan its QR code' }).click();
    await page.getByText('Scanned: KS-2026.0042').waitFor();
    assert.equal(
      await page.getByLabel('MAC address or serial number').inputValue(),
      'KS-2026.0042',
    );
    await cameraIsLetGo(page);
    await visitor.assertAccessible();
    await page.getByRole('button', { name: 'Register the device' }).click();
    await page.getByRole('heading', { name: 'What do you call this tank?' }).waitFor();
    visitor.assertClean();
    await visitor.close();
    await film.remove();
  });

  it('lets the camera go with the screen, and tells of a code that is no device’s', async () => {
    const film = await makeQrFilm('WIFI:S:home;T:WPA;P:secret;;');
    const owner = await registerUser(server);
    const { page, ...visitor } = await openAs(server, owner.token, '/devices/new', {
      film: film.path,
    });
    await keepTracks(page);
    await page.getByRole('button', { name: 'Scan its QR code' }).click();
    await page.getByText('This QR code does not carry a MAC or a serial number').waitFor();
    assert.deepEqual(await trackStates(page), ['live']);
    await visitor.assertAccessible();
    await page.getByText('For the installer').click();
    await page.getByRole('link', { name: 'Import devices' }).click();
    await page.getByRole('heading', { name: 'Import devices' }).waitFor();
    await cameraIsLetGo(page);
    visitor.assertClean();
    await visitor.close();
    await film.remove();
  });

  for (const [failure, sentence] of [
    ['NotAllowedError', 'Kivinjari hakikuruhusiwa kutumia kamera'],
    ['NotFoundError', 'Hakuna kamera hapa'],
  ] as const) {
    it(`says in Swahili what to do after ${failure} of the camera`, async () => {
      const { token } = await registerUser(server);
      await server.request('PUT', '/api/me', { token, json: { language: 'sw' } });
      const { page, ...visitor } = await openAs(server, token, '/devices/new', { language: 'sw' });
      await page.evaluate(`navigator.mediaDevices.getUserMedia = async () => {
        throw new DOMException('no', '${failure}');
      }`);
      await page.getByRole('button', { name: 'Soma msimbo wa QR' }).click();
      await page.getByText(sentence).waitFor();
      await page.getByLabel('Anwani ya MAC au namba ya kifaa').fill(randomMac());
      await page.getByRole('button', { name: 'Sajili kifaa' }).click();
      await page.getByText('Inasubiri kipimo chake cha kwanza').waitFor();
      await visitor.assertAccessible();
      visitor.assertClean();
      await visitor.close();
    });
  }
});

/** Records the camera's tracks, which the page releases. */
async function keepTracks(page: Page): Promise<void> {
  await page.evaluate(`
    globalThis.tracks = [];
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await open(constraints);
      tracks.push(...stream.getTracks());
      return stream;
    };
  `);
}

async function trackStates(page: Page): Promise<string[]> {
  return await page.evaluate<string[]>('tracks.map(({ readyState }) => readyState)');
}

/** Resolves once all tracks have ended; the page ends them after it has drawn what it read. */
async function cameraIsLetGo(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const look = () => {
      const isOver = tracks.length > 0 && tracks.every(({ readyState }) => readyState === 'ended');
      if (isOver) resolve();
      else requestAnimationFrame(look);
    };
    look();
  })`);
}
