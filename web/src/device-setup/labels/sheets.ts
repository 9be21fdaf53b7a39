/** 3 x 8 labels of 70 x 37 mm, a size that every maker of A4 label sheets has. */
export const labelsPerSheet = 24;

/**
 * Lays labels out on sheets after the first `skip` places, which are used up already. A place
 * without a label is undefined; the last sheet ends with its last label.
 */
export function toSheets<T>(labels: readonly T[], skip: number): (T | undefined)[][] {
  const used = Math.min(Math.max(0, Math.trunc(skip) || 0), labelsPerSheet - 1);
  const places = [...Array.from({ length: used }, () => undefined), ...labels];
  if (labels.length === 0) return [];
  return Array.from({ length: Math.ceil(places.length / labelsPerSheet) }, (_, sheet) =>
    places.slice(sheet * labelsPerSheet, (sheet + 1) * labelsPerSheet),
  );
}
