import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import about from '../package.json' with { type: 'json' };
import { isNeeded, packagesOfProduction, platform } from '../scripts/release/stage-program.ts';

/** Packages that the program has by way of its libraries, and that tests use by themselves. */
const ofLibraries = new Set(['mqtt-packet', 'yaml']);

describe('a release archive', () => {
  it('has each package that the program needs, and none that only development does', async () => {
    const packages = await packagesOfProduction();
    const nameOf = (name: string) => `node_modules/${name}`;
    for (const name of Object.keys(about.dependencies))
      assert.ok(packages.includes(nameOf(name)), name);
    // Node itself stands in `bin`.
    assert.ok(!packages.includes(nameOf('node')));
    for (const name of Object.keys(about.devDependencies)) {
      assert.equal(packages.includes(nameOf(name)), ofLibraries.has(name), name);
    }
    assert.ok(packages.every((path) => existsSync(new URL(`../${path}`, import.meta.url))));
  });

  it('leaves out of a package what it does not need to run, and keeps its terms', () => {
    const needed = [
      ...['package.json', 'lib/index.js', 'dist/index.mjs', 'lib/data.json', 'build/a.wasm'],
      ...['LICENSE', 'LICENSE.md', 'licence.txt', 'docs/NOTICE', `prebuilds/${platform}.node`],
    ];
    const left = [
      ...[
        'index.d.ts',
        'lib/a.d.cts',
        'dist/index.js.map',
        'README.md',
        '.travis.yml',
        'test/a.js',
      ],
      ...['docs/a.html', 'deps/sqlite3/sqlite3.c', 'src/addon.cpp', 'binding.gyp', 'src/index.ts'],
      ...['prebuilds/darwin-arm64.node', 'node_modules/inner/index.js', 'example/a.js'],
    ];
    assert.deepEqual([...needed, ...left].filter(isNeeded), needed);
  });
});
