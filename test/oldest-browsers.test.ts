import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { appendFile, cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { floorOfBuild, newerNames } from './helpers/browser/floor/newer-names.ts';
import { notThere, stripLibrary } from './helpers/browser/floor/strip-library.ts';
import { makeTestFolder } from './helpers/server/test-folder.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Members that are used where they are there, and why nothing breaks where they are not. */
const guarded: Record<string, string[]> = {
  'asked for by a question mark': ['Navigator.vibrate'],
  'without it, what it holds back stays in reach and does nothing': ['HTMLElement.inert'],
  'asked for by pushSupport()': [
    'Notification static.requestPermission',
    'PushManager.getSubscription',
    'PushManager.subscribe',
    'PushSubscription.endpoint',
    'PushSubscription.toJSON',
    'PushSubscription.unsubscribe',
  ],
  'of a worker that only push calls': [
    'Notification.close',
    'Notification.data',
    'NotificationEvent.notification',
    'PushEvent.data',
    'PushMessageData.text',
    'ServiceWorkerRegistration.showNotification',
  ],
};

describe('the oldest browsers that are served', () => {
  let folder: string;
  before(async () => {
    folder = await makeTestFolder('library');
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** TypeScript with a library that knows only what these browsers have, and what is guarded. */
  const makeCompiler = async (): Promise<string> => {
    const ofTypeScript = createRequire(createRequire(import.meta.url).resolve('typescript'));
    const own = `@typescript/typescript-${process.platform}-${process.arch}/package.json`;
    await cp(dirname(ofTypeScript.resolve(own)), folder, { recursive: true });
    const newer = newerNames(floorOfBuild());
    for (const name of Object.values(guarded).flat()) {
      const [owner = '', member = ''] = name.split('.');
      assert.ok(newer.get(owner)?.delete(member), `${name} needs no guard any more`);
    }
    const library = join(folder, 'lib');
    for (const name of await readdir(library)) {
      if (!name.endsWith('.d.ts')) continue;
      const file = join(library, name);
      await writeFile(file, stripLibrary(await readFile(file, 'utf8'), newer));
    }
    await appendFile(join(library, 'lib.es5.d.ts'), notThere);
    return join(library, 'tsc');
  };

  it('have all that the dashboard and its service worker call', async () => {
    const compiler = await makeCompiler();
    const parts = ['web', 'web/service-worker'].map(async (part) => {
      const { stdout } = await execa(compiler, ['-p', part], { cwd: root, reject: false });
      // What only Node runs, and what explains the line above it.
      return stdout.split('\n').filter((line) => /^\S/.test(line) && !/^\S+\.test\.ts/.test(line));
    });
    assert.deepEqual((await Promise.all(parts)).flat(), []);
    await writeFile(join(folder, 'newer.ts'), 'new URLSearchParams().size > 0; "".toWellFormed();');
    const options = ['--ignoreConfig', '--noEmit', '--lib', 'esnext,dom', 'newer.ts'];
    const { stdout } = await execa(compiler, options, { cwd: folder, reject: false });
    assert.match(stdout, /types 'NotInTheOldestBrowsers' and 'number'[\s\S]*not callable/);
  });

  it('can read every pattern: one that looks behind ends the file that it stands in', async () => {
    const files = globSync('web/dist/**/*.js', { cwd: root });
    assert.ok(files.length > 20);
    const found: string[] = [];
    for (const file of files) {
      const text = await readFile(join(root, file), 'utf8');
      found.push(...[...text.matchAll(/.{0,40}\(\?<[=!].{0,40}/g)].map(([around]) => around));
    }
    assert.deepEqual(found, []);
  });
});
