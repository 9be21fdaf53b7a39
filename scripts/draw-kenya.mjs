// Writes web/src/map/kenya.json anew: the outline of Kenya, from
// Natural Earth (public domain) by way of the package world-atlas.
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';

const kenyaCode = '404';
const source = createRequire(import.meta.url).resolve('world-atlas/countries-10m.json');
const world = JSON.parse(await readFile(source, 'utf8'));
const { features } = feature(world, world.objects.countries);
const kenya = features.find(({ id }) => id === kenyaCode);
if (!kenya) throw new Error('the atlas has no Kenya');

/** Three decimals are about a hundred metres: finer than a country on a phone can be drawn. */
const rounded = JSON.parse(
  JSON.stringify(kenya.geometry, (_key, value) =>
    typeof value === 'number' ? Math.round(value * 1000) / 1000 : value,
  ),
);
const target = new URL('../web/src/map/kenya.json', import.meta.url);
await writeFile(target, `${JSON.stringify(rounded)}\n`);
