type ModuleInfo = { importedIds: readonly string[] };
type Context = { getModuleInfo: (id: string) => ModuleInfo | null };

/**
 * Puts all that `entry` imports into one file, so that a slow line waits for it once: bundlers cut
 * it into a dozen, each a round trip to the server, where other screens share parts of it.
 */
export function inStartChunk(entry: string): (id: string, context: Context) => string | null {
  let start: Set<string> | undefined;
  return (id, context) => {
    start ??= reachableFrom(entry, (each) => context.getModuleInfo(each)?.importedIds ?? []);
    return start.has(id) ? 'start' : null;
  };
}

function reachableFrom(first: string, importsOf: (id: string) => readonly string[]): Set<string> {
  const found = new Set([first]);
  // Imports added during the walk are visited too.
  for (const id of found) for (const imported of importsOf(id)) found.add(imported);
  found.delete(first);
  return found;
}
