// Writes what Kisima is made of, for scanners, as CycloneDX: `npm run -s sbom > kisima.cdx.json`, from the
// lock file, whatever npm the machine has. What only its tests and tools need is `excluded`; what the pages
// bundle is not.
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

type Locked = {
  /** Of Kisima itself, and of a package that is installed under another name. */
  name?: string;
  version: string;
  license?: string;
  integrity?: string;
  dev?: boolean;
  devOptional?: boolean;
} & { [kind in (typeof kinds)[number]]?: Record<string, string> };

const kinds = [
  'dependencies',
  'optionalDependencies',
  'peerDependencies',
  'devDependencies',
] as const;
const inModules = 'node_modules/';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');
const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };
const about = JSON.parse(read('package.json')) as { description: string };
const bundled = new Set(
  [...read('web/dist/licences.txt').matchAll(/^## (\S+) - /gm)].map(([, name]) => name),
);

// What another platform would need is in the lock file, and not here.
const paths = Object.keys(lock.packages).filter((path) => existsSync(`${root}${path}`));
const components = new Map(reached().map((path) => [refOf(path), path]));

console.log(
  JSON.stringify(
    {
      $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      serialNumber: `urn:uuid:${randomUUID()}`,
      version: 1,
      metadata: {
        timestamp: new Date().toISOString(),
        lifecycles: [{ phase: 'build' }],
        component: {
          ...identity('', 'application'),
          description: about.description,
          ...licenceOf(''),
        },
      },
      components: [...components.values()].map((path) => ({
        ...identity(path, 'library'),
        scope: scopeOf(path),
        ...hashOf(of(path)),
        ...licenceOf(path),
      })),
      dependencies: ['', ...components.values()].map((path) => ({
        ref: refOf(path),
        dependsOn: [...new Set(neededBy(path).map(refOf))].sort(),
      })),
    },
    null,
    2,
  ),
);

function of(path: string): Locked {
  const locked = lock.packages[path];
  if (!locked) throw new Error(`the lock file has no ${path}`);
  return locked;
}

function nameOf(path: string): string {
  return of(path).name ?? path.slice(path.lastIndexOf(inModules) + inModules.length);
}

function refOf(path: string): string {
  return `${nameOf(path)}@${of(path).version}`;
}

function identity(path: string, type: 'application' | 'library') {
  const { version } = of(path);
  // A scope's `@` is written as `%40` (package URL specification).
  const purl = `pkg:npm/${nameOf(path).replace('@', '%40')}@${version}`;
  return { 'bom-ref': refOf(path), type, name: nameOf(path), version, purl };
}

function scopeOf(path: string): 'required' | 'excluded' {
  const { dev, devOptional } = of(path);
  return (dev || devOptional) && !bundled.has(nameOf(path)) ? 'excluded' : 'required';
}

function hashOf({ integrity }: Locked) {
  const sum = /^sha512-(.*)$/.exec(integrity ?? '')?.[1];
  return (
    sum && { hashes: [{ alg: 'SHA-512', content: Buffer.from(sum, 'base64').toString('hex') }] }
  );
}

/** An identifier of SPDX is an expression of SPDX, too. Packages of long ago name licences in a list. */
function licenceOf(path: string) {
  const license = of(path).license ?? licenceInPackage(path);
  return license && { licenses: [{ expression: license }] };
}

function licenceInPackage(path: string): string | undefined {
  const { license, licenses = [] } = JSON.parse(read(`${path}/package.json`)) as {
    license?: string;
    licenses?: { type: string }[];
  };
  return license ?? licenses[0]?.type;
}

/** All that Kisima needs, and what that needs. npm may have left there what nothing asks for. */
function reached(): string[] {
  const all = new Set(['']);
  for (const path of all) for (const next of neededBy(path)) all.add(next);
  return [...all].filter((path) => path !== '').sort();
}

/** What a package asks for, each where Node finds it: in its own folder of packages, else further up. */
function neededBy(path: string): string[] {
  const names = kinds.flatMap((kind) => Object.keys(of(path)[kind] ?? {}));
  return names.map((name) => findFrom(path, name)).filter((each) => each !== undefined);
}

function findFrom(path: string, name: string): string | undefined {
  const tried = `${path === '' ? '' : `${path}/`}${inModules}${name}`;
  if (paths.includes(tried)) return tried;
  return path === '' ? undefined : findFrom(above(path), name);
}

function above(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf(inModules) - 1));
}
