import { minuteMs } from '../../../src/kit/time/units.ts';

/** Lets the browser save what came as a file; an address alone would send no token along. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // A browser that has not begun by then would save nothing.
  setTimeout(() => URL.revokeObjectURL(link.href), minuteMs);
}

/**
 * The text of a list that somebody saved from a spreadsheet: UTF-8 or UTF-16 as its first bytes say,
 * else UTF-8, else what Windows programs write where nobody asked them for anything better.
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

/** How the files of spreadsheet programs begin: .xlsx and .ods are ZIP archives, .xls is older. */
const beginnings = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/** Whether a file is one of a spreadsheet program itself, where a list as text is wanted. */
export function isSpreadsheet(bytes: ArrayBuffer): boolean {
  const first = new Uint8Array(bytes.slice(0, 4));
  return beginnings.some((beginning) => beginning.every((byte, index) => first[index] === byte));
}
