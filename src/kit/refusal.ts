/**
 * Whether the engine or the system refused something, with a code of its own; what carries none, or
 * one of Node's (`ERR_…`), is a fault of ours.
 */
export function isRefusal(error: unknown): error is Error & { code: string } {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && !code.startsWith('ERR_');
}

/** A host of several addresses fails once for each; the first says enough. */
export function reasonOf(error: unknown): string {
  const [first = error] = error instanceof AggregateError ? error.errors : [];
  return (first as Error).message;
}
