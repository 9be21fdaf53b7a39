// Tries README's two commands on a Debian that was just set up, with nothing but `nodejs`, `npm`, `git` and
// certificates, as somebody of its own and as root: `npm run test:fresh`. It takes half an hour,
// root and `debootstrap`, and tells what each step took and what it left behind.
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { findFreePort } from '../test/helpers/database/postgres-server.ts';
import { type DebianRoot, makeDebianRoot } from './fresh-root/debian-root.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const [suite = 'stable', ...only] = process.argv.slice(2);
const within = process.env['FRESH_ROOT_FOLDER'] ?? tmpdir();

const root = await step(`a Debian (${suite})`, () =>
  makeDebianRoot({ suite, packages: ['nodejs', 'npm', 'git'], within }),
);
try {
  await bringCommit(root);
  await inside('somebody', 'useradd --create-home amina');
  for (const user of ['amina', 'root']) {
    await inside(`${user}: git clone`, 'git clone -q -b tried /var/tmp/kisima.bundle kisima', user);
    await inside(`${user}: npm start, until it answers; kill`, await startAndStop(), user);
    await inside(`${user}: npm test`, `cd kisima && npm test -- ${only.join(' ')}`, user);
    await inside(`${user}: sizes`, 'du -sh kisima/node_modules .npm', user);
  }
  await inside('no user was added', 'test "$(getent passwd | tail -n 1 | cut -d: -f1)" = amina');
} finally {
  await root.remove();
}

/** The commit that is checked out; what is not committed is not tried. */
async function bringCommit({ folder }: DebianRoot): Promise<void> {
  const own = await mkdtemp(join(tmpdir(), 'kisima-bundle-'));
  try {
    const bundle = join(own, 'bundle');
    const git = execa({ cwd: project });
    const { stdout: commit } = await git`git rev-parse HEAD`;
    await git`git init -q --bare ${own}/git`;
    await git`git push -q ${own}/git ${commit}:refs/heads/tried`;
    await execa({ cwd: `${own}/git` })`git bundle create -q ${bundle} tried`;
    await copyFile(bundle, `${folder}/var/tmp/kisima.bundle`);
  } finally {
    await rm(own, { recursive: true });
  }
}

/** A signal that npm gets has to end the server, and a server that is left would answer afterwards. */
async function startAndStop(): Promise<string> {
  const port = await findFreePort();
  const answers = `node -e "fetch('http://127.0.0.1:${port}/healthz').catch(() => process.exit(1))"`;
  return `cd kisima && { PORT=${port} npm start & pid=$!; } &&
    until ${answers}; do kill -0 $pid && sleep 1 || exit 1; done &&
    { kill $pid; wait $pid; ! ${answers}; }`;
}

/** Runs a script inside, whose user must find the folders for temporary files as empty as before. */
async function inside(what: string, script: string, user = 'root'): Promise<void> {
  await step(what, async () => {
    const left = '{ ls -A /tmp /dev/shm | grep -v -e : -e "^$" >&2 && exit 1 || true; }';
    const { exitCode } = await root.run(`( ${script} ) && ${left}`, user);
    if (exitCode !== 0) throw new Error(`${what} failed, or left files: see above`);
  });
}

async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const result = await work();
  console.log(`▶ ${what}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  return result;
}
