/** Key of a numbered row, such as an incident or a pump command. */
export type RowKey = { deviceId: number; id: number };

/** Returns the devices, which queries name beside the ids: Citus finds a row by its device. */
export function deviceIdsOf(keys: readonly RowKey[]): number[] {
  return [...new Set(keys.map(({ deviceId }) => deviceId))];
}

export function idsOf(keys: readonly RowKey[]): number[] {
  return keys.map(({ id }) => id);
}
