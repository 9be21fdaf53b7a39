import type { Duplex } from 'node:stream';

/**
 * Keeps a client that does not read from holding up others, or memory: what is written counts as taken, and beyond a
 * limit of unsent bytes the connection ends. A broker that waits for the client instead holds up the publishers.
 */
export function endUnread(stream: Duplex, most: number, ended: () => void): void {
  const write = stream.write.bind(stream) as (...given: unknown[]) => boolean;
  stream.write = (...given: unknown[]) => {
    if (stream.destroyed) return true;
    write(...given);
    if (stream.writableLength <= most) return true;
    ended();
    stream.destroy();
    return true;
  };
}
