import type { Notices } from '../../db/postgres/notices/notices.ts';

/** Told whose sessions have ended; undefined where those of anybody may have, unheard. */
type EndsListener = (userId: number | undefined) => void;

/** Tells those who hold on to a session that it may have ended, here or in another process. */
export type SessionEnds = {
  /** To be called after sessions of a user have ended for good. */
  tell: (userId: number) => void;
  listen: (listener: EndsListener) => void;
};

const channel = 'sessions-ended';

export function createSessionEnds(notices: Notices): SessionEnds {
  const listeners: EndsListener[] = [];
  const pass: EndsListener = (userId) => {
    for (const listener of listeners) listener(userId);
  };
  notices.subscribe<number>(channel, { received: pass, missed: () => pass(undefined) });
  return {
    tell: (userId) => {
      pass(userId);
      notices.publish(channel, userId);
    },
    listen: (listener) => void listeners.push(listener),
  };
}
