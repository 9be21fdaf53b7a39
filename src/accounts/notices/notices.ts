import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { Language } from '../language.ts';
import { findUser, type User } from '../queries.ts';
import type { Mailer } from '../resets/mailer.ts';
import { type Notice, type NoticeText, textOfNotice } from './notice-text.ts';

/** Sends an owner an account notice, on every way that is set up; returns at once. */
export type NotifyOwner = (userId: number, notice: Notice) => void;

/** A way to an owner beside the mail, such as browsers with web push. */
export type NoticeWay = (userId: number, text: NoticeText) => Promise<void>;

type NoticesDeps = {
  db: Pick<Database, 'read'>;
  log: Logger;
  mailer: Mailer | undefined;
  /** Tells a phone that its owner's password changed; undefined where no SMS are sent. */
  tellPhone?: ((user: User) => Promise<void>) | undefined;
};

/** @returns `notifyBy` adds a way for all later notices; `send` is `notifyOwner` for those who wait. */
export function createNotices({ db, log, mailer, tellPhone }: NoticesDeps): {
  notifyOwner: NotifyOwner;
  notifyBy: (way: NoticeWay) => void;
  send: (userId: number, notice: Notice) => Promise<void>;
} {
  const ways: NoticeWay[] = [];
  const send = async (userId: number, notice: Notice) => {
    const user = await findUser(db.read, userId);
    if (!user) return;
    const text = textOfNotice(notice, user.language as Language);
    const { subject, lines } = text;
    mailer?.sendNotice({ to: user.email, subject, text: `${lines.join('\n\n')}\n` });
    const sent = await Promise.allSettled([
      ...ways.map((way) => way(userId, text)),
      ...(notice.kind === 'password changed' ? [tellPhone?.(user)] : []),
    ]);
    const failed = sent.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    if (failed.length > 0) throw new AggregateError(failed, 'a notice failed on some of its ways');
  };
  return {
    notifyOwner: (userId, notice) => {
      send(userId, notice).catch((err: unknown) => {
        log.error({ err, notice: notice.kind }, 'an owner could not be notified');
      });
    },
    notifyBy: (way) => void ways.push(way),
    send,
  };
}
