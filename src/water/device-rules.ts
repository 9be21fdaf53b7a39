import { type FaultText, fault } from '../kit/api/failures/faults.ts';
import { linePattern } from '../kit/text/line-pattern.ts';

/**
 * Rules for the names of a device and the capacity of its tank, for the schemas of the API and for the
 * dashboard, which checks a file of devices before it sends anything.
 */

const macForms = [
  '(?:[0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}',
  '(?:[0-9A-Fa-f]{2}-){5}[0-9A-Fa-f]{2}',
  '[0-9A-Fa-f]{12}',
  '(?:[0-9A-Fa-f]{4}\\.){2}[0-9A-Fa-f]{4}',
].join('|');
/** About twelve hexadecimal digits in pairs, of which some may lack a digit. */
const likeMac =
  '(?=(?:[0-9A-Fa-f][._\\-]?){10,14}\\s*$)[0-9A-Fa-f]{1,2}(?:[._\\-][0-9A-Fa-f]{1,2}){4,6}';

/** Matches a whole MAC in one of its forms, or a serial. */
export const newMacOrSerial = `^\\s*(?:${macForms}|(?!(?:${likeMac})\\s*$)[A-Za-z0-9._\\-]{4,64})\\s*$`;
/** Matches what is neither and must be a whole MAC, as it can be no serial. */
export const brokenMac = {
  pattern: `^\\s*(?:${likeMac})\\s*$|:`,
  message: fault('brokenMac'),
};
export const longestMacOrSerial = 64;
export const longestDeviceName = 100;

/** Document 1, section 8: litres, and percent of them. */
export const capacityRange = { minimum: 100, maximum: 100_000 };
export const highRange = { minimum: 50, maximum: 99 };
export const lowRange = { minimum: 1, maximum: 49 };

/** Returns the fault of a device's MAC or serial; undefined without any. */
export function faultOfMacOrSerial(text: string): FaultText | undefined {
  const isBroken = new RegExp(brokenMac.pattern, 'u').test(text);
  const message = isBroken ? brokenMac.message : fault('macOrSerial');
  return faultOfText(text, longestMacOrSerial, newMacOrSerial, message);
}

/** Text in three groups, as some print MACs. */
const quads = /^[0-9A-F]{3,5}(?:\.[0-9A-F]{3,5}){2}$/i;

/**
 * Returns the fault of a MAC in a file that has a digit too few or too many: as a serial it would be taken, and never
 * heard of. A serial of digits alone, or of letters, is no such one.
 */
export function faultOfNearlyMac(text: string): FaultText | undefined {
  const trimmed = text.trim();
  const hex = quads.test(trimmed) ? trimmed.replaceAll('.', '') : trimmed;
  const isOneOff = /^(?=.*\d)(?=.*[A-F])([0-9A-F]{11}|[0-9A-F]{13})$/i.test(hex);
  return isOneOff ? fault('nearlyMac', { amount: hex.length }) : undefined;
}

export function faultOfDeviceName(text: string): FaultText | undefined {
  return faultOfText(text, longestDeviceName, linePattern, fault('blank'));
}

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
