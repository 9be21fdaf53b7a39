import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import about from '../package.json' with { type: 'json' };

type Component = { name: string; version: string; scope: string; 'bom-ref': string };
type Sbom = {
  bomFormat: string;
  metadata: { component: Component };
  components: (Component & { hashes: unknown[]; licenses?: unknown[] })[];
  dependencies: { ref: string; dependsOn: string[] }[];
};

const script = fileURLToPath(new URL('../scripts/write-sbom.ts', import.meta.url));

describe('npm run sbom', () => {
  it('names the program, what it runs with and what its pages bundle, and sets its tools apart', async () => {
    const { stdout } = await execa(process.execPath, [script]);
    const { bomFormat, metadata, components, dependencies } = JSON.parse(stdout) as Sbom;
    assert.equal(bomFormat, 'CycloneDX');
    assert.deepEqual(
      [metadata.component.name, metadata.component.version],
      ['kisima', about.version],
    );
    const scopeOf = new Map(
      components.map(({ name, version, scope }) => [`${name}@${version}`, scope]),
    );
    for (const [name, version] of Object.entries(about.dependencies)) {
      assert.equal(scopeOf.get(`${name}@${version}`), 'required', name);
    }
    const { preact, uplot, vite, typescript } = about.devDependencies;
    assert.equal(scopeOf.get(`preact@${preact}`), 'required');
    assert.equal(scopeOf.get(`uplot@${uplot}`), 'required');
    assert.equal(scopeOf.get(`vite@${vite}`), 'excluded');
    assert.equal(scopeOf.get(`typescript@${typescript}`), 'excluded');
    const node = `node-${process.platform}-${process.arch}@${process.versions.node}`;
    assert.equal(scopeOf.get(node), 'required', node);
    for (const { name, hashes, licenses = [] } of components) {
      assert.equal(hashes.length, 1, name);
      // A tool of a tool of the tests, whose package names no licence at all.
      if (name !== 'humanize-number') assert.equal(licenses.length, 1, name);
    }
    // Everything hangs together: what is named is there, and Kisima reaches all of it.
    const needs = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
    const reached = new Set([metadata.component['bom-ref']]);
    for (const ref of reached) for (const next of needs.get(ref) ?? []) reached.add(next);
    const refs = [metadata.component, ...components].map((component) => component['bom-ref']);
    assert.deepEqual([...reached].sort(), refs.sort());
  });
});

describe('the lock file', () => {
  it('names the checksum of every package, and none from anywhere but the registry', () => {
    const text = readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8');
    const { packages } = JSON.parse(text) as { packages: Record<string, Locked> };
    const { '': _own, ...others } = packages;
    for (const [path, { integrity = '', resolved }] of Object.entries(others)) {
      assert.match(integrity, /^sha512-[\w+/]{86}==$/, path);
      assert.doesNotMatch(resolved ?? '', /^(git|file|http:)/, path);
    }
    for (const version of Object.values({ ...about.dependencies, ...about.devDependencies })) {
      assert.match(version, /^\d+\.\d+\.\d+/);
    }
  });
});

type Locked = { integrity?: string; resolved?: string };

describe('a version', () => {
  it('is the newest of the changelog, and that of the lock file', () => {
    const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
    // Above it stands what no version has yet.
    const [, newest] = /^## (?!Unreleased$)(\S+)/m.exec(read('CHANGELOG.md')) ?? [];
    assert.equal(newest, about.version);
    const lock = JSON.parse(read('package-lock.json')) as { version: string };
    assert.equal(lock.version, about.version);
  });
});
