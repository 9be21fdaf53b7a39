// Writes what Kisima is made of, for scanners, as CycloneDX: `npm run -s sbom > kisima.cdx.json`. What only
// its tests and tools need is `excluded`; what the pages bundle is not.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

type Component = { name: string; scope?: string; properties?: { name: string }[] };
type Sbom = { metadata: { component: Component }; components: Component[] };

const root = fileURLToPath(new URL('..', import.meta.url));
const { stdout } = await execa(
  'npm',
  ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application'],
  { cwd: root, preferLocal: false },
);
const sbom = JSON.parse(stdout) as Sbom;
const licences = readFileSync(`${root}web/dist/licences.txt`, 'utf8');
const bundled = new Set([...licences.matchAll(/^## (\S+) - /gm)].map(([, name]) => name));

// npm takes the folder's name.
sbom.metadata.component.name = 'kisima';
for (const component of sbom.components) {
  const isForDevelopment = component.properties?.some(
    ({ name }) => name === 'cdx:npm:package:development',
  );
  if (isForDevelopment && !bundled.has(component.name)) component.scope = 'excluded';
}
console.log(JSON.stringify(sbom, null, 2));
