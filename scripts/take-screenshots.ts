// Writes docs/screenshots/ anew from the demo: `npm run web:screenshots`. It takes about a minute.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import type { Browser, Page } from 'playwright-core';
import { signInAs } from '../test/helpers/browser/dashboard-owner.ts';
import { launchBrowser, type Screen, screens } from '../test/helpers/browser/launch-browser.ts';

type Shot = {
  name: string;
  screen: Screen;
  path: string | ((page: Page) => Promise<unknown>);
  /** What must be seen beside the title. */
  ready: string;
  theme?: 'dark';
  language?: 'sw';
};

const openFirstTank = (page: Page) => page.locator('a.tank-card').first().click();

const shots: Shot[] = [
  { name: 'home-phone', screen: 'phone', path: '/', ready: '.tank-card' },
  {
    name: 'home-phone-swahili-dark',
    screen: 'phone',
    path: '/',
    ready: '.tank-card',
    theme: 'dark',
    language: 'sw',
  },
  { name: 'tank-phone', screen: 'phone', path: openFirstTank, ready: 'canvas' },
  { name: 'home-laptop', screen: 'laptop', path: '/', ready: '.tank-card' },
  { name: 'tank-laptop', screen: 'laptop', path: openFirstTank, ready: 'canvas' },
  { name: 'reports-laptop', screen: 'laptop', path: '/reports?kind=usage', ready: '.day-chart' },
  { name: 'compose-phone', screen: 'phone', path: '/sms/compose', ready: 'textarea' },
  { name: 'map-laptop', screen: 'laptop', path: '/map', ready: '.map-device' },
];

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'docs/screenshots');
await mkdir(target, { recursive: true });
const demo = await startDemo();
const browser = await launchBrowser();
try {
  for (const shot of shots) await take(browser, demo, shot);
} finally {
  await browser.close();
  await demo.stop();
}

type Demo = { url: string; email: string; password: string; stop: () => Promise<void> };

/** The demo on a free port, once its history is there and its tanks have begun to live. */
async function startDemo(): Promise<Demo> {
  const folder = await mkdtemp(join(tmpdir(), 'kisima-screenshots-'));
  const child = execa(process.execPath, [join(root, 'src/main.ts'), '--demo'], {
    env: { PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'error' },
    stdin: 'ignore',
    stderr: 'inherit',
    reject: false,
  });
  let written = '';
  await new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      written += text;
      if (/Live readings: \d/.test(written)) resolve();
    });
  });
  const [, email = '', password = ''] = /account: (\S+)\s+password: (\S+)/.exec(written) ?? [];
  const [url = ''] = /http:\/\/[\d.:]+/.exec(written) ?? [];
  return {
    url,
    email,
    password,
    stop: async () => {
      child.kill('SIGTERM');
      await child;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function take(browser: Browser, demo: Demo, shot: Shot): Promise<void> {
  const { name, screen, path, theme = 'light', language = 'en' } = shot;
  const context = await browser.newContext({
    baseURL: demo.url,
    viewport: screens[screen],
    deviceScaleFactor: screen === 'phone' ? 2 : 1,
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-KE',
    timezoneId: 'Africa/Nairobi',
  });
  const page = await context.newPage();
  await signIn(page, demo, language);
  if (typeof path === 'string') await page.goto(path);
  else await path(page);
  await page.locator('h1').waitFor();
  await page.locator(shot.ready).first().waitFor();
  await page.screenshot({ path: join(target, `${name}.png`) });
  await context.close();
}

async function signIn(page: Page, demo: Demo, language: string): Promise<void> {
  const { url, email, password } = demo;
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${url}/api/auth.php?action=login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password }),
  });
  const { token } = (await answer.json()) as { token: string };
  await fetch(`${url}/api/me`, {
    method: 'PUT',
    headers: { ...headers, Authorization: `Bearer ${token}` },
    body: JSON.stringify({ language }),
  });
  await signInAs(page, token);
  await page.goto('/');
  await page.locator('a.tank-card').first().waitFor();
}
