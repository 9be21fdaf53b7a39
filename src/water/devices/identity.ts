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
  return isMac(text) ? withColons(text.replaceAll(/[:.-]/g, '')) : text;
}

function isMac(upperCase: string): boolean {
  return pairs.test(upperCase) || quads.test(upperCase);
}

function withColons(hex: string): string {
  return hex.replaceAll(/..(?!$)/g, '$&:');
}
