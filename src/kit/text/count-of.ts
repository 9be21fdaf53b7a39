/** A number with its noun: `1 account`, `2 accounts`. @param many the plural, where an `s` does not make it. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
