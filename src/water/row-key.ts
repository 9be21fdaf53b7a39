/** A row of a table whose rows are numbered, such as an incident or a pump command. */
export type RowKey = { deviceId: number; id: number };

/** Named beside the ids: on Citus a row is found by its device. */
export function deviceIdsOf(keys: readonly RowKey[]): number[] {
  return [...new Set(keys.map(({ deviceId }) => deviceId))];
}

export function idsOf(keys: readonly RowKey[]): number[] {
  return keys.map(({ id }) => id);
}
