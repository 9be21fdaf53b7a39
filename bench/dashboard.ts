import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, screens } from '../test/helpers/browser/launch-browser.ts';
import { median, report } from './lib/figures.ts';
import { type Fleet, registerFleet } from './lib/load/fleet.ts';
import { serveKisima } from './lib/processes.ts';
import { seedReadings } from './lib/seed/seed.ts';
import { each } from './lib/seed/seed-plan.ts';

const tanks = 6;
/** One a minute for 90 days. */
const readingsEach = 129_600;
const rounds = 5;
/** Slowdown of the phone against this machine. */
const slowDown = 4;

/** Time until the home screen serves on a slow phone, and time to draw a chart of 90 days. */
export async function benchDashboard(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kisima-bench-'));
  const fleet = await prepare(folder);
  const server = await serveKisima(folder);
  const blank = await serveBlankPage();
  const browser = await launchBrowser();
  try {
    const floors: number[] = [];
    const homes: number[] = [];
    for (let round = 0; round < rounds; round++) {
      floors.push(await openSlowly(browser, blank.url, fleet, '#done'));
      homes.push(await openSlowly(browser, server.url, fleet, 'a.tank-card >> nth=5'));
    }
    const [floor, home] = [median(floors), median(homes)];
    report(`a blank page with a script, CPU ${slowDown} times slower`, `${floor.toFixed(0)} ms`);
    report(
      `home with ${tanks} tanks, ready to be touched`,
      `${home.toFixed(0)} ms`,
      `at most 1,500; ${(home / floor).toFixed(1)} times the blank page`,
    );
    await reportChart(browser, server.url, fleet);
  } finally {
    await browser.close();
    blank.stop();
    await server.stop();
    await rm(folder, { recursive: true });
  }
}

/** Six tanks with 90 days each, written while no server runs. */
async function prepare(folder: string): Promise<Fleet> {
  const server = await serveKisima(folder);
  const fleet = await registerFleet(server.url, tanks);
  await server.stop();
  const path = join(folder, 'kisima.db');
  seedReadings({
    path,
    devices: each(fleet.deviceIds.map(Number), readingsEach),
    until: Date.now(),
  });
  return fleet;
}

/** Milliseconds from asking for a page until what `ready` names is there and a click is answered. */
async function openSlowly(
  browser: Browser,
  url: string,
  fleet: Fleet,
  ready: string,
): Promise<number> {
  const page = await openPage(browser, url, fleet);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  await page.goto(url);
  await page.locator(ready).waitFor();
  // The page answers this when its thread is free, as it would answer a finger.
  const milliseconds = await page.evaluate<number>(
    'new Promise((r) => requestAnimationFrame(() => setTimeout(() => r(performance.now()))))',
  );
  await page.context().close();
  return milliseconds;
}

async function openPage(browser: Browser, url: string, { token }: Fleet): Promise<Page> {
  const context = await browser.newContext({
    viewport: screens.phone,
    locale: 'en-KE',
    serviceWorkers: 'block',
  });
  await context.addInitScript((bearer) => {
    localStorage.setItem('kisima.token', JSON.stringify(bearer));
  }, token);
  const page = await context.newPage();
  // One-time work of a browser is not the page's.
  await page.goto(new URL('/healthz', url).href);
  return page;
}

/** From the last byte of the readings to the last stroke of the chart, on this machine as it is. */
async function reportChart(browser: Browser, url: string, fleet: Fleet): Promise<void> {
  const page = await openPage(browser, url, fleet);
  await page.addInitScript(noteStrokes);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await page.goto(`${url}/tanks/${fleet.deviceIds[0]}`);
    await page.locator('canvas').first().waitFor();
    await page.getByRole('button', { name: '90 days' }).click();
    times.push(await until<number>(page, drawTime));
  }
  report(
    'chart of 90 days, from its readings to the last stroke',
    `${median(times).toFixed(0)} ms`,
    'at most 150',
  );
  await page.context().close();
}

/** Asks the page again and again; its policy allows no other way to evaluate a text. */
function until<T>(page: Page, expression: string): Promise<T> {
  return page.evaluate<T>(`new Promise((resolve) => {
    const look = () => {
      const found = ${expression};
      if (found) resolve(found);
      else requestAnimationFrame(look);
    };
    look();
  })`);
}

/** Notes when a canvas is drawn on; the chart is drawn by strokes. */
const noteStrokes = `
  const { stroke } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.stroke = function (...given) {
    window.lastStroke = performance.now();
    return stroke.apply(this, given);
  };`;

/** Milliseconds between the two, once nothing has been drawn for a moment. */
const drawTime = `(() => {
  const [readings] = performance.getEntriesByType('resource').filter((each) => each.name.includes('action=export'));
  const isDrawn = readings && window.lastStroke > readings.responseEnd && performance.now() - window.lastStroke > 300;
  return isDrawn && window.lastStroke - readings.responseEnd;
})()`;

/** The floor: the least that a page with a script can be. */
async function serveBlankPage(): Promise<{ url: string; stop: () => void }> {
  const html = `<!doctype html><title>blank</title><div id="app"></div>
    <script>document.getElementById('app').innerHTML = '<p id="done">done</p>'</script>`;
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}
