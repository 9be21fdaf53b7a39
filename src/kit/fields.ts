/** A copy of an object without some of its fields. */
export function omit<T extends object, K extends keyof T>(object: T, ...fields: K[]): Omit<T, K> {
  const copy = { ...object };
  for (const field of fields) delete copy[field];
  return copy;
}

/** Those of an object's fields that are among the named ones and have a value. */
export function pickDefined<T extends object, K extends keyof T>(
  object: T,
  fields: readonly K[],
): Partial<Pick<T, K>> {
  const picked: Partial<Pick<T, K>> = {};
  for (const field of fields) if (object[field] !== undefined) picked[field] = object[field];
  return picked;
}
