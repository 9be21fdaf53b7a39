import assert from 'node:assert/strict';
import type { Answer } from '../server/test-server.ts';

/** The names of the fields that a 400 complains of, sorted. */
export function wrongFields({ status, body, text }: Answer): string[] {
  assert.equal(status, 400, text);
  const { errors = [] } = body as { errors?: { field: string }[] };
  return errors.map(({ field }) => field).sort();
}

/** The status of an answer and the code of its failure. */
export function failureOf({ status, body }: Answer): [number, unknown] {
  return [status, (body as { code?: unknown }).code];
}

/** Path and query of the next page, as the `Link` header says. */
export function nextPage({ headers }: Answer): string | undefined {
  return /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
}
