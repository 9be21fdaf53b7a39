/** Ids that no two requests of a process have in common, and hardly two of several. */
export function createRequestIds(): () => string {
  let last = 0;
  const start = Date.now().toString(36);
  return () => `${start}-${(++last).toString(36)}`;
}
