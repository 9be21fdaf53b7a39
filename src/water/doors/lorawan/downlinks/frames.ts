import { Buffer } from 'node:buffer';
import { minuteMs, secondMs } from '../../../../kit/time/units.ts';
import type { RunLimit } from '../../../pumps/run-limit.ts';

/**
 * A frame in hexadecimal, in which `{s2}` stands for the seconds that a run may take in two bytes, `{ms4}` for
 * milliseconds, `{min1}` for minutes and `{percent1}` for the level at which it ends; `{s2le}` has the lowest
 * byte first.
 */
const byte = '[0-9A-Fa-f]{2}';
const place = '\\{(?:s|ms|min|percent)[1-4](?:le)?\\}';
export const onPattern = `^(?:(?:${byte}|${place}) ?)+$`;
export const offPattern = `^(?:${byte} ?)+$`;
export const longestFrame = 300;

/** What fits at the slowest data rate of Europe, India and, without dwell time, Asia. */
export const mostBytes = 51;

const unitMs = { s: secondMs, ms: 1, min: minuteMs };

const placeParts = /\{(s|ms|min|percent)([1-4])(le)?\}/g;

/** Whether an `on` tells the board how long it may run, so that it stops without the network. */
export function limitsTime(frame: string): boolean {
  return /\{(?:s|ms|min)\d/.test(frame);
}

/** Length of a frame once its places are filled. */
export function lengthOf(frame: string): number {
  return writeFrame(frame, { stopLevel: 100, leftMs: 0 }).length;
}

/**
 * Writes a frame, with where the run ends in its places. A time is cut to whole units and to what its bytes
 * hold, so that a run is rather too short; yet never 0, which some boards take for no end.
 */
export function writeFrame(frame: string, { stopLevel, leftMs }: RunLimit): Buffer {
  const hex = frame.replaceAll(' ', '').replaceAll(placeParts, (_, kind, bytes, le) => {
    const size = Number(bytes);
    const whole = kind === 'percent' ? stopLevel : leftMs / unitMs[kind as keyof typeof unitMs];
    const value = Math.min(Math.max(1, Math.floor(whole)), 256 ** size - 1);
    const written = Buffer.alloc(size);
    if (le) written.writeUIntLE(value, 0, size);
    else written.writeUIntBE(value, 0, size);
    return written.toString('hex');
  });
  return Buffer.from(hex, 'hex');
}
