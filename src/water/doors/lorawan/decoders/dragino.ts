import type { Measured } from './measured.ts';

/** The port of measurements; others carry settings and states. */
const dataPort = 2;

/** Battery and distance, and a byte about the interrupt. */
const shortest = 5;

/** With the temperature of a probe and a flag, since firmware 1.1.4. */
const withProbe = 8;

/** Frames of several measurements, of newer firmware of the DDS75-LB, say so in this bit. */
const severalBit = 0x10;
const severalFrom = 8;
const tailBytes = 4;

/**
 * Decodes a frame of a Dragino distance sensor by the format of its maker's manual: battery in mV (14 bits),
 * distance in mm, interrupt, temperature in tenths of a degree, flag; high bytes first.
 * @param least distance in mm that is one: 0 says that no sensor is connected, what lies between that none was
 * measured.
 */
function decodeFrame(fPort: number, bytes: Buffer, least: number): Measured[] {
  if (fPort !== dataPort) return [];
  if (bytes.length < 2) return [{ distance_mm: 'cut short' }];
  const battery = batteryOf(bytes.readUInt16BE(0) & 0x3fff);
  // Without a sensor, old firmware leaves its two bytes out.
  if (bytes.length === 3) return [{ ...battery, distance_mm: 'no sensor' }];
  if (bytes.length < shortest) return [{ ...battery, distance_mm: 'cut short' }];
  const distance = distanceOf(bytes.readUInt16BE(2), least);
  const probe = bytes.length >= withProbe ? temperatureOf(bytes.readInt16BE(5)) : {};
  return [{ ...battery, ...distance, ...probe }];
}

/** Decodes a frame of several measurements: the one in their middle, which no single echo moves. */
function decodeSeveral(bytes: Buffer, least: number): Measured[] {
  const battery = batteryOf(bytes.readUInt16BE(0) & 0x0fff);
  const end = bytes.length - tailBytes;
  const distances: number[] = [];
  for (let at = severalFrom; at + 2 <= end; at += 2) distances.push(bytes.readUInt16BE(at));
  const sound = distances.filter((each) => each >= least && each !== 0xffff).sort((a, b) => a - b);
  const middle = sound[Math.floor(sound.length / 2)];
  if (middle === undefined) return [{ ...battery, distance_mm: 'no echo' }];
  return [{ ...battery, distance_mm: middle, ...temperatureOf(bytes.readInt16BE(end + 1)) }];
}

function batteryOf(millivolts: number): Measured {
  return { battery_v: millivolts / 1000 };
}

function distanceOf(raw: number, least: number): Measured {
  if (raw === 0) return { distance_mm: 'no sensor' };
  return { distance_mm: raw < least || raw === 0xffff ? 'no echo' : raw };
}

/** Most have no probe, and say 0; the range of a DS18B20 is -55 to 125 degrees. */
function temperatureOf(tenths: number): Measured {
  const isOne = tenths !== 0 && tenths >= -550 && tenths <= 1250;
  return isOne ? { temperature: tenths / 10 } : {};
}

/** In mm: what the sensor cannot measure since it is too near is told as 20. */
const leastOf75 = 21;
const leastOf45 = 30;

export const decodeLdds75 = (bytes: Buffer, fPort: number): Measured[] =>
  decodeFrame(fPort, bytes, leastOf75);

export const decodeLdds45 = (bytes: Buffer, fPort: number): Measured[] =>
  decodeFrame(fPort, bytes, leastOf45);

export function decodeDds75Lb(bytes: Buffer, fPort: number): Measured[] {
  const isSeveral =
    fPort === dataPort &&
    bytes.length >= severalFrom + 2 + tailBytes &&
    ((bytes[0] ?? 0) & severalBit) !== 0;
  return isSeveral ? decodeSeveral(bytes, leastOf75) : decodeFrame(fPort, bytes, leastOf75);
}
