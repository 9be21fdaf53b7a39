/** A browser and its system, or the program that a header names: `Chrome on Android`, `curl`. */
export async function describeProgram(userAgent: string | null): Promise<string | null> {
  if (!userAgent) return null;
  // Imported where it is needed, because few servers are asked for this in an hour.
  const { default: bowser } = await import('bowser');
  const { browser, os } = bowser.parse(userAgent);
  if (browser.name && os.name) return `${browser.name} on ${os.name}`;
  return browser.name || nameOfProgram(userAgent);
}

/** The first product that a header names (RFC 9110, section 10.1.5): `curl` of `curl/8.5.0`. */
function nameOfProgram(userAgent: string): string | null {
  return /^[\w.+-]{1,40}/.exec(userAgent)?.[0] ?? null;
}
