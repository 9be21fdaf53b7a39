import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { readConfig } from '../src/config.ts';
import { Environment } from '../src/environment.ts';

const read = (path: string) => readFileSync(new URL(`../docs/${path}`, import.meta.url), 'utf8');
const compose = read('examples/compose.yaml');
const nginx = read('examples/nginx.conf');
const dockerfile = read('examples/Dockerfile');
const page = read('scaling.md');
const { version } = JSON.parse(
  readFileSync(new URL('../node_modules/node/package.json', import.meta.url), 'utf8'),
) as { version: string };

describe('docs/examples', () => {
  it('gives the processes settings that there are, with values that are taken', () => {
    const shared = /^ {2}environment:\n((?: {4}.*\n)+)/m.exec(compose)?.[1] ?? '';
    const inCompose = settingsIn(shared, /^ +([A-Z_]+): "?([^"#\s]+)/gm);
    const inImage = settingsIn(dockerfile.replace(/^ENV/m, ''), /\b([A-Z_]{4,})=(\S+)/g);
    const inSecrets = settingsIn(page, /^echo "(?!POSTGRES)([A-Z_]+)=(.*)" >+ app\.env$/gm);
    const all = { ...inCompose, ...inImage, ...inSecrets };
    const unknown = Object.keys(all).filter((name) => !Object.hasOwn(Environment.properties, name));
    assert.deepEqual(unknown, []);
    for (const name of [
      'DATABASE_URL',
      'SERVER_SECRET',
      'TRUST_PROXY',
      'ALLOWED_HOSTS',
      'HOST',
      'DATABASE_LANES',
    ]) {
      assert.ok(Object.hasOwn(all, name), `${name} in ${Object.keys(all)}`);
    }
    const SERVER_SECRET = '5'.repeat(64);
    const DATABASE_URL = 'postgres://kisima:c0ffee@postgres:5432/kisima';
    assert.doesNotThrow(() => readConfig({ ...all, SERVER_SECRET, DATABASE_URL }));
  });

  it('gives the services of systemd settings that there are, and programs that there are', () => {
    for (const unit of ['kisima.service', 'kisima-backup.service']) {
      const text = read(`examples/${unit}`);
      const set = settingsIn(text.replaceAll(/^(?!Environment=).*$/gm, ''), /\b([A-Z_]+)=(\S+)/g);
      assert.ok(Object.hasOwn(set, 'DATA_DIR'), unit);
      const unknown = Object.keys(set).filter(
        (name) => !Object.hasOwn(Environment.properties, name),
      );
      assert.deepEqual(unknown, []);
      assert.doesNotThrow(() => readConfig({ ...set, SMTP_URL: 'smtp://localhost' }));
      const [program = ''] = /src\/\S+\.ts/.exec(text) ?? [];
      assert.ok(existsSync(new URL(`../${program}`, import.meta.url)), program);
    }
  });

  it('sends nginx to the addresses that the processes have, and lets them believe its own', () => {
    const processes = [...compose.matchAll(/^ {2}app\d: .*ipv4_address: ([\d.]+)/gm)];
    const upstream = [...nginx.matchAll(/^ +server ([\d.]+):8080 /gm)];
    assert.equal(processes.length, 3);
    assert.deepEqual(
      upstream.map(([, address]) => address),
      processes.map(([, address]) => address),
    );
    const own = /^ {2}nginx:\n(?: {4}.*\n)*? {4}networks: .*ipv4_address: ([\d.]+)/m.exec(compose);
    assert.equal(/TRUST_PROXY: ([\d.]+)/.exec(compose)?.[1], own?.[1]);
  });

  it('runs on the Node that the program is tested on', () => {
    const images = Array.from(dockerfile.matchAll(/^FROM node:([\d.]+)-/gm), ([, tag]) => tag);
    assert.deepEqual(images, [version, version]);
  });
});

function settingsIn(text: string, pattern: RegExp): Record<string, string> {
  return Object.fromEntries(
    Array.from(text.matchAll(pattern), ([, name = '', value = '']) => [name, value]),
  );
}
