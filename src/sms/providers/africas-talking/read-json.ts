import { isOtherStyle } from '../../../kit/text/nearest-name.ts';

/** Undefined for what is no JSON; a byte order mark before it is none of it. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

/**
 * Undefined where the value is no object, or has no such field. One in other letters counts where the name itself is
 * missing: gateways between write names in the style of their language.
 */
export function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.hasOwn(value, name)) return Object.getOwnPropertyDescriptor(value, name)?.value;
  const other = Object.keys(value).find((each) => isOtherStyle(each, name));
  return other === undefined ? undefined : Object.getOwnPropertyDescriptor(value, other)?.value;
}

/** Returns a text or number as text; empty for anything else. */
export function textOf(value: unknown, name: string): string {
  const field = fieldOf(value, name);
  return typeof field === 'string' || typeof field === 'number' ? String(field) : '';
}
