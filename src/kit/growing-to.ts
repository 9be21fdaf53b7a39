/**
 * Options of an `LRUCache` that holds at most so many entries and grows with them. With a `max` it takes
 * the memory for all of them at once, which for 200,000 is 30 ms of a start.
 */
export function growingTo(most: number) {
  return { maxSize: most, sizeCalculation: () => 1 };
}
