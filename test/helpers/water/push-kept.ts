import assert from 'node:assert/strict';
import { chunksOf } from '../../../src/kit/chunks.ts';
import type { TestServer } from '../server/test-server.ts';

/** A reading with the time at which it was taken, in milliseconds. */
type KeptReading = { at: number; [field: string]: string | number };

/** As many as a batch takes. */
const atOnce = 1000;

/**
 * Sends readings in the order of time as a board that kept them does. A course of many is there a hundred times
 * sooner than by as many pushes.
 */
export async function pushKept(
  server: TestServer,
  mac_address: string,
  kept: readonly KeptReading[],
): Promise<void> {
  for (const some of chunksOf(kept, atOnce)) {
    const readings = some.map(({ at, ...fields }) => ({
      ...fields,
      recorded_at: new Date(at).toISOString(),
    }));
    const json = { mac_address, readings, results: 'refused' };
    const { status, body, text } = await server.request('POST', '/iot_push_batch.php', { json });
    assert.deepEqual([status, (body as { stored: number }).stored], [200, some.length], text);
  }
}
