import { type MutableKind, mutableKinds } from './kinds.ts';

/** The kinds of incident that are switched off for a sensor, as its configuration stores them. */
export function readMutedKinds(stored: string | null): MutableKind[] {
  if (!stored) return [];
  const names = stored.split(',');
  return mutableKinds.filter((kind) => names.includes(kind));
}

/** As it is stored: in the order of the kinds, each once. */
export function writeMutedKinds(kinds: readonly MutableKind[]): string {
  return mutableKinds.filter((kind) => kinds.includes(kind)).join(',');
}
