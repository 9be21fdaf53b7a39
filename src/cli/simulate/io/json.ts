/** A text as JSON, or undefined where it is none; what is inside stays unknown until asked. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A field of a JSON object; undefined where there is no such object or field. */
export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;
}

/** A field that must be a text or a number to mean anything, as a text. */
export function textField(value: unknown, name: string): string | undefined {
  const found = field(value, name);
  if (typeof found === 'number') return String(found);
  return typeof found === 'string' ? found : undefined;
}

export function numberField(value: unknown, name: string): number | undefined {
  const found = field(value, name);
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
