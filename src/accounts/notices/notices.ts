import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { Language } from '../language.ts';
import { findUser } from '../queries.ts';
import type { Mailer } from '../resets/mailer.ts';
import { type Notice, textOfNotice } from './notice-text.ts';

/** Mails an owner what happens to the account, where mail is set up; returns at once. */
export type NotifyOwner = (userId: number, notice: Notice) => void;

type NoticesDeps = { db: Pick<Database, 'read'>; log: Logger; mailer: Mailer | undefined };

export function createNotices({ db, log, mailer }: NoticesDeps): NotifyOwner {
  const send = async (userId: number, notice: Notice) => {
    const user = await findUser(db.read, userId);
    if (!user) return;
    const mail = textOfNotice(notice, user.language as Language);
    mailer?.sendNotice({ to: user.email, ...mail });
  };
  return (userId, notice) => {
    if (!mailer) return;
    send(userId, notice).catch((err: unknown) => {
      log.error({ err, notice: notice.kind }, 'an owner could not be notified');
    });
  };
}
