import type { AddressInfo } from 'node:net';
import type { App } from './app.ts';

/** Returns the address at which a server reaches itself, such as `http://127.0.0.1:8080`; undefined before it listens. */
export function ownBaseOf(app: Pick<App, 'server'>): string | undefined {
  const listening = app.server.address() as AddressInfo | null;
  if (!listening) return undefined;
  const { address, port } = listening;
  if (address === '0.0.0.0' || address === '::') return `http://127.0.0.1:${port}`;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}
