/** Writes `text[from..until)` as UTF-16 units, big-endian; half a surrogate pair as it stands. */
export function encodeUcs2(text: string, from: number, until: number): Uint8Array {
  const octets = new Uint8Array((until - from) * 2);
  let at = 0;
  for (let index = from; index < until; index += 1) {
    const unit = text.charCodeAt(index);
    octets[at++] = unit >> 8;
    octets[at++] = unit & 0xff;
  }
  return octets;
}

/** Reads UTF-16 units, big-endian; an odd octet at the end is left out. */
export function decodeUcs2(octets: Uint8Array): string {
  const length = octets.length & ~1;
  return Buffer.from(octets.subarray(0, length)).swap16().toString('utf16le');
}
