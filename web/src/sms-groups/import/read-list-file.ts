/**
 * The text of a list that somebody saved from a spreadsheet: UTF-8 or UTF-16 as its first bytes say,
 * else UTF-8, else what Windows programs write where nobody asked them for anything better.
 */
export function readListFile(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
