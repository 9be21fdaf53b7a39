import { minuteMs } from '../../../src/kit/time/units.ts';

/** Saves content as a file; a plain link could not send the token. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Time for the browser to begin saving.
  setTimeout(() => URL.revokeObjectURL(link.href), minuteMs);
}

/**
 * Decodes a list saved from a spreadsheet: UTF-8 or UTF-16 by its first bytes, else UTF-8, else
 * Windows-1252, which old Windows programs write by default.
 */
export function readListFile(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** First bytes of spreadsheet files: .xlsx and .ods are ZIP archives, .xls is older. */
const beginnings = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/** True for a native spreadsheet file, where a text file is needed. */
export function isSpreadsheet(bytes: ArrayBuffer): boolean {
  const first = new Uint8Array(bytes.slice(0, 4));
  return beginnings.some((beginning) => beginning.every((byte, index) => first[index] === byte));
}
