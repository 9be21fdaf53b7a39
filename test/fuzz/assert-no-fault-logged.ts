import assert from 'node:assert/strict';
import type { TestServer } from '../helpers/server/test-server.ts';

/** Fails the test where the server's log tells of a fault of ours. */
export function assertNoFaultLogged(server: TestServer): void {
  const faults = server
    .logged()
    .trim()
    .split('\n')
    .map((line): { level: number } => JSON.parse(line))
    .filter(({ level }) => level >= 50);
  assert.deepEqual(faults.slice(0, 3), []);
}
