import type { SortPlace } from './sqlite-file.ts';
import type { LineEnd } from './thread-line.ts';

export type ThreadData = {
  line: LineEnd;
  path: string;
  /** Identity of the file when the database was opened; absent for the thread that opens it. */
  identity?: string | undefined;
  readonly: boolean;
  cacheKib: number;
  sortsIn?: SortPlace | undefined;
  procedures: string[];
  renderers: string[];
};

export type ThreadRequest =
  | { id: number; sql: string; parameters: readonly unknown[] }
  | ({ id: number } & RenderRequest)
  | ProcedureCall
  | WorkRequest;

/** A query, and the renderer of its rows. */
export type RenderRequest = {
  sql: string;
  parameters: readonly unknown[];
  renderer: string;
  argument: unknown;
};

/** A work to be run in one transaction, which it may share with other works that wait. */
export type WorkRequest = { id: number; work: { url: string; name: string }; argument: unknown };

export type ProcedureCall = { id: number; procedure: string; argument: unknown };

export type Message = ThreadRequest | 'close';

export type ThreadReply =
  | { id: number; result: unknown }
  | { id: number; error: { message: string; code: string | undefined } };

/** Of an error only its message and code cross to the other thread. */
export function failureOf(id: number, error: unknown): ThreadReply {
  const { message, code } = error as Error & { code?: string };
  return { id, error: { message, code } };
}
