const longest = 64;

/**
 * Finds the MAC or serial in the text of a QR code: the whole text or, if that is an address, its
 * query `mac` or `serial`, else the last part of its path.
 * @returns undefined if the text cannot identify a device.
 */
export function scannedIdentity(text: string): string | undefined {
  const trimmed = text.trim();
  const found = (/^https?:\/\//i.test(trimmed) ? inAddress(trimmed) : trimmed)?.trim();
  // Other codes, such as of Wi-Fi networks, are longer, have several lines or begin with a scheme.
  const isName =
    found && found.length <= longest && !/\p{Cc}|^(WIFI|BEGIN|mailto|tel|geo):/iu.test(found);
  return isName ? found : undefined;
}

function inAddress(text: string): string | undefined {
  const address = parsed(text);
  if (!address) return undefined;
  const { pathname, searchParams } = address;
  const query = new Map([...searchParams].map(([name, value]) => [name.toLowerCase(), value]));
  const named = query.get('mac') || query.get('serial');
  if (named) return named;
  const last = pathname.split('/').filter(Boolean).pop();
  return last === undefined ? undefined : decoded(last);
}

function parsed(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    // Phones of 2022 have no URL.canParse yet.
    return undefined;
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
