/** Reads the stored value of `key`; undefined if there is none or storage is blocked. */
export function readStored<T>(key: string): T | undefined {
  try {
    return JSON.parse(readText(key) ?? '');
  } catch {
    return undefined;
  }
}

/** The same as it is written: null if there is none or storage is blocked. */
export function readText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Private windows and full disks refuse storage: the app works without it.
    return null;
  }
}

export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Refused, as in `readText`.
  }
}

export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Refused, as in `readText`.
  }
}
