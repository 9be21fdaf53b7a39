/**
 * Works through a list in its order, so many at once, and keeps what each brought. Unlike a promise for
 * each, it costs nothing for those that have not begun.
 */
export async function mapAbreast<Item, Result>(
  items: readonly Item[],
  abreast: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length);
  const rest = items.entries();
  const workOn = async () => {
    for (const [index, item] of rest) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: Math.min(abreast, items.length) }, workOn));
  return results;
}
