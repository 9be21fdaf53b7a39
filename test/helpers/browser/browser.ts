import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser, type Screen, screens } from './launch-browser.ts';

export type { Screen } from './launch-browser.ts';

export type Visitor = {
  context: BrowserContext;
  page: Page;
  /** Fails where a page wrote an error to its console, or asked another host for anything. */
  assertClean: () => void;
  /** Fails where axe-core finds something serious on the page as it is. */
  assertAccessible: () => Promise<void>;
  /** Fails where the page itself can be scrolled sideways. */
  assertFits: () => Promise<void>;
  close: () => Promise<void>;
};

type VisitorOptions = {
  screen?: Screen;
  theme?: 'light' | 'dark';
  language?: 'en' | 'sw';
  /** Console lines that a test provokes on purpose, such as a refused password. */
  expects?: RegExp;
  /** A film (.y4m, .mjpeg) that the camera sees; it takes a browser of its own. */
  film?: string;
  /**
   * Has the service worker, as every visitor does: for what it is about, or keeps right behind it. Most tests do
   * without, since it takes an eighth of a visit, and a third of each page that is opened in it.
   */
  hasWorker?: boolean;
  /** The page may have its service worker fetch every file of the dashboard some seconds after it came. */
  keepsAll?: boolean;
};

/**
 * Chromium says the first two where a service worker takes over between a preload and its use, Playwright the last
 * where there is none.
 */
const ofTheBrowser =
  /cross-world service worker resource mismatch|preloaded using link preload but not used within a few seconds|Service Worker registration blocked by Playwright/;

/**
 * In the page: files that no screen here asks for are not fetched. There are more than a hundred, for each
 * visitor anew, which takes more than the visit itself. The service worker is there all the same, and keeps
 * what comes.
 */
const withholdKeepAll = `if ('ServiceWorker' in globalThis) {
  const post = ServiceWorker.prototype.postMessage;
  ServiceWorker.prototype.postMessage = function (...sent) {
    if (sent[0] !== 'keep-all') post.apply(this, sent);
  };
}`;

let launched: Promise<Browser> | undefined;
const withFilms = new Set<Browser>();
// A test that failed has closed nothing, and the program would wait for its browser without end.
after(async () => {
  await Promise.all([...withFilms].map((browser) => browser.close()));
  await (await launched)?.close();
});

/** One browser serves all tests; each visitor has storage and cookies of their own. */
function sharedBrowser(): Promise<Browser> {
  launched ??= launchBrowser();
  return launched;
}

/** Opens the dashboard at `url` as a person on a phone or a laptop would. */
export async function visit(url: string, options: VisitorOptions = {}): Promise<Visitor> {
  const { screen = 'phone', theme = 'light', language = 'en', expects, film } = options;
  const { keepsAll = false, hasWorker = keepsAll } = options;
  const own = film ? await launchBrowser([`--use-file-for-fake-video-capture=${film}`]) : undefined;
  if (own) withFilms.add(own);
  const browser = own ?? (await sharedBrowser());
  const context = await browser.newContext({
    baseURL: url,
    viewport: screens[screen],
    hasTouch: screen === 'phone',
    colorScheme: theme,
    locale: language === 'sw' ? 'sw-KE' : 'en-KE',
    timezoneId: 'Africa/Nairobi',
    serviceWorkers: hasWorker ? 'allow' : 'block',
  });
  if (!keepsAll) await context.addInitScript(withholdKeepAll);
  const page = await context.newPage();
  // A whole suite runs beside: what is slow must not count as broken.
  page.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  const complain = (text: string) => {
    if (!expects?.test(text) && !ofTheBrowser.test(text)) complaints.push(text);
  };
  page.on('console', (line) => {
    if (line.type() === 'error' || line.type() === 'warning') complain(line.text());
  });
  page.on('pageerror', (error) => complain(String(error)));
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== new URL(url).origin) complain(request.url());
  });
  return {
    context,
    page,
    assertClean: () => assert.deepEqual(complaints, []),
    assertAccessible: () => assertAccessible(page),
    assertFits: () => assertFits(page),
    close: () => (own ?? context).close(),
  };
}

let axeSource: Promise<string> | undefined;

/** Says whether axe-core is there; where the page had it before it was loaded anew, it is there again. */
const axeIsThere = `(() => {
  const kept = sessionStorage.getItem('axe-core');
  if (kept && !('axe' in globalThis)) (0, eval)(kept);
  return 'axe' in globalThis;
})()`;

/**
 * In the page, since what passed is many times what failed and slow to bring over. Rules whose faults
 * are never serious are left out: with them it takes nearly twice as long.
 */
const findSerious = `(async () => {
  const isSerious = ({ impact }) => impact === 'serious' || impact === 'critical';
  const others = axe._audit.rules.filter((rule) => rule.impact && !isSerious(rule));
  const rules = Object.fromEntries(others.map(({ id }) => [id, { enabled: false }]));
  const { violations } = await axe.run({ resultTypes: ['violations'], rules });
  return violations.filter(isSerious)
    .map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | '));
})()`;

async function assertAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate<boolean>(axeIsThere))) {
    axeSource ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    // To bring it over takes ten times as long as to load it, so a page keeps it.
    await page.evaluate((source) => sessionStorage.setItem('axe-core', source), await axeSource);
    await page.evaluate(axeIsThere);
  }
  const serious = await page.evaluate<string[]>(findSerious);
  assert.deepEqual(serious, [], `on ${page.url()}`);
}

async function assertFits(page: Page): Promise<void> {
  const beyond = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  assert.ok(beyond <= 0, `${page.url()} is ${beyond} px too wide`);
}
