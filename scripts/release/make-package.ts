// Makes release/kisima_VERSION_ARCHITECTURE.deb, a Debian package of what a release archive holds:
// `npm run release:deb`. packaging/debian has its scripts, docs/examples its units and settings.
import { chmod, copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import about from '../../package.json' with { type: 'json' };
import { commitTime, releaseFolder } from './release-folder.ts';
import { stageProgram } from './stage-program.ts';

/** Debian's names of processors that Node has others for. */
const architectures: Partial<Record<NodeJS.Architecture, string>> = {
  x64: 'amd64',
  arm64: 'arm64',
};

const { values } = parseArgs({
  options: { version: { type: 'string', default: about.version } },
});
const { version } = values;
const architecture = architectures[process.arch];
if (architecture === undefined) throw new Error(`No Debian runs on ${process.arch}.`);

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const folder = await releaseFolder('package');
const at = async (name: string) => {
  const full = join(folder, name);
  await mkdir(join(full, '..'), { recursive: true });
  return full;
};

const program = await at('usr/lib/kisima');
await stageProgram(program, version);
await rm(join(program, 'SHA256SUMS'));
const documents = await at('usr/share/doc/kisima');
await rename(join(program, 'docs'), documents);
await rename(join(program, 'CHANGELOG.md'), join(documents, 'CHANGELOG.md'));
await rename(join(program, 'SECURITY.md'), join(documents, 'SECURITY.md'));
await rename(join(program, 'LICENSE'), join(documents, 'copyright'));
await put(path('packaging/debian/kisima'), 'usr/bin/kisima', 0o755);
await put(path('docs/examples/env'), 'etc/kisima/env', 0o640);
for (const unit of await readdir(path('docs/examples'))) {
  if (!/\.(service|timer)$/.test(unit)) continue;
  const text = await readFile(path(`docs/examples/${unit}`), 'utf8');
  const file = await at(`usr/lib/systemd/system/${unit}`);
  await writeFile(file, text.replaceAll('/opt/kisima', '/usr/lib/kisima'));
}

const size = await installedKib();
await writeFile(await at('DEBIAN/control'), describe(size));
await writeFile(await at('DEBIAN/conffiles'), '/etc/kisima/env\n');
await writeFile(await at('DEBIAN/md5sums'), await sums());
for (const script of ['postinst', 'prerm', 'postrm']) {
  await put(path(`packaging/debian/${script}`), `DEBIAN/${script}`, 0o755);
}
// Whatever umask made them, folders are as Debian wants them.
await execa('find', [folder, '-type', 'd', '-exec', 'chmod', '0755', '{}', '+']);
const made = path(`release/kisima_${version}_${architecture}.deb`);
await execa('dpkg-deb', ['--root-owner-group', '-Zxz', '--build', folder, made], {
  env: { SOURCE_DATE_EPOCH: await commitTime() },
});
console.log(`${made}: ${size} KiB installed`);

async function put(from: string, to: string, mode: number): Promise<void> {
  const target = await at(to);
  await copyFile(from, target);
  await chmod(target, mode);
}

async function installedKib(): Promise<number> {
  const { stdout } = await execa('du', [
    '--summarize',
    '--apparent-size',
    '--block-size=1024',
    folder,
  ]);
  return Number.parseInt(stdout, 10);
}

/** As `dpkg --verify` reads them. */
async function sums(): Promise<string> {
  const { stdout } = await execa('find', ['usr', '-type', 'f', '-exec', 'md5sum', '{}', '+'], {
    cwd: folder,
  });
  return `${stdout}\n`;
}

function describe(kib: number): string {
  return [
    'Package: kisima',
    `Version: ${version}`,
    `Architecture: ${architecture}`,
    'Maintainer: Kisima <root@localhost>',
    `Installed-Size: ${kib}`,
    // Of Node and better-sqlite3; `passwd` has useradd.
    'Depends: libc6 (>= 2.34), libstdc++6 (>= 11), passwd, init-system-helpers (>= 1.52)',
    'Suggests: postgresql-client, nginx | caddy',
    'Section: net',
    'Priority: optional',
    `Description: ${about.description}`,
    ' Devices push readings and obey pump commands; owners see levels, get alerts and',
    " read reports. SMS go out over SMPP or Africa's Talking. Data lives in one folder,",
    ' or in PostgreSQL. The Node that it is tested on comes with it.',
    '',
  ].join('\n');
}
