import type { Socket } from 'node:net';
import { startInstantSmsc } from './instant-smsc.ts';

export type StrikingSmsc = {
  port: number;
  /** Messages to each number. */
  seen: ReadonlyMap<string, number>;
  /** Numbers that were sent to again while the session before was still there: by nobody's death. */
  repeated: ReadonlySet<string>;
  /** Does something, before it answers, when so many more messages have come; resolves when it did. */
  strikeAfter: (messages: number, strike: () => void) => Promise<true>;
  /** Strikes no more. */
  sheathe: () => void;
  close: () => Promise<void>;
};

/** An SMSC that counts, and strikes in the middle of things when it is told to. */
export async function startStrikingSmsc(): Promise<StrikingSmsc> {
  const seen = new Map<string, number>();
  let left = Number.POSITIVE_INFINITY;
  let onStrike: () => void = () => {};
  const repeated = new Set<string>();
  const lastSession = new Map<string, Socket>();
  const { port, close } = await startInstantSmsc(({ destination: { address } }, session) => {
    seen.set(address, (seen.get(address) ?? 0) + 1);
    if (lastSession.get(address)?.destroyed === false) repeated.add(address);
    lastSession.set(address, session);
    left -= 1;
    if (left === 0) onStrike();
  });
  return {
    port,
    seen,
    repeated,
    strikeAfter: (messages, strike) =>
      new Promise((resolve) => {
        onStrike = () => {
          strike();
          resolve(true);
        };
        left = Math.max(1, Math.floor(messages));
      }),
    sheathe: () => {
      left = Number.POSITIVE_INFINITY;
    },
    close,
  };
}
