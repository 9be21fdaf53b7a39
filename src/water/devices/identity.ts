/** What names a device to its owner and to us. */
type DeviceName = {
  /** As it is answered: a MAC in upper case with colons, a serial as its owner wrote it. */
  macOrSerial: string;
  /** As it is compared and found: unique across all users. */
  identity: string;
};

// AA:BB:CC:DD:EE:FF, AA-BB-…, AABBCC…, and Cisco's AABB.CCDD.EEFF.
const pairs = /^[0-9A-F]{2}([:-]?)[0-9A-F]{2}(?:\1[0-9A-F]{2}){4}$/;
const canonical = /^(?:[0-9A-F]{2}:){5}[0-9A-F]{2}$/;
const quads = /^[0-9A-F]{4}\.[0-9A-F]{4}\.[0-9A-F]{4}$/;

/**
 * Reads a MAC or serial. Whatever has the form of a MAC is one, and all forms of it are the same
 * device; so a serial can never have the identity of a MAC.
 */
export function readDeviceName(text: string): DeviceName {
  const trimmed = text.trim();
  const identity = identityOf(trimmed);
  return { macOrSerial: isMac(identity) ? identity : trimmed, identity };
}

/** The identity by which a device is found, from any form of its MAC or serial. */
export function identityOf(macOrSerial: string): string {
  // As most devices write it, and as it is kept.
  if (canonical.test(macOrSerial)) return macOrSerial;
  // Upper case may compose differently from what was given: `ŉ` becomes two letters.
  const text = macOrSerial.trim().toUpperCase().normalize('NFC');
  if (isMac(text)) return withColons(text.replaceAll(/[:.-]/g, ''));
  return readWrittenMac(text) ?? text;
}

/** What a serial may be made of; such a text is never taken for a MAC in another form. */
const likeSerial = /^[\w.-]*$/;

const writtenPairs =
  /^[0-9A-F]{1,2}(%3A|[:\uFF1A] ?|\p{Pd}| )[0-9A-F]{1,2}(?:\1[0-9A-F]{1,2}){4}$/u;

/**
 * A MAC as programs print it: with blanks or other hyphens between, in quotes or brackets, without the 0 of a
 * digit (`2:46:c8:…`, as many boards print it), or percent-encoded twice.
 */
function readWrittenMac(upperCase: string): string | undefined {
  if (likeSerial.test(upperCase) || upperCase.length > 64) return undefined;
  const inner = upperCase.replace(/^["'[({<]+/, '').replace(/["'\])}>]+$/, '');
  const [, separator] = writtenPairs.exec(inner) ?? [];
  if (separator) {
    return inner
      .split(separator)
      .map((part) => part.padStart(2, '0'))
      .join(':');
  }
  return isMac(inner) ? withColons(inner.replaceAll(/[:.-]/g, '')) : undefined;
}

function isMac(upperCase: string): boolean {
  return pairs.test(upperCase) || quads.test(upperCase);
}

function withColons(hex: string): string {
  return hex.replaceAll(/..(?!$)/g, '$&:');
}
