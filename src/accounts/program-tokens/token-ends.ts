import type { Notices } from '../../db/notices.ts';

/** Says that tokens of programs were revoked to whoever holds on to one, in all processes. */
export type TokenEnds = {
  /** To be called after tokens were revoked and that is committed. */
  tell: () => void;
  listen: (listener: () => void) => void;
};

const channel = 'program-tokens-ended';

export function createTokenEnds(notices: Notices): TokenEnds {
  const listeners: (() => void)[] = [];
  const pass = (): void => {
    for (const listener of listeners) listener();
  };
  notices.subscribe<null>(channel, { received: pass, missed: pass });
  return {
    tell: () => {
      pass();
      notices.publish(channel, null);
    },
    listen: (listener) => void listeners.push(listener),
  };
}
