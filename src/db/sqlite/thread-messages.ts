import type { LineEnd } from './thread-line.ts';

/** What a database thread is given when it starts. */
export type ThreadData = {
  line: LineEnd;
  path: string;
  /** Which file stood there when the database was opened; absent for who opens it. */
  identity?: string | undefined;
  readonly: boolean;
  cacheKib: number;
  /** URLs of the modules whose procedures and renderers this thread offers. */
  procedures: string[];
  renderers: string[];
};

export type ThreadRequest =
  | { id: number; sql: string; parameters: readonly unknown[] }
  | ({ id: number } & RenderRequest)
  | ProcedureCall
  | WorkRequest;

/** A query, and what makes of its rows what is answered. */
export type RenderRequest = {
  sql: string;
  parameters: readonly unknown[];
  renderer: string;
  argument: unknown;
};

/** Work to be done in one transaction, which it may share with other works that wait. */
export type WorkRequest = { id: number; work: { url: string; name: string }; argument: unknown };

export type ProcedureCall = { id: number; procedure: string; argument: unknown };

export type Message = ThreadRequest | 'close';

export type ThreadReply =
  | { id: number; result: unknown }
  | { id: number; error: { message: string; code: string | undefined } };

/** Of an error only what it says and its code cross to the other thread. */
export function failureOf(id: number, error: unknown): ThreadReply {
  const { message, code } = error as Error & { code?: string };
  return { id, error: { message, code } };
}
