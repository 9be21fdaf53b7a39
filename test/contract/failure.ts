import assert from 'node:assert/strict';
import type { Answer } from '../helpers/server/test-server.ts';

/** Fails where an answer has not the one shape of every failure. */
export function assertFailure({ body, text }: Answer): void {
  const { success, error, code } = body as { success: unknown; error: unknown; code: unknown };
  assert.equal(success, false, text);
  assert.match(String(error), /^[^\n]+\.$/);
  assert.match(String(code), /^[a-z_]+$/);
}
