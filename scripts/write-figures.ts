// Writes the sums of docs/scaling.md and docs/measurements anew from figures.json: `npm run docs:figures`.
import { readFile, writeFile } from 'node:fs/promises';
import { renderFigures } from './render-figures.ts';

for (const page of ['scaling.md', 'measurements/README.md']) {
  const path = new URL(`../docs/${page}`, import.meta.url);
  await writeFile(path, renderFigures(await readFile(path, 'utf8')));
}
