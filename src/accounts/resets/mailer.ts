import type { Logger } from 'pino';
import type { Component } from '../../kit/async/components.ts';
import { withDeadline } from '../../kit/async/deadline.ts';
import { mailDeadlineMs, openMailTransport } from './mail-transport.ts';

type ResetMail = { to: string; token: string; minutes: number };

export type Mailer = {
  /** Sends a reset token to its owner; returns at once, and a failure is only logged. */
  sendReset: (mail: ResetMail) => void;
  /** Sends what happens to an account to its owner; as `sendReset`. */
  sendNotice: (notice: { to: string; subject: string; text: string }) => void;
  /** Waits for the mails in hand when the server stops. */
  component: Component;
};

/** `what` names it in the log. */
type Mail = { to: string; subject: string; text: string; what: string };

type MailerOptions = { smtpUrl: string; from: string; log: Logger };

const mostInHand = 100;

/**
 * Sends mail by SMTP. The token stands in the mail and nowhere else: what is logged of a failure is
 * its code and the server's status, since a server's words may quote the mail.
 */
export async function createMailer({ smtpUrl, from, log }: MailerOptions): Promise<Mailer> {
  const transport = await openMailTransport({ smtpUrl, from });
  const inHand = new Set<Promise<void>>();

  const deliver = async ({ to, subject, text, what }: Mail) => {
    try {
      const sending = transport.sendMail({
        to: { name: '', address: to },
        subject,
        text,
      });
      await withDeadline('sending a mail', mailDeadlineMs, sending);
    } catch (error) {
      const { name, code, responseCode } = error as Error & Record<string, unknown>;
      log.error({ name, code, responseCode }, `${what} could not be mailed`);
    }
  };

  const send = (mail: Mail) => {
    if (inHand.size >= mostInHand) {
      log.error({ mostInHand }, `${mail.what} was not mailed: too many mails are in hand`);
      return;
    }
    const delivery: Promise<void> = deliver(mail).finally(() => inHand.delete(delivery));
    inHand.add(delivery);
  };

  return {
    sendReset: ({ to, token, minutes }) =>
      send({
        to,
        subject: 'Your password reset',
        text: toText(token, minutes),
        what: 'a password reset',
      }),
    sendNotice: (notice) => send({ ...notice, what: 'a notice to an owner' }),
    component: {
      name: 'mail',
      stop: async () => {
        await Promise.all(inHand);
        transport.close();
      },
    },
  };
}

function toText(token: string, minutes: number): string {
  return [
    'Somebody, hopefully you, asked to reset the password of your Kisima account.',
    '',
    `This is the reset token; it works once, within ${minutes} minutes:`,
    '',
    token,
    '',
    'If it was not you, leave it be: your password stays as it is.',
    '',
  ].join('\n');
}
