/**
 * Options of an `LRUCache` that keeps so many entries. Its own `max` sets memory aside for all of them
 * at once, 20 MB for 200,000; counted like this it takes memory as entries come.
 */
export function keepMost(entries: number) {
  return { maxSize: entries, sizeCalculation: () => 1 };
}
