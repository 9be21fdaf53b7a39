import type { Logger } from 'pino';
import { createBatcher } from '../../kit/async/batcher.ts';
import type { StoredMessage } from '../message.ts';
import type { MessageStatus } from '../message-states.ts';
import type { Committer } from './commit/committer.ts';
import { type MessageUpdate, messageKey } from './message-update.ts';
import { createLateAnswers, type createSubmitter } from './submit.ts';

/** The outcome of a message that was sent while its sender waited. */
export type SentNow = { status: MessageStatus; error: string | null };

type SendNowDeps = {
  committer: Committer;
  offer: ReturnType<typeof createSubmitter>['offer'];
  onLate: (update: MessageUpdate) => void;
  /** Takes an update that could not be stored, to be applied later. */
  applyLater: (update: MessageUpdate) => void;
  log: Logger;
};

/** Most commits of single sends that are under way at once. */
const abreast = 4;

/** Single sends skip the cycle of the dispatcher, since a caller waits for each. */
export function createSendNow(deps: SendNowDeps) {
  const { committer, offer, onLate, applyLater, log } = deps;
  const applyNow = createBatcher(
    async (updates: MessageUpdate[]): Promise<SentNow[]> => {
      const { changed } = await committer.commit(updates);
      const statuses = new Map(
        changed.map(({ user_id, id, status }) => [messageKey(user_id, id), status]),
      );
      return updates.map(({ userId, id, error }) => {
        const status = statuses.get(messageKey(userId, id)) as MessageStatus | undefined;
        return status ? { status, error } : { status: 'unknown', error: null };
      });
    },
    { abreast },
  );

  return async (message: StoredMessage): Promise<SentNow> => {
    committer.noteClaimed(message);
    const late = createLateAnswers(onLate);
    const update = await offer(message, late.hold);
    try {
      return await applyNow.add(update);
    } catch (error) {
      log.error({ err: error }, 'what became of a message could not be stored yet');
      applyLater(update);
      throw error;
    } finally {
      late.release();
    }
  };
}
