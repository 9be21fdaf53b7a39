// Builds web/dist where it is not what web/ and the lock file say. `npm start` and `npm test` run it.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const root = new URL('../', import.meta.url);
const dist = new URL('web/dist/', root);
const stamp = new URL('.built-from', dist);

const fingerprint = await fingerprintOfSources();
const isCurrent = existsSync(stamp) && (await readFile(stamp, 'utf8')) === fingerprint;
if (!isCurrent) {
  console.error('Building the dashboard …');
  // Only a build needs Vite, and it takes a while to load.
  const { build } = await import('vite');
  const { viteOptions } = await import('../web/vite-options.ts');
  await build(viteOptions);
  await compressAssets();
  await writeFile(stamp, fingerprint);
}

async function fingerprintOfSources(): Promise<string> {
  const paths = ['package-lock.json'];
  for await (const path of glob('web/**', { cwd: root, exclude: isNoSource })) {
    if (/\.\w+$/.test(path)) paths.push(path);
  }
  // The dashboard shares pure files, such as the counting of SMS segments, with the server.
  const shared = [
    'src/{kit,sms,water/devices,water/incidents,water/tank-shapes}/**/*.ts',
    'src/water/{device-rules,status,tank-name,sensor-configs/supply}.ts',
    'src/dashboard/program-paths.ts',
  ];
  for await (const path of glob(shared, { cwd: root })) paths.push(path);
  const hash = createHash('sha256');
  for (const path of paths.sort()) hash.update(path).update(await readFile(new URL(path, root)));
  return hash.digest('hex');
}

function isNoSource(path: string): boolean {
  return path.startsWith('web/dist') || path.endsWith('.test.ts');
}

/** Once at build time and as small as it gets, so that serving costs nothing. */
async function compressAssets(): Promise<void> {
  const brotli = promisify(brotliCompress);
  const zip = promisify(gzip);
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  for await (const path of glob('**/*.{js,css,html,svg,json,txt,webmanifest}', { cwd: dist })) {
    const file = new URL(path, dist);
    const bytes = await readFile(file);
    await writeFile(`${file.pathname}.br`, await brotli(bytes, best));
    await writeFile(`${file.pathname}.gz`, await zip(bytes, { level: 9 }));
  }
}
