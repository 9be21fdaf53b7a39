import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encode } from 'uqr';
import { makeTestFolder } from '../server/test-folder.ts';

const [width, height] = [640, 480];
/** Pixels of a field: a code then fills about half of the picture, as one held before a phone does. */
const fieldSize = 10;

/**
 * Makes a film for Chromium's fake camera on which a QR code is seen: uncompressed, as
 * https://wiki.multimedia.cx/index.php/YUV4MPEG2 describes.
 */
export async function makeQrFilm(
  text: string,
): Promise<{ path: string; remove: () => Promise<void> }> {
  const folder = await makeTestFolder('film');
  const path = join(folder, 'code.y4m');
  const frame = Buffer.concat([Buffer.from('FRAME\n'), picture(text)]);
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`);
  await writeFile(path, Buffer.concat([head, frame, frame]));
  return { path, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Brightness of every pixel, then the two colours at half the size: grey. */
function picture(text: string): Buffer {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const left = Math.floor((width - size * fieldSize) / 2);
  const top = Math.floor((height - size * fieldSize) / 2);
  const pixels = Buffer.alloc((width * height * 3) / 2, 128);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const row = data[Math.floor((y - top) / fieldSize)];
      const isDark = row?.[Math.floor((x - left) / fieldSize)] ?? false;
      pixels[y * width + x] = isDark ? 16 : 235;
    }
  }
  return pixels;
}
