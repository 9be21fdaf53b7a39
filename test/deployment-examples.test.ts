import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import about from '../package.json' with { type: 'json' };
import { Environment, readConfig } from '../src/config.ts';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const alone = read('compose.yaml');
const compose = read('docs/examples/compose.yaml');
const nginx = read('docs/examples/nginx.conf');
const dockerfile = read('Dockerfile');
const page = read('docs/scaling.md');
const version = about.optionalDependencies.node.split('@').at(-1);

describe('the examples', () => {
  it('give the processes settings that there are, with values that are taken', () => {
    const shared = /^ {2}environment:\n((?: {4}.*\n)+)/m.exec(compose)?.[1] ?? '';
    const inCompose = settingsIn(shared, /^ +([A-Z_]+): "?([^"#\s]+)/gm);
    const inImage = settingsIn(dockerfile.replace(/^ENV/m, ''), /\b([A-Z_]{4,})=(\S+)/g);
    const inSecrets = settingsIn(page, /^echo "(?!POSTGRES)([A-Z_]+)=(.*)" >+ app\.env$/gm);
    const all = { ...inCompose, ...inImage, ...inSecrets };
    assertSettings(all, [
      'DATABASE_URL',
      'SERVER_SECRET',
      'TRUST_PROXY',
      'ALLOWED_HOSTS',
      'HOST',
      'DATABASE_LANES',
    ]);
    const SERVER_SECRET = '5'.repeat(64);
    const DATABASE_URL = 'postgres://kisima:c0ffee@postgres:5432/kisima';
    assert.doesNotThrow(() => readConfig({ ...all, SERVER_SECRET, DATABASE_URL }));
  });

  it('give one process in a container settings that there are, and believe its proxy alone', () => {
    const block = /^x-settings: .*\n((?: {2}.*\n)+)/m.exec(alone)?.[1] ?? '';
    const settings = settingsIn(block, /^ +([A-Z_]+): ([^#\s]+)/gm);
    assertSettings(settings, ['ALLOWED_HOSTS', 'DATABASE_URL', 'TRUST_PROXY']);
    const proxy = /^ {2}caddy:\n(?: {4}.*\n)*? {4}networks: .*ipv4_address: ([\d.]+)/m.exec(alone);
    assert.equal(settings['TRUST_PROXY'], proxy?.[1]);
  });

  it('give one process in a container a sender, one name for its certificate, and the age of its dumps', () => {
    const block = /^x-settings: .*\n((?: {2}.*\n)+)/m.exec(alone)?.[1] ?? '';
    for (const name of ['MAIL_FROM', 'ACCOUNT_SMS_KEY'])
      assert.match(block, new RegExp(`^  ${name}: `, 'm'));
    assert.match(alone, /^ {6}DOMAIN: \$\{DOMAIN:-\$\{ALLOWED_HOSTS:-localhost\}\}/m);
    const dumps = alone.slice(alone.indexOf('\n  postgres-backup:'));
    assert.match(dumps, /^ {4}volumes: \["data:\/var\/lib\/kisima", "backups:\/backups"\]$/m);
    assert.match(dumps, /&& mv .* && touch \/var\/lib\/kisima\/last-backup /);
  });

  it('let no log of a container grow without end, and each process end by itself', () => {
    for (const text of [alone, compose]) {
      const services = text.slice(text.indexOf('\nservices:'), text.indexOf('\nnetworks:'));
      const names = [...services.matchAll(/^ {2}(\w[\w-]*):/gm)].map(([, name = '']) => name);
      assert.ok(names.length > 3);
      for (const name of names) {
        const [body = ''] =
          new RegExp(`^  ${name}:(.*\\n(?: {4}.*\\n|\\n)*)`, 'm').exec(services) ?? [];
        assert.match(body, /logging: \*logging|<<: \*kisima/, name);
      }
      const [, grace = ''] = /stop_grace_period: (\d+)s # requests/.exec(text) ?? [];
      assert.ok(Number(grace) > 2 * (readConfig({}).stopMs / 1000), grace);
    }
  });

  it('give the services of systemd settings that there are, and a program that there is', () => {
    const units = readdirSync(new URL('../docs/examples', import.meta.url)).filter((name) =>
      name.endsWith('.service'),
    );
    assert.equal(units.length, 3);
    for (const unit of units) {
      const text = read(`docs/examples/${unit}`);
      const set = settingsIn(text.replaceAll(/^(?!Environment=).*$/gm, ''), /\b([A-Z_]+)=(\S+)/g);
      assertSettings(set, ['DATA_DIR']);
      assert.match(text, /^EnvironmentFile=-\/etc\/kisima\/env$/m);
      const [, program = ''] = /^ExecStart=\/opt\/kisima\/(\S+) /m.exec(text) ?? [];
      assert.ok(existsSync(new URL(`../${program}`, import.meta.url)), unit);
    }
  });

  it('harden each service of systemd alike', () => {
    const hardening = ['kisima', 'kisima-backup', 'kisima-doctor'].map((unit) => {
      const [, block = ''] =
        /(# What the program may do at all[^[]+)/.exec(read(`docs/examples/${unit}.service`)) ?? [];
      return block.trim();
    });
    assert.match(hardening[0] ?? '', /^ProtectSystem=strict$/m);
    assert.equal(new Set(hardening).size, 1);
  });

  it('list settings in the file of settings that there are', () => {
    const text = read('docs/examples/env');
    const set = settingsIn(text, /^#?([A-Z_]+)='([^']*)'$/gm);
    assertSettings(set, ['DATA_DIR', 'SMTP_URL', 'DATABASE_URL', 'SERVER_SECRET']);
    const given = Object.entries({ ...set, SERVER_SECRET: 's'.repeat(32) });
    assert.doesNotThrow(() => readConfig(Object.fromEntries(given)));
  });

  it('send nginx to the addresses that the processes have, and let them believe its own', () => {
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

  it('let certificates be renewed: what the authority asks for without TLS is not redirected', () => {
    const operations = read('docs/operations.md');
    for (const text of [nginx, operations]) {
      const [, plain = ''] =
        /listen 80;([\s\S]+?\n)\s*}\n/.exec(text.slice(text.indexOf('listen 80;') - 1)) ?? [];
      assert.match(
        plain,
        /location \^~ \/\.well-known\/acme-challenge\/ { root \/var\/www\/acme; }/,
      );
      assert.match(plain, /location \/ { return 301 /);
    }
    assert.match(compose, /nginx -s reload/);
    assert.match(operations, /--deploy-hook 'systemctl reload nginx'/);
  });

  it('let boards without TLS reach all that is for boards, batches with their size, and nothing else', () => {
    const operations = read('docs/operations.md');
    const boards = [
      ...read('docs/api/direct.md')
        .split('\n\n', 3)
        .join()
        .matchAll(/`(\/iot_\w+\.php)`/g),
    ].map(([, path = '']) => path);
    assert.equal(boards.length, 4);
    for (const [page, form] of [
      [nginx, /location ~ (\^\/iot_\S+)/],
      [operations, /location ~ (\^\/iot_\S+)/],
      [read('docs/examples/Caddyfile'), /path_regexp (\^\/iot_\S+)/],
    ] as const) {
      const open = new RegExp(form.exec(page)?.[1] ?? 'none');
      assert.deepEqual(
        boards.filter((path) => !open.test(path)),
        [],
      );
      assert.ok(!open.test('/api/auth.php') && !open.test('/iot_push_batch.php/more'));
    }
    const plain = operations.slice(operations.indexOf('listen 80;'));
    assert.match(plain.slice(0, plain.indexOf('\n}')), /client_max_body_size 17m;/);
    assert.match(nginx.slice(0, nginx.indexOf('server {')), /client_max_body_size 17m;/);
  });

  it('keep the metrics from the public, with whatever stands behind their path', () => {
    for (const page of [nginx, read('docs/operations.md')]) {
      assert.match(page, /^ +location \^~ \/metrics { return 404; }$/m);
    }
    assert.match(read('docs/examples/Caddyfile'), /^\trespond \/metrics\* 404$/m);
  });

  it('build the image on the Node that the program is tested on', () => {
    const images = Array.from(dockerfile.matchAll(/^FROM node:([\d.]+)-/gm), ([, tag]) => tag);
    assert.deepEqual(images, [version]);
  });
});

describe('bin/kisima', () => {
  it('runs Node as `npm start` does', () => {
    const flags = (text: string) => /(?:node|"\$node") ((?:--\S+ )+)/.exec(text)?.[1];
    assert.equal(flags(read('bin/kisima')), flags(about.scripts.start));
  });
});

function assertSettings(settings: Record<string, string>, some: string[]): void {
  const names = Object.keys(settings);
  assert.deepEqual(
    names.filter((name) => !Object.hasOwn(Environment.properties, name)),
    [],
  );
  for (const name of some) assert.ok(names.includes(name), `${name} in ${names}`);
}

function settingsIn(text: string, pattern: RegExp): Record<string, string> {
  return Object.fromEntries(
    Array.from(text.matchAll(pattern), ([, name = '', value = '']) => [name, value]),
  );
}
