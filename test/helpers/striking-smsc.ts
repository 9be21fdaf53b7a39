import { startInstantSmsc } from './instant-smsc.ts';

export type StrikingSmsc = {
  port: number;
  /** How often each number was sent to. */
  seen: ReadonlyMap<string, number>;
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
  const { port, close } = await startInstantSmsc(({ destination }) => {
    seen.set(destination.address, (seen.get(destination.address) ?? 0) + 1);
    left -= 1;
    if (left === 0) onStrike();
  });
  return {
    port,
    seen,
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
