import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import about from '../package.json' with { type: 'json' };
import { findFreePort } from './helpers/database/postgres-server.ts';
import { awaited } from './helpers/until.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const name = `node-${process.platform}-${process.arch}`;
const version = '24.99.0';

describe('what installs the dependencies', () => {
  let folder: string;
  let registry: Server;
  let tarball: Buffer;

  /** A registry with one package, whose `node` is a script that leaves a mark. */
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kisima-first-start-'));
    const made = join(folder, 'package');
    await mkdir(join(made, 'bin'), { recursive: true });
    await writeFile(join(made, 'bin/node'), `#!/bin/sh\ntouch ${folder}/has-run\n`, {
      mode: 0o755,
    });
    const own = {
      name,
      version,
      bin: { node: 'bin/node' },
      os: process.platform,
      cpu: process.arch,
    };
    await writeFile(join(made, 'package.json'), JSON.stringify(own));
    await execa('npm', ['pack', '--silent', '--pack-destination', folder], {
      cwd: made,
      preferLocal: false,
    });
    tarball = await readFile(join(folder, `${name}-${version}.tgz`));
    registry = createServer((request, response) => {
      if (request.url?.endsWith('.tgz')) return response.end(tarball);
      const { port } = registry.address() as AddressInfo;
      const dist = {
        tarball: `http://127.0.0.1:${port}/${name}.tgz`,
        integrity: sumOf(tarball),
      };
      return response.end(JSON.stringify({ name, versions: { [version]: { ...own, dist } } }));
    });
    await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  });
  after(async () => {
    registry.closeAllConnections();
    await new Promise((resolve) => registry.close(resolve));
    await rm(folder, { recursive: true });
  });

  it('brings the Node whose sum the lock file names', async () => {
    const project = await makeProject('right', sumOf(tarball));
    const { exitCode, stderr } = await ensure(project);
    assert.equal(exitCode, 0, stderr);
    const brought = join(project, 'node_modules', name, 'bin/node');
    assert.equal(
      readFileSync(join(project, 'node_modules/.bin/node'), 'utf8'),
      readFileSync(brought, 'utf8'),
    );
    assert.equal((await ensure(project)).stderr, '', 'and does nothing where it is there');
  });

  it('refuses one with another sum before it could run, and says so', async () => {
    const project = await makeProject('wrong', sumOf(Buffer.from('another one')));
    const { exitCode, stderr } = await ensure(project);
    assert.equal(exitCode, 1);
    assert.match(
      stderr,
      new RegExp(
        `^npm did not install ${name}@${version}: .* sum that package-lock\\.json names`,
        'm',
      ),
    );
    assert.ok(!existsSync(join(project, 'node_modules/.bin/node')));
    assert.ok(!existsSync(join(folder, 'has-run')));
  });

  it('refuses a Node on which npm would leave packages out, and says which it takes', async () => {
    const project = await makeProject('old', sumOf(tarball));
    const old = { npm_config_user_agent: 'npm/9.2.0 node/v18.20.4 linux x64 workspaces/false' };
    const { exitCode, stderr } = await ensure(project, old);
    assert.equal(exitCode, 1);
    assert.match(stderr, /^npm runs on Node 18\.20\.4 here, .* it takes Node 20\.19 or newer\.$/);
  });

  it('says what it needs where the system kills npm for want of memory', async () => {
    const project = await makeProject('killed', sumOf(tarball));
    const killed = join(folder, 'killed.mjs');
    await writeFile(killed, `process.kill(process.pid, 'SIGKILL');`);
    const { exitCode, stderr } = await ensure(project, {
      npm_execpath: killed,
      npm_node_execpath: process.execPath,
    });
    assert.equal(exitCode, 137);
    assert.match(
      stderr,
      /npm ci .* was killed.* memory runs out\. The first start takes up to \d+ MB/,
    );
  });

  async function makeProject(title: string, integrity: string): Promise<string> {
    const project = join(folder, title);
    await mkdir(join(project, 'scripts'), { recursive: true });
    for (const file of ['ensure-dependencies.mjs', 'needed-memory.mjs'])
      await cp(join(root, 'scripts', file), join(project, 'scripts', file));
    const manifest = { name: title, version: '1.0.0', optionalDependencies: { [name]: version } };
    await writeFile(join(project, 'package.json'), JSON.stringify(manifest));
    const platform = { os: process.platform, cpu: process.arch, optional: true };
    const locked = { version, integrity, ...platform, bin: { node: 'bin/node' } };
    const packages = { '': manifest, [`node_modules/${name}`]: locked };
    const lock = { ...manifest, lockfileVersion: 3, requires: true, packages };
    await writeFile(join(project, 'package-lock.json'), JSON.stringify(lock));
    return project;
  }

  function ensure(project: string, env: Record<string, string> = {}) {
    const { port } = registry.address() as AddressInfo;
    const script = join(project, 'scripts/ensure-dependencies.mjs');
    const { PATH = '', HOME = folder } = process.env;
    return execa(process.execPath, [script], {
      env: {
        PATH,
        HOME,
        npm_config_registry: `http://127.0.0.1:${port}/`,
        npm_config_cache: join(project, 'cache'),
        npm_config_update_notifier: 'false',
        ...env,
      },
      extendEnv: false,
      reject: false,
    });
  }
});

describe('the memory that the first start needs', () => {
  it('is told beforehand where there is less', async () => {
    const { memoryHere } = (await import(
      new URL('../scripts/needed-memory.mjs', import.meta.url).href
    )) as {
      memoryHere: (bytes: number) => string | undefined;
    };
    assert.equal(memoryHere(4 * 2 ** 30), undefined);
    assert.match(memoryHere(512 * 2 ** 20) ?? '', /^Only 512 MB .* takes up to \d+ MB/);
  });
});

describe('the scripts of package.json', () => {
  it('take the place of their shell, so that who stops npm stops the program', () => {
    for (const [script, command] of Object.entries(about.scripts)) {
      if (/(^|\s)node /.test(command)) assert.match(command, /^(\w+=\S+ )?exec node /, script);
    }
  });

  it('end the server that npm start has started when npm is told to end', async () => {
    const data = await mkdtemp(join(tmpdir(), 'kisima-npm-start-'));
    const port = await findFreePort();
    const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
    const npm = execa('npm', ['start'], {
      cwd: root,
      preferLocal: false,
      env: { PATH, HOME, NODE_COMPILE_CACHE, DATA_DIR: join(data, 'data'), PORT: String(port) },
      extendEnv: false,
      reject: false,
      buffer: false,
    });
    const ready = new Promise<void>((resolve) => {
      let said = '';
      npm.stdout.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (said.includes('kisima is ready')) resolve();
      });
    });
    await awaited('a server that npm start has started', ready);
    npm.kill('SIGTERM');
    await npm;
    await assert.rejects(fetch(`http://127.0.0.1:${port}/healthz`));
    await rm(data, { recursive: true });
  });
});

function sumOf(bytes: Buffer): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
}
