import { type FaultText, fault } from '../kit/api/failures/faults.ts';
import { linePattern } from '../kit/text/line-pattern.ts';

/**
 * What a device may be called, and what its tank may hold, for the schemas of the API and for the
 * dashboard, which says what is wrong with a file of devices before anything is sent.
 */

const macForms = [
  '(?:[0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}',
  '(?:[0-9A-Fa-f]{2}-){5}[0-9A-Fa-f]{2}',
  '[0-9A-Fa-f]{12}',
  '(?:[0-9A-Fa-f]{4}\\.){2}[0-9A-Fa-f]{4}',
].join('|');
const likeMac = [
  '[0-9A-Za-z]{1,2}(?:-[0-9A-Za-z]{1,2}){4,6}',
  '[0-9A-Fa-f]{3,5}(?:\\.[0-9A-Fa-f]{3,5}){2}',
].join('|');

/**
 * A whole MAC in one of its forms, or a serial. What is written in pairs or quads as MACs are, and is
 * none, is a slip of the pen.
 */
export const newMacOrSerial = `^\\s*(?:${macForms}|(?!(?:${likeMac})\\s*$)[A-Za-z0-9._\\-]{4,64})\\s*$`;
export const longestMacOrSerial = 64;
export const longestDeviceName = 100;

/** Document 1, section 8: litres, and percent of them. */
export const capacityRange = { minimum: 100, maximum: 100_000 };
export const highRange = { minimum: 50, maximum: 99 };
export const lowRange = { minimum: 1, maximum: 49 };

/** What is wrong with what a device is to be registered by; undefined where nothing is. */
export function faultOfMacOrSerial(text: string): FaultText | undefined {
  return faultOfText(text, longestMacOrSerial, newMacOrSerial, fault('macOrSerial'));
}

/** The same of the name of a device. */
export function faultOfDeviceName(text: string): FaultText | undefined {
  return faultOfText(text, longestDeviceName, linePattern, fault('blank'));
}

/** The same of a whole number within a range. */
export function faultOfInteger(
  value: number,
  { minimum, maximum }: { minimum: number; maximum: number },
): FaultText | undefined {
  if (!Number.isInteger(value)) return fault('integer');
  if (value < minimum) return fault('least', { limit: minimum });
  return value > maximum ? fault('most', { limit: maximum }) : undefined;
}

function faultOfText(
  text: string,
  longest: number,
  pattern: string,
  message: FaultText,
): FaultText | undefined {
  // Counted as characters, of which some are two units long.
  if ([...text].length > longest) return fault('tooLong', { limit: longest });
  return new RegExp(pattern, 'u').test(text) ? undefined : message;
}
