/** Encodings of the files that programs write: UTF-8 and UTF-16, the usual ones of Windows and old Macs. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'macintosh';

/**
 * Decodes a text file: by its byte order mark; UTF-16 without one by the zeros of its ASCII characters;
 * UTF-8 where it is that throughout; else as the old default of Windows, or of a Mac where each line ends
 * with a lone carriage return. The mark is left out of the text.
 */
export function decodeText(bytes: Uint8Array): { text: string; encoding: TextEncoding } {
  const encoding = markedEncoding(bytes) ?? encodingByZeros(bytes);
  if (encoding) return { text: new TextDecoder(encoding).decode(bytes), encoding };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    const old = hasCarriageReturnsAlone(bytes) ? 'macintosh' : 'windows-1252';
    return { text: new TextDecoder(old).decode(bytes), encoding: old };
  }
}

function markedEncoding([first, second]: Uint8Array): TextEncoding | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return undefined;
}

/** Bytes that are looked at: some lines of a table. */
const looked = 4096;

/** UTF-16 has a zero in most of its pairs, on one side; other texts have none at all. */
function encodingByZeros(bytes: Uint8Array): TextEncoding | undefined {
  const zeros = [0, 0];
  const until = Math.min(bytes.length, looked);
  for (let at = 0; at < until; at += 1)
    if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const most = until / 2;
  if (odd > most * 0.4 && even < odd / 4) return 'utf-16le';
  if (even > most * 0.4 && odd < even / 4) return 'utf-16be';
  return undefined;
}

function hasCarriageReturnsAlone(bytes: Uint8Array): boolean {
  return bytes.includes(13) && !bytes.includes(10);
}

/** First bytes of spreadsheet files: .xlsx and .ods are ZIP archives, .xls is older. */
const beginnings = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/** SYLK (.slk) and DIF (.dif) are text, too. A CSV may begin with `ID;P…` as the first: its next line is another. */
const sheetText =
  /^(?:ID;P[A-Z0-9]*(?:;[NE])*[\r\n]+(?:P;P|[BCF];[XY]\d|F;|O;[LD]|E[\r\n])|TABLE\r?\n0,1\r?\n")/;

/** Some programs name a web page, or XML, .xls. */
const page = /^\s*<(?:!doctype|!--|html|head|meta|style|table|body|\?xml|\?mso)/i;

/** True for a native spreadsheet file, or a web page that is taken for one, where a text file is needed. */
export function isSpreadsheet(bytes: Uint8Array): boolean {
  const isNative = beginnings.some((beginning) =>
    beginning.every((byte, index) => bytes[index] === byte),
  );
  if (isNative) return true;
  const { text } = decodeText(bytes.subarray(0, looked));
  return page.test(text) || sheetText.test(text);
}

/** True for a file of a word processor (RTF), whose text stands among its commands. */
export function isRichText(bytes: Uint8Array): boolean {
  return decodeText(bytes.subarray(0, looked)).text.startsWith('{\\rtf');
}
