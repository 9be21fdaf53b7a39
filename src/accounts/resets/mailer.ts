import type { Logger } from 'pino';
import type { Component } from '../../kit/async/components.ts';
import { withDeadline } from '../../kit/async/deadline.ts';

type ResetMail = { to: string; token: string; minutes: number };

export type Mailer = {
  /** Sends a reset token to its owner; returns at once, and a failure is only logged. */
  sendReset: (mail: ResetMail) => void;
  /** Sends an account notice to its owner; as `sendReset`. */
  sendNotice: (notice: { to: string; subject: string; text: string }) => void;
  /** Waits for the mails under way when the server stops. */
  component: Component;
};

/** `what` names it in the log. */
type Mail = { to: string; subject: string; text: string; what: string };

type MailerOptions = { smtpUrl: string; from: string; log: Logger };

const mostInHand = 100;

/**
 * Sends mail by SMTP. The token is in the mail and nowhere else: only the code and the server's status of a
 * failure are logged, since a server's text may quote the mail.
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

/** Longest wait for a mail to be taken, in milliseconds. */
export const mailDeadlineMs = 60_000;

// An SMTP server may take the connection and never answer.
const waits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Opens the transport of mails. */
export async function openMailTransport({ smtpUrl, from }: { smtpUrl: string; from: string }) {
  // Imported here because most servers never send a mail.
  const { createTransport } = await import('nodemailer');
  return createTransport(withWaits(smtpUrl), {
    from,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

export type MailTransport = Awaited<ReturnType<typeof openMailTransport>>;

/** Adds time limits to the URL's query, from which the library takes them; the operator's own stay. */
function withWaits(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  for (const [name, milliseconds] of Object.entries(waits)) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(milliseconds));
  }
  return url.href;
}
