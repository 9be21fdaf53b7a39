import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import { awaited } from '../until.ts';

/** Resolves with the server's side of the next answer, which lives in this process. */
export function nextResponse(): Promise<ServerResponse> {
  const channel = 'http.server.request.start';
  const coming = new Promise<ServerResponse>((resolve) => {
    const take = (message: unknown): void => {
      unsubscribe(channel, take);
      resolve((message as { response: ServerResponse }).response);
    };
    subscribe(channel, take);
  });
  return awaited('a request', coming);
}
