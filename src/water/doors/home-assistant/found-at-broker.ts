import type { Logger } from 'pino';
import type { Database } from '../../../db/database.ts';
import type { Timers } from '../../../kit/time/timers.ts';
import { secondMs } from '../../../kit/time/units.ts';
import { identityOf } from '../../devices/identity.ts';
import type { PublishedMessage } from '../mqtt/message.ts';
import { findIdentitiesAmong, findIdsAmong } from './queries.ts';
import type { Show } from './show-tanks.ts';
import { deviceOfConfigTopic, nameInStateTopic } from './topics.ts';

type FoundDeps = {
  db: Pick<Database, 'readWhole'>;
  timers: Timers;
  log: Logger;
  show: Pick<Show, 'takeBack'>;
};

/** A broker sends all that it keeps in one go. */
const gatherMs = secondMs;
const retryMs = 10 * secondMs;
const pageSize = 500;
const most = 100_000;

/**
 * Takes back the tanks that an external broker still keeps and that are there no more: they went while this server
 * or the broker was away, and Home Assistant would show them for ever.
 * @returns what is given each message that the broker has kept, as the server connects
 */
export function createFoundAtBroker({ db, timers, log, show }: FoundDeps) {
  const found = new Map<number, string | undefined>();
  let isWaiting = false;

  const takeBackGone = async (): Promise<void> => {
    while (found.size > 0) {
      const page = [...found].slice(0, pageSize);
      const names = page.flatMap(([, name]) => (name === undefined ? [] : [identityOf(name)]));
      const there = await findIdsAmong(
        db.readWhole,
        page.map(([id]) => id),
      );
      const taken = await findIdentitiesAmong(db.readWhole, names);
      for (const [id, name] of page) {
        found.delete(id);
        if (there.has(id)) continue;
        // The state of a board that has been registered anew is that of a tank which is there.
        const isFree = name !== undefined && !taken.has(identityOf(name));
        show.takeBack(id, isFree ? name : undefined);
      }
    }
  };

  const wake = (ms: number): void => {
    if (isWaiting) return;
    isWaiting = true;
    timers.after(ms, () => {
      isWaiting = false;
      takeBackGone().catch((error: unknown) => {
        log.warn({ err: error }, 'tanks that are gone could not be taken back; tried again soon');
        wake(retryMs);
      });
    });
  };

  return ({ topic, payload }: PublishedMessage): void => {
    const id = deviceOfConfigTopic(topic);
    if (id === undefined || payload.length === 0 || found.size >= most) return;
    found.set(id, nameInStateTopic(String(payload)));
    wake(gatherMs);
  };
}
