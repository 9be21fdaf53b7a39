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
