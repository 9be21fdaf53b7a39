import { existsSync } from 'node:fs';
import { glob, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

const unpack = fileURLToPath(new URL('./unpack.ts', import.meta.url));

/** Beside what Node keeps of compiled files: `npm ci` clears it, and nothing of it lies in `/tmp`. */
const cache = fileURLToPath(new URL('../../../node_modules/.cache/', import.meta.url));
const packed = new URL('../', import.meta.resolve('@sparticuz/chromium'));

export type UnpackedChromium = { executablePath: string; env: Record<string, string> };

/**
 * The Chromium of the package `@sparticuz/chromium` with all that it needs: NSS and fonts, which the package
 * would unpack in a cloud function alone, and which a machine without a desktop does not have. The same
 * fonts everywhere also make texts as wide everywhere. It is unpacked at its first use.
 */
export async function unpackedChromium(): Promise<UnpackedChromium> {
  const about = await readFile(new URL('package.json', packed), 'utf8');
  const { version } = JSON.parse(about) as { version: string };
  const folder = join(cache, `chromium-${version}`);
  if (!existsSync(folder)) await unpackInto(folder);
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  };
}

/** Test processes start side by side: the folder is there at once and whole, and the last to be done has it. */
async function unpackInto(folder: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const own = await mkdtemp(join(cache, 'chromium-'));
  try {
    const files = await Array.fromAsync(glob('*.br', { cwd: new URL('bin/', packed) }));
    const paths = files.map((file) => fileURLToPath(new URL(`bin/${file}`, packed)));
    await execa(process.execPath, [unpack, ...paths], { env: { TMPDIR: own } });
    await writeFile(join(own, 'fonts.conf'), fontsIn(folder));
    await rename(own, folder);
  } catch (error) {
    await rm(own, { recursive: true });
    // Another process was first.
    if (!existsSync(folder)) throw error;
  }
}

/** The package's own names a folder in `/tmp`; without a single font Chromium draws no page, and waits. */
function fontsIn(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;
}
